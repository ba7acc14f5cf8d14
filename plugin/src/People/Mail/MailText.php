<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;

/** Sanitizes members' texts for mails, such as titles of registries. Anyone can have such mails sent to any address. */
final class MailText {

	private const LONGEST = 100;

	/** Invisible character that prevents mail programs from recognizing a link. */
	private const JOINER = "\u{2060}";

	/**
	 * Returns plain text on one line, in which mail programs recognize no links. Otherwise, somebody could use the
	 * address of a shop as the title of a registry, and this site would mail the title as an advertisement.
	 */
	public static function safe_line( string $text ): string {
		$line = Delivery::one_line( $text );
		return self::without_links(
			mb_strlen( $line ) > self::LONGEST ? rtrim( mb_substr( $line, 0, self::LONGEST - 1 ) ) . '…' : $line
		);
	}

	/** @return list<string> Lines of a text, without links and superfluous empty lines. */
	public static function safe_lines( string $text ): array {
		$lines = array_map(
			Delivery::one_line( ... ),
			(array) preg_split( '/\R/u', trim( StoredText::valid_utf8( $text ) ) )
		);
		return explode( "\n", self::without_links( (string) preg_replace( '/\n{3,}/', "\n\n", implode( "\n", $lines ) ) ) );
	}

	/** Returns the title of a list that the reader of the mail may open. */
	public static function title( OpenedList $list ): string {
		return self::safe_line( Registries::title( $list->registry ) );
	}

	/** Prevents automatic links. Removes disguising characters, unless emoji or writing systems need them. */
	private static function without_links( string $text ): string {
		$shown = FieldRules::without_marks( $text );
		// Some mail programs accept other characters as full stops in addresses. A slash between digits stays alone, because
		// readers copy numbers of houses.
		return (string) preg_replace( '/(?<=\S)(?:[.:@\x{2024}\x{3002}\x{FF0E}\x{FF61}]|\/(?!(?<=\d\/)\d))(?=\S)/u', '$0' . self::JOINER, $shown );
	}
}
