<?php
/**
 * Text that stays as it is.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Blocks;

use Largesse\Admin\PlainText;

/**
 * Writes HTML in such a way that nobody finds anything in it to better: once blocks are made, WordPress runs "[gallery]"
 * in the name of a wish as a shortcode, curls quotes, makes "20x30" a product, and paints smilies.
 */
final class Verbatim {

	/** What WordPress looks for in text. Entities are passed by. */
	private const SOUGHT = '/&#?\w+;(*SKIP)(*FAIL)|[!-%\'-\/:=?@[-`{-~]|(?<=\d)x(?=\d)|W(?=ordpress)/';

	/** Begin and end of shortcodes. */
	private const BRACKETS = array(
		'[' => '&#91;',
		']' => '&#93;',
	);

	/**
	 * The same HTML with every sign as an entity that could mean something to WordPress.
	 *
	 * @param string $html HTML without scripts and styles, whose attributes are quoted and encode ">".
	 */
	public static function html( string $html ): string {
		$parts = preg_split( '/(<[^>]*>)/', $html, -1, PREG_SPLIT_DELIM_CAPTURE );
		foreach ( $parts as $index => $part ) {
			// Every other part is a tag; in those, nothing but shortcodes is looked for.
			$parts[ $index ] = 1 === $index % 2 ? self::without_shortcodes( $part ) : self::text( $part );
		}
		return implode( '', $parts );
	}

	/**
	 * Plain text as HTML.
	 *
	 * @param string $text Plain text.
	 */
	public static function plain( string $text ): string {
		return self::text( PlainText::html( $text ) );
	}

	/**
	 * HTML of which no shortcodes are run. Its text may become more beautiful.
	 *
	 * @param string $html Any HTML.
	 */
	public static function without_shortcodes( string $html ): string {
		return strtr( $html, self::BRACKETS );
	}

	/**
	 * The same for text that is escaped already.
	 *
	 * @param string $html Text as HTML, without tags.
	 */
	private static function text( string $html ): string {
		return (string) preg_replace_callback( self::SOUGHT, static fn ( array $found ): string => '&#' . ord( $found[0] ) . ';', $html );
	}
}
