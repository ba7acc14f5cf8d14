<?php
declare( strict_types=1 );

namespace Largesse\Format;

/**
 * Finds the part of an IP address that all computers of a household share.
 */
final class Household {

	/** Bytes of an IPv6 address that are one household's: the rest of it changes by the day. */
	private const HOUSEHOLD = 8;

	/** Begin of an IPv4 address that is written as one of IPv6. */
	private const MAPPED = "\0\0\0\0\0\0\0\0\0\0\xff\xff";

	/** Returns the bytes that all addresses of a household have in common; an empty text for no address. */
	public static function of( string $address ): string {
		$packed = filter_var( $address, FILTER_VALIDATE_IP ) ? (string) inet_pton( $address ) : '';
		if ( str_starts_with( $packed, self::MAPPED ) ) {
			return substr( $packed, strlen( self::MAPPED ) );
		}
		return 16 === strlen( $packed ) ? substr( $packed, 0, self::HOUSEHOLD ) : $packed;
	}
}
