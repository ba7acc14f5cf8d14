<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Html\SharedNames;
use Largesse\Http\KeyedHash;

/**
 * Stores in a cookie which gifts a browser has made. The pages of registries then show "You are giving this". The
 * cookie contains registries, items and purchases. The site signs the cookie, and scripts cannot read it. Cached pages
 * must not read the cookie.
 *
 * Cookies also contain the ids of opened and submitted forms. If the guest opens the form for an item again, the new
 * form gets the same id. So a lost response cannot lead to a second purchase. After a page has shown the purchase, the
 * entry of the form becomes the entry of a gift. The numbers of opened and of submitted forms are limited separately, so
 * that opened forms never displace submitted forms.
 *
 * A giver can see and change a purchase only with its key (GiverLink). The site shows the links with the keys to any
 * browser that sends the cookie. So the cookie grants the same access as the links.
 */
final class GiverCookie {

	/** Name of the cookie with gifts and submitted forms. */
	public const NAME = 'largesse_gives';

	/**
	 * Beginning of the name of a cookie with an opened form; the item's id follows. Each opened form has its own cookie.
	 * With one cookie for all forms, a guest who opens several forms at the same moment would keep only the form whose
	 * response arrives last.
	 */
	private const FORM = 'largesse_form-';

	/**
	 * Name of the cookie that tells scripts whether this browser may have gifts. The site sets the cookie to 1 when the
	 * browser submits a form, or when a page shows the browser's gift.
	 */
	private const MARK = SharedNames::HAS_GIFTS_COOKIE;

	/** Returns the gifts of this browser on a registry: item ids by purchase id, oldest first. */
	public static function gifts( int $registry_id ): array {
		return array_intersect_key( self::gifts_and_forms( $registry_id ), GiverEntries::in_state( self::entries(), GiverEntries::GIFT ) );
	}

	/**
	 * Returns the gifts and submitted forms of this browser on a registry. Only the service knows whether a submitted form
	 * has created a gift.
	 *
	 * @return array<string, int> Item ids by purchase id, oldest first.
	 */
	public static function gifts_and_forms( int $registry_id ): array {
		return array_map(
			static fn ( array $entry ): int => $entry['item_id'],
			array_filter( self::entries(), static fn ( array $entry ) => GiverEntries::OPEN !== $entry['state'] && $entry['registry_id'] === $registry_id )
		);
	}

	/**
	 * Returns the newest opened or submitted form of this browser for an item; null for none. Ignores forms whose
	 * result a page has shown.
	 *
	 * @return array{registry_id: int, purchase_id: string}|null
	 */
	public static function pending_form( int $item_id ): ?array {
		foreach ( array_reverse( self::entries() ) as $purchase_id => $entry ) {
			if ( GiverEntries::GIFT !== $entry['state'] && $entry['item_id'] === $item_id ) {
				return array(
					'registry_id' => $entry['registry_id'],
					'purchase_id' => $purchase_id,
				);
			}
		}
		return null;
	}

	/**
	 * Returns the gifts of this browser on all registries, oldest first.
	 *
	 * @return array<string, int> Registry ids by purchase id.
	 */
	public static function all(): array {
		return array_map( static fn ( array $entry ): int => $entry['registry_id'], GiverEntries::in_state( self::entries(), GiverEntries::GIFT ) );
	}

	/**
	 * Returns the ids of the registries of this browser's gifts and forms.
	 *
	 * @return list<int>
	 */
	public static function registries(): array {
		return array_column( self::entries(), 'registry_id' );
	}

	/**
	 * Stores the id of a form before the form creates a gift. Call this method before any output, and only in an
	 * uncached response.
	 *
	 * @param bool $is_sent True if the guest has submitted the form.
	 */
	public static function add_form( int $registry_id, int $item_id, string $purchase_id, bool $is_sent ): void {
		if ( $is_sent && empty( $_COOKIE[ self::MARK ] ) ) {
			self::set( self::MARK, '1', false );
		}
		$state = self::entries()[ $purchase_id ]['state'] ?? null;
		if ( $is_sent && ( null === $state || GiverEntries::OPEN === $state ) ) {
			self::add( $registry_id, $item_id, $purchase_id, GiverEntries::SENT );
		} elseif ( ! $is_sent && null === $state ) {
			foreach ( array_slice( self::form_cookies(), 0, 1 - GiverEntries::MOST[ GiverEntries::OPEN ] ) as $name ) {
				self::set( $name, '', true );
			}
			$entry = array(
				'registry_id' => $registry_id,
				'item_id'     => $item_id,
				'state'       => GiverEntries::OPEN,
			);
			self::set( self::FORM . $item_id, GiverEntries::write( array( $purchase_id => $entry ), self::signature( ... ) ), true, DAY_IN_SECONDS );
		}
	}

