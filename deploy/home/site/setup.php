<?php
/**
 * Steps of the container for homes that need WordPress, on the command line: `php setup.php STEP`.
 *
 *   install   sets up an empty site: WordPress, the plugin, the theme, and the connection to the service. Reads the
 *             administrator from standard input, as JSON
 *   sign-in   prints the cookies with which the account of the address on standard input is signed in, and the page
 *             that follows, as JSON
 *   account   prints user name and password of the account with which the site calls the service
 *   update    after a start with a newer image: updates WordPress's database, and the connection to the service
 *   cron      runs the due jobs of WordPress's cron
 *   moved     the site has moved to its present address
 *   copy      the site is a copy, which goes on alone, without the waiting mails of the original
 */

/** Loads WordPress as in a request of a browser for the site's own address. */
function load( string $file ): void {
	$home = parse_url( (string) getenv( 'SITE_HOME' ) );

	$_SERVER['HTTP_HOST']      = $home['host'] . ( isset( $home['port'] ) ? ":{$home['port']}" : '' );
	$_SERVER['SERVER_NAME']    = $home['host'];
	$_SERVER['REQUEST_URI']    = ( $home['path'] ?? '' ) . '/';
	$_SERVER['REQUEST_METHOD'] = 'GET';
	$_SERVER['REMOTE_ADDR']    = '127.0.0.1';
	require getenv( 'DATA' ) . "/site/$file";
}

/** @param array{name: string, email: string, password: string, language: string} $account */
function install_site( array $account ): void {
	define( 'WP_INSTALLING', true );
	load( 'wp-load.php' );
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	require_once ABSPATH . 'wp-admin/includes/translation-install.php';
	// Nobody must confirm anything before the site can send mail.
	add_filter( 'pre_wp_mail', '__return_true' );
	if ( is_blog_installed() ) {
		throw new RuntimeException( 'the database is not empty' );
	}
	$login = sanitize_user( remove_accents( $account['name'] ), true );
	$login = '' === $login ? 'admin' : $login;
	$made  = wp_install( $account['name'], $login, $account['email'], true, '', wp_slash( $account['password'] ), '' );
	update_option( 'blogdescription', '' );
	$user = get_userdata( $made['user_id'] );
	if ( ! $user || $account['email'] !== $user->user_email ) {
		throw new RuntimeException( 'WordPress has not created the account' );
	}
	wp_update_user( array( 'ID' => $user->ID, 'display_name' => $account['name'], 'nickname' => $account['name'] ) );
	$locale = array( 'de' => 'de_DE', 'es' => 'es_ES', 'fr' => 'fr_FR' )[ $account['language'] ] ?? '';
	if ( '' !== $locale ) {
		$pack = wp_download_language_pack( $locale );
		update_option( 'WPLANG', $pack ? $pack : $locale );
	}
	require __DIR__ . '/../../wordpress/steps.php';
	remove_samples();
	activate_parts();
	connect_to_service( (string) getenv( 'SERVICE_ADDRESS' ), null );
}

/** @return array{location: string, cookies: list<string>} The page that follows, and values of `Set-Cookie`. */
function sign_in( string $email ): array {
	load( 'wp-load.php' );
	$user = get_user_by( 'email', $email );
	if ( ! $user ) {
		throw new RuntimeException( 'there is no such account' );
	}
	$is_https = str_starts_with( home_url(), 'https:' );
	$cookies  = array();
	$add      = static function (
		string $name,
		string $value,
		int $expires,
		array $paths
	) use ( &$cookies, $is_https ): void {
		foreach ( array_unique( $paths ) as $path ) {
			$cookies[] = "$name=" . rawurlencode( $value ) . '; Expires=' . gmdate( 'D, d M Y H:i:s', $expires )
				. " GMT; Path=$path; HttpOnly" . ( $is_https ? '; Secure' : '' );
		}
	};
	add_action(
		'set_auth_cookie',
		static fn ( string $value, int $expires ) => $add(
			$is_https ? SECURE_AUTH_COOKIE : AUTH_COOKIE,
			$value,
			$expires,
			array( PLUGINS_COOKIE_PATH, ADMIN_COOKIE_PATH )
		),
		10,
		2
	);
	add_action(
		'set_logged_in_cookie',
		static fn ( string $value, int $expires ) => $add(
			LOGGED_IN_COOKIE,
			$value,
			$expires,
			array( COOKIEPATH, SITECOOKIEPATH )
		),
		10,
		2
	);
	add_filter( 'send_auth_cookies', '__return_false' );
	wp_set_auth_cookie( $user->ID, true, $is_https );
	return array( 'location' => Largesse\Operation\Setup\StartPage::address(), 'cookies' => $cookies );
}

$step = $argv[1] ?? '';
if ( 'install' === $step ) {
	install_site( json_decode( (string) stream_get_contents( STDIN ), true, 2, JSON_THROW_ON_ERROR ) );
} elseif ( 'sign-in' === $step ) {
	echo json_encode( sign_in( (string) stream_get_contents( STDIN ) ), JSON_THROW_ON_ERROR );
} elseif ( 'account' === $step ) {
	load( 'wp-load.php' );
	$settings = new Largesse\Foundation\Service\Settings();
	echo $settings->get( 'registry_api_username' ), ':', $settings->get( 'registry_api_app_password' );
} elseif ( 'cron' === $step ) {
	load( 'wp-cron.php' );
} elseif ( 'update' === $step ) {
	load( 'wp-load.php' );
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	if ( (int) get_option( 'db_version' ) !== $GLOBALS['wp_db_version'] ) {
		wp_upgrade();
		echo "setup: updated the database of WordPress\n";
	}
	require __DIR__ . '/../../wordpress/steps.php';
	connect_to_service( (string) getenv( 'SERVICE_ADDRESS' ), null );
} elseif ( 'moved' === $step || 'copy' === $step ) {
	load( 'wp-load.php' );
	if ( 'copy' === $step && Largesse\Foundation\Service\ConnectedSite::is_copy() ) {
		Largesse\Services::get( Largesse\People\Mail\Queue::class )->clear();
	}
	Largesse\Foundation\Service\ConnectedSite::accept();
} else {
	throw new RuntimeException( "unknown step: $step" );
}
