<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Closure;

/**
 * Gifts and forms of a browser, as GiverCookie stores them: signed text of registries, items and purchases.
 *
 * @phpstan-type Entry array{registry_id: int, item_id: int, state: string}
 */
final class GiverEntries {

	/** State of a gift. The state is the fourth part of an entry in the cookie. */
	public const GIFT = '';

	/** State of a form that was opened. */
	public const OPEN = '0';

	/** State of a form that was submitted. */
	public const SENT = '1';

	/** Maximum number of entries by state. The oldest entries are dropped, to keep the cookies short. */
	public const MOST = array(
		self::GIFT => 30,
		self::SENT => 10,
		self::OPEN => 10,
	);

	/** Numeral base of the numbers in the cookie. */
	private const BASE = 36;

	/**
	 * Reads a cookie; no entries if its signature is invalid.
	 *
	 * @param mixed   $cookie Value of the cookie.
	 * @param Closure(string): string $sign Returns the signature of a text.
	 * @return array<string, Entry> Entries by purchase id.
	 */
	public static function read( mixed $cookie, Closure $sign ): array {
		if ( ! is_string( $cookie ) || ! preg_match( '/^([0-9a-z.~]+)-([0-9a-f]{32})$/D', $cookie, $part ) || ! hash_equals( $sign( $part[1] ), $part[2] ) ) {
			return array();
		}
		$entries = array();
		foreach ( explode( '~', $part[1] ) as $entry ) {
			list( $registry, $item, $hex, $state ) = explode( '.', $entry ) + array( 3 => self::GIFT );

			$entries[ (string) preg_replace( '/^(.{8})(.{4})(.{4})(.{4})(.{12})$/D', '$1-$2-$3-$4-$5', $hex ) ] = array(
				'registry_id' => (int) base_convert( $registry, self::BASE, 10 ),
				'item_id'     => (int) base_convert( $item, self::BASE, 10 ),
				'state'       => isset( self::MOST[ $state ] ) ? $state : self::GIFT,
			);
		}
		return $entries;
	}

	/**
	 * Returns the value of a cookie; an empty text if there are no entries.
	 *
	 * @param array<string, Entry>    $entries Entries by purchase id.
	 * @param Closure(string): string $sign    Returns the signature of a text.
	 */
	public static function write( array $entries, Closure $sign ): string {
		$list = array();
		foreach ( $entries as $purchase_id => $entry ) {
			$list[] = base_convert( (string) $entry['registry_id'], 10, self::BASE ) . '.' . base_convert( (string) $entry['item_id'], 10, self::BASE ) . '.' . str_replace( '-', '', $purchase_id ) . ( self::GIFT === $entry['state'] ? '' : ".{$entry['state']}" );
		}
		$text = implode( '~', $list );
		return array() === $list ? '' : $text . '-' . $sign( $text );
	}

	/**
	 * Returns the newest entries of each state, in their order.
	 *
	 * @param array<string, Entry> $entries Entries by purchase id, oldest first.
	 * @return array<string, Entry>
	 */
	public static function newest( array $entries ): array {
		$kept = array();
		foreach ( self::MOST as $state => $most ) {
			$kept += array_slice( self::in_state( $entries, (string) $state ), -$most, null, true );
		}
		return array_intersect_key( $entries, $kept );
	}

	/**
	 * Returns the entries in a state.
	 *
	 * @param array<string, Entry> $entries Entries by purchase id.
	 * @param string               $state   State of an entry.
	 * @return array<string, Entry>
	 */
	public static function in_state( array $entries, string $state ): array {
		return array_filter( $entries, static fn ( array $entry ) => $entry['state'] === $state );
	}
}
