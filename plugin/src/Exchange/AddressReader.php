<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Api\Rules;
use WP_Error;

/**
 * Reads lists of addresses: one in each line, with or without words before or behind it, also as Markdown has links.
 */
final class AddressReader {

	/** An address on the web; where it ends, signs of the sentence follow. */
	private const ADDRESS = '~https?://[^\s<>"|]*[^\s<>"|.,;:!?\])]~iu';

	/** What surrounds words and belongs to no name. */
	private const AROUND = " \t\r\u{A0}|-–—:;,.*•()[]<>\"'";

	/** Tells whether a text has an address in it. */
	public static function knows( string $text ): bool {
		return 1 === preg_match( self::ADDRESS, $text );
	}

	/** Reads a list. An address that occurs twice counts once. */
	public static function read( string $text ): FoundFile|WP_Error {
		$found = array();
		$read  = 0;
		foreach ( (array) preg_split( '/\r\n|\n|\r/', $text ) as $index => $line ) {
			if ( '' === trim( (string) $line ) ) {
				continue;
			}
			if ( ++$read > Rules::MAX_FILE_WISHES ) {
				return FileErrors::too_many();
			}
			$wish = self::wish( $index + 1, (string) $line );

			$found[ '' === $wish->fields['url'] ? "line {$index}" : $wish->key() ] ??= $wish;
		}
		return new FoundFile( 'addresses', array_values( $found ) );
	}

	/**
	 * Makes a wish of a line.
	 *
	 * @param int $place Number of the line.
	 */
	private static function wish( int $place, string $line ): FoundWish {
		if ( ! preg_match( self::ADDRESS, $line, $address, PREG_OFFSET_CAPTURE ) ) {
			return LooseWish::of( $place, array( 'name' => $line ) )->broken( array( 'url' => __( 'There is no address in this line.', 'largesse' ) ) );
		}
		list( $url, $at ) = $address[0];
		$words            = array( self::words( substr( $line, 0, $at ) ), self::words( substr( $line, $at + strlen( $url ) ) ) );
		$name             = implode( ' ', array_filter( $words, 'strlen' ) );
		return LooseWish::of(
			$place,
			array(
				'name' => '' === $name ? LooseWish::name_of( $url ) : $name,
				'url'  => $url,
			)
		);
	}

	/** Returns what is a name in the text beside an address. */
	private static function words( string $text ): string {
		$around = preg_quote( self::AROUND, '/' );
		return (string) preg_replace( array( "/\\A[{$around}]+/u", "/[{$around}]+\\z/u" ), '', $text );
	}
}
