<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\Changes;
use Largesse\Registries\Registry\Place;
use Largesse\Registries\Registry\PromiseWays;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\WayIn;
use Largesse\Registries\Registry\WishOrder;
use WP_Error;
use WP_Post;

/**
 * Reads and changes gifts, which the service stores. Only this class, OwnedPieces and GiftPrivacy call the service
 * about gifts. Callers check permissions.
 *
 * This class uses no routes of registries. On these, the service would send a request to this site, while this site
 * waits for the service. The plugin's account is an administrator, so the service returns secret gifts,
 * too. For data that an owner sees, this class therefore requests the owner's view.
 */
final class Purchases {

	/** HTTP statuses of the errors if not enough pieces remain, and if a purchase with this id already exists. */
	public const NOT_ENOUGH = 409;
	public const EXISTS     = 412;

	public function __construct(
		private readonly Client $client,
		private readonly Store $store
	) {}

	/** Returns a copy with another timeout for calls of the service. */
	public function with_timeout( int $seconds ): self {
		return new self( $this->client->with_timeout( $seconds ), $this->store );
	}

	/**
	 * Creates a gift of a guest; null if the registry has no such item. `$id` is a random UUID. Errors have the status
	 * 409 if too few pieces are left, or 412 if the id already has a purchase.
	 *
	 * @param array<string, mixed> $fields Fields of `PurchasePut` in the contract; `wish`, `level` and `secret` if the wish
	 *        was promised before it was on the list.
	 * @param array<string, string> $added Values of the fields of other plugins by name.
	 * @param string|null $way The way into the list (WayIn) of another person who has promised the gift; null for the
	 *        visitor's.
	 */
	public function give(
		WP_Post $registry,
		string $id,
		array $fields,
		array $added = array(),
		?string $way = null
	): array|WP_Error|null {
		// Restrict the gift to this registry. The plugin's account may give any item, but the visitor may have access
		// only to this registry.
		$fields['registry_id'] = $registry->ID;
		$fields               += Surprise::of( $registry )->fields_of_promise();
		$is_visitors           = null === $way;
		$way                 ??= WayIn::of_visitor( $registry );
		$purchase              = $this->after_change(
			$registry->ID,
			$this->client->put_purchase( $id, $fields, array( 'is_new' => true ) )
		);
		if ( is_array( $purchase ) ) {
			/**
			 * Fires when the service confirms a new gift that a guest gives on the site. If the service has stored a gift,
			 * and its answer was lost, only `largesse_gift_unanswered` fires for this gift.
			 *
			 * @param array<string, mixed>  $purchase    The purchase.
			 * @param WP_Post               $registry    The registry.
			 * @param array<string, string> $added       Values of `largesse_give_fields` by name.
			 * @param bool                  $is_visitors Whether the visitor gives it.
			 * @param string                $way         The giver’s ways into the list, as in `largesse_ways_in`.
			 */
			do_action( 'largesse_gift_made', $purchase, $registry, $added, $is_visitors, $way );
		} elseif ( is_wp_error( $purchase ) && ApiError::is_inconclusive( $purchase ) ) {
			/**
			 * Fires instead of `largesse_gift_made` if the service did not answer, or failed. It may have stored the gift:
			 * callbacks must check later. If it has not, the next press of the button gives the gift with the same id.
			 *
			 * @param array<string, mixed>  $purchase    `id` of the purchase, and the guest's fields.
			 * @param WP_Post               $registry    The registry.
			 * @param array<string, string> $added       Values of `largesse_give_fields` by name.
			 * @param bool                  $is_visitors Whether the visitor gives it.
			 * @param string                $way         The giver’s ways into the list, as in `largesse_ways_in`.
			 */
			do_action( 'largesse_gift_unanswered', array( 'id' => $id ) + $fields, $registry, $added, $is_visitors, $way );
		}
		return $purchase;
	}

	/**
	 * Returns a purchase, no matter who gives it; null if there is none. Only for checks such as those of OwnGift, and for
	 * mails to its giver.
	 */
	public function get( string $id ): array|WP_Error|null {
		return ApiError::data_or_error( $this->client->get_purchase( $id ) );
	}

	/** Changes fields of a gift, those of `PurchasePatch` in the contract. Null if it no longer exists. */
	public function change( OwnGift $gift, array $fields ): array|WP_Error|null {
		return $this->update( $gift->purchase['registry_id'], $gift->purchase['id'], $fields );
	}

	/** Stores whether owners have thanked for a gift that they see (VisibleGifts). Null if it no longer exists. */
	public function thank( WP_Post $registry, string $id, bool $is_thanked ): array|WP_Error|null {
		return $this->update( $registry->ID, $id, array( 'thanked' => $is_thanked ) );
	}

