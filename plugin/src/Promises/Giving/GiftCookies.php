<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Http\BrowserKey;
use Largesse\Foundation\Http\RegistryCookie;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\SignedCookie;
use Largesse\Foundation\Http\SignedId;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\Recipients;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\WishOrder;
use WP_Post;
use WP_User;

/**
 * Stores in signed cookies (SignedCookie) which gifts a guest's browser has made, and which forms it has opened. Cached
 * pages must not read them. A member's gift belongs to the account, so no cookie stores it.
 *
 * A form has the id of the purchase that it makes. If the guest opens the form for an item again, the new form gets the
 * same id. So a lost response cannot lead to a second purchase (pages: Lost answers). Each form has its own cookie,
 * which becomes the cookie of its gift. With one cookie for all, a guest who opens several forms at the same moment
 * would keep only the form whose response arrives last.
 *
 * The site shows the links with the keys of gifts (GiftLink) to any browser that sends the cookies. So the cookies
 * grant the same access as the links. When a recipient uses the browser, the site deletes them, and all other cookies
 * that tell about the guests of the registry.
 */
final class GiftCookies {

	/** Beginning of the name of a cookie; the purchase's id follows. */
	private const COOKIE = 'largesse_gift-';

	/** States: a form was opened; it was sent, but no page has shown its result; a page has shown the gift. */
	private const OPENED = 'opened';
	private const SENT   = 'sent';
	private const SHOWN  = 'shown';

	/** Days and maximum number of cookies. The oldest are dropped, but never a sent form, which may have made a gift. */
	private const LIMITS = array(
		self::OPENED => array( 1, 10 ),
		self::SENT   => array( 365, PHP_INT_MAX ),
		self::SHOWN  => array( 365, 30 ),
	);

	/** Cookie that tells scripts of possible gifts: 1 after the browser sent a form, or a page showed its gift. */
	private const MARK = SharedNames::HAS_GIFTS_COOKIE;

	/** Pattern of the name of a cookie about one registry. The name ends with the registry's id. */
	private const NAMED = '/^largesse_[a-z_]+_(\d{1,15})$/D';

	/** @return array<string, int> Gifts of this browser that a page has shown. Item ids by purchase id. */
	public static function gifts(): array {
		return array_column( self::entries( array( self::SHOWN ) ), 'item_id', 'id' );
	}

	/**
	 * Returns the gifts and sent forms of this browser. Only the service knows whether a sent form has created a gift.
	 *
	 * @return array<string, array{id: string, registry_id: int, item_id: int, state: string}> By purchase id, oldest
	 *         first.
	 */
	public static function sent(): array {
		return self::entries( array( self::SENT, self::SHOWN ) );
	}

	/** Checks whether this browser has made a gift, or opened a form, with this id. */
	public static function knows( string $purchase_id ): bool {
		return isset( self::entries()[ $purchase_id ] );
	}

	/**
	 * Returns the id of this browser's form for an item; null if there is none, or if a page has shown its result. If the
	 * browser has several forms, prefers a sent form, which may have made a gift, and then the newest form: a broken cache
	 * may have given an older form to several guests.
	 */
	public static function form( int $registry_id, int $item_id ): ?string {
		$forms = self::entries( array( self::SENT ), $registry_id ) + array_reverse(
			self::entries( array( self::OPENED ), $registry_id )
		);
		$id    = array_search( $item_id, array_column( $forms, 'item_id', 'id' ), true );
		return false === $id ? null : $id;
	}

	/** @return array<string, int> Gifts of this browser, oldest first. Registry ids by purchase id. */
	public static function shown(): array {
		return array_column( self::entries( array( self::SHOWN ) ), 'registry_id', 'id' );
	}

	/**
	 * Returns this browser's form for an item, as `form()` does, to show it again. Null if it was for another account.
	 *
	 * @param string $kind Kind of the form's id.
	 */
	public static function opened( string $kind, WP_Post $registry, int $item_id ): ?SignedId {
		$entry = self::entries()[ self::form( $registry->ID, $item_id ) ?? '' ] ?? null;
		$form  = null === $entry ? null : SignedId::stored( $entry['id'], $entry['token'], $entry['mark'] );
		return $form?->is_ours( $kind, $registry ) ? $form : null;
	}

