<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/**
 * Remembers in a browser what is given with it, so that the pages of registries can say "You give this". It is a list of
 * registries, items and purchases, signed by the site; no script can read it. Pages that are kept for everybody must not
 * look at it.
 *
 * It also contains the ids of forms, before the guest sends them. An entry stays open until a page of the site has shown
 * the purchase. Until then, every form for the item gets the same id, so a lost answer cannot lead to a second purchase.
 *
 * A purchase is shown and changed by its key (GiverLink) alone. Whoever has the cookie gets links with that key; it is as
 * good as they are, and lies with the one who has them anyway.
 */
final class GiverCookie {

	/** Name of the cookie. */
	public const NAME = 'largesse_gives';

	/** Name of a cookie that scripts can read. It exists in browsers that have sent or seen a gift, and contains nothing else. */
	private const MARK = 'largesse_has_gifts';

	/** How many gifts and how many open forms are remembered, so that the cookie stays short; the oldest are forgotten first. */
	private const MOST      = 30;
	private const MOST_OPEN = 10;

	/** Digits that numbers are written in. */
	private const BASE = 36;

	/** Fourth part of an open entry. */
	private const OPEN = '0';

	/** Returns what is given on a registry with this browser: items by the ids of purchases, the oldest first. */
	public static function gifts( int $registry_id ): array {
		return array_diff_key( self::known( $registry_id ), array_filter( self::entries(), static fn ( array $entry ) => $entry['is_open'] ) );
	}

	/**
	 * Returns the gifts and the open forms of this browser on a registry. Only the service knows whether an open form has given
	 * something.
	 *
	 * @return array<string, int> Items by the ids of purchases, the oldest first.
	 */
	public static function known( int $registry_id ): array {
		return array_map(
			static fn ( array $entry ): int => $entry['item_id'],
			array_filter( self::entries(), static fn ( array $entry ) => $entry['registry_id'] === $registry_id )
		);
	}

	/**
	 * Returns the open form of this browser for an item; null if there is none.
	 *
	 * @return array{registry_id: int, purchase_id: string}|null
	 */
	public static function open_form( int $item_id ): ?array {
		foreach ( array_reverse( self::entries() ) as $purchase_id => $entry ) {
			if ( $entry['is_open'] && $entry['item_id'] === $item_id ) {
				return array(
					'registry_id' => $entry['registry_id'],
					'purchase_id' => $purchase_id,
				);
			}
		}
		return null;
	}

	/**
	 * Returns what is given with this browser on all registries, the oldest first.
	 *
	 * @return array<string, int> Ids of registries by the ids of purchases.
	 */
	public static function all(): array {
		$gifts = array_filter( self::entries(), static fn ( array $entry ) => ! $entry['is_open'] );
		return array_map( static fn ( array $entry ): int => $entry['registry_id'], $gifts );
	}

	/**
	 * Stores the id of a form before the form gives anything. Only before the page begins, and only in an answer that no cache keeps.
	 *
	 * @param bool $is_sent True if the guest has sent the form.
	 */
	public static function remember_form( int $registry_id, int $item_id, string $purchase_id, bool $is_sent ): void {
		if ( $is_sent && empty( $_COOKIE[ self::MARK ] ) ) {
			self::set( self::MARK, '1', false );
		}
		if ( ! isset( self::entries()[ $purchase_id ] ) ) {
			self::add( $registry_id, $item_id, $purchase_id, true );
		}
	}

	/** Remembers a gift. Only before the page begins, and only in an answer that no cache keeps. */
	public static function remember( int $registry_id, int $item_id, string $purchase_id ): void {
		self::set( self::MARK, '1', false );
		self::add( $registry_id, $item_id, $purchase_id, false );
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
	 * @return array<string, array{registry_id: int, item_id: int, is_open: bool}> By the ids of purchases.
	 */
	private static function entries(): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It counts only if the site signed it.
		$cookie = wp_unslash( $_COOKIE[ self::NAME ] ?? '' );
		if ( ! is_string( $cookie ) || ! preg_match( '/^([0-9a-z.~]+)-([0-9a-f]{32})$/D', $cookie, $part ) || ! hash_equals( KeyedHash::of( "largesse-gives|{$part[1]}" ), $part[2] ) ) {
			return array();
		}
		$entries = array();
		foreach ( explode( '~', $part[1] ) as $entry ) {
			list( $registry, $item, $hex, $open ) = explode( '.', $entry ) + array( 3 => '' );

			$entries[ (string) preg_replace( '/^(.{8})(.{4})(.{4})(.{4})(.{12})$/D', '$1-$2-$3-$4-$5', $hex ) ] = array(
				'registry_id' => (int) base_convert( $registry, self::BASE, 10 ),
				'item_id'     => (int) base_convert( $item, self::BASE, 10 ),
				'is_open'     => self::OPEN === $open,
			);
		}
		return $entries;
	}

	/** Adds an entry as the newest; an older one with the same id goes. */
	private static function add( int $registry_id, int $item_id, string $purchase_id, bool $is_open ): void {
		$entries = self::entries();
		unset( $entries[ $purchase_id ] );
		$entries[ $purchase_id ] = array(
			'registry_id' => $registry_id,
			'item_id'     => $item_id,
			'is_open'     => $is_open,
		);
		self::send( $entries );
	}

	/**
	 * Sends the cookie with this answer; an empty one makes browsers forget it.
	 *
	 * @param array<string, array{registry_id: int, item_id: int, is_open: bool}> $entries By the ids of purchases.
	 */
	private static function send( array $entries ): void {
		$open = array_filter( $entries, static fn ( array $entry ) => $entry['is_open'] );
		$kept = array_slice( array_diff_key( $entries, $open ), -self::MOST, null, true ) + array_slice( $open, -self::MOST_OPEN, null, true );
		$list = array();
		foreach ( array_intersect_key( $entries, $kept ) as $purchase_id => $entry ) {
			$list[] = base_convert( (string) $entry['registry_id'], 10, self::BASE ) . '.' . base_convert( (string) $entry['item_id'], 10, self::BASE ) . '.' . str_replace( '-', '', $purchase_id ) . ( $entry['is_open'] ? '.' . self::OPEN : '' );
		}
		$text = implode( '~', $list );
		self::set( self::NAME, array() === $list ? '' : $text . '-' . KeyedHash::of( "largesse-gives|{$text}" ), true );
		if ( array() === $list && ! empty( $_COOKIE[ self::MARK ] ) ) {
			self::set( self::MARK, '', false );
		}
	}

	/**
	 * Sets a cookie for a year; an empty one is deleted.
	 *
	 * @param string $name   Name of the cookie.
	 * @param string $value  Its value.
	 * @param bool   $is_own True if no script can read it.
	 */
	private static function set( string $name, string $value, bool $is_own ): void {
		setcookie(
			$name,
			$value,
			array(
				'expires'  => '' === $value ? 1 : time() + YEAR_IN_SECONDS,
				'path'     => COOKIEPATH ? COOKIEPATH : '/',
				'domain'   => (string) COOKIE_DOMAIN,
				'secure'   => is_ssl(),
				'httponly' => $is_own,
				'samesite' => 'Lax',
			)
		);
		// The rest of this request sees what the next one will.
		$_COOKIE[ $name ] = $value;
	}
}
