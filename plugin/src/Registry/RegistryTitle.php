<?php
/**
 * The name of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * The title of a registry as somebody typed it. It is stored encoded, because WordPress stores the text of members
 * so and leaves that of administrators alone: text that the API or this plugin encoded first is stored alike.
 */
final class RegistryTitle {

	/**
	 * The plain text, to be escaped on output.
	 *
	 * @param WP_Post $registry The registry.
	 */
	public static function of( WP_Post $registry ): string {
		return strtr(
			$registry->post_title,
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
	 * The form in which plain text is stored, as the API does it.
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
