<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Largesse\Circles\CirclePage;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\Request;
use Largesse\Links\OwnerPage;
use WP_Error;

/**
 * Handles the forms of draws on the page of a circle. After a change, the browser loads the page again; a refused form
 * keeps its values.
 */
final class DrawForms {

	/** Field with the id of the circle. Only forms of draws contain this field. */
	public const CIRCLE = 'largesse_draw';

	/** Field with the nonce. */
	public const NONCE = 'largesse_draw_nonce';

	/** Button that starts a draw. */
	public const START = 'draw_start';

	/** Button that adds empty rows for exclusions. */
	public const MORE = 'draw_more';

	/** Button that agrees to a changed pair. */
	public const AGREE = 'draw_agree';

	/** Button that declines a changed pair. */
	public const DECLINE = 'draw_decline';

	/** Button that cancels a draw. */
	public const CANCEL = 'draw_cancel';

	/** Field with the id of the person who agrees or declines. */
	public const PERSON = 'draw_person';

	/** Id of the section on the page. */
	public const ANCHOR = 'largesse-draws';

	/** Submitted values that the page shows again, with problems or with more rows; null for none. */
	private ?DrawFields $fields = null;

	/**
	 * Messages about the problems of the refused form. The keys are fields.
	 *
	 * @var array<string, string>
	 */
	private array $problems = array();

	public function __construct( private readonly Drawing $drawing ) {}

	/** Handles the form in this request. */
	public function handle(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- Checked below.
		$sent   = Request::is_post() ? (array) wp_unslash( $_POST ) : array();
		$circle = $sent[ self::CIRCLE ] ?? null;
		if ( ! is_string( $circle ) || ! is_user_logged_in() || ! OwnerPage::is_shown() ) {
			// If the visitor is not signed in, the page asks the visitor to sign in.
			return;
		}
		NoCacheHeaders::send_headers();
		$is_start = isset( $sent[ self::START ] ) || isset( $sent[ self::MORE ] );
		if ( $is_start ) {
			$this->fields = DrawFields::of( $sent );
		}
		$nonce = $sent[ self::NONCE ] ?? '';
		if ( ! is_string( $nonce ) || ! wp_verify_nonce( $nonce, self::CIRCLE . $circle ) ) {
			$this->refuse( array( '' => __( 'This page was open for too long, so nothing has changed. Please try again.', 'largesse' ) ) );
			return;
		}
		if ( isset( $sent[ self::MORE ] ) ) {
			return;
		}
		$text   = static fn ( string $field ): string => is_string( $sent[ $field ] ?? null ) ? $sent[ $field ] : '';
		$user   = get_current_user_id();
		$answer = match ( true ) {
			$is_start                     => $this->drawing->start( $circle, $user, $this->fields ),
			isset( $sent[ self::CANCEL ] ) => $this->drawing->cancel( $circle, $text( DrawFields::ID ), $user ),
			default                       => $this->drawing->answer( $circle, $text( DrawFields::ID ), $text( self::PERSON ), $user, isset( $sent[ self::AGREE ] ) ),
		};
		if ( $answer instanceof WP_Error ) {
			$answer = array( '' => $answer->get_error_message() );
		}
		if ( is_array( $answer ) && array() !== $answer ) {
			$this->refuse( $answer );
			return;
		}
		wp_safe_redirect( CirclePage::url( $circle ) . '#' . self::ANCHOR, 303 );
		exit;
	}

	/** @param array<string, string> $problems Messages by field. */
	private function refuse( array $problems ): void {
		$this->problems = $problems;
		status_header( 422 );
	}

	/** Returns the submitted values that the page shows again; null for none. */
	public function fields(): ?DrawFields {
		return $this->fields;
	}

	/**
	 * Returns the problems of the refused form: messages by field. The key '' is for the whole form.
	 *
	 * @return array<string, string>
	 */
	public function problems(): array {
		return $this->problems;
	}
}
