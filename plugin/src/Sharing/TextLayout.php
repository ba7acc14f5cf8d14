<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use GdImage;

/**
 * Breaks a plain text into lines, and draws the lines in a font.
 */
final class TextLayout {

	/** Height of a line, as a multiple of the font size. */
	private const LINE = 1.18;

	/** Font sizes for a title, the largest first. */
	private const SIZES = array( 80, 70, 60, 52, 45, 39, 34 );

	/**
	 * @param int          $size  Font size (points).
	 * @param list<string> $lines The lines.
	 */
	private function __construct(
		private readonly Font $font,
		private readonly int $size,
		private readonly array $lines
	) {}

	/** Checks whether GD can draw text. In some builds of GD, the functions for text exist but fail. */
	public static function is_possible(): bool {
		// phpcs:ignore WordPress.PHP.NoSilencedErrors -- Such builds emit a warning each time.
		return function_exists( 'imagettfbbox' ) && false !== @imagettfbbox( 12, 0, Font::any(), 'a' );
	}

	/**
	 * Lays out a title in the largest size that fits. A title that is too long in the smallest size ends with "…".
	 *
	 * @param Font $font   A font that has all letters of the title, and "…".
	 * @param int  $width  Available width (pixels).
	 * @param int  $height Available height (pixels).
	 */
	public static function fitting( Font $font, string $title, int $width, int $height ): self {
		foreach ( self::SIZES as $size ) {
			$lines = self::lines( $font, $size, $title, $width );
			$set   = null === $lines ? null : new self( $font, $size, $lines );
			if ( $set && $set->height() <= $height ) {
				return $set;
			}
		}
		// Break long words as well.
		$lines = self::lines( $font, $size, $title, $width, true ) ?? array();
		$most  = max( 1, (int) floor( $height / self::line_height( $size ) ) );
		$shown = array_slice( $lines, 0, $most );
		if ( count( $lines ) > $most ) {
			$shown[ $most - 1 ] = self::truncate( $font, $size, $shown[ $most - 1 ], $width );
		}
		return new self( $font, $size, $shown );
	}

	/**
	 * Lays out a text on one line. If the text is too long, reduces the font size. If that is not enough, truncates the
	 * text.
	 *
	 * @param Font $font  A font that has all letters of the text, and "…".
	 * @param int  $size  Preferred font size (points).
	 * @param int  $width Available width (pixels).
	 */
	public static function line( Font $font, string $text, int $size, int $width ): self {
		while ( $size > 16 && self::width( $font, $size, $text ) > $width ) {
			--$size;
		}
		return new self( $font, $size, array( self::width( $font, $size, $text ) > $width ? self::truncate( $font, $size, $text, $width ) : $text ) );
	}

	/** Returns the total height of the lines (pixels). */
	public function height(): int {
		return (int) round( count( $this->lines ) * self::line_height( $this->size ) );
	}

	/**
	 * Draws the lines.
	 *
	 * @param GdImage $picture The picture to draw on.
	 * @param int     $left    Left edge of the lines (pixels).
	 * @param int     $top     Top of the first line (pixels).
	 * @param int     $color   Colour identifier of GD.
	 */
	public function draw( GdImage $picture, int $left, int $top, int $color ): void {
		foreach ( $this->lines as $index => $line ) {
			// The baseline is a bit above the bottom of the line, to leave room for descenders.
			$base = $top + (int) round( ( $index + 0.8 ) * self::line_height( $this->size ) );
			imagettftext( $picture, $this->size, 0, $left, $base, $color, $this->font->file, self::encoded( $line ) );
		}
	}

	/** Returns the height of a line (pixels) for a font size (points). A point has 96/72 pixels. */
	private static function line_height( int $size ): float {
		return $size * 96 / 72 * self::LINE;
	}

	/**
	 * Breaks a text between words, and after hyphens.
	 *
	 * @param bool $is_breaking Whether words that are too long may be broken anywhere.
	 * @return list<string>|null Null if a word is too long.
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
			while ( '' !== $line && self::width( $font, $size, $line ) > $width ) {
				if ( ! $is_breaking ) {
					return null;
				}
				$begin   = self::longest_prefix( $font, $size, $line, $width );
				$lines[] = $begin;
				$line    = mb_substr( $line, mb_strlen( $begin ) );
			}
		}
		return array_values( array_filter( array( ...$lines, $line ), static fn ( string $line ): bool => '' !== $line ) );
	}

	/** Returns the first characters of a text: as many as fit, but at least one. */
	private static function longest_prefix( Font $font, int $size, string $text, int $width ): string {
		while ( mb_strlen( $text ) > 1 && self::width( $font, $size, $text ) > $width ) {
			$text = mb_substr( $text, 0, -1 );
		}
		return $text;
	}

	/** Truncates a text and appends "…". */
	private static function truncate( Font $font, int $size, string $text, int $width ): string {
		$room = $width - self::width( $font, $size, '…' );
		return rtrim( self::width( $font, $size, $text ) > $room ? self::longest_prefix( $font, $size, $text, $room ) : $text ) . '…';
	}

	/** Returns the width of a text (pixels). */
	private static function width( Font $font, int $size, string $text ): int {
		$corners = imagettfbbox( $size, 0, $font->file, self::encoded( $text ) );
		return is_array( $corners ) ? $corners[2] - $corners[0] : PHP_INT_MAX;
	}

	/** Encodes "&", because GD would read it as the start of an HTML entity. */
	private static function encoded( string $text ): string {
		return str_replace( '&', '&#38;', $text );
	}
}
