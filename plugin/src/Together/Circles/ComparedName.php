<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Service\Rules;

/**
 * Converts names to a form for comparisons: equal for all names that look the same in Unicode's normalization NFKC,
 * except for capital letters, invisible characters and the kind and number of spaces (rules: Text).
 */
final class ComparedName {

	/** @var array<string, string>|null Characters, and the characters that replace them (NFKD). */
	private static ?array $decompositions = null;

	/** First Hangul syllable, and the first letter of each of its three places. */
	private const FIRST_SYLLABLE = 0xAC00;
	private const FIRST_LETTERS  = array( 0x1100, 0x1161, 0x11A7 );

	public static function of( string $name ): string {
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A file of the plugin.
		self::$decompositions ??= json_decode( (string) file_get_contents( __DIR__ . '/decompositions.json' ), true );

		$parts   = (string) preg_replace_callback( '/[^\x00-\x7F]/u', static fn ( array $found ): string => self::$decompositions[ $found[0] ] ?? self::letters( $found[0] ), $name );
		$folded  = mb_convert_case( $parts, MB_CASE_FOLD_SIMPLE, 'UTF-8' );
		$visible = (string) preg_replace_callback( '/' . Rules::INVISIBLE . '+/u', static fn ( array $found ): string => 1 === preg_match( '/[\s\p{Z}]/u', $found[0] ) ? ' ' : '', $folded );
		return trim( (string) preg_replace_callback( '/\p{M}{2,}/u', self::sorted( ... ), $visible ) );
	}

	/** Sorts the marks on a letter. Unicode orders them by class; the same order for all names is enough here. */
	private static function sorted( array $found ): string {
		$marks = mb_str_split( $found[0], 1, 'UTF-8' );
		sort( $marks, SORT_STRING );
		return implode( '', $marks );
	}

	/** Splits a Hangul syllable into its letters. Returns other characters unchanged. */
	private static function letters( string $character ): string {
		$index = mb_ord( $character, 'UTF-8' ) - self::FIRST_SYLLABLE;
		if ( $index < 0 || $index >= 19 * 21 * 28 ) {
			return $character;
		}
		list( $first, $second, $third ) = self::FIRST_LETTERS;
		$last                           = $index % 28;
		return mb_chr( $first + intdiv( $index, 21 * 28 ), 'UTF-8' ) . mb_chr( $second + intdiv( $index, 28 ) % 21, 'UTF-8' ) . ( 0 === $last ? '' : mb_chr( $third + $last, 'UTF-8' ) );
	}
}
