<?php
/**
 * First page of the container for homes. Asks for name, address and password of the administrator, sets up the site,
 * and signs the administrator in. nginx sends every request to this page until the site is set up.
 */

const MIN_PASSWORD = 8;

/** Texts by language. */
const TEXTS = array(
	'en' => array(
		'title'    => 'Set up your lists',
		'lead'     => 'Create your account. You will manage this site with it.',
		'name'     => 'Your name',
		'email'    => 'E-mail address',
		'password' => 'Password',
		'hint'     => 'At least %d characters',
		'button'   => 'Set up',
		'no_name'  => 'Enter your name: at most 60 characters.',
		'no_email' => 'Enter a complete e-mail address, such as anna@example.org.',
		'short'    => 'Choose a password of at least %d characters.',
		'running'  => 'Somebody is setting up this site at the moment. Reload this page in a minute.',
		'failed'   => 'The site could not be set up. The log of the container names the reason. Please try again.',
	),
	'de' => array(
		'title'    => 'Deine Wunschlisten einrichten',
		'lead'     => 'Lege dein Konto an. Damit verwaltest du diese Seite.',
		'name'     => 'Dein Name',
		'email'    => 'E-Mail-Adresse',
		'password' => 'Passwort',
		'hint'     => 'Mindestens %d Zeichen',
		'button'   => 'Einrichten',
		'no_name'  => 'Gib deinen Namen ein: höchstens 60 Zeichen.',
		'no_email' => 'Gib eine vollständige E-Mail-Adresse ein, zum Beispiel anna@example.org.',
		'short'    => 'Wähle ein Passwort mit mindestens %d Zeichen.',
		'running'  => 'Jemand richtet diese Seite gerade ein. Lade die Seite in einer Minute neu.',
		'failed'   => 'Die Seite konnte nicht eingerichtet werden. Das Protokoll des Containers nennt den Grund. Bitte versuche es noch einmal.',
	),
);

/** Returns the problems of the sent fields, by name. */
function problems( array $sent, array $texts ): array {
	$problems = array();
	if ( '' === $sent['name'] || mb_strlen( $sent['name'] ) > 60 ) {
		$problems['name'] = $texts['no_name'];
	}
	if ( false === filter_var( $sent['email'], FILTER_VALIDATE_EMAIL, FILTER_FLAG_EMAIL_UNICODE ) ) {
		$problems['email'] = $texts['no_email'];
	}
	if ( mb_strlen( $sent['password'] ) < MIN_PASSWORD ) {
		$problems['password'] = sprintf( $texts['short'], MIN_PASSWORD );
	}
	return $problems;
}

/** Returns the address at which this request has reached the site, without a trailing slash. */
function address(): string {
	$given = (string) getenv( 'SITE_URL' );
	$is_ok = 1 === preg_match( '/^[\w.-]+(?::\d{1,5})?$|^\[[\da-fA-F:]+\](?::\d{1,5})?$/D', $_SERVER['HTTP_HOST'] ?? '' );
	$scheme = empty( $_SERVER['HTTPS'] ) ? 'http' : 'https';
	return rtrim( '' !== $given ? $given : "$scheme://" . ( $is_ok ? $_SERVER['HTTP_HOST'] : 'localhost' ), '/' );
}

/** Installs WordPress and everything else. Returns the address of the page that follows. */
function set_up( array $sent, string $home, string $language ): string {
	$_SERVER['REQUEST_URI'] = '/';
	define( 'WP_INSTALLING', true );
	define( 'WP_HOME', $home );
	define( 'WP_SITEURL', $home );
	// WordPress derives the names of its cookies from the address, which its database does not contain yet.
	define( 'COOKIEHASH', md5( $home ) );
	require getenv( 'DATA' ) . '/site/wp-load.php';
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	require_once ABSPATH . 'wp-admin/includes/translation-install.php';
	// Nobody must confirm anything before the site can send mail.
	add_filter( 'pre_wp_mail', '__return_true' );
	if ( ! is_blog_installed() ) {
		$login = sanitize_user( remove_accents( $sent['name'] ), true );
		$login = '' === $login ? 'admin' : $login;
		wp_install( $sent['name'], $login, $sent['email'], true, '', wp_slash( $sent['password'] ), '' );
		update_option( 'blogdescription', '' );
	}
	$user = get_user_by( 'email', $sent['email'] );
	if ( ! $user ) {
		throw new RuntimeException( 'WordPress was installed by somebody else' );
	}
	wp_update_user( array( 'ID' => $user->ID, 'display_name' => $sent['name'], 'nickname' => $sent['name'] ) );
	if ( 'de' === $language ) {
		$pack = wp_download_language_pack( 'de_DE' );
		update_option( 'WPLANG', $pack ? $pack : 'de_DE' );
	}
	require __DIR__ . '/../../wordpress/steps.php';
	remove_samples();
	activate_parts();
	connect_to_service( (string) getenv( 'SERVICE_ADDRESS' ), null );
	wp_set_auth_cookie( $user->ID, true, str_starts_with( $home, 'https:' ) );
	return Largesse\Operation\Setup\StartPage::address();
}

