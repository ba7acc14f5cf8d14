<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

/**
 * Turns the bytes of a file into UTF-8: they may be that, UTF-16 as spreadsheets and editors on Windows write it, or else are
 * taken for Windows-1252, which gives every byte a meaning.
 */
final class SourceText {

	/** Bytes at the beginning of a file that show whether it is UTF-16 without a mark. */
	private const BEGINNING = 400;

	/** Which byte of a pair comes first. */
	private const LITTLE = 'little';
	private const BIG    = 'big';

	/** The code points of the bytes 80 to 9F, where Windows-1252 differs from Latin-1. */
	private const WINDOWS = array( 0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178 );

	/**
	 * Returns the text without a mark of its encoding.
	 *
	 * @param string $bytes The file.
	 * @return string|null Null where it is UTF-16 that breaks off or holds half a character.
	 */
	public static function of( string $bytes ): ?string {
		if ( str_starts_with( $bytes, "\xEF\xBB\xBF" ) ) {
			$bytes = substr( $bytes, 3 );
		}
		$order = match ( true ) {
			str_starts_with( $bytes, "\xFF\xFE" ) => self::LITTLE,
			str_starts_with( $bytes, "\xFE\xFF" ) => self::BIG,
			default                               => self::order_without_mark( $bytes ),
		};
		if ( null !== $order ) {
			return self::from_utf16( $bytes, $order );
		}
		return 1 === preg_match( '//u', $bytes ) ? $bytes : strtr( $bytes, self::table() );
	}

	/** Returns in which order the bytes of UTF-16 stand, by the zeros in it; null for what is no UTF-16. */
	private static function order_without_mark( string $bytes ): ?string {
		$pairs = str_split( substr( $bytes, 0, self::BEGINNING ), 2 );
		$low   = count( array_filter( $pairs, static fn ( string $pair ) => "\0" === ( $pair[1] ?? '' ) && "\0" !== $pair[0] ) );
		$high  = count( array_filter( $pairs, static fn ( string $pair ) => "\0" === $pair[0] && "\0" !== ( $pair[1] ?? "\0" ) ) );
		$most  = count( $pairs ) * 0.6;
		return $low > $most ? self::LITTLE : ( $high > $most ? self::BIG : null );
	}

	/**
	 * Reads UTF-16.
	 *
	 * @param string $order LITTLE or BIG.
	 */
	private static function from_utf16( string $bytes, string $order ): ?string {
		if ( 0 !== strlen( $bytes ) % 2 ) {
			return null;
		}
		$units = bin2hex( self::LITTLE === $order ? (string) preg_replace( '/(.)(.)/s', '$2$1', $bytes ) : $bytes );
		$text  = '' === $units ? '' : json_decode( '"\u' . implode( '\u', str_split( $units, 4 ) ) . '"' );
		return is_string( $text ) ? (string) preg_replace( '/\A\x{FEFF}/u', '', $text ) : null;
	}

	/**
	 * Returns what the bytes of Windows-1252 mean.
	 *
	 * @return array<string, string> UTF-8 by byte.
	 */
	private static function table(): array {
		$table = array();
		foreach ( range( 0x80, 0xFF ) as $byte ) {
			$table[ chr( $byte ) ] = html_entity_decode( sprintf( '&#x%X;', self::WINDOWS[ $byte - 0x80 ] ?? $byte ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		}
		// Entities do not name control characters.
		foreach ( array( 0x81, 0x8D, 0x8F, 0x90, 0x9D ) as $byte ) {
			$table[ chr( $byte ) ] = '';
		}
		return $table;
	}
}
