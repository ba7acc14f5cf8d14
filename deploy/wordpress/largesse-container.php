<?php
/**
 * Plugin Name: Largesse in containers
 * Description: Sends mail by SMTP and routes the site's requests to itself. Setup overwrites this file.
 */

defined( 'ABSPATH' ) || exit;

// The container has no mail server. Without SMTP_HOST, the site cannot send mails.
add_action(
	'phpmailer_init',
	static function ( object $mailer ): void {
		$host = trim( (string) getenv( 'SMTP_HOST' ) );
		if ( '' === $host ) {
			return;
		}
		$mailer->isSMTP();
		$mailer->Host        = $host;
		$mailer->Port        = (int) getenv( 'SMTP_PORT' );
		$security            = (string) getenv( 'SMTP_SECURITY' );
		$mailer->SMTPSecure  = in_array( $security, array( 'tls', 'ssl' ), true ) ? $security : '';
		$mailer->SMTPAutoTLS = 'none' !== $security;
		$mailer->Timeout     = 15;
		$user                = trim( (string) getenv( 'SMTP_USER' ) );
		if ( '' !== $user ) {
			$file             = (string) getenv( 'SMTP_PASSWORD_FILE' );
			$mailer->SMTPAuth = true;
			$mailer->Username = $user;
			$mailer->Password = is_readable( $file )
				? trim( (string) file_get_contents( $file ) )
				: (string) getenv( 'SMTP_PASSWORD' );
		}
	},
	5
);
add_filter(
	'wp_mail_from',
	static fn ( string $from ): string => is_email( (string) getenv( 'MAIL_FROM' ) ) ? getenv( 'MAIL_FROM' ) : $from,
	5
);

// The site calls the service with this account (SERVICE_ACCOUNT). It is an administrator, but has no mailbox.
add_filter(
	'allow_password_reset',
	static function ( mixed $is_allowed, int $id ): mixed {
		$user = get_userdata( $id );
		return $user && 'largesse-service' === $user->user_login ? false : $is_allowed;
	},
	PHP_INT_MAX,
	2
);

// If the site sends a request to itself, the request goes to this address, not to the public name of the site. Inside a
// container, the public name may not resolve, and its certificate may not be trusted.
add_filter(
	'pre_http_request',
	static function ( mixed $answer, array $arguments, string $url ): mixed {
		$home = home_url( '/' );
		if ( false !== $answer || ! str_starts_with( $url, $home ) ) {
			return $answer;
		}
		$gateway = getenv( 'SITE_INTERNAL' ) ?: 'http://gateway:8085/';
		return wp_remote_request( $gateway . substr( $url, strlen( $home ) ), $arguments );
	},
	10,
	3
);

// Without HTTPS, WordPress accepts application passwords only in requests that do not leave the container. Other people
// in the network could read them.
if ( ! empty( $_SERVER['LARGESSE_INTERNAL'] ) ) {
	add_filter( 'wp_is_application_passwords_available', '__return_true' );
}