/** Waits until the service answers, which the container starts as soon as the file with the address exists. */
function wait_for_service(): void {
	for ( $end = time() + 30; time() < $end; usleep( 200000 ) ) {
		if ( false !== @file_get_contents( getenv( 'SERVICE_ADDRESS' ) . '/health' ) ) {
			return;
		}
	}
}

$language = preg_match( '/^\s*de\b/i', $_SERVER['HTTP_ACCEPT_LANGUAGE'] ?? '' ) ? 'de' : 'en';
$texts    = TEXTS[ $language ];
$is_form  = 'POST' === ( $_SERVER['REQUEST_METHOD'] ?? '' );
$sent     = array();
foreach ( array( 'name', 'email', 'password' ) as $field ) {
	$value          = $_POST[ $field ] ?? '';
	$sent[ $field ] = is_string( $value ) ? ( 'password' === $field ? $value : trim( $value ) ) : '';
}
$problems = $is_form ? problems( $sent, $texts ) : array();
$notice   = '';
if ( $is_form && ! $problems ) {
	$lock = fopen( getenv( 'DATA' ) . '/setting-up.lock', 'c' );
	if ( ! flock( $lock, LOCK_EX | LOCK_NB ) ) {
		$notice = $texts['running'];
	} else {
		try {
			$next = set_up( $sent, address(), $language );
			file_put_contents( getenv( 'DATA' ) . '/site-address.new', address() . "\n" );
			rename( getenv( 'DATA' ) . '/site-address.new', getenv( 'DATA' ) . '/site-address' );
			wait_for_service();
			header( "Location: $next", true, 303 );
			exit;
		} catch ( Throwable $error ) {
			error_log( 'The first start failed: ' . $error );
			$notice = $texts['failed'];
		}
	}
}

$print = static fn ( string $text ): string => htmlspecialchars( $text, ENT_QUOTES );
http_response_code( $problems ? 422 : ( '' === $notice ? 200 : 503 ) );
header( 'Content-Type: text/html; charset=utf-8' );
header( 'Cache-Control: no-store' );
header( "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'" );
?>
<!doctype html>
<html lang="<?= $language ?>">
<head>
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><?= $print( $texts['title'] ) ?></title>
<style>
	:root { color-scheme: light dark; }
	body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1.25rem; }
	h1 { font-size: 1.6rem; line-height: 1.2; }
	label { display: block; font-weight: 600; margin-top: 1.25rem; }
	input { box-sizing: border-box; width: 100%; font: inherit; padding: 0.6rem; }
	input { border: 1px solid #767676; border-radius: 0.4rem; }
	small, .problem { display: block; font-weight: 400; }
	.problem, .notice { color: #b3261e; }
	@media ( prefers-color-scheme: dark ) { .problem, .notice { color: #ffb4ab; } }
	button { font: inherit; font-weight: 600; margin-top: 1.75rem; padding: 0.7rem 1.4rem; }
	button { border: 0; border-radius: 0.4rem; background: #1f5f4a; color: #fff; }
</style>
</head>
<body>
<h1><?= $print( $texts['title'] ) ?></h1>
<p><?= $print( $texts['lead'] ) ?></p>
<?php if ( '' !== $notice ) : ?>
<p class="notice" role="alert"><?= $print( $notice ) ?></p>
<?php endif; ?>
<form method="post" action="">
<?php
$inputs = array(
	'name'     => array( 'text', 'name' ),
	'email'    => array( 'email', 'email' ),
	'password' => array( 'password', 'new-password' ),
);
foreach ( $inputs as $field => list( $type, $fill ) ) :
	$is_wrong = isset( $problems[ $field ] );
	?>
<label for="<?= $field ?>"><?= $print( $texts[ $field ] ) ?></label>
<input id="<?= $field ?>" name="<?= $field ?>" type="<?= $type ?>" autocomplete="<?= $fill ?>" required
	value="<?= 'password' === $field ? '' : $print( $sent[ $field ] ) ?>"<?php
	echo $is_wrong ? " aria-invalid=\"true\" aria-describedby=\"$field-problem\"" : '';
?>>
	<?php if ( $is_wrong ) : ?>
<span class="problem" id="<?= $field ?>-problem"><?= $print( $problems[ $field ] ) ?></span>
	<?php elseif ( 'password' === $field ) : ?>
<small><?= $print( sprintf( $texts['hint'], MIN_PASSWORD ) ) ?></small>
	<?php endif; ?>
<?php endforeach; ?>
<button type="submit"><?= $print( $texts['button'] ) ?></button>
</form>
</body>
</html>
