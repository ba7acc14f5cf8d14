<?php
declare( strict_types=1 );

namespace Largesse\Mail;

/**
 * Bounds how many mails reach an address, since anybody can type anybody's into a form, and how many leave because of one
 * registry. What is beyond waits, and then goes in one mail with what came meanwhile. Addresses are kept as an HMAC.
 */
final class AddressLimit {

	/** How many mails an address gets in a day, and how many are sent because of one registry. */
	public const PER_ADDRESS  = 5;
	public const PER_REGISTRY = 200;

	/** Seconds between two mails to an address: who gives three things in an evening gets two mails at most. */
	private const PAUSE = 15 * MINUTE_IN_SECONDS;

	/** Returns for how many seconds the next mail to an address has to wait. */
	public static function wait( string $email, int $registry_id ): int {
		return max(
			self::wait_for( self::address( $email ), self::PER_ADDRESS, self::PAUSE ),
			self::wait_for( self::registry( $registry_id ), self::PER_REGISTRY, 0 )
		);
	}

	/** Counts a mail that was sent. */
	public static function count( string $email, int $registry_id ): void {
		foreach ( array( self::address( $email ), self::registry( $registry_id ) ) as $name ) {
			set_transient( $name, array( ...self::times( $name ), time() ), DAY_IN_SECONDS );
		}
	}

	/**
	 * Returns how long one of the two has to wait.
	 *
	 * @param string $name  Name of the transient.
	 * @param int    $most  How many in a day.
	 * @param int    $pause Seconds between two.
	 */
	private static function wait_for( string $name, int $most, int $pause ): int {
		$times = self::times( $name );
		$until = array() === $times ? 0 : end( $times ) + $pause;
		if ( count( $times ) >= $most ) {
			$until = max( $until, $times[ count( $times ) - $most ] + DAY_IN_SECONDS );
		}
		return max( 0, $until - time() );
	}

	/**
	 * Returns when the mails of the last day were sent, in seconds since 1970.
	 *
	 * @return list<int>
	 */
	private static function times( string $name ): array {
		$times = get_transient( $name );
		$since = time() - DAY_IN_SECONDS;
		return array_values( array_filter( is_array( $times ) ? $times : array(), static fn ( mixed $time ) => is_int( $time ) && $time > $since ) );
	}

	/** Returns the name of the transient of an address. */
	private static function address( string $email ): string {
		return self::name( 'to ' . strtolower( $email ) );
	}

	/** Returns the name of the transient of a registry. */
	private static function registry( int $registry_id ): string {
		return self::name( "of {$registry_id}" );
	}

	/** Returns a name from which nobody can tell what is counted: WordPress shows administrators all of them. */
	private static function name( string $counted ): string {
		return 'largesse_mails_' . substr( hash_hmac( 'sha256', $counted, wp_salt( 'auth' ) ), 0, 32 );
	}
}