	/** Checks whether this browser has opened a form. Its cookies say so, even if those of a later answer were lost. */
	public static function has_opened( SignedId $form ): bool {
		return $form->is_of_this_browser()
			|| isset( self::sent()[ $form->id ] )
			|| ( is_user_logged_in() && self::knows( $form->id ) );
	}

	/** Stores an opened form of this visitor. Call this method before any output, and only in an uncached response. */
	public static function add_form( int $registry_id, int $item_id, SignedId $form ): void {
		if ( ! self::knows( $form->id ) ) {
			self::set( $registry_id, $item_id, $form->id, self::OPENED, ".{$form->token}.{$form->mark}" );
		}
	}

	/**
	 * Records that a guest's browser has sent a form, whose result no page has shown yet. Ignores other browsers' forms,
	 * and members' forms, whose gifts are in the account. Call this method before any output, and only in an uncached
	 * response.
	 */
	public static function mark_sent( string $purchase_id ): void {
		$form = is_user_logged_in() ? null : self::entries( array( self::OPENED, self::SENT ) )[ $purchase_id ] ?? null;
		if ( null !== $form ) {
			self::set( $form['registry_id'], $form['item_id'], $purchase_id, self::SENT, ".{$form['token']}.{$form['mark']}" );
		}
	}

	/**
	 * Stores a gift that belongs to no account. Use this method only before any output, and only in uncached responses.
	 */
	public static function add_gift( int $registry_id, int $item_id, string $purchase_id ): void {
		self::set( $registry_id, $item_id, $purchase_id, self::SHOWN );
	}

	/** Sets the cookie MARK. Use this method only before any output. */
	public static function mark_browser(): void {
		Request::set_cookie( self::MARK, '1', self::LIMITS[ self::SHOWN ][0], true );
	}

	/** Removes a gift that was given back, or added to an account. Use this method only before any output. */
	public static function remove_gift( string $purchase_id ): void {
		self::remove( array_intersect_key( self::entries(), array( $purchase_id => '' ) ) );
	}

	/** Deletes the cookies of opened, unsent forms of guests when a member signs out. Gifts and sent forms stay. */
	public static function forget_forms(): void {
		self::remove( self::entries( array( self::OPENED ) ) );
	}

	/**
	 * Deletes what the cookies tell about the guests of all registries of a recipient who signs in, and about wishes that
	 * are on a registry of the recipient, too. Otherwise, the browser would show gifts and ideas to the recipient after
	 * the recipient signs out (rules: Surprise).
	 */
	public static function forget_at_sign_in( mixed $name, mixed $user = null ): void {
		foreach ( $user instanceof WP_User ? self::registries() : array() as $id ) {
			self::forget_if_recipient( $id, $user );
		}
	}

	/** Deletes the data about the registry of this page if the visitor is one of its recipients. */
	public static function forget_on_page(): void {
		$registry = is_user_logged_in() && array() !== self::registries() ? Registries::shown() : null;
		if ( $registry ) {
			self::forget_if_recipient( $registry->ID, wp_get_current_user() );
		}
	}

	/** Deletes the data about a registry. Use this method only before any output. */
	public static function forget( int $registry_id ): void {
		self::remove( self::entries( null, $registry_id ) );
		self::forget_others( $registry_id );
	}

	/** Deletes the cookies of other features about a registry. They do not name wishes. */
	private static function forget_others( int $registry_id ): void {
		RegistryCookie::forget( $registry_id );
		/**
		 * Fires before any output, when a recipient of a registry uses this browser. Callbacks delete the cookies with
		 * which they recognize guests of the registry.
		 *
		 * @param int $registry_id Id of the registry.
		 */
		do_action( 'largesse_forget_guest', $registry_id );
	}

