<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use GdImage;
use Largesse\Service\Rules;

/**
 * Draws a cover for a registry whose owners have chosen no cover, or whose cover cannot be cropped. The drawn cover
 * shows the title, the occasion, the date, and a drawing for the occasion. If PHP or the fonts cannot render the title,
 * the cover shows only the drawing.
 */
final class DrawnCover {

	public const WIDTH  = 1200;
	public const HEIGHT = 630;

	/** Name of the drawing for occasions that have no drawing of their own. */
	private const OTHER = 'gifts';

	/** Left edge of the texts (pixels); see `tools/pictures.ts` for all positions. */
	private const LEFT = 92;

	/** Maximum width of the texts (pixels). */
	private const TEXT_WIDTH = 560;

	/** Maximum height of the title (pixels). */
	private const MOST_HIGH = 370;

	/** Left edge of the half with the drawing (pixels). */
	private const HALF = 665;

	/** Width of the half with the drawing (pixels). */
	private const HALF_WIDTH = 495;

	/** Space above and below the drawing (pixels). */
	private const INSIDE = 32;

	/** Space around the title (pixels). */
	private const GAP = 22;

	/** Size of the smaller texts (points). */
	private const SMALL = 25;

	/** Colors of the theme. */
	private const ACCENT = array( 0x9C, 0x23, 0x48 );
	private const TEXT   = array( 0x2C, 0x1F, 0x24 );
	private const MUTED  = array( 0x6E, 0x5A, 0x60 );

	/** Emoji and similar characters. The plugin's fonts do not contain these characters. */
	private const SMALL_PICTURES = '/[\x{2600}-\x{27BF}\x{2B00}-\x{2BFF}\x{1F000}-\x{1FAFF}\x{E0020}-\x{E007F}\x{FE00}-\x{FE0F}\x{200B}-\x{200F}\x{20E3}\x{2066}-\x{2069}\x{202A}-\x{202E}]+/u';

	/** Checks whether PHP can draw at all. */
	public static function is_possible(): bool {
		return function_exists( 'imagecreatefrompng' ) && function_exists( 'imagejpeg' );
	}

	/**
	 * Draws a cover. Texts are plain and may be empty.
	 *
	 * @return string The picture as JPEG; empty if it cannot be drawn.
	 */
	public static function jpeg( string $title, string $occasion, string $day ): string {
		$drawing = dirname( __DIR__, 2 ) . '/assets/covers/' . self::drawing_for( "{$occasion} {$title}" ) . '.png';
		$picture = self::is_possible() ? imagecreatefrompng( $drawing ) : false;
		if ( ! $picture ) {
			return '';
		}
		$texts = array( self::drawable( $occasion ), self::drawable( $title ), self::drawable( $day ) );
		$font  = '' !== $texts[1] && TextLayout::is_possible() ? Font::for( $texts[1] . '…' ) : null;
		if ( null === $font ) {
			self::center_drawing( $picture );
		} else {
			self::write( $picture, $font, ...$texts );
		}
		return SmallJpeg::of( static fn ( int $quality ) => imagejpeg( $picture, null, $quality ) );
	}

	/** Returns the name of the drawing for an occasion. */
	private static function drawing_for( string $occasion ): string {
		$words = mb_strtolower( $occasion );
		// The text begins with the occasion. The earliest match in the text wins, because the title after the occasion
		// may mention another occasion.
		$found = array();
		foreach ( Rules::DRAWINGS as $drawing => $known ) {
			if ( 1 === preg_match( "/(?<!\pL)(?:{$known})/u", $words, $hit, PREG_OFFSET_CAPTURE ) ) {
				$found[ $drawing ] = $hit[0][1];
			}
		}
		return array() === $found ? self::OTHER : (string) array_search( min( $found ), $found, true );
	}

	/** Removes emoji from a text, and combines accents with their letters. */
	private static function drawable( string $text ): string {
		$text = class_exists( 'Normalizer' ) ? (string) ( \Normalizer::normalize( $text ) ?: $text ) : $text; // phpcs:ignore Universal.Operators.DisallowShortTernary -- False for invalid UTF-8.
		$text = (string) preg_replace( self::SMALL_PICTURES, '', $text );
		return trim( (string) preg_replace( '/\s+/u', ' ', $text ) );
	}

	/** Draws occasion, title and day next to the drawing. */
	private static function write( GdImage $picture, Font $font, string $occasion, string $title, string $day ): void {
		$set   = TextLayout::fitting( $font, $title, self::TEXT_WIDTH, self::MOST_HIGH );
		$above = self::small_text( $occasion );
		$below = self::small_text( $day );
		$gap   = static fn ( ?TextLayout $text ): int => $text ? $text->height() + self::GAP : 0;
		$top   = (int) round( ( self::HEIGHT - $gap( $above ) - $set->height() - $gap( $below ) ) / 2 );
		$above?->draw( $picture, self::LEFT, $top, (int) imagecolorallocate( $picture, ...self::ACCENT ) );
		$top += $gap( $above );
		$set->draw( $picture, self::LEFT, $top, (int) imagecolorallocate( $picture, ...self::TEXT ) );
		$below?->draw( $picture, self::LEFT, $top + $set->height() + self::GAP, (int) imagecolorallocate( $picture, ...self::MUTED ) );
	}

	/** Lays out a small text. Returns null if the text is empty, or if no font has all its letters. */
	private static function small_text( string $text ): ?TextLayout {
		$font = '' === $text ? null : Font::for( "{$text}…" );
		return $font ? TextLayout::line( $font, $text, self::SMALL, self::TEXT_WIDTH ) : null;
	}

	/** Moves the drawing to the middle if there is no text. */
	private static function center_drawing( GdImage $picture ): void {
		$height = self::HEIGHT - 2 * self::INSIDE;
		$half   = imagecrop(
			$picture,
			array(
				'x'      => self::HALF,
				'y'      => self::INSIDE,
				'width'  => self::HALF_WIDTH,
				'height' => $height,
			)
		);
		if ( $half ) {
			$ground = (int) imagecolorat( $picture, self::LEFT, self::INSIDE + 10 );
			imagefilledrectangle( $picture, self::HALF, self::INSIDE, self::HALF + self::HALF_WIDTH, self::HEIGHT - self::INSIDE, $ground );
			imagecopy( $picture, $half, intdiv( self::WIDTH - self::HALF_WIDTH, 2 ), self::INSIDE, 0, 0, self::HALF_WIDTH, $height );
		}
	}
}