	/**
	 * Records that this browser has submitted a form whose response was lost. Ignores other browsers' forms. Call this
	 * method before any output, and only in an uncached response.
	 */
	public static function mark_submitted( string $purchase_id ): void {
		$entry = self::entries()[ $purchase_id ] ?? null;
		if ( null !== $entry ) {
			self::add_form( $entry['registry_id'], $entry['item_id'], $purchase_id, true );
		}
	}

	/** Stores a gift. Use this method only before any output, and only in uncached responses. */
	public static function add_gift( int $registry_id, int $item_id, string $purchase_id ): void {
		self::set( self::MARK, '1', false );
		self::add( $registry_id, $item_id, $purchase_id, GiverEntries::GIFT );
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
	 * @param callable(array{registry_id: int, item_id: int, state: string}, string): bool $is_meant Selects the entries.
	 */
	private static function remove( callable $is_meant ): void {
		foreach ( self::form_cookies() as $name ) {
			if ( array() !== array_filter( self::read( $name ), $is_meant, ARRAY_FILTER_USE_BOTH ) ) {
				self::set( $name, '', true );
			}
		}
		$entries = self::read( self::NAME );
		$others  = array_filter( $entries, static fn ( array $entry, string $id ): bool => ! $is_meant( $entry, $id ), ARRAY_FILTER_USE_BOTH );
		if ( count( $others ) < count( $entries ) ) {
			self::send( $others );
		}
	}

	/**
	 * Reads the cookies. Opened forms come first.
	 *
	 * @return array<string, array{registry_id: int, item_id: int, state: string}> Entries by purchase id.
	 */
	private static function entries(): array {
		$gifts = self::read( self::NAME );
		$forms = array_merge( array(), ...array_map( self::read( ... ), self::form_cookies() ) );
		return array_diff_key( $forms, $gifts ) + $gifts;
	}

	/**
	 * Returns the names of the cookies with opened forms, in the browser's order: usually the oldest first.
	 *
	 * @return list<string>
	 */
	private static function form_cookies(): array {
		return array_values( array_filter( array_map( 'strval', array_keys( $_COOKIE ) ), static fn ( string $name ): bool => str_starts_with( $name, self::FORM ) && '' !== $_COOKIE[ $name ] ) );
	}

	/**
	 * Reads a cookie; ignores a cookie whose signature is invalid.
	 *
	 * @return array<string, array{registry_id: int, item_id: int, state: string}> Entries by purchase id.
	 */
	private static function read( string $name ): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It counts only if the site signed it.
		return GiverEntries::read( wp_unslash( $_COOKIE[ $name ] ?? '' ), self::signature( ... ) );
	}

	private static function signature( string $text ): string {
		return KeyedHash::of( "largesse-gives|{$text}" );
	}

	/** Adds an entry as the newest. Removes an older entry with the same id. */
	private static function add( int $registry_id, int $item_id, string $purchase_id, string $state ): void {
		$entries = self::read( self::NAME );
		unset( $entries[ $purchase_id ] );
		$entries[ $purchase_id ] = array(
			'registry_id' => $registry_id,
			'item_id'     => $item_id,
			'state'       => $state,
		);
		self::send( $entries );
	}

	/**
	 * Sends the cookie with gifts and submitted forms, or deletes the cookie if there are no entries.
	 *
	 * @param array<string, array{registry_id: int, item_id: int, state: string}> $entries Entries by purchase id.
	 */
	private static function send( array $entries ): void {
		$kept = GiverEntries::newest( $entries );
		self::set( self::NAME, GiverEntries::write( $kept, self::signature( ... ) ), true );
		if ( array() === $kept && ! empty( $_COOKIE[ self::MARK ] ) ) {
			self::set( self::MARK, '', false );
		}
	}

	/**
	 * Sets a cookie; an empty value deletes it.
	 *
	 * @param bool $is_own  True if scripts cannot read the cookie.
	 * @param int  $seconds Lifetime.
	 */
	private static function set( string $name, string $value, bool $is_own, int $seconds = YEAR_IN_SECONDS ): void {
		setcookie(
			$name,
			$value,
			array(
				'expires'  => '' === $value ? 1 : time() + $seconds,
				'path'     => COOKIEPATH ? COOKIEPATH : '/',
				'domain'   => (string) COOKIE_DOMAIN,
				'secure'   => is_ssl(),
				'httponly' => $is_own,
				'samesite' => 'Lax',
			)
		);
		// The rest of this request sees the new value.
		$_COOKIE[ $name ] = $value;
	}
}
