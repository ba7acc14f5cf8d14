<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Html\SharedNames;
use Largesse\Http\KeyedHash;
use Largesse\Http\LinkCookie;

/**
 * Stores in cookies which gifts a browser has made, and which forms it has opened. The pages of registries then show "You
 * are giving this". The cookies contain registries, items and purchases. The site signs them, and scripts cannot read
 * them. Cached pages must not read them.
 *
 * If the guest opens the form for an item again, the new form gets the same id. So a lost response cannot lead to a second
 * purchase. The form's cookie also records that the form was sent. After a page has shown the purchase, the form becomes
 * a gift.
 *
 * A giver can see and change a purchase only with its key (OwnGiftLink). The site shows the links with the keys to any
 * browser that sends the cookies. So the cookies grant the same access as the links.
 */
final class GiftCookies {

	/** Name of the cookie with gifts. */
	public const NAME = 'largesse_gives';

	/**
	 * Beginning of the name of a cookie with a form; the item's id follows. Each form has its own cookie. With one cookie
	 * for all forms, a guest who opens several forms at the same moment would keep only the form whose response arrives
	 * last.
	 */
	private const FORM = 'largesse_form-';

	/** Lifetime of gifts, and of forms that were sent, in days. Other forms last for a day. */
	private const DAYS = 365;

	/** Maximum number of gifts, and of forms. The oldest gifts are dropped, and the oldest forms that were not sent. */
	private const MOST_GIFTS = 30;
	private const MOST_FORMS = 10;

	/** Cookie that tells scripts of possible gifts: 1 after the browser sent a form, or a page showed its gift. */
	private const MARK = SharedNames::HAS_GIFTS_COOKIE;

	/** Returns the gifts of this browser on a registry: item ids by purchase id, oldest first. */
	public static function gifts( int $registry_id ): array {
		return self::items_of( $registry_id, self::read( self::NAME ) );
	}

	/**
	 * Returns the gifts and sent forms of this browser on a registry. Only the service knows whether a sent form has
	 * created a gift.
	 *
	 * @return array<string, int> Item ids by purchase id, oldest first.
	 */
	public static function sent( int $registry_id ): array {
		return self::gifts( $registry_id ) + self::items_of( $registry_id, array_filter( self::forms(), static fn ( array $entry ): bool => $entry['is_sent'] ) );
	}

	/** Checks whether this browser has made a gift, or opened a form, with this id. */
	public static function knows( string $purchase_id ): bool {
		return isset( ( self::read( self::NAME ) + self::forms() )[ $purchase_id ] );
	}

	/** Returns the id of this browser's form for an item; null if there is none, or if a page has shown its result. */
	public static function form( int $registry_id, int $item_id ): ?string {
		$id = array_key_first( self::read( self::FORM . $item_id ) );
		return isset( self::items_of( $registry_id, self::forms() )[ $id ] ) ? $id : null;
	}

	/** @return array<string, int> Gifts of this browser, oldest first. Registry ids by purchase id. */
	public static function all(): array {
		return array_map( static fn ( array $entry ): int => $entry['registry_id'], self::read( self::NAME ) );
	}

	/** @return list<int> Ids of the registries of this browser's gifts and forms. */
	public static function registries(): array {
		return array_column( self::read( self::NAME ) + self::forms(), 'registry_id' );
	}

	/** Stores the id of an opened form. Call this method before any output, and only in an uncached response. */
	public static function add_form( int $registry_id, int $item_id, string $purchase_id ): void {
		if ( self::knows( $purchase_id ) ) {
			return;
		}
		$names = array_filter( self::form_cookies(), static fn ( string $name ): bool => ! in_array( true, array_column( self::read( $name ), 'is_sent' ), true ) );
		foreach ( array_slice( $names, 0, max( 0, count( self::form_cookies() ) + 1 - self::MOST_FORMS ) ) as $name ) {
			LinkCookie::set( $name, '', 0 );
		}
		self::write_form( $registry_id, $item_id, $purchase_id, false );
	}

	/**
	 * Records that this browser has sent a form, whose result no page has shown yet. Ignores other browsers' forms. Call
	 * this method before any output, and only in an uncached response.
	 */
	public static function mark_sent( string $purchase_id ): void {
		$entry = self::forms()[ $purchase_id ] ?? null;
		if ( null !== $entry ) {
			LinkCookie::set( self::MARK, '1', self::DAYS, true );
			self::write_form( $entry['registry_id'], $entry['item_id'], $purchase_id, true );
		}
	}

