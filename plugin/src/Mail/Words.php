<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Format\Utf8;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Prepares what members wrote for mails that anybody can have sent to any address: titles and names of wishes.
 */
final class Words {

	/** The longest that any of them is, in characters. */
	private const LONGEST = 100;

	/** Joins what it stands between, without being seen. */
	private const JOINER = "\u{2060}";

	/**
	 * Returns plain text on one line in which mail programs find nothing to make a link of: otherwise, a list called
	 * after a shop would make this site send advertisements.
	 *
	 * @param string $text Plain text.
	 */
	public static function tame( string $text ): string {
		$line = Delivery::one_line( $text );
		return self::without_links( mb_strlen( $line ) > self::LONGEST ? rtrim( mb_substr( $line, 0, self::LONGEST - 1 ) ) . '…' : $line );
	}

	/**
	 * Returns plain text of several lines of which the same is true; without empty lines at its ends, or several in a row.
	 *
	 * @param string $text Plain text.
	 * @return list<string> Its lines.
	 */
	public static function lines( string $text ): array {
		$lines = array_map( Delivery::one_line( ... ), (array) preg_split( '/\R/u', trim( Utf8::clean( $text ) ) ) );
		return explode( "\n", self::without_links( (string) preg_replace( '/\n{3,}/', "\n\n", implode( "\n", $lines ) ) ) );
	}

	/** Returns the title of a registry. */
	public static function title( WP_Post $registry ): string {
		return self::tame( RegistryTitle::of( $registry ) );
	}

	/**
	 * Joins what mail programs would make a link of, and takes out what makes text look like another one: other directions
	 * of writing, and characters of no width but those that emojis and scripts need.
	 */
	private static function without_links( string $text ): string {
		$shown = (string) preg_replace( '/[\x{00AD}\x{200B}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}-\x{2069}\x{FEFF}]/u', '', $text );
		// Some take other full stops for one.
		return (string) preg_replace( '/(?<=\S)[.:@\/\x{2024}\x{3002}\x{FF0E}\x{FF61}](?=\S)/u', '$0' . self::JOINER, $shown );
	}
}
