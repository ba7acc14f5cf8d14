<?php
declare( strict_types=1 );

namespace Largesse\Http;

use WP_Error;

/**
 * Processes forms (Form). A form that has changed something leads to the next page, so that reloading it changes nothing.
 * A refused form is shown again, with everything that was typed.
 */
final class FormController {

	/** Answers this request if it is for a form, before any output. Returns why a sent form has changed nothing. */
	public static function answer( Form $form ): ?Refusal {
		$sent = Submission::from_request();
		if ( ! $sent->has( $form->name ) || ( ! $sent->is_form && null === $form->show ) ) {
			return null;
		}
		$subject = ( $form->subject )( $sent );
		if ( null === $subject ) {
			return null;
		}
		NoCacheHeaders::send_headers();
		$act     = $sent->text( $form->act ?? $form->name );
		$nonce   = null === $form->nonce ? null : ( $form->nonce )( $subject, $act );
		$result  = $sent->is_form ? self::run( $form, $act, $nonce, $subject, $sent ) : null;
		$refused = $result instanceof WP_Error ? Refusal::of( $result ) : $result;
		if ( Form::SHOWN === $refused ) {
			return null;
		}
		if ( ! $refused instanceof Refusal && $sent->is_form ) {
			self::redirect( ( $form->next )( $subject, $act, $result ) );
		}
		if ( $refused instanceof Refusal && null !== $form->refused ) {
			self::redirect( ( $form->refused )( $subject, $refused ) );
		}
		if ( null !== $refused ) {
			status_header( $refused->status );
			if ( $refused->wait > 0 ) {
				header( "Retry-After: {$refused->wait}" );
			}
		}
		if ( null !== $form->show ) {
			( $form->show )( $subject, $refused, $sent );
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

	private static function run( Form $form, string $act, ?string $nonce, mixed $subject, Submission $sent ): mixed {
		if ( ! self::is_meant( $nonce, $sent ) ) {
			return null === $nonce
				? new Refusal( 403, __( 'Nothing has changed yet: please press the button once more.', 'largesse' ), rule: 'origin' )
				: Refusal::late();
		}
		$action = is_array( $form->actions ) ? $form->actions[ $act ] ?? null : $form->actions;
		return match ( true ) {
			null === $action => new Refusal( 422, __( 'Nothing was changed: please use the buttons of this page.', 'largesse' ), rule: 'action' ),
			null !== $form->may && ! ( $form->may )( $subject, $act ) => new Refusal( 403, __( 'Sorry, you are not allowed to do that.', 'largesse' ), rule: 'forbidden' ),
			null !== $form->robot && $sent->is_of_robot() => ( $form->robot )( $subject, $sent ),
			default => $action( $subject, $sent ),
		};
	}

	/** Checks that no other site has made the visitor send the form. */
	private static function is_meant( ?string $nonce, Submission $sent ): bool {
		return match ( $nonce ) {
			null         => Request::is_from_this_site(),
			Form::SECRET => true,
			default      => false !== wp_verify_nonce( $sent->text( '_wpnonce' ), $nonce ),
		};
	}
}
