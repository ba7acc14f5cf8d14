<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;

/**
 * Removes the key of a link from the request as soon as all plugins are loaded. Otherwise, the key would appear in
 * other plugins' logs, in return addresses after a login, and in WordPress's redirects.
 */
final class LinkKey {

	/** Name of the parameter and of the form field with a key. */
	public const PARAMETER = SecretParameters::OPEN;

	/** Key in the address; empty if the key is invalid, null if the parameter is missing. */
	private static ?string $in_address = null;

	/** Takes the key out of the request. Runs once, at the beginning of the action `plugins_loaded`. */
	public static function extract(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Links have a key instead of a nonce; it is only compared.
		self::unescape();
		if ( ! isset( $_GET[ self::PARAMETER ] ) ) {
			return;
		}
		$sent             = $_GET[ self::PARAMETER ];
		self::$in_address = SecretParameters::key( $sent );
		// Another text in this parameter may belong to another plugin, so it is not removed.
		if ( '' === self::$in_address && is_string( $sent ) ) {
			return;
		}
		unset( $_GET[ self::PARAMETER ], $_REQUEST[ self::PARAMETER ] );
		// The address now looks like the address of a plain page. Caching plugins must not store this response for that
		// address.
		NoCacheHeaders::forbid_plugin_caching();
		$_SERVER = SecretParameters::without( self::PARAMETER, $_SERVER );
		// phpcs:enable
	}

	/**
	 * Returns the key in the form of the page "Continue", or in the address; empty if it is invalid, null if there is
	 * none.
	 */
	public static function sent(): ?string {
		$in_form = Request::is_post() ? Submission::from_request()->raw( self::PARAMETER ) : null;
		return null === $in_form ? self::$in_address : SecretParameters::key( $in_form );
	}

	public static function address( WP_Post $registry, string $key ): string {
		return SecretParameters::link( self::permalink( $registry ), self::PARAMETER, $key );
	}

	/**
	 * Returns the address of a registry with its name, even if the current user cannot read the registry. New guests and
	 * the cron cannot read a private registry, so WordPress would omit the name. Therefore, this method passes WordPress
	 * a copy with the status `publish`. The address of a draft without a name contains the id, and works after sharing.
	 */
	public static function permalink( WP_Post $registry ): string {
		if ( '' === $registry->post_name ) {
			return add_query_arg( RegistryPostType::NAME, $registry->ID, home_url( '/' ) );
		}
		$shown              = clone $registry;
		$shown->post_status = 'publish';
		return (string) get_permalink( $shown );
	}

	/** Returns an identifier of a registry for keys: on a network, registries of several sites may have the same id. */
	public static function registry_identifier( int $registry_id ): string {
		return is_multisite() ? $registry_id . '@' . get_current_blog_id() : (string) $registry_id;
	}

	/** Corrects this request if its address contains "&amp;" before a key. */
	private static function unescape(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Only the names change.
		$corrected = SecretParameters::unescape( $_GET );
		if ( $corrected === $_GET ) {
			return;
		}
		$_REQUEST = $corrected + array_diff_key( $_REQUEST, $_GET );
		$_GET     = $corrected;
		foreach ( array( 'REQUEST_URI', 'QUERY_STRING' ) as $name ) {
			if ( is_string( $_SERVER[ $name ] ?? null ) ) {
				$_SERVER[ $name ] = str_replace( array( '&amp;', '&amp%3B', '&amp%3b' ), '&', $_SERVER[ $name ] );
			}
		}
		// phpcs:enable
	}
}
