<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Checks whether a request comes from a button on the plugin's screens.
 */
final class SubmittedButton {

	/**
	 * Checks whether this request comes from a button and an authorized user; ends the request if the nonce is wrong.
	 *
	 * @param string $action Action of the button.
	 * @param string $nonce  Name of the field with the nonce.
	 */
	public static function is( string $action, string $nonce ): bool {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- It is checked on the next lines.
		if ( ! isset( $_POST[ $action ] ) ) {
			return false;
		}
		check_admin_referer( $action, $nonce );
		return current_user_can( 'manage_options' );
	}
}
