<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/**
 * Remembers in a browser what is given with it, so that the pages of registries can say "You give this". It is a list of
 * registries, items and purchases, signed by the site; no script can read it. Pages that are kept for everybody must not
 * look at it.
 *
 * A purchase is shown and changed by its key (GiverLink) alone. Whoever has the cookie gets links with that key; it is as
 * good as they are, and lies with the one who has them anyway.
 */
final class GiverCookie {

	/** Name of the cookie. */
	public const NAME = 'largesse_gives';

	/** How many gifts are remembered, so that the cookie stays short; the oldest are forgotten first. */
	private const MOST = 30;

	/** Digits that numbers are written in. */
	private const BASE = 36;

	/** Returns what is given on a registry with this browser: items by the ids of purchases, the oldest first. */
	public static function gifts( int $registry_id ): array {
		$gifts = array();
		foreach ( self::entries() as $purchase_id => $entry ) {
			if ( $entry['registry_id'] === $registry_id ) {
				$gifts[ $purchase_id ] = $entry['item_id'];
			}
		}
		return $gifts;
	}

	/**
	 * Returns what is given with this browser on all registries, the oldest first.
	 *
	 * @return array<string, int> Ids of registries by the ids of purchases.
	 */
	public static function all(): array {
		return array_map( static fn ( array $entry ): int => $entry['registry_id'], self::entries() );
	}

	/** Remembers a gift. Only before the page begins, and only in an answer that no cache keeps. */
	public static function remember( int $registry_id, int $item_id, string $purchase_id ): void {
		$entries = self::entries();
		unset( $entries[ $purchase_id ] );
		$entries[ $purchase_id ] = array(
			'registry_id' => $registry_id,
			'item_id'     => $item_id,
		);
		self::send( $entries );
	}

	/** Forgets a gift that was given back. Only before the page begins. */
	public static function forget( string $purchase_id ): void {
		$entries = self::entries();
		if ( isset( $entries[ $purchase_id ] ) ) {
			unset( $entries[ $purchase_id ] );
			self::send( $entries );
		}
	}

	/** Forgets all that is given on a registry. Only before the page begins. */
	public static function forget_registry( int $registry_id ): void {
		$entries = self::entries();
		$others  = array_filter( $entries, static fn ( array $entry ) => $entry['registry_id'] !== $registry_id );
		if ( count( $others ) < count( $entries ) ) {
			self::send( $others );
		}
	}

	/**
	 * Reads the cookie; one that the site did not sign counts for nothing.
	 *
	 * @return array<string, array{registry_id: int, item_id: int}> By the ids of purchases.
	 */
	private static function entries(): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It counts only if the site signed it.
		$cookie = wp_unslash( $_COOKIE[ self::NAME ] ?? '' );
		if ( ! is_string( $cookie ) || ! preg_match( '/^([0-9a-z.~]+)-([0-9a-f]{32})$/D', $cookie, $part ) || ! hash_equals( KeyedHash::of( "largesse-gives|{$part[1]}" ), $part[2] ) ) {
			return array();
		}
		$entries = array();
		foreach ( explode( '~', $part[1] ) as $entry ) {
			list( $registry, $item, $hex ) = explode( '.', $entry );

			$entries[ (string) preg_replace( '/^(.{8})(.{4})(.{4})(.{4})(.{12})$/D', '$1-$2-$3-$4-$5', $hex ) ] = array(
				'registry_id' => (int) base_convert( $registry, self::BASE, 10 ),
				'item_id'     => (int) base_convert( $item, self::BASE, 10 ),
			);
		}
		return $entries;
	}

	/**
	 * Sends the cookie with this answer; an empty one makes browsers forget it.
	 *
	 * @param array<string, array{registry_id: int, item_id: int}> $entries By the ids of purchases.
	 */
	private static function send( array $entries ): void {
		$list = array();
		foreach ( array_slice( $entries, -self::MOST, null, true ) as $purchase_id => $entry ) {
			$list[] = base_convert( (string) $entry['registry_id'], 10, self::BASE ) . '.' . base_convert( (string) $entry['item_id'], 10, self::BASE ) . '.' . str_replace( '-', '', $purchase_id );
		}
		$text   = implode( '~', $list );
		$cookie = array() === $list ? '' : $text . '-' . KeyedHash::of( "largesse-gives|{$text}" );
		setcookie(
			self::NAME,
			$cookie,
			array(
				'expires'  => '' === $cookie ? 1 : time() + YEAR_IN_SECONDS,
				'path'     => COOKIEPATH ? COOKIEPATH : '/',
				'domain'   => (string) COOKIE_DOMAIN,
				'secure'   => is_ssl(),
				'httponly' => true,
				'samesite' => 'Lax',
			)
		);
		// The rest of this request sees what the next one will.
		$_COOKIE[ self::NAME ] = $cookie;
	}
}
