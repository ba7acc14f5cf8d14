<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Registry\PeopleEntries;

/**
 * Computes keys of wishes. Wishes with the same key are equal.
 */
final class WishKey {

	/**
	 * Returns the key of a wish.
	 *
	 * @param string $by   ImportFile::BY_NAME or ImportFile::BY_ADDRESS.
	 * @param string $url  The address; '' without one.
	 */
	public static function of( string $by, string $url, string $name ): string {
		$address = self::address( $url );
		if ( ImportFile::BY_ADDRESS === $by && '' !== $address ) {
			return "{$by} {$address}";
		}
		return ImportFile::BY_NAME . " {$address} " . (string) preg_replace( '/\s+/u', ' ', PeopleEntries::normalize( $name ) );
	}

	/**
	 * Normalizes an address: removes the scheme, "www.", the fragment and a trailing slash, and writes the host in
	 * lower case.
	 */
	private static function address( string $url ): string {
		$bare = (string) preg_replace( array( '/#.*\z/s', '#/\z#' ), '', trim( $url ) );
		return preg_match( '#\A(?:https?://)?(?:www\.)?([^/?]*)(.*)\z#is', $bare, $part ) ? strtolower( $part[1] ) . $part[2] : $bare;
	}
}
