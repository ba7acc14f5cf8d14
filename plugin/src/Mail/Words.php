<?php
declare( strict_types=1 );

namespace Largesse\Mail;

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
		$cut  = mb_strlen( $line ) > self::LONGEST ? rtrim( mb_substr( $line, 0, self::LONGEST - 1 ) ) . '…' : $line;
		return (string) preg_replace( '/(?<=\S)[.:@](?=\S)/u', '$0' . self::JOINER, $cut );
	}

	/** Returns the title of a registry. */
	public static function title( WP_Post $registry ): string {
		return self::tame( RegistryTitle::of( $registry ) );
	}
}
