<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Service\FieldRules;

/** Members' texts in mails that readers copy, such as a delivery address. */
final class CopiedText {

	/**
	 * A web address in a line: with a scheme or "www.", or a name with a known ending and a path. Mail programs make no
	 * link of "Fam.Stone/Jonas" and "Apt.No:12".
	 */
	private const WEB_ADDRESS = '~\S*(?:://|\bwww\.)\S*'
		. '|\w[^\s@]*[.\x{2024}\x{3002}\x{FF0E}\x{FF61}](?:[a-z]{2}|com|net|org|edu|info|biz|shop|store'
		. '|online|site|website|space|app|dev|blog|page|live|link|click|club|top|xyz|win|vip|pro|test|example)[/?#]\S*~iu';

	/** Full stops in web addresses, also others that mail programs accept. */
	private const STOPS = '/[.\x{2024}\x{3002}\x{FF0E}\x{FF61}](?=\S)/u';

	/**
	 * Returns the lines of a text. They contain no invisible characters, which forms of shops would refuse, and no links:
	 * otherwise, this site would mail an address of a shop as an advertisement. Visible spaces interrupt such addresses.
	 *
	 * @return list<string>
	 */
	public static function lines( string $text ): array {
		$lines = (array) preg_split( '/\R/u', trim( StoredText::valid_utf8( $text ) ) );
		return array_map( static fn ( string $line ): string => self::line( StoredText::one_line( $line ) ), $lines );
	}

	private static function line( string $line ): string {
		$split = static fn ( array $found ): string => (string) preg_replace(
			self::STOPS,
			'$0 ',
			(string) preg_replace( '~\w+://~u', '', $found[0] )
		);
		return (string) preg_replace_callback( self::WEB_ADDRESS, $split, FieldRules::without_marks( $line ) );
	}
}