	/** Stores a gift. Use this method only before any output, and only in uncached responses. */
	public static function add_gift( int $registry_id, int $item_id, string $purchase_id ): void {
		self::remove_gift( $purchase_id );
		$is_sent = false;
		LinkCookie::set( self::MARK, '1', self::DAYS, true );
		self::send( self::read( self::NAME ) + array( $purchase_id => compact( 'registry_id', 'item_id', 'is_sent' ) ) );
	}

	/** Removes a gift that was given back. Use this method only before any output. */
	public static function remove_gift( string $purchase_id ): void {
		self::remove( static fn ( array $entry, string $id ): bool => $id === $purchase_id );
	}

	/** Removes all gifts on a registry. Use this method only before any output. */
	public static function remove_registry( int $registry_id ): void {
		self::remove( static fn ( array $entry ): bool => $entry['registry_id'] === $registry_id );
	}

	/**
	 * Removes entries from the cookies.
	 *
	 * @param callable(array{registry_id: int, item_id: int, is_sent: bool}, string): bool $is_meant
	 */
	private static function remove( callable $is_meant ): void {
		foreach ( self::form_cookies() as $name ) {
			if ( array() !== array_filter( self::read( $name ), $is_meant, ARRAY_FILTER_USE_BOTH ) ) {
				LinkCookie::set( $name, '', 0 );
			}
		}
		$entries = self::read( self::NAME );
		$others  = array_filter( $entries, static fn ( array $entry, string $id ): bool => ! $is_meant( $entry, $id ), ARRAY_FILTER_USE_BOTH );
		if ( count( $others ) < count( $entries ) ) {
			self::send( $others );
		}
	}

	/**
	 * Returns the forms of this browser whose result no page has shown.
	 *
	 * @return array<string, array{registry_id: int, item_id: int, is_sent: bool}> Forms by purchase id.
	 */
	private static function forms(): array {
		return array_diff_key( array_merge( array(), ...array_map( self::read( ... ), self::form_cookies() ) ), self::read( self::NAME ) );
	}

	/**
	 * Returns item ids of the entries about a registry.
	 *
	 * @param array<string, array{registry_id: int, item_id: int, is_sent: bool}> $entries Entries by purchase id.
	 * @return array<string, int>
	 */
	private static function items_of( int $registry_id, array $entries ): array {
		return array_map( static fn ( array $entry ): int => $entry['item_id'], array_filter( $entries, static fn ( array $entry ): bool => $entry['registry_id'] === $registry_id ) );
	}

	private static function write_form( int $registry_id, int $item_id, string $purchase_id, bool $is_sent ): void {
		$entries = array( $purchase_id => compact( 'registry_id', 'item_id', 'is_sent' ) );
		LinkCookie::set( self::FORM . $item_id, GiftCookieEntries::write( $entries, self::signature( ... ) ), $is_sent ? self::DAYS : 1 );
	}

	/** @return list<string> Names of form cookies in the browser's order: usually the oldest first. */
	private static function form_cookies(): array {
		return array_values( array_filter( array_map( 'strval', array_keys( $_COOKIE ) ), static fn ( string $name ): bool => str_starts_with( $name, self::FORM ) && '' !== $_COOKIE[ $name ] ) );
	}

	/**
	 * Reads a cookie; ignores a cookie whose signature is invalid.
	 *
	 * @return array<string, array{registry_id: int, item_id: int, is_sent: bool}> Entries by purchase id.
	 */
	private static function read( string $name ): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It counts only if the site signed it.
		return GiftCookieEntries::read( wp_unslash( $_COOKIE[ $name ] ?? '' ), self::signature( ... ) );
	}

	private static function signature( string $text ): string {
		return KeyedHash::of( "largesse-gives|{$text}" );
	}

	/**
	 * Sends the cookie with gifts, or deletes the cookie if there are no entries.
	 *
	 * @param array<string, array{registry_id: int, item_id: int, is_sent: bool}> $entries Entries by purchase id.
	 */
	private static function send( array $entries ): void {
		$kept = array_slice( $entries, -self::MOST_GIFTS, null, true );
		LinkCookie::set( self::NAME, GiftCookieEntries::write( $kept, self::signature( ... ) ), self::DAYS );
		if ( array() === $kept && ! empty( $_COOKIE[ self::MARK ] ) ) {
			LinkCookie::set( self::MARK, '', 0 );
		}
	}
}
