<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/**
 * Keeps a program from giving away a whole list: so many gifts in ten minutes from one address, and so many in an hour for
 * a registry (see GivingSettings).
 *
 * Addresses are kept as HMACs, for as long as they count. The address is the one that the web server names
 * (`REMOTE_ADDR`), never a header such as `X-Forwarded-For`, which everybody can write. Behind a proxy that is the
 * proxy's, unless the web server is told to trust it (`mod_remoteip`, `real_ip`): then all visitors share one limit.
 *
 * Gifts that are given in the same moment may be a few more than the limit: counting them exactly would make each of them
 * wait for the others.
 */
final class GiftLimits {

	/** Seconds for which a gift counts, by the option that limits it. */
	private const SECONDS = array(
		GivingSettings::PER_ADDRESS  => 10 * MINUTE_IN_SECONDS,
		GivingSettings::PER_REGISTRY => HOUR_IN_SECONDS,
	);

	/** Prefix of the transients, each of which holds when its gifts were given, in Unix seconds. */
	private const PREFIX = 'largesse_gifts_';

	/** Bytes of an IPv6 address that are one household's: the rest of it changes by the day. */
	private const HOUSEHOLD = 8;

	/** How an IPv4 address begins where it is written as one of IPv6. */
	private const MAPPED = "\0\0\0\0\0\0\0\0\0\0\xff\xff";

	/** Returns how many seconds the visitor has to wait before they can give something; 0 for none. */
	public static function seconds_to_wait( int $registry_id ): int {
		$wait = 0;
		foreach ( self::keys( $registry_id ) as $option => $key ) {
			$times = self::times( $option, $key );
			$most  = GivingSettings::number( $option );
			if ( count( $times ) >= $most ) {
				// When the oldest of those that leave no room does not count any more.
				$wait = max( $wait, $times[ count( $times ) - $most ] + self::SECONDS[ $option ] - time() );
			}
		}
		return $wait;
	}

	/** Counts a gift of the visitor. */
	public static function count( int $registry_id ): void {
		foreach ( self::keys( $registry_id ) as $option => $key ) {
			$times   = self::times( $option, $key );
			$times[] = time();
			set_transient( self::PREFIX . $key, array_slice( $times, -GivingSettings::number( $option ) ), self::SECONDS[ $option ] );
		}
	}

	/**
	 * Returns when what still counts was given, the oldest first.
	 *
	 * @param string $option Which limit it counts for.
	 * @param string $key    What is counted.
	 * @return list<int>
	 */
	private static function times( string $option, string $key ): array {
		$since = time() - self::SECONDS[ $option ];
		$times = get_transient( self::PREFIX . $key );
		return array_values( array_filter( is_array( $times ) ? $times : array(), static fn ( mixed $time ) => is_int( $time ) && $time > $since ) );
	}

	/**
	 * Returns what is counted, by the option that limits it.
	 *
	 * @return array<string, string>
	 */
	private static function keys( int $registry_id ): array {
		return array(
			GivingSettings::PER_ADDRESS  => 'from_' . substr( hash_hmac( 'sha256', 'largesse-address|' . self::household(), wp_salt( 'auth' ) ), 0, 32 ),
			GivingSettings::PER_REGISTRY => "on_{$registry_id}",
		);
	}

	/** Returns what addresses of one household have in common, as bytes; an empty text for no address. */
	private static function household(): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.ServerVariables -- The web server says it; it is only packed.
		$address = (string) ( $_SERVER['REMOTE_ADDR'] ?? '' );
		$packed  = filter_var( $address, FILTER_VALIDATE_IP ) ? (string) inet_pton( $address ) : '';
		if ( str_starts_with( $packed, self::MAPPED ) ) {
			return substr( $packed, strlen( self::MAPPED ) );
		}
		return 16 === strlen( $packed ) ? substr( $packed, 0, self::HOUSEHOLD ) : $packed;
	}
}
