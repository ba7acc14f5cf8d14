<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

/**
 * Determines which characters a TrueType font can draw. PHP's GD cannot detect missing characters, and draws a box
 * instead.
 */
final class Font {

	/**
	 * Fonts of the plugin. The first font looks better, but has only Latin letters. The second font also has Greek,
	 * Cyrillic, Armenian and Georgian letters.
	 */
	private const FILES = array( 'fraunces-semibold.ttf', 'dejavu-serif-bold.ttf' );

	/** Characters that cannot be drawn in the right place, such as combining accents. */
	private const UNDRAWN = '/[\p{M}\p{C}]/u';

	/**
	 * The font's `cmap` table in format 4, which maps characters to drawings; empty if the font has no such table.
	 *
	 * @var string
	 */
	private readonly string $table;

	private function __construct( public readonly string $file ) {
		$this->table = self::characters( (string) file_get_contents( $file ) ); // phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A file of the plugin.
	}

	/** Returns the path of one of the fonts. */
	public static function any(): string {
		return self::path( self::FILES[0] );
	}

	/** Returns a font that can draw every character of a text; null if there is none. */
	public static function for( string $text ): ?self {
		foreach ( self::FILES as $file ) {
			$font = new self( self::path( $file ) );
			if ( $font->covers( $text ) ) {
				return $font;
			}
		}
		return null;
	}

	/** Returns the path of a font file. */
	private static function path( string $file ): string {
		return dirname( __DIR__, 2 ) . "/assets/fonts/{$file}";
	}

	/** Checks whether the font can draw every character of a text. */
	private function covers( string $text ): bool {
		if ( 1 === preg_match( self::UNDRAWN, $text ) ) {
			return false;
		}
		foreach ( array_unique( mb_str_split( $text, 1, 'UTF-8' ) ) as $character ) {
			if ( ! $this->has( mb_ord( $character, 'UTF-8' ) ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Checks whether the font has a drawing for a character. The table has four lists, each with one entry for each
	 * range of characters. The first list contains the last characters; two unused bytes follow it. The second list
	 * contains the first characters. The third list contains the distances from character codes to the numbers of
	 * drawings. An entry of the fourth list is 0 if this distance applies, and otherwise the position of a list of
	 * drawing numbers.
	 *
	 * @param int $code Unicode code point.
	 */
	private function has( int $code ): bool {
		$double = $this->number( 6 );
		for ( $at = 0; $at < $double; $at += 2 ) {
			if ( $this->number( 14 + $at ) < $code ) {
				continue;
			}
			$first    = $this->number( 16 + $double + $at );
			$distance = $this->number( 16 + 2 * $double + $at );
			$place    = 16 + 3 * $double + $at;
			$range    = $this->number( $place );
			if ( $code < $first ) {
				return false;
			}
			$drawing = 0 === $range ? $code + $distance : $this->number( $place + $range + 2 * ( $code - $first ) );
			return 0 !== $drawing % 65536;
		}
		return false;
	}

	/** Returns two bytes of the table as a number; 0 after the end of the table. */
	private function number( int $at ): int {
		return self::unsigned( $this->table, $at, 2 );
	}

	/** Returns the `cmap` table in format 4 from the bytes of a font file; an empty text if there is none. */
	private static function characters( string $bytes ): string {
		for ( $entry = 12, $tables = self::unsigned( $bytes, 4, 2 ); $tables > 0; $tables--, $entry += 16 ) {
			if ( 'cmap' !== substr( $bytes, $entry, 4 ) ) {
				continue;
			}
			$cmap = self::unsigned( $bytes, $entry + 8, 4 );
			for ( $index = 0, $count = self::unsigned( $bytes, $cmap + 2, 2 ); $index < $count; $index++ ) {
				$at = $cmap + self::unsigned( $bytes, $cmap + 8 + 8 * $index, 4 );
				if ( 4 === self::unsigned( $bytes, $at, 2 ) ) {
					return substr( $bytes, $at, self::unsigned( $bytes, $at + 2, 2 ) );
				}
			}
		}
		return '';
	}

	/** Reads a big-endian number; 0 if the bytes are missing. */
	private static function unsigned( string $bytes, int $at, int $length ): int {
		return (int) hexdec( bin2hex( substr( $bytes, $at, $length ) ) );
	}
}
