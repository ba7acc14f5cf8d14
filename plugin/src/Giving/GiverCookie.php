<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Http\KeyedHash;

/**
 * Remembers in a browser what is given with it, so that the pages of registries can say "You give this". It is a list of
 * registries, items and purchases, signed by the site; no script can read it. Pages that are kept for everybody must not
 * look at it.
 *
 * It also contains the ids of forms, before the guest sends them. A form's entry becomes a gift when a page of the site has
 * shown the purchase. Until then, every form for the item gets the same id, so a lost answer cannot lead to a second
 * purchase. Forms that this browser has sent are remembered longer than forms that it has only opened.
 *
 * A purchase is shown and changed by its key (GiverLink) alone. Whoever has the cookie gets links with that key; it is as
 * good as they are, and lies with the one who has them anyway.
 */
final class GiverCookie {

	/** Name of the cookie. */
	public const NAME = 'largesse_gives';

	/** Name of a cookie that scripts can read. It exists in browsers that have sent or seen a gift, and contains nothing else. */
	private const MARK = 'largesse_has_gifts';

	/** States of an entry, and its fourth part in the cookie: a gift, a form that was opened, and a form that was sent. */
	private const GIFT = '';
	private const OPEN = '0';
	private const SENT = '1';

	/** How many entries of a state are remembered, so that the cookie stays short; the oldest are forgotten first. */
	private const MOST = array(
		self::GIFT => 30,
		self::SENT => 10,
		self::OPEN => 10,
	);

	/** Digits that numbers are written in. */
	private const BASE = 36;

	/** Returns what is given on a registry with this browser: items by the ids of purchases, the oldest first. */
	public static function gifts( int $registry_id ): array {
		return array_intersect_key( self::known( $registry_id ), self::in_state( self::entries(), self::GIFT ) );
	}

	/**
	 * Returns the gifts and the sent forms of this browser on a registry. Only the service knows whether a sent form has given
	 * something.
	 *
	 * @return array<string, int> Items by the ids of purchases, the oldest first.
	 */
	public static function known( int $registry_id ): array {
		return array_map(
			static fn ( array $entry ): int => $entry['item_id'],
			array_filter( self::entries(), static fn ( array $entry ) => self::OPEN !== $entry['state'] && $entry['registry_id'] === $registry_id )
		);
	}

	/**
	 * Returns the form of this browser for an item, opened or sent, whose result no page has shown; null if there is none.
	 *
	 * @return array{registry_id: int, purchase_id: string}|null
	 */
	public static function open_form( int $item_id ): ?array {
		foreach ( array_reverse( self::entries() ) as $purchase_id => $entry ) {
			if ( self::GIFT !== $entry['state'] && $entry['item_id'] === $item_id ) {
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
		return array_map( static fn ( array $entry ): int => $entry['registry_id'], self::in_state( self::entries(), self::GIFT ) );
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
		$state = self::entries()[ $purchase_id ]['state'] ?? null;
		if ( null === $state || ( $is_sent && self::OPEN === $state ) ) {
			self::add( $registry_id, $item_id, $purchase_id, $is_sent ? self::SENT : self::OPEN );
		}
	}

	/**
	 * Notes that this browser has sent a form; the answer that said so was lost. Does nothing for other browsers' forms. Only
	 * before the page begins, and only in an answer that no cache keeps.
	 */
	public static function note_sent( string $purchase_id ): void {
		$entry = self::entries()[ $purchase_id ] ?? null;
		if ( null !== $entry ) {
			self::remember_form( $entry['registry_id'], $entry['item_id'], $purchase_id, true );
		}
	}

	/** Remembers a gift. Only before the page begins, and only in an answer that no cache keeps. */
	public static function remember( int $registry_id, int $item_id, string $purchase_id ): void {
		self::set( self::MARK, '1', false );
		self::add( $registry_id, $item_id, $purchase_id, self::GIFT );
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
	 * @return array<string, array{registry_id: int, item_id: int, state: string}> By the ids of purchases.
	 */
	private static function entries(): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It counts only if the site signed it.
		$cookie = wp_unslash( $_COOKIE[ self::NAME ] ?? '' );
		if ( ! is_string( $cookie ) || ! preg_match( '/^([0-9a-z.~]+)-([0-9a-f]{32})$/D', $cookie, $part ) || ! hash_equals( KeyedHash::of( "largesse-gives|{$part[1]}" ), $part[2] ) ) {
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
	 * Returns the entries in a state.
	 *
	 * @param array<string, array{registry_id: int, item_id: int, state: string}> $entries By the ids of purchases.
	 * @param string                                                              $state   One of the states.
	 * @return array<string, array{registry_id: int, item_id: int, state: string}>
	 */
	private static function in_state( array $entries, string $state ): array {
		return array_filter( $entries, static fn ( array $entry ) => $entry['state'] === $state );
	}

	/**
	 * Adds an entry as the newest; an older one with the same id goes.
	 *
	 * @param string $state One of the states.
	 */
	private static function add( int $registry_id, int $item_id, string $purchase_id, string $state ): void {
		$entries = self::entries();
		unset( $entries[ $purchase_id ] );
		$entries[ $purchase_id ] = array(
			'registry_id' => $registry_id,
			'item_id'     => $item_id,
			'state'       => $state,
		);
		self::send( $entries );
	}

	/**
	 * Sends the cookie with this answer; an empty one makes browsers forget it.
	 *
	 * @param array<string, array{registry_id: int, item_id: int, state: string}> $entries By the ids of purchases.
	 */
	private static function send( array $entries ): void {
		$kept = array();
		foreach ( self::MOST as $state => $most ) {
			$kept += array_slice( self::in_state( $entries, (string) $state ), -$most, null, true );
		}
		$list = array();
		foreach ( array_intersect_key( $entries, $kept ) as $purchase_id => $entry ) {
			$list[] = base_convert( (string) $entry['registry_id'], 10, self::BASE ) . '.' . base_convert( (string) $entry['item_id'], 10, self::BASE ) . '.' . str_replace( '-', '', $purchase_id ) . ( self::GIFT === $entry['state'] ? '' : ".{$entry['state']}" );
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
