<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Plugin;
use Largesse\Accounts\Registration;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Shows the operator of the API why logins fail. Some web servers drop the Authorization header, and WordPress disables
 * application passwords on plain HTTP. To the API, both faults look like a wrong password.
 */
final class StatusRoute {

	/**
	 * Returns the plugin's version. Also returns whether the request contains an Authorization header, whether
	 * application passwords are available, and whether registration is open.
	 */
	public function answer( WP_REST_Request $request ): WP_REST_Response {
		$header   = get_file_data( Plugin::file(), array( 'version' => 'Version' ) );
		$response = new WP_REST_Response(
			array(
				'plugin'                => $header['version'],
				// Some servers remove the header, but pass the user name from the header.
				'authorization'         => '' !== (string) $request->get_header( 'authorization' ) || isset( $_SERVER['PHP_AUTH_USER'] ),
				'application_passwords' => wp_is_application_passwords_available(),
				'registration'          => Registration::is_open(),
			)
		);
		$response->header( 'Cache-Control', 'no-store' );
		return $response;
	}
}
