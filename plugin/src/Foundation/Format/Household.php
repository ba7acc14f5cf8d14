<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/** Returns the part of an IP address that all computers of a household share. */
final class Household {

	/** Number of bytes of an IPv6 address that identify a household. The other bytes change daily. */
	private const HOUSEHOLD = 8;

	/** Prefix of an IPv4 address in IPv6 notation. */
	private const MAPPED = "\0\0\0\0\0\0\0\0\0\0\xff\xff";

	/** Returns the name of a limit for the visitor's household. The web server sets the address. */
	public static function limited( string $what ): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.ServerVariables -- The address is only packed into bytes.
		return "{$what} from " . self::of( (string) ( $_SERVER['REMOTE_ADDR'] ?? '' ) );
	}

	/** Returns the common bytes of a household's addresses; an empty text for an invalid address. */
	public static function of( string $address ): string {
		$packed = filter_var( $address, FILTER_VALIDATE_IP ) ? (string) inet_pton( $address ) : '';
		if ( str_starts_with( $packed, self::MAPPED ) ) {
			return substr( $packed, strlen( self::MAPPED ) );
		}
		return 16 === strlen( $packed ) ? substr( $packed, 0, self::HOUSEHOLD ) : $packed;
	}
}
