<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Closure;
use WP_Error;

/**
 * A form, or all forms of a page: its fields, who may send it, what its buttons do, and which page follows. The subject
 * is what the form is about, such as a registry. A form that has changed something leads to the next page, so that
 * reloading it changes nothing. A refused form is shown again, with everything that was typed.
 */
final class Form {

	/** Result of an action that has shown the answer itself, so no page follows. */
	public const SHOWN = 'shown';

	/** Returned by `$nonce`: the form contains a key that other sites do not know. */
	public const SECRET = '';

	/**
	 * @param string                                            $name    Field that is only in requests for this form.
	 * @param Closure(Submission): mixed                        $subject Returns the subject. Returns null if this request is
	 *                                                                   not for this form, or if the visitor may not use
	 *                                                                   it. The page then explains why.
	 * @param array<string, Closure(mixed, Submission): mixed>|Closure(mixed, Submission): mixed $actions Actions of the buttons,
	 *                                                                   by the value of the field `$act`; or the action
	 *                                                                   of the only button. An action returns a Refusal
	 *                                                                   or a WP_Error if it has changed nothing.
	 * @param (Closure(mixed, string, mixed): string)|null      $next    Returns the address of the next page from the
	 *                                                                   subject, the action and its result.
	 * @param (Closure(mixed, string): (string|null))|null      $nonce   Returns the name of the nonce from the subject and
	 *                                                                   the action, or SECRET. Null: visitors without an
	 *                                                                   account share their nonces, so the form must come
	 *                                                                   from this site.
	 * @param (Closure(mixed, string): bool)|null               $may     Checks whether the visitor may use the button of an
	 *                                                                   action; null: everybody whom `$subject` accepts.
	 * @param string|null                                       $act     Field with the action; null: `$name`.
	 * @param (Closure(mixed, ?Refusal, Submission): void)|null $show    Shows the page, with a refused form. Null: the page
	 *                                                                   exists already, and asks for the refusal.
	 * @param (Closure(mixed, Submission): mixed)|null          $robot   What happens if a program has filled in the hidden
	 *                                                                   field; null: the form has no such field.
	 * @param (Closure(mixed, Refusal): string)|null            $refused Returns the address of the page that shows a
	 *                                                                   refusal; null: this request shows it.
	 */
	public function __construct(
		private readonly string $name,
		private readonly Closure $subject,
		private readonly array|Closure $actions,
		private readonly ?Closure $next = null,
		private readonly ?Closure $nonce = null,
		private readonly ?Closure $may = null,
		private readonly ?string $act = null,
		private readonly ?Closure $show = null,
		private readonly ?Closure $robot = null,
		private readonly ?Closure $refused = null
	) {}

	/** Answers this request if it is for a form, before any output. Returns why a sent form has changed nothing. */
	public function answer(): ?Refusal {
		$sent = Submission::from_request();
		if ( ! $sent->has( $this->name ) || ( ! $sent->is_form && null === $this->show ) ) {
			return null;
		}
		$subject = ( $this->subject )( $sent );
		if ( null === $subject ) {
			return null;
		}
		NoCacheHeaders::send_headers();
		$act     = $sent->text( $this->act ?? $this->name );
		$nonce   = null === $this->nonce ? null : ( $this->nonce )( $subject, $act );
		$result  = $sent->is_form ? $this->run( $act, $nonce, $subject, $sent ) : null;
		$refused = $result instanceof WP_Error ? Refusal::of( $result ) : $result;
		if ( self::SHOWN === $refused ) {
			return null;
		}
		if ( ! $refused instanceof Refusal && $sent->is_form ) {
			self::redirect( ( $this->next )( $subject, $act, $result ) );
		}
		if ( $refused instanceof Refusal && null !== $this->refused ) {
			self::redirect( ( $this->refused )( $subject, $refused ) );
		}
		if ( null !== $refused ) {
			status_header( $refused->status );
			if ( $refused->wait > 0 ) {
				header( "Retry-After: {$refused->wait}" );
			}
		}
		if ( null !== $this->show ) {
			( $this->show )( $subject, $refused, $sent );
			if ( null === $nonce ) {
				// With the policy "no-referrer", browsers would send the form without its origin.
				header( 'Referrer-Policy: strict-origin' );
			}
		}
		return $refused;
	}

	/** Redirects to the page that follows a form. */
	public static function redirect( string $url ): never {
		NoCacheHeaders::send_headers();
		wp_safe_redirect( $url, 303 );
		exit;
	}

	/** @return array<string, string> Hidden fields of a form with a nonce, by name; `$field` contains the action. */
	public static function hidden( string $field, string $act, string $nonce ): array {
		return array(
			$field     => $act,
			'_wpnonce' => wp_create_nonce( $nonce ),
		);
	}

	private function run( string $act, ?string $nonce, mixed $subject, Submission $sent ): mixed {
		if ( ! self::is_meant( $nonce, $sent ) ) {
			return null === $nonce
				? new Refusal( 403, __( 'Nothing has changed yet: please press the button once more.', 'largesse' ), rule: 'origin' )
				: Refusal::late();
		}
		$action = is_array( $this->actions ) ? $this->actions[ $act ] ?? null : $this->actions;
		return match ( true ) {
			null === $action => new Refusal( 422, __( 'Nothing was changed: please use the buttons of this page.', 'largesse' ), rule: 'action' ),
			null !== $this->may && ! ( $this->may )( $subject, $act ) => new Refusal( 403, __( 'Sorry, you are not allowed to do that.', 'largesse' ), rule: 'forbidden' ),
			null !== $this->robot && $sent->is_of_robot() => ( $this->robot )( $subject, $sent ),
			default => $action( $subject, $sent ),
		};
	}

	/** Checks that no other site has made the visitor send the form. */
	private static function is_meant( ?string $nonce, Submission $sent ): bool {
		return match ( $nonce ) {
			null         => Request::is_from_this_site(),
			self::SECRET => true,
			default      => false !== wp_verify_nonce( $sent->text( '_wpnonce' ), $nonce ),
		};
	}
}
