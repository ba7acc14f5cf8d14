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
 * Route `POST largesse/v1/confirmation`: sends the confirmation mail to the caller again (rules: Accounts). Other
 * programs than browsers need it, too.
 */
final class ConfirmationRoute {

	public function register_routes(): void {
		Routes::add( 'POST', '/confirmation', static fn () => is_user_logged_in() ? true : Errors::signed_out(), self::send( ... ) );
	}

	/**
	 * Sends the mail if the address is not confirmed.
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
