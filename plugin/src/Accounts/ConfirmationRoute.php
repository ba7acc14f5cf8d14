<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Links\OwnerPage;
use Largesse\Registry\ConfirmedAddress;
use WP_Error;
use WP_REST_Response;

/**
 * Route `POST largesse/v1/confirmation`: sends the confirmation mail to the caller again (rules: Accounts). The route
 * is for apps; browsers use the form on the page My registries.
 */
final class ConfirmationRoute {

	/** Sends the mail if the address is not confirmed. */
	public static function send(): WP_REST_Response|WP_Error {
		$user = wp_get_current_user();
		if ( ! ConfirmedAddress::is_pending( $user ) ) {
			return new WP_REST_Response( array( 'confirmed' => true ) );
		}
		$sent = AddressConfirmation::send( $user, OwnerPage::url() );
		return is_wp_error( $sent ) ? $sent : new WP_REST_Response( array( 'confirmed' => false ), 202 );
	}
}
