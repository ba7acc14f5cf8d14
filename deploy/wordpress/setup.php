<?php
/**
 * Sets up the site of deploy/compose.yaml. Installs WordPress, the plugin and the theme, and connects the site with the
 * service. Prints once how to sign in. Changes only missing or outdated parts, so that the script can run at every
 * start.
 *
 * Each step runs in a separate process, because the steps load WordPress in different ways.
 */

const SITE    = '/var/www/html';
const SECRETS = '/run/secrets';

/** Address of the API for other containers. Requests to this address also need the gateway key. */
const API = 'http://gateway:8080';

/** Maximum time until other containers are ready (seconds). */
const PATIENCE = 300;

require __DIR__ . '/steps.php';

/** Exits with an error message. */
function fail( string $message ): never {
	fwrite( STDERR, "setup: $message\n" );
	exit( 1 );
}

/** Returns the first line of the file that contains a secret. */
function secret( string $name ): string {
	$lines = @file( SECRETS . "/$name", FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES );
	return $lines[0] ?? fail( "the secret $name is missing or empty" );
}

/** Waits until a function returns true. */
function wait_for( string $what, callable $is_there ): void {
	$end = time() + PATIENCE;
	while ( ! $is_there() ) {
		if ( time() > $end ) {
			fail( "$what is not ready after " . PATIENCE . ' seconds' );
		}
		sleep( 1 );
	}
}

/** Waits for WordPress's files and for its database. */
function wait_for_site(): void {
	mysqli_report( MYSQLI_REPORT_OFF );
	$is_there = static fn () => is_file( SITE . '/wp-config.php' ) && is_file( SITE . '/wp-settings.php' );
	wait_for( 'wp-config.php', $is_there );
	wait_for(
		'the database',
		static fn () => false !== @mysqli_connect(
			getenv( 'WORDPRESS_DB_HOST' ),
			getenv( 'WORDPRESS_DB_USER' ),
			secret( 'site-db/password' ),
			getenv( 'WORDPRESS_DB_NAME' )
		)
	);
}

/** Installs WordPress if needed. */
function install(): void {
	define( 'WP_INSTALLING', true );
	require SITE . '/wp-load.php';
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	if ( is_blog_installed() ) {
		return;
	}
	// There is no one to receive a mail yet.
	add_filter( 'pre_wp_mail', '__return_true' );
	$email = trim( (string) getenv( 'ADMIN_EMAIL' ) );
	$name  = (string) getenv( 'SITE_NAME' );
	$email = '' === $email ? 'admin@' . ( str_contains( $name, '.' ) ? $name : 'site.example' ) : $email;
	$password = secret( 'site-admin/password' );
	wp_install( (string) getenv( 'SITE_TITLE' ), (string) getenv( 'ADMIN_USER' ), $email, true, '', $password );
	update_option( 'blogdescription', '' );
	remove_samples();
	update_option( 'largesse_container_greeting', 'due', false );
}

/** Returns the version in the header of a plugin or a theme; 0 if the file or its version is missing. */
function version_in( string $file ): string {
	$head     = is_file( $file ) ? (string) file_get_contents( $file, false, null, 0, 8192 ) : '';
	$is_there = preg_match( '/^[ \t\/*#@]*Version:\s*(\S+)/mi', $head, $found );
	return $is_there ? $found[1] : '0';
}

/** Makes the folder `$to` equal to the folder `$from`. Writes only files that differ. */
function copy_folder( string $from, string $to ): void {
	$kept  = array();
	$files = new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $from, FilesystemIterator::SKIP_DOTS ) );
	foreach ( $files as $file ) {
		$path          = substr( $file->getPathname(), strlen( $from ) );
		$kept[ $path ] = true;
		@mkdir( dirname( $to . $path ), 0755, true );
		if ( ! is_file( $to . $path ) || sha1_file( $to . $path ) !== sha1_file( $file->getPathname() ) ) {
			copy( $file->getPathname(), "$to$path.new" ) && rename( "$to$path.new", $to . $path )
				|| fail( "cannot write $to$path" );
		}
	}
	$copies = new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $to, FilesystemIterator::SKIP_DOTS ) );
	foreach ( $copies as $file ) {
		if ( ! isset( $kept[ substr( $file->getPathname(), strlen( $to ) ) ] ) ) {
			unlink( $file->getPathname() );
		}
	}
}

