<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Html;

/**
 * Escapes plain text exactly. WordPress's esc_html() and esc_attr() do not escape entities that the text contains. With
 * WordPress's functions, a page would show the text "&amp;" as "&", and a form would save a link with "&amp;" as a link
 * with "&".
 *
 * Also shields HTML from the filters that WordPress applies to finished blocks. The filters would run "[gallery]" in a
 * wish's name as a shortcode, curl quotes, change "20x30", and insert smilies.
 */
final class Escape {

	/** Characters that the filters search for. The filters ignore entities. */
	private const SOUGHT = '/&#?\w+;(*SKIP)(*FAIL)|[!-%\'-\/:=?@[-`{-~]|(?<=\d)x(?=\d)|W(?=ordpress)/';

	private const BRACKETS = array(
		'[' => '&#91;',
		']' => '&#93;',
	);

	/** Returns plain text as HTML. The HTML is also valid in quoted attributes. */
	public static function html( string $text ): string {
		// Do not use esc_textarea(): each call looks up the site's charset, and pages escape thousands of texts.
		return htmlspecialchars( $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8' );
	}

	/**
	 * Encodes the characters that the filters search for: all of them in the text, and only square brackets in tags.
	 *
	 * @param string $html HTML without scripts and styles. Attributes are quoted, and contain ">" only as an entity.
	 */
	public static function shielded_html( string $html ): string {
		$parts = preg_split( '/(<[^>]*>)/', $html, -1, PREG_SPLIT_DELIM_CAPTURE );
		foreach ( $parts as $index => $part ) {
			// Odd parts are tags. In tags, the filters search only for shortcodes.
			$parts[ $index ] = 1 === $index % 2 ? self::without_shortcodes( $part ) : self::encode( $part );
		}
		return implode( '', $parts );
	}

	/** Returns plain text as HTML that the filters do not change. */
	public static function shielded( string $text ): string {
		return self::encode( self::html( $text ) );
	}

	/** Encodes only square brackets, in text and tags. WordPress may still change other characters of the text. */
	public static function without_shortcodes( string $html ): string {
		return strtr( $html, self::BRACKETS );
	}

	/** Encodes the characters that the filters search for. @param string $html Text as HTML, without tags. */
	private static function encode( string $html ): string {
		return (string) preg_replace_callback(
			self::SOUGHT,
			static fn ( array $found ): string => '&#' . ord( $found[0] ) . ';',
			$html
		);
	}
}
