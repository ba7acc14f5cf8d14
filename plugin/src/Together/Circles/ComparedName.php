<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Service\Rules;

/**
 * Compares names. Names that look the same are the same, even with letters of another script or a repeated mark.
 * Capital letters, invisible characters and the kind and number of spaces do not count, nor the forms of one letter in
 * Unicode's normalization NFKC (rules: Text).
 */
final class ComparedName {

	/** @var array<string, string>|null Characters, and the characters that replace them (NFKD). */
	private static ?array $decompositions = null;

	/** @var array<string, string>|null Letters and marks, and the letters that look the same (Unicode UTS #39). */
	private static ?array $lookalikes = null;

	/** First Hangul syllable, and the first letter of each of its three places. */
	private const FIRST_SYLLABLE = 0xAC00;
	private const FIRST_LETTERS  = array( 0x1100, 0x1161, 0x11A7 );

	/** Checks whether two names are the same, or look the same in capital or small letters. */
	public static function are_same( string $one, string $other ): bool {
		return array() !== array_intersect_assoc( self::forms( $one ), self::forms( $other ) );
	}

	/** @return array{string, string, string} The name; as it looks in its own letters; and as it looks in small letters. */
	private static function forms( string $name ): array {
		// phpcs:disable WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- Files of the plugin.
		self::$decompositions ??= json_decode( (string) file_get_contents( __DIR__ . '/decompositions.json' ), true );
		self::$lookalikes     ??= json_decode( (string) file_get_contents( __DIR__ . '/lookalikes.json' ), true );
		// phpcs:enable

		$parts  = (string) preg_replace_callback(
			'/[^\x00-\x7F]/u',
			static fn ( array $found ): string => self::$decompositions[ $found[0] ] ?? self::letters( $found[0] ),
			$name
		);
		$folded = self::folded( $parts );
		return array_map(
			self::visible( ... ),
			array( $folded, self::folded( self::latin( $parts ) ), self::latin( $folded ) )
		);
	}

	private static function folded( string $text ): string {
		return mb_convert_case( $text, MB_CASE_FOLD_SIMPLE, 'UTF-8' );
	}

	/** Replaces letters and marks by the Latin ones that look the same. */
	private static function latin( string $text ): string {
		return (string) preg_replace_callback(
			'/[^\x00-\x7F]/u',
			static fn ( array $found ): string => self::$lookalikes[ $found[0] ] ?? $found[0],
			$text
		);
	}

	private static function visible( string $text ): string {
		$visible = (string) preg_replace_callback(
			'/' . Rules::INVISIBLE . '+/u',
			static fn ( array $found ): string => 1 === preg_match( '/[\s\p{Z}]/u', $found[0] ) ? ' ' : '',
			$text
		);
		return trim( (string) preg_replace_callback( '/\p{M}{2,}/u', self::sorted( ... ), $visible ) );
	}

	/**
	 * Sorts the marks on a letter, without repeated ones. Unicode orders them by class; the same order for all names is
	 * enough here.
	 */
	private static function sorted( array $found ): string {
		$marks = array_unique( mb_str_split( $found[0], 1, 'UTF-8' ) );
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
		return mb_chr( $first + intdiv( $index, 21 * 28 ), 'UTF-8' )
			. mb_chr( $second + intdiv( $index, 28 ) % 21, 'UTF-8' )
			. ( 0 === $last ? '' : mb_chr( $third + $last, 'UTF-8' ) );
	}
}
