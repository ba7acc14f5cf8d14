<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Format\StoredText;

/** Writes the wishes of a registry as a feed (RSS 2.0). */
final class FeedFile {

	/** Minutes after which feed readers fetch the feed again. */
	private const TTL = 360;

	/**
	 * Returns the file.
	 *
	 * @param string $language Language of the description, such as `de-DE`.
	 * @param list<array{id: string, title: string, url: string, new: string}> $wishes The newest first; `new` in ISO 8601.
	 */
	public static function of( string $title, string $about, string $url, string $language, array $wishes ): string {
		$items = array_map( self::item( ... ), $wishes );
		return '<?xml version="1.0" encoding="UTF-8"?>' . "\n"
			. '<rss version="2.0"><channel>' . "\n"

				. self::tag( 'title', $title )
				. self::tag( 'link', $url )
				. self::tag( 'description', $about )
				. self::tag( 'language', $language )
				. self::tag( 'ttl', (string) self::TTL )
			. implode( '', $items )
			. "</channel></rss>\n";
	}

	/** @param array{id: string, title: string, url: string, new: string} $wish */
	private static function item( array $wish ): string {
		return "<item>\n"
			. self::tag( 'title', $wish['title'] )
			. self::tag( 'link', $wish['url'] )
			. '<guid isPermaLink="false">'
			. self::escaped( $wish['id'] )
			. "</guid>\n"
			. self::tag( 'pubDate', gmdate( DATE_RSS, (int) strtotime( $wish['new'] ) ) )
			. "</item>\n";
	}

	private static function tag( string $name, string $text ): string {
		return "<{$name}>" . self::escaped( $text ) . "</{$name}>\n";
	}

	/** Escapes a plain text, and removes characters that XML does not allow. */
	private static function escaped( string $text ): string {
		$allowed = (string) preg_replace( '/[^\x{9}\x{A}\x{D}\x{20}-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]/u', '', StoredText::valid_utf8( $text ) );
		return htmlspecialchars( $allowed, ENT_XML1 | ENT_QUOTES, 'UTF-8' );
	}
}
