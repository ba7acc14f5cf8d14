<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\TypedWish;
use Largesse\Registries\Registry\Wish;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Moves wishes between the list and the folders of a registry. If a wish is in a folder, its item in the service is
 * inactive. Lists contain only active items, so code that reads lists can ignore folders.
 */
final class WishMover {

	/** Event of the cron that shows due wishes. */
	public const HOOK = 'largesse_show_hidden';

	/** Seconds after which a run of the cron shows no further wishes. */
	private const RUN_S = 20;

	public function __construct( private readonly Store $store ) {}

	/**
	 * Moves a wish from the list to a folder. Stores the wish in the folder before the service removes the item. So a
	 * failure cannot lose the wish. If a failure leaves the wish in both places, it is shown only on the list.
	 */
	public function take_off_list( int $registry_id, int $item_id, string $id, string $folder ): ?WP_Error {
		if ( UnlistedWishes::of( $registry_id )->knows( $id ) ) {
			// The same form was sent again.
			return null;
		}
		$items = $this->store->items->all( $registry_id );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$item = array_column( $items, null, 'id' )[ $item_id ] ?? null;
		if ( null === $item ) {
			return self::gone();
		}
		$fields = array(
			'url' => Wish::visible_address( $item ),
		) + array_intersect_key( $item, array_flip( Rules::WISH_FIELDS ) );
		$wish   = new UnlistedWish( $id, $folder, $fields, $item_id );
		$stored = self::add( $registry_id, $wish );
		if ( null !== $stored ) {
			return $stored;
		}
		$place = $this->store->items->remove( $registry_id, $item_id );
		if ( is_array( $place ) ) {
			return UnlistedWishes::change(
				$registry_id,
				static fn ( UnlistedWishes $now ): UnlistedWishes => null === $now->find( $id )
					? $now
					: $now->with( $wish->with( place: $place ) )
			);
		}
		if ( null === $place || ! ApiError::is_inconclusive( $place ) || $this->is_listed( $registry_id, $item_id ) ) {
			UnlistedWishes::change( $registry_id, static fn ( UnlistedWishes $now ): UnlistedWishes => $now->without_id( $id ) );
		}
		return $place ?? self::gone();
	}

	/** Moves a wish from its folder to the list. Does nothing if another request has moved or deleted the wish. */
	public function put_on_list( int $registry_id, string $id ): ?WP_Error {
		$registry = get_post( $registry_id );
		$wish     = UnlistedWishes::of( $registry_id )->find( $id );
		if ( null === $wish || ! $registry instanceof WP_Post ) {
			return null;
		}
		$fields = Wish::with_address( array_filter( $wish->fields, static fn ( mixed $value ): bool => null !== $value ) );
		$place  = $wish->place;
		$edited = array( 'url' => $fields['url'] ) + array_intersect_key( $wish->fields, TypedWish::INPUTS );
		// If the answer is lost, the same key finds the item that was created.
		$item = null === $wish->item
			? $this->store->items->add( $registry_id, $fields, key: "{$id}-{$wish->version}" )
			: $this->store->items->restore(
				$registry_id,
				$wish->item,
				$place['before'] ?? null,
				$place['heading'] ?? '',
				$place['is_most_wanted'] ?? false,
				$edited
			);
		if ( is_wp_error( $item ) ) {
			return $item;
		}
		if ( null === $item ) {
			// The service has lost the item, so the next attempt creates another item.
			UnlistedWishes::change(
				$registry_id,
				static fn ( UnlistedWishes $now ): UnlistedWishes => null === $now->find( $id )
					? $now
					: $now->with( $wish->with( item: null ) )
			);
			return ApiError::not_the_service();
		}
		return UnlistedWishes::change(
			$registry_id,
			static fn ( UnlistedWishes $now ): UnlistedWishes => $now->without_id( $id )
		);
	}

	/** Shows hidden wishes in the first hour of their day in the site's time zone; if the service fails, an hour later. */
	public function show_due(): void {
		$today = (string) wp_date( 'Y-m-d' );
		$due   = Records::due_registries( UnlistedWishes::KIND, UnlistedWishes::time_of( $today ) );
		// Otherwise wishes that cannot be shown could block all others.
		shuffle( $due );
		$end = time() + self::RUN_S;
		foreach ( $due as $registry_id ) {
			$is_meant = time() < $end && 'trash' !== get_post_status( $registry_id );
			foreach ( ! $is_meant ? array() : UnlistedWishes::of( $registry_id )->all as $wish ) {
				if ( time() < $end && $wish->is_due( $today ) ) {
					$this->put_on_list( $registry_id, $wish->id );
				}
			}
		}
	}

	/** Removes a wish from its folder when it is on the list again. */
	public static function forget_listed( int $registry_id, int $item_id ): void {
		if ( in_array( $item_id, array_column( UnlistedWishes::of( $registry_id )->all, 'item' ), true ) ) {
			UnlistedWishes::change(
				$registry_id,
				static fn ( UnlistedWishes $now ): UnlistedWishes => $now->without_items( array( $item_id ) )
			);
		}
	}

	/** Adds a wish to a folder, unless a folder contains or has contained a wish with the same id. */
	public static function add( int $registry_id, UnlistedWish $wish ): ?WP_Error {
		return UnlistedWishes::change(
			$registry_id,
			static fn ( UnlistedWishes $now ): UnlistedWishes|WP_Error => match ( true ) {
				$now->knows( $wish->id ) => $now,
				/* translators: %s: a number. */
				$now->is_full() => new WP_Error( 'largesse_full', sprintf( __( 'Nothing was saved: there is room for %s hidden and received wishes. Please delete some.', 'largesse' ), Number::text( Rules::MAX_UNLISTED_WISHES ) ), array( 'status' => 422 ) ),
				// An older entry of the same item is from an attempt whose answer was lost. The new entry replaces it.
				default         => ( null === $wish->item ? $now : $now->without_items( array( $wish->item ) ) )->with( $wish ),
			}
		);
	}

	private static function gone(): WP_Error {
		return new WP_Error(
			'largesse_gone',
			__( 'Nothing was changed: this wish is no longer on the list.', 'largesse' ),
			array( 'status' => 409 )
		);
	}

	/** Checks whether a list contains an item. False if the service does not answer. */
	private function is_listed( int $registry_id, int $item_id ): bool {
		$items = $this->store->items->all( $registry_id );
		return is_array( $items ) && in_array( $item_id, array_column( $items, 'id' ), true );
	}
}