/**
 * Copies the plugin, the theme and `largesse-container.php` into the site. Keeps a newer plugin or theme that
 * WordPress's updates have installed.
 */
function put_parts(): void {
	$parts = array(
		'plugin' => array( '/wp-content/plugins/largesse', 'largesse.php' ),
		'theme'  => array( '/wp-content/themes/largesse', 'style.css' ),
	);
	foreach ( $parts as $part => list( $folder, $file ) ) {
		if ( version_compare( version_in( __DIR__ . "/$part/$file" ), version_in( SITE . "$folder/$file" ), '>=' ) ) {
			copy_folder( __DIR__ . "/$part", SITE . $folder );
		}
	}
	@mkdir( SITE . '/wp-content/mu-plugins', 0755, true );
	copy( __DIR__ . '/largesse-container.php', SITE . '/wp-content/mu-plugins/largesse-container.php' )
		|| fail( 'cannot write mu-plugins' );
}

/** Activates the plugin, the theme and permalinks with titles, at the first start only. */
function activate(): void {
	require SITE . '/wp-load.php';
	require_once ABSPATH . 'wp-admin/includes/plugin.php';
	require_once ABSPATH . 'wp-admin/includes/misc.php';
	if ( 'due' !== get_option( 'largesse_container_greeting' ) ) {
		return;
	}
	activate_parts();
}

/** Connects the site with the service (steps.php). The file contains two keys while an operator replaces a key. */
function connect(): void {
	require SITE . '/wp-load.php';
	connect_to_service( API, secret( 'gateway/keys' ) );
}

/** Checks the connection. At the first start, also prints the address and the password for signing in. */
function report(): void {
	require SITE . '/wp-load.php';
	if ( Largesse\Foundation\Service\ConnectedSite::is_copy() ) {
		// Works if the operator has said that the database of the service has moved.
		Largesse\Services::get( Largesse\Operation\Setup\CopyAnswer::class )->move();
	}
	// A new object checks again.
	$check = static fn (): Largesse\Operation\Setup\SetupCheck => new Largesse\Operation\Setup\SetupCheck(
		new Largesse\Foundation\Service\Settings()
	);
	$end   = time() + 60;
	do {
		$checked = $check();
	} while ( $checked->obstacles() && time() < $end && 0 === sleep( 2 ) );
	foreach ( $checked->findings() as $finding ) {
		$more = 'good' === $finding->status ? '' : ". {$finding->description} {$finding->remedy}";
		printf( "setup: %s: %s%s\n", $finding->status, $finding->label, $more );
	}
	if ( 'due' === get_option( 'largesse_container_greeting' ) ) {
		$lines = array(
			'',
			'The site is ready:     ' . home_url( '/' ),
			'Sign in at:            ' . wp_login_url(),
			'  user name:           ' . getenv( 'ADMIN_USER' ),
			'  password:            ' . secret( 'site-admin/password' ),
			'My registries:         ' . Largesse\Registries\Links\OwnerPage::url(),
			'The API, for programs: ' . home_url( '/registry-api' ),
			'  x-api-key:           ' . secret( 'gateway/keys' ),
			'',
			'This message appears only once. The volume secrets-site-admin contains the password, and secrets-gateway the key.',
			'',
		);
		echo implode( "\n", $lines ), "\n";
		update_option( 'largesse_container_greeting', 'given', false );
	}
	// The gateway and the cron wait for this program, so only problems that stop the site may stop them.
	if ( $checked->obstacles() ) {
		fail( 'the site cannot use the service: see above' );
	}
}

require __DIR__ . '/request.php';
$step = $argv[1] ?? null;
if ( null !== $step ) {
	match ( $step ) {
		'install' => install(),
		'activate' => activate(),
		'connect' => connect(),
		'report' => report(),
	};
	exit( 0 );
}
wait_for_site();
put_parts();
foreach ( array( 'install', 'activate', 'connect', 'report' ) as $step ) {
	passthru( 'php ' . escapeshellarg( __FILE__ ) . " $step", $status );
	if ( 0 !== $status ) {
		exit( $status );
	}
}
