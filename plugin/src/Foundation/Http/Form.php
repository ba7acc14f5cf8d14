<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\ConnectedSite;
use Largesse\Foundation\Service\NoRoom;
use WP_Error;

/**
 * A form, or all forms of a page: its subject, its buttons, and the page that follows. Each form is a subclass.
 * The subject is what the form is about, such as a registry. A form that has changed something leads to the next page,
 * so that reloading that page changes nothing. The page that contains the form shows a refused form again, with
 * everything that was typed (`$refused`). A form with a page of its own is a PageWithForm.
 *
 * @template TSubject
 */
abstract class Form {

	/** Field that only requests for this form contain. */
	public const FIELD = '';

	/** Field with the value of the pressed button; '' if it is FIELD. */
	protected const BUTTON = '';

	/** Why the form of this request has changed nothing; null if it has changed something, or if no form was sent. */
	protected ?Refusal $refused = null;

	/**
	 * Returns the subject of this request. Returns null if the request is not for this form, or if the visitor may not use
	 * it; the page then explains why.
	 *
	 * @return TSubject|null
	 */
	abstract protected function subject( Submission $sent ): mixed;

	/**
	 * Returns how the form proves that no other site has made the visitor send it.
	 *
	 * @param TSubject $subject
	 */
	abstract protected function proof( mixed $subject, string $button ): Proof;

	/**
	 * Checks whether the visitor may press a button.
	 *
	 * @param TSubject $subject
	 */
	protected function may( mixed $subject, string $button ): bool {
		return true;
	}

	/**
	 * Does what a button is for. Returns null or the NextPage after a change, ShownPage if the method has shown the
	 * answer, or why it has changed nothing.
	 *
	 * @param TSubject $subject
	 */
	abstract protected function press(
		mixed $subject,
		string $button,
		Submission $sent
	): NextPage|ShownPage|Refusal|WP_Error|null;

	/**
	 * Answers a form in which a program has filled in the field that people do not see (Fields::TRAP). Forms without
	 * this field ignore it.
	 *
	 * @param TSubject $subject
	 */
	protected function press_by_robot(
		mixed $subject,
		string $button,
		Submission $sent
	): NextPage|ShownPage|Refusal|WP_Error|null {
		return $this->press( $subject, $button, $sent );
	}

	/** Returns the message for a form whose mail was not sent, because the hidden field was filled in. */
	protected static function not_sent(): Refusal {
		return new Refusal( 422, __( 'No mail was sent yet: please check the form, and press the button once more.', 'largesse' ), rule: 'robot' );
	}

	/**
	 * Returns the address of the page that follows a change: usually the page with the form.
	 *
	 * @param TSubject $subject
	 */
	protected function next( mixed $subject, string $button ): string {
		return Request::address();
	}

	/**
	 * Returns the address of the page that shows a refusal; null if the answer to this request shows it.
	 *
	 * @param TSubject $subject
	 */
	protected function next_after_refusal( mixed $subject, Refusal $refused ): ?string {
		return null;
	}

	/** Answers this request if it is for this form. Call it before any output. */
	public function answer(): void {
		$this->refused = null;

		$sent    = Submission::from_request();
		$subject = $this->is_requested( $sent ) ? $this->subject( $sent ) : null;
		if ( null === $subject ) {
			return;
		}
		NoCacheHeaders::send_headers();
		$outcome = $sent->is_form ? $this->process( $subject, $sent ) : null;
		if ( $outcome instanceof ShownPage ) {
			return;
		}
		$this->refused = $outcome;
		if ( null !== $outcome ) {
			status_header( $outcome->status );
			if ( $outcome->wait > 0 ) {
				header( "Retry-After: {$outcome->wait}" );
			}
		}
		$this->show_answer( $subject, $sent );
	}

	/**
	 * Returns why the form of this request has changed nothing; null if it has changed something, or if no form was sent.
	 */
	final public function refused(): ?Refusal {
		return $this->refused;
	}

	/** Redirects to the page that follows a form. */
	public static function redirect( string $url ): never {
		NoCacheHeaders::send_headers();
		wp_safe_redirect( $url, 303 );
		exit;
	}

	/** @return array<string, string> Hidden fields of a form with a nonce, by name; `$field` contains the button's value. */
	public static function hidden( string $field, string $button, string $nonce ): array {
		return array(
			$field     => $button,
			'_wpnonce' => wp_create_nonce( $nonce ),
		);
	}

	/** Checks whether this request is for this form. */
	protected function is_requested( Submission $sent ): bool {
		return $sent->is_form && $sent->has( static::FIELD );
	}

	/** Returns the value of the pressed button. */
	protected function button( Submission $sent ): string {
		return $sent->text( '' === static::BUTTON ? static::FIELD : static::BUTTON );
	}

	/**
	 * Shows the answer, if this is a PageWithForm. Otherwise, the page already exists, and shows the refusal.
	 *
	 * @param TSubject $subject
	 */
	protected function show_answer( mixed $subject, Submission $sent ): void {}

	/** Returns the refusal of a form without one of the page's buttons. */
	protected static function unknown_button(): Refusal {
		return new Refusal(
			422,
			__( 'Nothing was changed: please use the buttons of this page.', 'largesse' ),
			rule: 'action'
		);
	}

	/**
	 * Processes a sent form. Redirects to the next page after a change.
	 *
	 * @param TSubject $subject
	 */
	private function process( mixed $subject, Submission $sent ): Refusal|ShownPage {
		$button  = $this->button( $sent );
		$proof   = $this->proof( $subject, $button );
		$outcome = match ( true ) {
			! $proof->is_valid( $sent )        => $proof->refusal(),
			ConnectedSite::is_copy()           => Refusal::of( ApiError::copied() ),
			! $this->may( $subject, $button ) => new Refusal(
				403,
				__( 'Sorry, you are not allowed to do that.', 'largesse' ),
				rule: 'forbidden'
			),
			default                            => WrittenBytes::count( Request::length() ) ?? (
				$sent->is_of_robot()
				? $this->press_by_robot( $subject, $button, $sent )
				: $this->press( $subject, $button, $sent )
			),
		};
		$outcome = $outcome instanceof WP_Error ? Refusal::of( $outcome ) : $outcome;
		$outcome = $outcome instanceof Refusal ? self::with_reason( $outcome ) : $outcome;
		if ( $outcome instanceof ShownPage ) {
			return $outcome;
		}
		$next = match ( true ) {
			$outcome instanceof NextPage => $outcome->url,
			null === $outcome            => $this->next( $subject, $button ),
			default                      => $this->next_after_refusal( $subject, $outcome ),
		};
		return null === $next ? $outcome : self::redirect( $next );
	}

	/**
	 * Returns a refusal, or that of a full disk if this is why the form could not be processed. A refusal of a special
	 * kind stays, because it contains what the visitor has typed.
	 */
	private static function with_reason( Refusal $refused ): Refusal {
		$reason = Refusal::class === $refused::class ? NoRoom::reason_of( $refused->status ) : null;
		return null === $reason
			? $refused
			: new Refusal( 503, $reason->get_error_message(), $refused->problems, NoRoom::CODE, NoRoom::WAIT );
	}
}
