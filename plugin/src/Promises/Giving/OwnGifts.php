<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\WishOrder;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Links to the pages of gifts (OwnGiftPage), and notes about gifts for their givers.
 *
 * The key in the address of a giver's page is enough to change the gift. The site computes the key from the purchase's id
 * and a salt, so no stored key can leak.
 *
 * The notes "You are giving this" are on the cards of wishes in the giver's browser, and on every device on which the
 * giver is signed in, but recipients never see them. PHP adds the notes to the pages of signed-in visitors, and to the
 * page for guests who look for a gift. The public page of all others may be cached, so a script requests its notes
 * (own-gifts.ts). The public page has only notes about gifts that it counts. Otherwise, a recipient who shares a device
 * with a giver could learn about a secret gift.
 */
final class OwnGifts {

	/** Names of the parameters with the purchase's id and with the key. */
	public const PARAMETER = SecretParameters::GIFT;
	public const KEY       = SecretParameters::GIFT_KEY;

	/** Name of the parameter with which own-gifts.ts requests the notes. */
	public const NOTES = SharedNames::OWN_GIFTS_PARAMETER;

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Returns a purchase's address with more parameters; the registry may be gone or null. */
	public static function url( ?int $registry_id, string $purchase_id, array $more = array() ): string {
		$registry = null === $registry_id ? false : get_permalink( $registry_id );
		return SecretParameters::link(
			false === $registry ? home_url( '/' ) : $registry,
			self::KEY,
			self::key( $purchase_id ),
			array( self::PARAMETER => $purchase_id ) + $more
		);
	}

	/** @return array<string, string> Id and key as fields of a form. */
	public static function parameters( string $purchase_id ): array {
		return array(
			self::PARAMETER => $purchase_id,
			self::KEY       => self::key( $purchase_id ),
		);
	}

	/** Checks whether a key belongs to a purchase. */
	public static function is_valid( string $purchase_id, string $key ): bool {
		return hash_equals( self::key( $purchase_id ), $key );
	}

	private static function key( string $purchase_id ): string {
		return KeyedHash::of( 'largesse-giver|' . strtolower( $purchase_id ) );
	}

	/** Returns the address for own-gifts.ts; '' if PHP adds the notes, or if the page hides all gifts. */
	public static function notes_url( WP_Post $registry, ListView $view ): string {
		return $view->is_giving || ! RemainingQuantities::for_public_page( $registry )->is_told
			? ''
			: add_query_arg( self::NOTES, '1', (string) get_permalink( $registry ) );
	}

