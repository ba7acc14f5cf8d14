<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use WP_User;

/**
 * Finds the user of a REST request before other plugins look for one. WordPress first looks for a user before it knows
 * that a request is for the REST API, and then ignores application passwords. It remembers that there is no user until
 * all callbacks of `rest_api_init` have run. So plugins that refuse strangers there would refuse the service, too.
 */
final class RestCaller {

	/** Name in `$_SERVER` of the user name of HTTP Basic authentication. */
	private const USER_NAME = 'PHP_AUTH_USER';

	/** Removes the missing user of a request with credentials from WordPress's memory. WordPress then checks these. */
	public static function look_again(): void {
		$is_nobody = ( $GLOBALS['current_user'] ?? null ) instanceof WP_User && ! $GLOBALS['current_user']->exists();
		if ( $is_nobody && isset( $_SERVER[ self::USER_NAME ] ) ) {
			// phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- As WordPress does after `rest_api_init`.
			$GLOBALS['current_user'] = null;
		}
	}
}
