<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\Request;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Takes the key of a link out of the request as soon as the plugin is there, so that nothing else learns it: what other
 * plugins note of requests, where a theme's "Log in" leads back to, where WordPress leads to a proper address.
 */
final class SentKey {

	/** Name of the parameter, and of the form's field, that hold a key. */
	public const PARAMETER = 'open';

	/** What keys look like. What else is called "open" may be somebody else's, except for lists, which nobody expects. */
	private const KEY = '/^[0-9a-f]{32}$/Di';

	/**
	 * The key of the address; empty for what is none, null if the address has no such parameter.
	 *
	 * @var string|null
	 */
	private static ?string $in_address = null;

	/** Takes it. To be called once, while plugins are loaded. */
	public static function take(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- The key is what it takes; it is only compared.
		if ( ! isset( $_GET[ self::PARAMETER ] ) ) {
			return;
		}
		$sent             = $_GET[ self::PARAMETER ];
		self::$in_address = is_string( $sent ) && preg_match( self::KEY, $sent ) ? strtolower( $sent ) : '';
		if ( '' === self::$in_address && is_string( $sent ) ) {
			return;
		}
		unset( $_GET[ self::PARAMETER ], $_REQUEST[ self::PARAMETER ] );
		// What looks at the address now takes the page for a plain one.
		if ( ! defined( 'DONOTCACHEPAGE' ) ) {
			define( 'DONOTCACHEPAGE', true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- Plugins that keep pages chose the name.
		}
		foreach ( array( 'REQUEST_URI', 'QUERY_STRING' ) as $name ) {
			if ( is_string( $_SERVER[ $name ] ?? null ) ) {
				$_SERVER[ $name ] = self::without( $_SERVER[ $name ], 'QUERY_STRING' === $name );
			}
		}
		// phpcs:enable
	}

	/** Returns the key of the address of this request; empty for what is none, null if there is no such parameter. */
	public static function in_address(): ?string {
		return self::$in_address;
	}

	/** Returns the key that the form of the page "Continue" sent; empty for what is none, null if it sent none. */
	public static function in_form(): ?string {
		// phpcs:disable WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- The key is what it takes; it is only compared.
		if ( ! Request::is_post() || ! isset( $_POST[ self::PARAMETER ] ) ) {
			return null;
		}
		$sent = $_POST[ self::PARAMETER ];
		// phpcs:enable
		return is_string( $sent ) && preg_match( self::KEY, $sent ) ? strtolower( $sent ) : '';
	}

	/** Returns the address of a registry with a key. */
	public static function address( WP_Post $registry, string $key ): string {
		return add_query_arg( self::PARAMETER, $key, self::permalink( $registry ) );
	}

	/**
	 * Returns the address of a registry as those see it who may read it. WordPress gives an ugly one of what is private to
	 * whoever may not: to a guest who is about to come in, and to the cron that sends mails. A draft gets its name only
	 * when it is shared; until then the address has the id, which goes on to work.
	 */
	public static function permalink( WP_Post $registry ): string {
		if ( '' === $registry->post_name ) {
			return add_query_arg( RegistryPostType::NAME, $registry->ID, home_url( '/' ) );
		}
		$shown              = clone $registry;
		$shown->post_status = 'publish';
		return (string) get_permalink( $shown );
	}

	/** Returns what stands for a registry in keys: on the sites of a network, several have the same id. */
	public static function place( WP_Post $registry ): string {
		return is_multisite() ? $registry->ID . '@' . get_current_blog_id() : (string) $registry->ID;
	}

	/**
	 * Returns an address, or its query, without the parameter, however its name is written.
	 *
	 * @param string $text     The address or query.
	 * @param bool   $is_query Whether it is the query alone.
	 */
	private static function without( string $text, bool $is_query ): string {
		list( $path, $query ) = $is_query ? array( '', $text ) : explode( '?', $text, 2 ) + array( '', '' );
		$kept                 = array_filter(
			explode( '&', $query ),
			// As PHP reads names: without spaces before them, up to a bracket or a zero.
			static fn ( string $part ) => self::PARAMETER !== preg_split( '/[\[\x00]/', ltrim( urldecode( explode( '=', $part )[0] ), ' ' ) )[0]
		);
		$query = implode( '&', $kept );
		return $is_query || '' === $query ? $path . $query : "{$path}?{$query}";
	}
}
