<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Http\Errors;
use Largesse\Links\OwnerPage;
use Largesse\Owners\Routes;
use Largesse\Registry\ConfirmedAddress;
use WP_Error;
use WP_REST_Response;

/**
 * Answers `POST largesse/v1/confirmation`: sends the mail with which the caller confirms their e-mail address once more
 * (rules: Accounts). For programs as well: who has an account without a browser needs a way, too.
 */
final class ConfirmationRoute {

	/** Registers the route. */
	public function register_routes(): void {
		Routes::add( 'POST', '/confirmation', static fn () => is_user_logged_in() ? true : Errors::signed_out(), self::send( ... ) );
	}

	/**
	 * Sends the mail, where the address is not confirmed.
	 *
	 * @param array<string, mixed> $body Not used.
	 */
	private static function send( array $body ): WP_REST_Response|WP_Error {
		$user = wp_get_current_user();
		if ( ! ConfirmedAddress::is_pending( $user ) ) {
			return new WP_REST_Response( array( 'confirmed' => true ) );
		}
		$sent = Confirmation::send( $user, OwnerPage::url() );
		return is_wp_error( $sent ) ? $sent : new WP_REST_Response( array( 'confirmed' => false ), 202 );
	}
}
