<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Closure;

/**
 * Gifts or forms of a browser, as GiftCookies stores them: signed text of registries, items and purchases.
 *
 * @phpstan-type Entry array{registry_id: int, item_id: int, is_sent: bool}
 */
final class GiftCookieEntries {

	/** Fourth part of an entry in the cookie, if the guest has sent the form. */
	private const SENT = 'sent';

	/** Numeral base of the numbers in the cookie. */
	private const BASE = 36;

	/**
	 * Reads a signed cookie.
	 *
	 * @param Closure(string): string $sign
	 * @return array<string, Entry> By purchase id.
	 */
	public static function read( mixed $cookie, Closure $sign ): array {
		if ( ! is_string( $cookie ) || ! preg_match( '/^([0-9a-z.~]+)-([0-9a-f]{32})$/D', $cookie, $part ) || ! hash_equals( $sign( $part[1] ), $part[2] ) ) {
			return array();
		}
		$entries = array();
		foreach ( explode( '~', $part[1] ) as $entry ) {
			list( $registry, $item, $hex, $state ) = explode( '.', $entry ) + array( 3 => '' );

			$entries[ (string) preg_replace( '/^(.{8})(.{4})(.{4})(.{4})(.{12})$/D', '$1-$2-$3-$4-$5', $hex ) ] = array(
				'registry_id' => (int) base_convert( $registry, self::BASE, 10 ),
				'item_id'     => (int) base_convert( $item, self::BASE, 10 ),
				'is_sent'     => self::SENT === $state,
			);
		}
		return $entries;
	}

	/**
	 * Returns a cookie's value; '' without entries.
	 *
	 * @param array<string, Entry> $entries By purchase id.
	 * @param Closure(string): string $sign Returns the signature of a text.
	 */
	public static function write( array $entries, Closure $sign ): string {
		$list = array();
		foreach ( $entries as $purchase_id => $entry ) {
			$list[] = base_convert( (string) $entry['registry_id'], 10, self::BASE ) . '.' . base_convert( (string) $entry['item_id'], 10, self::BASE ) . '.' . str_replace( '-', '', $purchase_id ) . ( $entry['is_sent'] ? '.' . self::SENT : '' );
		}
		$text = implode( '~', $list );
		return array() === $list ? '' : $text . '-' . $sign( $text );
	}
}