	/**
	 * Responds to the script with the notes for this visitor, as an HTML list. If the browser has sent a form but
	 * received no response, the script sends the form's id. The cookie then marks this form as sent.
	 */
	public function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Reading needs no nonce, and the id is only compared.
		$sent     = wp_unslash( $_GET[ self::NOTES ] ?? null );
		$registry = is_string( $sent ) ? Registries::shown_open() : null;
		if ( null === $registry ) {
			return;
		}
		NoCacheHeaders::send_headers();
		GiftCookies::mark_sent( $sent );
		$items = $this->store->items->for_public( $registry->ID );
		$items = is_wp_error( $items ) ? array() : array_column( $items, null, 'id' );
		$notes = self::notes( $registry, new ListView(), $this->purchases, $items, true );
		echo Template::render( 'giving/own-gifts', array( 'notes' => $notes ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- The template escapes.
		exit;
	}

	/**
	 * Returns the visitor's notes about gifts; none if the page may be cached. `$is_own_answer`: the answer is for this
	 * visitor alone, although nobody is signed in.
	 *
	 * @param array<array<string, mixed>> $items Items of the list, as the page shows them.
	 * @return array<int, string> HTML by the id of the item, without empty notes.
	 */
	public static function notes(
		WP_Post $registry,
		ListView $view,
		Purchases $purchases,
		array $items,
		bool $is_own_answer = false
	): array {
		$is_personal = is_user_logged_in() || $view->is_giving || $is_own_answer;
		if ( ! $is_personal || Roles::of( $registry )->is_recipient() ) {
			return array();
		}
		$received = Appearances::received( $registry );
		$is_known = is_user_logged_in() || array() !== GiftCookies::sent();
		$gifts    = array_filter(
			$is_known ? self::found( $registry, $purchases ) : array(),
			static fn ( array $gift ) => ! Appearances::is_received( $gift['item_id'], $received )
		);
		if ( ! $view->is_giving ) {
			$gifts = array_filter( $gifts, static fn ( array $gift ): bool => ! $gift['is_secret'] );
		}
		$parts = array_filter(
			self::parts( $registry, $items, $view->is_giving ),
			static fn ( int $item_id ): bool => ! Appearances::is_received( $item_id, $received ),
			ARRAY_FILTER_USE_KEY
		);
		$notes = array();
		foreach ( array() === $gifts && array() === $parts ? array() : $items as $item ) {
			$id           = $item['id'];
			$own          = array_keys( array_filter( $gifts, static fn ( array $gift ) => $gift['item_id'] === $id ) );
			$notes[ $id ] = self::note( $registry, $item, $own, $parts[ $id ] ?? array() );
		}
		return array_filter( $notes );
	}

	/** @return array<int, array<string, string>> The visitor's parts of gifts: by item, texts by address of their page. */
	public static function parts( WP_Post $registry, array $items, bool $with_secret ): array {
		/**
		 * Filters the notes about a visitor's parts of gifts. Never runs for recipients, or for pages that caches may store.
		 *
		 * @param array<int, array<string, string>> $notes       By id of the wish: texts by address of the page of the part.
		 * @param WP_Post                           $registry    The registry.
		 * @param array<array<string, mixed>>       $items       Wishes, as the page shows them.
		 * @param bool                              $with_secret Whether the page shows secret promises.
		 */
		return apply_filters( 'largesse_own_parts', array(), $registry, $items, $with_secret );
	}

	/**
	 * Finds the visitor's gifts of the wishes on a list: those of the account, and those of this browser. The visitor may
	 * have given them through another list. Includes gifts whose form was sent, although the browser received no
	 * response; `$form` is an opened form that may have been sent. If the service does not respond, returns only the
	 * gifts that an earlier page has shown, and marks these gifts as secret.
	 *
	 * @param int|null $item_id Item; null for all items on the list.
	 * @return array<string, array<string, mixed>> By id. Without the service, they contain only item_id and is_secret.
	 */
	public static function found(
		WP_Post $registry,
		Purchases $purchases,
		?int $item_id = null,
		?string $form = null
	): array {
		$wishes  = null === $item_id ? WishOrder::of( $registry->ID )->ids : array( $item_id );
		// The stored order of a list may lack new wishes for a moment.
		$is_here = static fn ( int $of, int $list ): bool => in_array( $of, $wishes, true )
			|| ( null === $item_id && $list === $registry->ID );
		$seen    = GiftCookies::gifts();
		$account = is_user_logged_in() ? $purchases->of_user( get_current_user_id() ) : array();
		$is_down = is_wp_error( $account );
		$found   = array_column(
			array_filter(
				$is_down ? array() : $account,
				static fn ( array $gift ) => ! $gift['is_owner'] && $is_here( $gift['item_id'], $gift['registry_id'] )
			),
			null,
			'id'
		);
		$known   = array_map(
			static fn ( array $entry ): int => $entry['item_id'],
			array_filter(
				GiftCookies::sent(),
				static fn ( array $entry ): bool => $is_here( $entry['item_id'], $entry['registry_id'] )
			)
		);
		foreach ( $known + ( null === $form ? array() : array( $form => (int) $item_id ) ) as $id => $of ) {
			if ( isset( $found[ $id ] ) ) {
				continue;
			}
			$purchase = $is_down ? null : $purchases->get( $id );
			$is_down  = $is_down || is_wp_error( $purchase );
			if ( $is_down && isset( $seen[ $id ] ) ) {
				$found[ $id ] = array(
					'item_id'   => $of,
					'is_secret' => true,
				);
			} elseif (
				is_array( $purchase )
				&& false !== self::is_of_account( $purchase )
				&& $is_here( $purchase['item_id'], $purchase['registry_id'] )
			) {
				$found[ $id ] = $purchase;
			}
		}
		return $found;
	}

	/**
	 * Returns the gifts of a member. Omits the pieces that the member recorded as an owner, and gifts to the member:
	 * somebody else may have used the member's account to give something to the member in secret.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public static function of_member( WP_User $user, Purchases $purchases ): array|WP_Error {
		$found     = $purchases->of_user( $user->ID );
		$is_theirs = static fn ( array $gift ): bool => ! $gift['is_owner'] && ! Appearances::receives( $gift, $user );
		return is_wp_error( $found ) ? $found : array_values( array_filter( $found, $is_theirs ) );
	}

	/**
	 * Checks whether a gift belongs to the visitor's account. Returns null if it belongs to no account, so that the
	 * browser decides. A cookie never opens the gift of an account: several members may use a computer.
	 */
	public static function is_of_account( array $purchase ): ?bool {
		return null === $purchase['giver_user_id'] ? null : get_current_user_id() === $purchase['giver_user_id'];
	}

	/**
	 * Renders the note about purchases with these ids, and about parts; '' for none.
	 *
	 * @param list<string>          $purchases
	 * @param array<string, string> $parts     Texts by address of their page.
	 */
	public static function note( WP_Post $registry, array $item, array $purchases, array $parts = array() ): string {
		return array() === array( ...$purchases, ...$parts ) ? '' : Template::render(
			'giving/own-gift',
			array(
				'name'  => (string) $item['name'],
				'urls'  => array_map( static fn ( string $id ) => self::url( $registry->ID, $id ), $purchases ),
				'parts' => $parts,
			)
		);
	}
}
