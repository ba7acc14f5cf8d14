<?php
declare( strict_types=1 );

namespace Largesse\Format;

/**
 * Encodes titles for storage, and decodes them. WordPress encodes only the titles that members save, not those of
 * administrators. This class encodes both; WordPress stores an encoded title unchanged.
 */
final class TitleText {

	/** Returns the plain text of a stored title. Callers must escape the text on output. */
	public static function decode( string $stored ): string {
		return strtr(
			$stored,
			array(
				'&amp;'  => '&',
				'&lt;'   => '<',
				'&gt;'   => '>',
				'&#35;'  => '#',
				'&#035;' => '#',
			)
		);
	}

	/** Encodes plain text for storage, in the same way as the API. @param string $title Plain text. */
	public static function encode( string $title ): string {
		return strtr(
			$title,
			array(
				// Without this entry, the text "&#38;" would become "&amp;#38;". WordPress would regard "&amp;#38;" as
				// encoded twice, and would decode it once.
				'&#' => '&amp;&#35;',
				'&'  => '&amp;',
				'<'  => '&lt;',
				'>'  => '&gt;',
			)
		);
	}
}
