<?php
declare( strict_types=1 );

namespace Largesse\Operation\Privacy;

use WP_Error;
use WP_REST_Request;
use WP_REST_Users_Controller;

/**
 * Prevents users from storing an unconfirmed e-mail address. Otherwise, a user could take an unused address of another
 * person, and open the invitations sent to this address. WordPress accepts unconfirmed addresses in its REST API and in
 * a manipulated profile form. The normal profile form still works, because WordPress sends a link to the new address.
 */
final class EmailProtection {

	/**
	 * Refuses requests of users to change their own e-mail address. Ignores requests to change another user's address,
	 * because WordPress refuses these requests. If this method also compared another user's address, its error would
	 * show a caller whether they had guessed that address.
	 */
	public static function refuse_change( mixed $response, mixed $handler, WP_REST_Request $request ): mixed {
		if ( ! is_user_logged_in() ) {
			return $response;
		}
		// Recognize the route by its handler, because the path can be written in several ways (case, "me" or the id).
		$callback = is_array( $handler ) ? $handler['callback'] ?? null : null;
		if (
			is_wp_error( $response ) || ! is_array( $callback ) || ! ( $callback[0] ?? null ) instanceof WP_REST_Users_Controller
		) {
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
			__( 'Change your e-mail address on the page of your account.', 'largesse' ),
			array( 'status' => rest_authorization_required_code() )
		);
	}

	/**
	 * Refuses a form of wp-admin that would store a new address without confirmation. Normally, WordPress sends a
	 * confirmation mail, and keeps the old address until the user confirms the new one. In two cases, WordPress would
	 * store the new address at once: the form lacks the user's id, or the address has surrounding spaces.
	 */
	public static function refuse_unconfirmed( WP_Error $errors, bool $is_update, object $user ): void {
		if ( ! $is_update || ! isset( $user->user_email ) || current_user_can( 'edit_users' ) ) {
			return;
		}
		$present = (string) get_userdata( (int) $user->ID )->user_email;
		if ( sanitize_text_field( $present ) === $user->user_email ) {
			// WordPress has removed characters such as "%41" from the present address. Restore the address. Otherwise,
			// WordPress would store the shortened address.
			$user->user_email = $present;
		} elseif (
			! array_intersect( array( 'empty_email', 'invalid_email', 'email_exists' ), $errors->get_error_codes() )
		) {
			$errors->add(
				'largesse_email_change',
				__( '<strong>Error:</strong> Your e-mail address was not changed. Open your profile once more, enter the address there, and follow the link in the mail that you get.', 'largesse' ),
				array( 'form-field' => 'email' )
			);
		}
	}
}
