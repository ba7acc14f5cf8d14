<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/** Numbers as text, in the site's language. */
final class Number {

	/**
	 * Returns a number as plain text. WordPress returns HTML: in languages that separate thousands by a space, such as
	 * French, Polish or Swedish, the separator is the entity `&nbsp;`.
	 *
	 * @param int $decimals Number of decimals.
	 */
	public static function text( int|float $number, int $decimals = 0 ): string {
		return self::plain( number_format_i18n( $number, $decimals ) );
	}

	/** Returns a number of bytes as plain text, such as `8 MB`. */
	public static function size( int $bytes ): string {
		return self::plain( (string) size_format( $bytes ) );
	}

	private static function plain( string $html ): string {
		return html_entity_decode( $html, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}
}
