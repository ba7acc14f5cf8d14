<?php
/**
 * Plugin Name: Largesse in the browser
 * Description: Replaces the item service in a demonstration that runs in the visitor's browser. Visitors can look around as
 *              each person of the sample families.
 *
 * Only for WordPress Playground: anyone can become any user.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace LargessePlayground;

use Largesse\Links\OwnerPage;
use WP_User;

/** Address of the service in the plugin's settings. A host with this name does not exist. */
const SERVICE = 'https://service.playground.invalid';

/** Option with the items and purchases. */
const DATA = 'largesse_playground_data';

/** URL parameter with a user name: signs in this user. The value "visitor" signs out. */
const PERSON = 'largesse_as';

foreach ( array( 'Problem', 'Refusal', 'Validator', 'ItemService' ) as $name ) {
	require_once __DIR__ . "/largesse-playground/{$name}.php";
}

/**
 * Returns the embedded data of the demonstration.
 *
 * @return array<string, mixed>
 */
function embedded(): array {
	static $embedded = null;
	// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- The file is local.
	$embedded ??= json_decode( (string) file_get_contents( __DIR__ . '/largesse-playground/data.json' ), true );
	return $embedded;
}

// The stand-in answers the plugin's requests to the service, so these requests never leave the browser.
add_filter(
	'pre_http_request',
	static function ( mixed $response, array $request, string $url ): mixed {
		if ( ! str_starts_with( $url, SERVICE . '/' ) ) {
			return $response;
		}
		list( 'schemas' => $schemas, 'patterns' => $patterns ) = embedded();
		$before  = get_option( DATA, null );
		$service = new ItemService( new Validator( $schemas, $patterns ), is_array( $before ) ? $before : null );
		$headers = array_change_key_case( (array) $request['headers'] );
		$answer  = $service->answer( $request['method'], substr( $url, strlen( SERVICE ) ), $headers, (string) $request['body'] );
		if ( $service->data() !== $before ) {
			update_option( DATA, $service->data(), false );
		}
		return array(
			'headers'  => $answer['headers'],
			'body'     => $answer['body'],
			'response' => array(
				'code'    => $answer['status'],
				'message' => '',
			),
			'cookies'  => array(),
			'filename' => null,
		);
	},
	10,
	3
);

// The site runs in a browser, and a browser cannot send mail.
add_filter( 'pre_wp_mail', '__return_true' );

add_action(
	'init',
	static function (): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Nobody else can reach this site.
		$name = sanitize_user( wp_unslash( $_GET[ PERSON ] ?? '' ) );
		if ( '' === $name ) {
			return;
		}
		$user = get_user_by( 'login', $name );
		wp_clear_auth_cookie();
		if ( $user ) {
			wp_set_auth_cookie( $user->ID );
		}
		wp_safe_redirect( remove_query_arg( PERSON ) );
		exit;
	}
);

add_action(
	'wp_body_open',
	static function (): void {
		$here    = wp_get_current_user();
		$choices = array();
		foreach ( embedded()['people'] as $person ) {
			$choices[] = choice( $person['username'], $person['displayName'], $here->user_login === $person['username'] );
		}
		$choices[] = choice( 'visitor', 'a visitor', ! $here->exists() );
		printf(
			'<nav aria-label="Demonstration" style="padding:.5rem 1rem;font:15px/1.6 system-ui,sans-serif;background:#1f2d2a;color:#fff">%s %s%s</nav>',
			'This demonstration runs in your browser only. Look around as',
			implode( ', ', $choices ), // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- choice() escapes.
			$here instanceof WP_User && $here->exists() ? ' · <a style="color:#fff" href="' . esc_url( OwnerPage::url() ) . '">My registries</a>' : ''
		);
	}
);

/** Returns the name of a person of the demonstration. The name is a link, unless the person is the current user. */
function choice( string $username, string $name, bool $is_current ): string {
	return $is_current
		? '<strong aria-current="true">' . esc_html( $name ) . '</strong>'
		: '<a style="color:#fff" href="' . esc_url( add_query_arg( PERSON, $username ) ) . '">' . esc_html( $name ) . '</a>';
}
