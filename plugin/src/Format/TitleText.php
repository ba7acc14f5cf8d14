<?php
declare( strict_types=1 );

namespace Largesse\Format;

/**
 * Encodes the title that somebody types as WordPress stores it, and decodes it. It is encoded, because WordPress encodes the
 * text of members and leaves that of administrators alone: text that the API or this plugin encoded is stored alike.
 */
final class TitleText {

	/** Returns the plain text of a stored title, to be escaped on output. */
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
	 * Returns the form in which plain text is stored, as the API does it.
	 *
	 * @param string $title Plain text.
	 */
	public static function encode( string $title ): string {
		return strtr(
			$title,
			array(
				// WordPress takes "&amp;#38;" for a number that was encoded twice, and undoes that.
				'&#' => '&amp;&#35;',
				'&'  => '&amp;',
				'<'  => '&lt;',
				'>'  => '&gt;',
			)
		);
	}
}
