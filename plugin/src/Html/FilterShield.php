<?php
declare( strict_types=1 );

namespace Largesse\Html;

/**
 * Shields HTML from the filters that WordPress runs over finished blocks: they run "[gallery]" in the name of a wish as
 * a shortcode, curl quotes, make "20x30" a product, and paint smilies.
 */
final class FilterShield {

	/** What the filters look for in text. They leave entities alone. */
	private const SOUGHT = '/&#?\w+;(*SKIP)(*FAIL)|[!-%\'-\/:=?@[-`{-~]|(?<=\d)x(?=\d)|W(?=ordpress)/';

	/** Begin and end of shortcodes. */
	private const BRACKETS = array(
		'[' => '&#91;',
		']' => '&#93;',
	);

	/**
	 * Writes every character of the text as an entity that could mean something to the filters.
	 *
	 * @param string $html HTML without scripts and styles, whose attributes are quoted and encode ">".
	 */
	public static function html( string $html ): string {
		$parts = preg_split( '/(<[^>]*>)/', $html, -1, PREG_SPLIT_DELIM_CAPTURE );
		foreach ( $parts as $index => $part ) {
			// Every other part is a tag; in those, the filters look for shortcodes alone.
			$parts[ $index ] = 1 === $index % 2 ? self::without_shortcodes( $part ) : self::encode( $part );
		}
		return implode( '', $parts );
	}

	/** Returns plain text as HTML that the filters leave alone. */
	public static function text( string $text ): string {
		return self::encode( Escape::html( $text ) );
	}

	/** Prints plain text as HTML that the filters leave alone. */
	public static function echo_text( string $text ): void {
		echo self::text( $text ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}

	/** Prints plain text of several lines as HTML that the filters leave alone. */
	public static function echo_lines( string $text ): void {
		echo nl2br( self::text( $text ) ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- It escapes.
	}

	/** Keeps WordPress from running shortcodes in any HTML. Its quotes and signs may still be made prettier. */
	public static function without_shortcodes( string $html ): string {
		return strtr( $html, self::BRACKETS );
	}

	/**
	 * Encodes what the filters look for.
	 *
	 * @param string $html Text as HTML, without tags.
	 */
	private static function encode( string $html ): string {
		return (string) preg_replace_callback( self::SOUGHT, static fn ( array $found ): string => '&#' . ord( $found[0] ) . ';', $html );
	}
}