	private static function forget_if_recipient( int $registry_id, WP_User $user ): void {
		$registry = Registries::with_id( $registry_id );
		if ( null === $registry ) {
			// The wish of a deleted list may be on another list, whose recipient must not meet the gift.
			self::remove(
				array_filter(
					self::entries( null, $registry_id ),
					static fn ( array $entry ): bool => Recipients::receives( $entry['item_id'], $registry_id, $user )
				)
			);
			return;
		}
		if ( Roles::of( $registry )->is_recipient( $user ) ) {
			self::forget( $registry_id );
			return;
		}
		$received  = Appearances::received( $registry, $user );
		$is_theirs = static fn ( int $item_id ): bool => Appearances::is_received( $item_id, $received );
		self::remove(
			array_filter(
				self::entries( null, $registry_id ),
				static fn ( array $entry ): bool => $is_theirs( $entry['item_id'] )
			)
		);
		if ( array() !== array_filter( WishOrder::of( $registry_id )->ids, $is_theirs ) ) {
			self::forget_others( $registry_id );
		}
	}

	/** @return list<int> Ids of the registries about which this browser has cookies. */
	private static function registries(): array {
		$named = array_map( 'intval', (array) preg_filter( self::NAMED, '$1', array_keys( $_COOKIE ) ) );
		return array_values( array_unique( array( ...array_column( self::entries(), 'registry_id' ), ...$named ) ) );
	}

	/**
	 * Reads the cookies. Browsers send the oldest first. Omits opened forms that a broken cache has given to this browser
	 * together with their cookies.
	 *
	 * @param list<string>|null $states      Null for all.
	 * @param int|null          $registry_id Null for all.
	 * @return array<string, array{id: string, registry_id: int, item_id: int, state: string, token: string, mark: string}>
	 *         By purchase id. Gifts have no `token` and `mark` (SignedId).
	 */
	private static function entries( ?array $states = null, ?int $registry_id = null ): array {
		$entries = array();
		foreach ( SignedCookie::texts( self::COOKIE ) as $name => $text ) {
			list( $registry, $item, $state, $token, $mark ) = explode( '.', $text ) + array_fill( 0, 5, '' );

			$entry  = array(
				'id'          => substr( $name, strlen( self::COOKIE ) ),
				'registry_id' => (int) $registry,
				'item_id'     => (int) $item,
				'state'       => $state,
				'token'       => $token,
				'mark'        => $mark,
			);
			$is_own = self::OPENED !== $state
				|| ( '' === $mark ? is_user_logged_in() : BrowserKey::has_opened( $entry['id'], $mark ) );
			if (
				$is_own
				&& in_array( $entry['state'], $states ?? array( $entry['state'] ), true )
				&& ( $registry_id ?? $entry['registry_id'] ) === $entry['registry_id']
			) {
				$entries[ $entry['id'] ] = $entry;
			}
		}
		return $entries;
	}

	/** @param string $form Signature and mark of a form, with points before them. */
	private static function set(
		int $registry_id,
		int $item_id,
		string $purchase_id,
		string $state,
		string $form = ''
	): void {
		list( $days, $most ) = self::LIMITS[ $state ];

		$others = array_diff_key( self::entries( array( $state ) ), array( $purchase_id => '' ) );
		self::remove( array_slice( $others, 0, max( 0, count( $others ) + 1 - $most ) ) );
		SignedCookie::set( self::COOKIE . $purchase_id, "{$registry_id}.{$item_id}.{$state}{$form}", $days );
		if ( self::OPENED !== $state && ! is_user_logged_in() ) {
			self::mark_browser();
		}
	}

	/** @param array<string, mixed> $entries By purchase id. */
	private static function remove( array $entries ): void {
		foreach ( array_keys( $entries ) as $id ) {
			SignedCookie::delete( self::COOKIE . $id );
		}
		if (
			array() !== $entries
			&& ! empty( $_COOKIE[ self::MARK ] )
			&& array() === self::entries( array( self::SENT, self::SHOWN ) )
		) {
			Request::set_cookie( self::MARK, '', 0 );
		}
	}
}
