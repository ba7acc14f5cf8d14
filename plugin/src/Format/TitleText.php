<?php
declare( strict_types=1 );

namespace Largesse\Format;

/**
 * Encodes titles for storage, and decodes them. WordPress encodes the texts of members, but not of administrators. For
 * both, WordPress stores encoded text unchanged.
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

	/**
	 * Encodes plain text for storage, in the same way as the API.
	 *
	 * @param string $title Plain text.
	 */
	public static function encode( string $title ): string {
		return strtr(
			$title,
			array(
				// "&amp;#38;" looks like text that is encoded twice, so WordPress would decode it once.
				'&#' => '&amp;&#35;',
				'&'  => '&amp;',
				'<'  => '&lt;',
				'>'  => '&gt;',
			)
		);
	}
}
