<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use WP_Error;

/**
 * Decides whether this site is the one that was connected to the service, or a copy of it. A copied site brings its
 * connection along, so it could change the wishes of the real site, and mail its people. So a copy only reads, until an
 * administrator says what it is (rules: A copied site). The client of the service, forms, routes, mails and cron events
 * ask this class.
 *
 * The option contains the address for which the connection was made, as Base64. Tools that replace the address of a
 * site in its database, also in serialized values, do not find it there. Otherwise, each copy would seem to be the
 * original.
 */
final class ConnectedSite {

	/** Option with the name of the connected site (see SiteName), encoded. It is missing before the first connection. */
	public const OPTION = 'largesse_connected_site';

	/**
	 * Value of the option on a copy that was disconnected. With the name of a site behind it, the service does not know
	 * this name. A site that is asked at a wrong host still works at its own.
	 */
	public const NONE = '-';

	/** Timeout of the question to the service in seconds. */
	private const TIMEOUT_S = 5;

	/** Checks whether this site is a copy. */
	public static function is_copy(): bool {
		$stored = self::stored();
		return match ( true ) {
			'' === $stored                         => false,
			str_starts_with( $stored, self::NONE ) => in_array(
				$stored,
				array( self::NONE, self::NONE . self::encoded() ),
				true
			),
			default                                => self::encoded() !== $stored,
		};
	}

	/** Returns the address for which the connection was made, without scheme; '' if it is unknown. */
	public static function original(): string {
		$stored = self::stored();
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- See above.
		return str_starts_with( $stored, self::NONE ) ? '' : (string) base64_decode( $stored, true );
	}

	/** Returns the sentence for visitors of a copy. */
	public static function sentence(): string {
		return __( 'This is a copy of the site, so nothing can be given or changed here.', 'largesse' );
	}

	/**
	 * Returns the header that tells the service which site sends a request. The service refuses changes of other sites
	 * than its own, also if the settings of the connection come from the environment.
	 *
	 * @return array<string, string>
	 */
	public static function header(): array {
		$address = (string) preg_replace_callback(
			'/[^\x21-\x7e]/',
			static fn ( array $byte ): string => rawurlencode( $byte[0] ),
			self::address()
		);
		return '' === $address ? array() : array( 'X-Largesse-Site' => $address );
	}

	/**
	 * Asks the service whether it belongs to this site. If so, stores that the connection was made for this address. The
	 * service compares the address with its own setting, and with the address that the site names at the earlier address.
	 *
	 * @return bool|WP_Error|null True if this site is the connected one now, false if the service belongs to another site,
	 *                            an error if it does not answer; null if no service is connected.
	 */
	public static function confirm(): bool|WP_Error|null {
		$client = new Client( new Settings(), self::TIMEOUT_S );
		if ( ! $client->is_configured() ) {
			return null;
		}
		$site = $client->get_site();
		if ( is_wp_error( $site ) ) {
			return $site;
		}
		// A service of an earlier version names no copies.
		if ( true === ( $site['is_copy'] ?? false ) ) {
			return false;
		}
		self::accept();
		return true;
	}

	/**
	 * Asks the service on a site that has never been confirmed, because it has just been connected, or was connected by an
	 * earlier version. Then its database may be a copy, too.
	 *
	 * @return bool False if nobody knows yet whether this is a copy.
	 */
	public static function confirm_first(): bool {
		$stored = self::stored();
		if ( '' !== $stored && ( self::is_copy() || ! str_starts_with( $stored, self::NONE ) ) ) {
			return true;
		}
		$is_own = self::confirm();
		if ( is_wp_error( $is_own ) ) {
			if ( ApiError::is_temporary( $is_own ) ) {
				return false;
			}
			// The service refuses everything of this site, for instance because the password is wrong.
			self::accept();
		} elseif ( false === $is_own ) {
			self::store( self::NONE . self::encoded() );
		}
		return true;
	}

	/** Stores that the connection was made for the present address. */
	public static function accept(): void {
		self::store( self::encoded() );
	}

	/** Disconnects a copy: deletes the settings of the connection that the site stores. It stays read-only. */
	public static function disconnect(): void {
		self::store( self::NONE );
		array_map( 'delete_option', Settings::ALL );
	}

	/** Deletes the stored address after a change of the connection. */
	public static function forget(): void {
		delete_option( self::OPTION );
	}

	/**
	 * Returns the address of this site. If WP_HOME depends on the host of a request, it has no host on the command line;
	 * the database then says which site this is.
	 */
	private static function address(): string {
		$address = (string) get_option( 'home' );
		if ( '' !== SiteName::of( $address ) ) {
			return $address;
		}
		$is_filtered = remove_filter( 'option_home', '_config_wp_home' );
		$address     = (string) get_option( 'home' );
		if ( $is_filtered ) {
			add_filter( 'option_home', '_config_wp_home' );
		}
		return $address;
	}

	private static function encoded(): string {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- See above.
		return base64_encode( SiteName::of( self::address() ) );
	}

	private static function stored(): string {
		$stored = get_option( self::OPTION, '' );
		return is_string( $stored ) ? $stored : '';
	}

	/** Stores the option so that pages need no query for it. */
	private static function store( string $value ): void {
		update_option( self::OPTION, $value, true );
	}
}
