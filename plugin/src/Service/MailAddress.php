<?php
declare( strict_types=1 );

namespace Largesse\Service;

/**
 * E-mail addresses, with one rule for the site and the API (rules: Text). Domains may have letters of any script. The
 * site uses their ASCII form (Punycode), as WordPress and mail servers do.
 */
final class MailAddress {

	/** Constants of Punycode (RFC 3492, section 5). */
	private const BASE  = 36;
	private const T_MIN = 1;
	private const T_MAX = 26;

	/** Returns a valid address with its domain in ASCII; '' for any other text. */
	public static function of( string $typed ): string {
		return 1 === preg_match( Rules::EMAIL, $typed ) ? self::ascii( $typed ) : '';
	}

	/** Returns an address with its domain in ASCII. Other texts stay unchanged. */
	public static function ascii( string $address ): string {
		$at     = (int) strrpos( $address, '@' );
		$domain = substr( $address, $at + 1 );
		if ( 0 === $at || 1 !== preg_match( '/[^\x00-\x7F]/', $domain ) || 1 !== preg_match( '/^[\p{L}\p{M}\p{N}.-]*$/Du', $domain ) ) {
			return $address;
		}
		$ascii = substr( $address, 0, $at + 1 ) . implode( '.', array_map( self::label( ... ), explode( '.', mb_strtolower( $domain, 'UTF-8' ) ) ) );
		return strlen( $ascii ) <= Rules::MAX_GIVER_EMAIL_CHARS ? $ascii : $address;
	}

	/** Encodes a label of a domain. */
	private static function label( string $label ): string {
		return preg_match( '/^[\x00-\x7F]*$/D', $label ) ? $label : 'xn--' . self::punycode( array_map( static fn ( string $one ): int => mb_ord( $one, 'UTF-8' ), mb_str_split( $label, 1, 'UTF-8' ) ) );
	}

	/**
	 * Encodes code points (RFC 3492, section 6.3).
	 *
	 * @param list<int> $codes The code points.
	 */
	private static function punycode( array $codes ): string {
		$basic  = array_filter( $codes, static fn ( int $code ): bool => $code < 0x80 );
		$output = implode( '', array_map( chr( ... ), $basic ) ) . ( array() === $basic ? '' : '-' );
		$done   = count( $basic );
		$code   = 0x80;
		$delta  = 0;
		$bias   = 72;
		while ( $done < count( $codes ) ) {
			$next   = min( array_filter( $codes, static fn ( int $one ): bool => $one >= $code ) );
			$delta += ( $next - $code ) * ( $done + 1 );
			$code   = $next;
			foreach ( $codes as $one ) {
				$delta += $one < $code ? 1 : 0;
				if ( $one === $code ) {
					$output .= self::digits( $delta, $bias );
					$bias    = self::adapt( $delta, $done + 1, count( $basic ) === $done );
					$delta   = 0;
					++$done;
				}
			}
			++$delta;
			++$code;
		}
		return $output;
	}

	/** Encodes a number with digits of variable weight. */
	private static function digits( int $number, int $bias ): string {
		$digit  = static fn ( int $value ): string => chr( $value < 26 ? $value + 97 : $value + 22 );
		$output = '';
		for ( $position = self::BASE; ; $position += self::BASE ) {
			$threshold = max( self::T_MIN, min( self::T_MAX, $position - $bias ) );
			if ( $number < $threshold ) {
				return $output . $digit( $number );
			}
			$output .= $digit( $threshold + ( $number - $threshold ) % ( self::BASE - $threshold ) );
			$number  = intdiv( $number - $threshold, self::BASE - $threshold );
		}
	}

	/** Returns the next bias (RFC 3492, section 6.1). */
	private static function adapt( int $delta, int $length, bool $is_first ): int {
		$delta  = intdiv( $delta, $is_first ? 700 : 2 );
		$delta += intdiv( $delta, $length );
		$bias   = 0;
		while ( $delta > 455 ) {
			$delta = intdiv( $delta, self::BASE - self::T_MIN );
			$bias += self::BASE;
		}
		return $bias + intdiv( self::BASE * $delta, $delta + 38 );
	}
}
