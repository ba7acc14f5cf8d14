<?php
declare( strict_types=1 );

namespace Largesse\Managing\Wishes;

use Largesse\Foundation\Format\AddressPatterns;
use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Service\Rules;

/** Name of a wish in a text that a phone, a shortcut or a link shares. */
final class SharedName {

	/**
	 * Returns a text as one line. Decodes entities once, removes addresses and invisible characters, and truncates the
	 * line. Keeps the joiners inside words and emoji (U+200C, U+200D).
	 */
	public static function of( string $text ): string {
		list( $address, $around ) = array(
			trim( AddressPatterns::ADDRESS_IN_TEXT, '~u' ),
			trim( AddressPatterns::AROUND_ADDRESS, '~u' ),
		);

		$text  = html_entity_decode( StoredText::valid_utf8( $text ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		$plain = WebAddress::cleaned( $text );
		$bare  = preg_replace(
			array( "~{$around}*{$address}{$around}*~u", '/[^\P{Cf}\x{200c}\x{200d}]/u', '/[\p{Cc}\p{Z}\s]/u' ),
			array( ' ', '', ' ' ),
			$plain
		);
		$line  = trim( (string) preg_replace( '/ +/', ' ', (string) $bare ) );
		$most  = Rules::FIELDS['name']['max'];
		return mb_strlen( $line ) > $most ? rtrim( mb_substr( $line, 0, $most - 1 ) ) . '…' : $line;
	}

	/** Returns a name as a text from which `of()` returns the same name. */
	public static function encode( string $name ): string {
		return str_replace( '&', '&amp;', $name );
	}
}
