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
		return html_entity_decode( number_format_i18n( $number, $decimals ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}
}
