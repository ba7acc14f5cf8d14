<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Checks whether a request comes from a button of the plugin's screens.
 */
final class PressedButton {

	/**
	 * Checks whether this request comes from a button, and from somebody who may press it; ends it where the nonce is wrong.
	 *
	 * @param string $action What the button does.
	 * @param string $nonce  Name of the field that has the nonce for it.
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
