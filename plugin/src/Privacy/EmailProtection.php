<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use WP_Error;
use WP_REST_Request;
use WP_REST_Users_Controller;

/**
 * The REST API of WordPress lets every user take any unused e-mail address without confirming it, and with it the
 * invitations sent there; so does the profile page where its form is sent in other ways than by its button. What stays
 * open is the page as it is meant, which sends a mail with a link to the new address.
 */
final class EmailProtection {

	/**
	 * Refuses a request by which users would change their own e-mail address. Other people's are WordPress's own
	 * matter; to judge them here would tell whether a guessed address is right.
	 *
	 * @param mixed           $response What an earlier filter answers, or null.
	 * @param mixed           $handler  What would handle the request.
	 */
	public function refuse_change( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
		// By handler, because the route can be written in several ways (case, "me" or the id).
		$callback = is_array( $handler ) ? $handler['callback'] ?? null : null;
		if ( is_wp_error( $response ) || ! is_array( $callback ) || ! ( $callback[0] ?? null ) instanceof WP_REST_Users_Controller ) {
			return $response;
		}
		$user    = wp_get_current_user();
		$email   = $request['email'];
		$is_self = match ( $callback[1] ) {
			'update_current_item' => true,
			'update_item'         => (int) $request['id'] === $user->ID,
			default               => false,
		};
		if ( ! $is_self || null === $email || current_user_can( 'edit_users' ) ) {
			return $response;
		}
		if ( is_string( $email ) && strtolower( $email ) === strtolower( $user->user_email ) ) {
			return $response;
		}
		return new WP_Error(
			'largesse_email_change',
			__( 'Change your e-mail address on your profile page.', 'largesse' ),
			array( 'status' => rest_authorization_required_code() )
		);
	}

	/**
	 * Refuses a form of wp-admin that would store another address. WordPress has put the present one in the place of
	 * one that it sent a mail to; it sends none if the form does not name the user, or the address has space
	 * around it, and would store what was typed.
	 *
	 * @param WP_Error $errors    Errors of the form; it is refused if there are any.
	 * @param bool     $is_update Whether a user is changed, and not created.
	 * @param object   $user      What is about to be stored.
	 */
	public function refuse_unconfirmed( WP_Error $errors, bool $is_update, object $user ): void {
		if ( ! $is_update || ! isset( $user->user_email ) || current_user_can( 'edit_users' ) ) {
			return;
		}
		$present = (string) get_userdata( (int) $user->ID )->user_email;
		if ( sanitize_text_field( $present ) === $user->user_email ) {
			// What was put in its place has lost what looks encoded ("%41"): that would be another address.
			$user->user_email = $present;
		} elseif ( ! array_intersect( array( 'empty_email', 'invalid_email', 'email_exists' ), $errors->get_error_codes() ) ) {
			$errors->add(
				'largesse_email_change',
				__( '<strong>Error:</strong> Your e-mail address was not changed. Open your profile once more, enter the address there, and follow the link in the mail that you get.', 'largesse' ),
				array( 'form-field' => 'email' )
			);
		}
	}
}