	/** Reduces the number of pieces that owners have recorded on their list, or deletes the purchase. */
	public function reduce_pieces( WP_Post $registry, array $purchase, int $kept ): array|WP_Error|null {
		if ( ! $purchase['is_owner'] || $registry->ID !== $purchase['registry_id'] ) {
			return null;
		}
		return 0 === $kept
			? $this->delete( $purchase )
			: $this->update( $registry->ID, $purchase['id'], array( 'quantity' => $kept ) );
	}

	/**
	 * Changes fields that the giver types. Null if the gift no longer exists. Sends only fields that differ, so that an
	 * erasure at the same moment stays.
	 */
	public function rewrite( OwnGift $gift, array $fields ): array|WP_Error|null {
		$typed = array_intersect_key( $fields, array_flip( Rules::TYPED_GIFT_FIELDS ) );
		return $this->change( $gift, array_diff_assoc( $typed, $gift->purchase ) );
	}

	/** Assigns a gift without a user to a user; null if it no longer exists, 409 if it belongs to another user. */
	public function assign( OwnGift $gift, int $user_id ): array|WP_Error|null {
		return ApiError::data_or_error(
			$this->client->update_purchase( $gift->purchase['id'], array( 'giver_user_id' => $user_id ) )
		);
	}

	/** Deletes a gift that its giver gives back; succeeds if it no longer exists. */
	public function give_back( OwnGift $gift ): ?WP_Error {
		return $this->delete( $gift->purchase );
	}

	/** @param array<string, mixed> $purchase The purchase, as the service has returned it. */
	private function delete( array $purchase ): ?WP_Error {
		$answer = $this->client->delete_purchase( $purchase['id'] );
		$this->after_gift( $purchase['registry_id'], ! $purchase['is_secret'] );
		if ( is_wp_error( $answer ) ) {
			return $answer;
		}
		/**
		 * Fires when a gift was deleted on the site, for instance because its giver gave it back or a keeper released
		 * it.
		 *
		 * @param string $id          Id of the deleted purchase.
		 * @param int    $registry_id Id of the registry.
		 * @param int    $giver       Id of the giver's account; 0 for none.
		 */
		do_action( 'largesse_gift_given_back', $purchase['id'], $purchase['registry_id'], (int) $purchase['giver_user_id'] );
		return null;
	}

	/** @return true|WP_Error|null Result of the deletion of a guest's gift; null if there is none. */
	public function release( WP_Post $registry, string $id, string $name ): bool|WP_Error|null {
		$purchase = $this->get( $id );
		$registry = is_array( $purchase ) ? self::list_known_here( $purchase, $registry ) : null;
		if ( null === $registry || $purchase['is_owner'] ) {
			return is_wp_error( $purchase ) ? $purchase : null;
		}
		// The deletion also deletes them.
		$way     = PromiseWays::of( $purchase );
		$failure = $this->delete( $purchase );
		if ( null !== $failure ) {
			return $failure;
		}
		/**
		 * Fires when a keeper or an administrator has released a guest's gift.
		 *
		 * @param array<string, mixed> $purchase The deleted purchase.
		 * @param WP_Post              $registry The registry.
		 * @param string               $name     Name of the wish; '' if it is unknown.
		 * @param string               $way      The giver’s ways into the list, as in `largesse_ways_in`.
		 */
		do_action( 'largesse_gift_set_free', $purchase, $registry, $name, $way );
		return true;
	}

	/**
	 * Returns the list through which a gift was made, if the gift is also on a given list; null otherwise. The giver
	 * may know no other list (rules: Appearances). If that list was deleted, a list with the wish takes its place.
	 */
	public static function list_known_here( array $purchase, WP_Post $registry ): ?WP_Post {
		$lists = array( $registry, ...Appearances::of_item( $registry, $purchase['item_id'] ) );
		$is_on = in_array( $purchase['item_id'], WishOrder::of( $registry->ID )->ids, true );
		return array_column( $lists, null, 'ID' )[ $purchase['registry_id'] ]
			?? ( $is_on && null === Registries::with_id( $purchase['registry_id'] ) ? $registry : null );
	}

	/** @return list<array<string, mixed>>|WP_Error A user's gifts on one or all registries, oldest first. */
	public function of_user( int $user_id, ?int $registry_id = null ): array|WP_Error {
		return $this->matching(
			array( 'giver_user_id' => $user_id ) + array_filter( array( 'registry_id' => $registry_id ) )
		);
	}

