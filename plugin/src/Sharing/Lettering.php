<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use GdImage;

/**
 * Breaks a text into lines of a font, and draws them. Texts are plain.
 */
final class Lettering {

	/** Height of a line, in heights of its letters. */
	private const LINE = 1.18;

	/** Sizes that are tried for a title, the largest first. */
	private const SIZES = array( 80, 70, 60, 52, 45, 39, 34 );

	/**
	 * @param int          $size  Size of the letters (points).
	 * @param list<string> $lines The lines.
	 */
	private function __construct(
		private readonly Font $font,
		private readonly int $size,
		private readonly array $lines
	) {}

	/** Checks whether PHP can write: there are builds whose GD says so, and cannot. */
	public static function is_possible(): bool {
		// phpcs:ignore WordPress.PHP.NoSilencedErrors -- Those warn, each time.
		return function_exists( 'imagettfbbox' ) && false !== @imagettfbbox( 12, 0, Font::any(), 'a' );
	}

	/**
	 * Sets a title as large as it fits. What is too long at the smallest size ends with "…".
	 *
	 * @param Font $font   A font that has all letters of the title, and "…".
	 * @param int  $width  Width of the place (pixels).
	 * @param int  $height Its height.
	 */
	public static function fitting( Font $font, string $title, int $width, int $height ): self {
		foreach ( self::SIZES as $size ) {
			$lines = self::lines( $font, $size, $title, $width );
			$set   = null === $lines ? null : new self( $font, $size, $lines );
			if ( $set && $set->height() <= $height ) {
				return $set;
			}
		}
		// Now words may be broken as well.
		$lines = self::lines( $font, $size, $title, $width, true ) ?? array();
		$most  = max( 1, (int) floor( $height / self::line_height( $size ) ) );
		$shown = array_slice( $lines, 0, $most );
		if ( count( $lines ) > $most ) {
			$shown[ $most - 1 ] = self::cut( $font, $size, $shown[ $most - 1 ], $width );
		}
		return new self( $font, $size, $shown );
	}

	/**
	 * Sets a text on one line, smaller than wished if it is too long for that, and in the end cut.
	 *
	 * @param Font $font  A font that has all its letters, and "…".
	 * @param int  $size  Size of the letters (points).
	 * @param int  $width Width of the place (pixels).
	 */
	public static function line( Font $font, string $text, int $size, int $width ): self {
		while ( $size > 16 && self::width( $font, $size, $text ) > $width ) {
			--$size;
		}
		return new self( $font, $size, array( self::width( $font, $size, $text ) > $width ? self::cut( $font, $size, $text, $width ) : $text ) );
	}

	/** Returns the height that all lines take (pixels). */
	public function height(): int {
		return (int) round( count( $this->lines ) * self::line_height( $this->size ) );
	}

	/**
	 * Draws the lines.
	 *
	 * @param GdImage $picture The picture.
	 * @param int     $left    Where lines begin (pixels).
	 * @param int     $top     Where the first one has its top (pixels).
	 * @param int     $color   As GD names it.
	 */
	public function draw( GdImage $picture, int $left, int $top, int $color ): void {
		foreach ( $this->lines as $index => $line ) {
			// Letters stand on a line a bit above the foot of those that reach below it.
			$base = $top + (int) round( ( $index + 0.8 ) * self::line_height( $this->size ) );
			imagettftext( $picture, $this->size, 0, $left, $base, $color, $this->font->file, self::encoded( $line ) );
		}
	}

	/** Returns the height of a line in letters of a size (pixels). A point has 96/72 pixels. */
	private static function line_height( int $size ): float {
		return $size * 96 / 72 * self::LINE;
	}

	/**
	 * Breaks a text between words, and behind hyphens.
	 *
	 * @param bool $is_breaking Whether words that are too long are broken anywhere.
	 * @return list<string>|null Null where one is too long.
	 */
	private static function lines( Font $font, int $size, string $text, int $width, bool $is_breaking = false ): ?array {
		$lines = array();
		$line  = '';
		preg_match_all( '/ ?[^ -]*-*/u', $text, $parts );
		foreach ( $parts[0] as $part ) {
			if ( self::width( $font, $size, $line . $part ) <= $width ) {
				$line .= $part;
				continue;
			}
			$lines[] = $line;
			$line    = ltrim( $part );
			while ( self::width( $font, $size, $line ) > $width ) {
				if ( ! $is_breaking ) {
					return null;
				}
				$begin   = self::begin( $font, $size, $line, $width );
				$lines[] = $begin;
				$line    = mb_substr( $line, mb_strlen( $begin ) );
			}
		}
		return array_values( array_filter( array( ...$lines, $line ), static fn ( string $line ): bool => '' !== $line ) );
	}

	/** Returns as much of the beginning of a text as fits, at least a character. */
	private static function begin( Font $font, int $size, string $text, int $width ): string {
		do {
			$text = mb_substr( $text, 0, -1 );
		} while ( mb_strlen( $text ) > 1 && self::width( $font, $size, $text ) > $width );
		return $text;
	}

	/** Returns the beginning of a text, with "…" behind it. */
	private static function cut( Font $font, int $size, string $text, int $width ): string {
		$room = $width - self::width( $font, $size, '…' );
		return rtrim( self::width( $font, $size, $text ) > $room ? self::begin( $font, $size, $text, $room ) : $text ) . '…';
	}

	/** Returns the width of a text (pixels). */
	private static function width( Font $font, int $size, string $text ): int {
		$corners = imagettfbbox( $size, 0, $font->file, self::encoded( $text ) );
		return is_array( $corners ) ? $corners[2] - $corners[0] : PHP_INT_MAX;
	}

	/** Encodes what GD would take for an entity. */
	private static function encoded( string $text ): string {
		return str_replace( '&', '&#38;', $text );
	}
}