	/** @return list<array<string, mixed>>|WP_Error All gifts of a giver. */
	public function of_giver( Giver $giver ): array|WP_Error {
		return $this->matching( $giver->selection() );
	}

	/** @return list<array<string, mixed>>|WP_Error All gifts, even secret ones, which owners must not see. */
	public function of_registry( int $registry_id ): array|WP_Error {
		return $this->matching( array( 'registry_id' => $registry_id ) );
	}

	/**
	 * Returns the gifts that a reader sees in a place, as the service decides (rules: Who sees what).
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function seen_in( Place $place ): array|WP_Error {
		return $place->read( Surprise::of( $place->registry )->shows_names(), $this->matching( ... ) );
	}

	/** @return list<array<string, mixed>>|WP_Error The parts of gifts that a reader sees in a place, as the service decides. */
	public static function parts_seen_in( Place $place ): array|WP_Error {
		$read = static function ( array $reader ) use ( $place ): array|WP_Error {
			/**
			 * Filters the parts of gifts that a reader of a list may see. Runs twice if the reader receives some wishes
			 * through other lists.
			 *
			 * @param list<array<string, mixed>>|WP_Error $parts Shares, as the service answers them; an error if it does
			 *        not.
			 * @param WP_Post                             $registry
			 * @param array<string, mixed>                $reader Parameters of `GET /shares` with which the service answers
			 *        for this reader: `registry_id`, `view`, `reader`, and perhaps `is_author` and `receives`.
			 */
			return apply_filters( 'largesse_visible_parts', array(), $place->registry, $reader );
		};
		return $place->read( Surprise::of( $place->registry )->shows_names(), $read );
	}

	/**
	 * Returns all promises of a registry: gifts, and parts of gifts with their `amount`. Contains secret ones, which
	 * owners must not see. Sends the same number of requests with and without promises.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function promises_of( int $registry_id, int $timeout = Client::TIMEOUT_S ): array|WP_Error {
		$gifts = $this->with_timeout( $timeout )->of_registry( $registry_id );
		$parts = is_wp_error( $gifts ) ? $gifts : self::parts_of( $registry_id, $timeout );
		return is_wp_error( $parts ) ? $parts : array( ...$gifts, ...$parts );
	}

	/** @return list<array<string, mixed>>|WP_Error All parts of gifts of a registry, for mails to their givers. */
	public static function parts_of( int $registry_id, int $timeout = Client::TIMEOUT_S ): array|WP_Error {
		/**
		 * Filters the parts of gifts of a registry, also secret ones, which owners must not see.
		 *
		 * @param list<array<string, mixed>>|WP_Error $parts       Parts with the fields of a gift, `amount` and `url` (the
		 *        page on which the giver changes the part); an error if the service does not answer.
		 * @param int                                 $registry_id Id of the registry, which may be deleted.
		 * @param int                                 $timeout     Timeout of a request to the service, in seconds.
		 */
		return apply_filters( 'largesse_promised_parts', array(), $registry_id, $timeout );
	}

	/** @return array<int, array<string, mixed>>|WP_Error Items of purchases by id, without items that were removed. */
	public function items_of( array $purchases ): array|WP_Error {
		$items = array();
		foreach ( $this->client->item_batches( array_column( $purchases, 'item_id' ) ) as $page ) {
			if ( ! is_array( $page ) || ! array_is_list( $page ) ) {
				return is_wp_error( $page ) ? $page : ApiError::not_the_service();
			}
			$items += array_column( $page, null, 'id' );
		}
		return $items;
	}

	/**
	 * Reveals the secret gifts of a registry to its owner. Returns the number of gifts, parts of gifts and ideas that
	 * are revealed now.
	 *
	 * @param bool $is_by_day Whether the day of the reveal is the reason. A reveal by hand also ends the secrecy of lists
	 *                        without a day that a wish has left (rules: Appearances).
	 */
	public function reveal( int $registry_id, bool $is_by_day = false ): int|WP_Error {
		$registry = get_post( $registry_id );
		$surprise = $registry ? Surprise::of( $registry ) : null;
		$shown    = array_filter(
			array(
				'names_since' => $surprise?->names_since(),
				'day_began'   => $is_by_day ? $surprise?->day_began() : null,
			)
		);
		$revealed = self::number_in( $this->client->reveal_purchases( $registry_id, $shown ), 'revealed' );
		if ( ! is_wp_error( $revealed ) ) {
			if ( $revealed > 0 ) {
				$this->store->items->report_change( $registry_id );
			}
			/**
			 * Fires when the secret gifts of a registry are revealed, automatically or manually. May fire several times
			 * for one registry.
			 *
			 * @param int $registry_id Id of the registry.
			 * @param int $revealed    Number of gifts, parts of gifts and ideas that are revealed now.
			 */
			do_action( 'largesse_gift_revealed', $registry_id, $revealed );
		}
		return $revealed;
	}

	/**
	 * Erases givers and their messages; the quantities remain, so that no gift is bought twice. `$whose` has one of
	 * giver_email, giver_user_id and registry_id. Optional keys are `before` (date or time), and `only` with the value
	 * 'addresses'. Returns the number of purchases with erased data.
	 */
	public function erase( array $whose ): int|WP_Error {
		return self::number_in( $this->client->erase_purchases( $whose ), 'erased' );
	}

	/** Checks whether the address of the service is set. */
	public function has_service(): bool {
		return $this->client->is_configured();
	}

	/** Checks for a gift without account. Other gifts stay with their user. */
	public static function is_free( array $purchase ): bool {
		return null === $purchase['giver_user_id'] && true !== $purchase['is_owner'];
	}

	/** Returns a gift's plain name: of the wish now, or of a removed wish as it was when it was given. */
	public static function name( array $purchase, ?array $item ): string {
		$name = (string) (
			$item['name']
			?? $purchase['item_name']
			?? Changes::removed_name( $purchase['registry_id'], $purchase['item_id'] )
		);
		return '' === $name ? __( 'A wish that is no longer on the list', 'largesse' ) : $name;
	}

	/** Returns the name and the price that a wish had when it was given. */
	public static function promised( array $purchase ): string {
		$facts = array( (string) ( $purchase['item_name'] ?? '' ), ChangeNote::price( $purchase ) );
		return implode( ', ', array_filter( $facts, 'strlen' ) );
	}

	/**
	 * Returns all purchases that match all given filters of `GET /purchases`, at least one. Without `view`, the result
	 * includes secret purchases, which owners must not see.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function matching( array $query ): array|WP_Error {
		return Client::all_pages( $this->client->list_purchases( ... ), $query, Rules::MAX_ITEMS_LISTED );
	}

	/**
	 * Returns the parts of gifts that match all filters, even secret ones. The service takes one filter of shares. For a
	 * registry, it also answers those that guests promised through other lists of a wish.
	 *
	 * @param array{registry_id?: int, giver_user_id?: int, giver_email?: string} $filters At least one.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function parts_matching( array $filters ): array|WP_Error {
		$found   = Client::all_pages( $this->client->list_shares( ... ), array_slice( $filters, 0, 1 ), Rules::MAX_SHARES );
		$matches = static fn ( array $share ): bool => array() === array_udiff_assoc(
			$filters,
			$share,
			static fn ( mixed $one, mixed $other ): int => strcasecmp( (string) $one, (string) $other )
		);
		return is_wp_error( $found ) ? $found : array_values( array_filter( $found, $matches ) );
	}

	/** Returns the purchase in a response, after reporting it. */
	private function after_change( int $registry_id, mixed $answer, bool $is_number = true ): array|WP_Error|null {
		$purchase = ApiError::data_or_error( $answer );
		// Even after an error, because the quantities that givers see may be outdated.
		$this->after_gift( $registry_id, $is_number && is_array( $purchase ) && ! $purchase['is_secret'] );
		return $purchase;
	}

	/** Reports a gift, but no change if the public page does not count it (rules: Surprise). */
	public function after_gift( int $registry_id, bool $is_shown ): void {
		if ( $is_shown ) {
			$this->store->items->report_change( $registry_id );
		} else {
			$this->store->items->forget();
		}
	}

	/** Returns a number in a response. */
	private static function number_in( mixed $answer, string $key ): int|WP_Error {
		return is_wp_error( $answer )
			? $answer
			: ( is_int( $answer[ $key ] ?? null ) ? $answer[ $key ] : ApiError::not_the_service() );
	}

	private function update( int $registry_id, string $id, array $fields ): array|WP_Error|null {
		return $this->changed( $registry_id, $this->client->update_purchase( $id, $fields ), isset( $fields['quantity'] ) );
	}

	private function changed( int $registry_id, mixed $answer, bool $is_number ): array|WP_Error|null {
		$purchase = $this->after_change( $registry_id, $answer, $is_number );
		if ( is_array( $purchase ) ) {
			/**
			 * Fires when the state of a gift, a field that its giver types, or the thanks were changed on the site.
			 *
			 * @param array<string, mixed> $purchase    The purchase.
			 * @param int                  $registry_id Id of the registry.
			 */
			do_action( 'largesse_gift_changed', $purchase, $registry_id );
		}
		return $purchase;
	}
}
