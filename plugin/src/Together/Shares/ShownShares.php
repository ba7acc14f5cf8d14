<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\FeatureFields;
use Largesse\Promises\Giving\ChangeNote;
use Largesse\Promises\Giving\Giver;
use Largesse\Promises\Giving\GiverPromises;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Place;
use Largesse\Registries\Registry\Registries;
use WP_Error;
use WP_Post;
use WP_User;

/** Shows shares outside of their pages, as far as the surprise allows (rules: Shares on the site, Surprise). */
final class ShownShares extends FeatureFields {

	/** Maximum number of registries whose shares of this browser an account is offered at once. */
	private const MOST = 3;

	public function __construct( private readonly StoredShares $shares ) {}

	/** @return list<array<string, mixed>>|WP_Error With the shares that a reader sees. */
	public function add_visible( array|WP_Error $parts, WP_Post $registry, array $reader ): array|WP_Error {
		$shares = is_wp_error( $parts ) ? $parts : $this->shares->seen_by( $reader );
		return is_wp_error( $shares ) ? $shares : array( ...$parts, ...$shares );
	}

	/** @return list<array<string, mixed>>|WP_Error With a giver's shares (GiverPromises). */
	public function add_of_giver( array|WP_Error $promises, array $giver, int $timeout ): array|WP_Error {
		$shares = is_wp_error( $promises ) ? $promises : $this->shares->of_giver( $giver, $timeout );
		$items  = is_wp_error( $shares ) ? $shares : $this->shares->items_of( $shares, $timeout );
		return is_wp_error( $items ) ? $items : array(
			...$promises,
			...array_map(
				static fn ( array $share ): array => self::promise( $share, $items[ $share['item_id'] ] ?? null ),
				$shares
			),
		);
	}

	/**
	 * Adds the shares that count now, belong to no account, and that a member may have promised: with the member's
	 * confirmed address, or in this browser.
	 *
	 * @param array<string, array<string, mixed>> $promises By id.
	 */
	public function add_unclaimed( array $promises, WP_User $user, int $timeout ): array {
		$giver = Giver::of_confirmed_address( $user );
		$found = null === $giver ? array() : $this->shares->of_giver( $giver->selection(), $timeout );
		$found = is_wp_error( $found ) ? array() : $found;
		$lists = array_filter( array_map( array( Registries::class, 'with_id' ), ShareLink::registries() ) );
		foreach ( array_slice( $lists, 0, self::MOST ) as $registry ) {
			$shares = $this->shares->all( $registry );
			$is_own = static fn ( array $share ): bool => ShareLink::is_own( $registry, $share );
			array_push( $found, ...( is_wp_error( $shares ) ? array() : array_filter( $shares, $is_own ) ) );
		}
		$items = $this->shares->items_of( $found, $timeout );
		foreach ( is_wp_error( $items ) ? array() : $found as $share ) {
			if ( null === $share['giver_user_id'] && strtotime( (string) $share['ends_at'] ) > time() ) {
				// The wish as it is now is only for people who may open its list.
				$is_open = null !== GiverPromises::list_of( $share, array() );
				$promise = self::promise( $share, $is_open ? $items[ $share['item_id'] ] ?? null : null );
				$name    = implode( ' – ', array( $promise['name'], ...$promise['facts'] ) );

				$promises[ $share['id'] ] = compact( 'name' ) + $promise;
			}
		}
		return $promises;
	}

	/**
	 * Adds an unclaimed share to a member's account. It then has no end, unless the member may not open its list: nobody
	 * extends a share there. Returns why it failed, or `$failed` for another promise.
	 */
	public function claim( mixed $failed, array $promise, WP_User $user ): mixed {
		$registry = GiverPromises::PART === $promise['kind'] ? Registries::with_id( $promise['registry_id'] ) : null;
		$share    = null === $registry ? null : $this->shares->find( $registry->ID, $promise['id'] );
		$own      = is_array( $share ) ? OwnShare::of_claimant( $user, $registry, $share ) : null;
		$fields   = array( 'giver_user_id' => $user->ID );
		$fields  += null === GiverPromises::list_of( $promise, $fields ) ? array() : array( 'ends_at' => null );
		$answer   = null === $own ? $share : $this->shares->change( $registry, $own, $fields );
		return is_wp_error( $answer ) ? $answer : $failed;
	}

	/** @return list<array<string, mixed>>|WP_Error With all shares of a registry, with the fields of a gift. */
	public function add_promised( array|WP_Error $parts, int $registry_id, int $timeout ): array|WP_Error {
		$shares = is_wp_error( $parts ) ? $parts : $this->shares->of_registry( $registry_id, $timeout );
		return is_wp_error( $shares ) ? $shares : array( ...$parts, ...array_map( self::as_gift( ... ), $shares ) );
	}

	/** Returns a share with the fields of a gift, and with the address of its page. Nobody marks thanks for it. */
	private static function as_gift( array $share ): array {
		return array(
			'item_name'  => $share['name'],
			'quantity'   => 1,
			'is_owner'   => false,
			'thanked_at' => null,
			'url'        => self::url( $share ),
		) + $share;
	}

	private static function url( array $share ): string {
		return ShareLink::url( $share['registry_id'], $share['id'] );
	}

	/** Returns a share as an entry of `largesse_giver_promises`. The wish is null if it was removed. */
	private static function promise( array $share, ?array $wish ): array {
		return array(
			'kind'        => GiverPromises::PART,
			'id'          => $share['id'],
			'registry_id' => $share['registry_id'],
			'item_id'     => $share['item_id'],
			'item'        => null,
			'name'        => (string) ( $wish['name'] ?? $share['name'] ),
			'promised'    => $share['name'],
			'changed'     => ChangeNote::of( self::as_gift( $share ), $wish ),
			/* translators: %s: a price. */
			'facts'       => array( sprintf( __( 'Your part: %s', 'largesse' ), StoredShares::amount( $share ) ) ),
			'is_bought'   => null,
			'badge'       => __( 'Together', 'largesse' ),
			'url'         => self::url( $share ),
			'given'       => (string) $share['created_at'],
		);
	}

	/**
	 * Adds the visitor's parts to the notes on the cards of wishes. Asks the service only if guests give a wish together.
	 *
	 * @param array<int, array<string, string>> $notes By id of the wish: texts by address of a page.
	 * @return array<int, array<string, string>>
	 */
	public function add_own( array $notes, WP_Post $registry, array $items, bool $with_secret ): array {
		if ( ( ! is_user_logged_in() && ! ShareLink::has_any( $registry ) ) || ! Shares::of( array(), $items )->has_any() ) {
			return $notes;
		}
		$list   = OpenedList::of_visitor( $registry );
		$shares = null === $list ? array() : $this->shares->seen_in( $list );
		foreach ( is_wp_error( $shares ) ? array() : $shares as $share ) {
			if ( ShareLink::is_own( $registry, $share ) && ( $with_secret || ! $share['is_secret'] ) ) {
				/* translators: %s: a price. */
				$notes[ $share['item_id'] ][ ShareLink::url( $registry->ID, $share['id'] ) ] = sprintf( __( 'Your part: %s', 'largesse' ), StoredShares::amount( $share ) );
			}
		}
		return $notes;
	}

	/** Adds the wishes that guests can give in parts to the cards and to the form of a gift, by id of the wish. */
	public static function add_parts( array $parts, WP_Post $registry, array $items ): array {
		$shares = Shares::of( array(), $items );
		foreach (
			array_filter( array_column( $items, 'id' ), static fn ( int $id ): bool => $shares->left( $id ) > 0 ) as $id
		) {
			$parts[ $id ] = array(
				'text'     => $shares->promised( $id ) > 0 ? $shares->total( $id ) : '',
				'percent'  => $shares->percent( $id ),
				'is_whole' => $shares->has_whole( $id ),
				'form'     => static fn (): string => SharesPage::form_of(
					$registry,
					ShareForm::fresh( $registry, array( ShareForm::ITEM => (string) $id ) ),
					array(),
					$shares->currency( $id )
				),
			);
		}
		return $parts;
	}

	/** Adds the promised amount to the rows of the owner's list. */
	public static function add_to_wishes( array $wishes, WP_Post $registry, array $items ): array {
		$shares = Shares::of( array(), $items );
		foreach ( $wishes as $number => $wish ) {
			$is_covered = $shares->is_covered( $wish['id'] );
			$is_shared  = $is_covered || ( $shares->left( $wish['id'] ) > 0 && $shares->promised( $wish['id'] ) > 0 );
			$text       = $is_covered ? __( 'Given', 'largesse' ) : $shares->total( $wish['id'] );

			$wishes[ $number ] = ( ! $is_shared ? array() : array(
				'status_text' => $text,
				'shown_text'  => $text,
				'is_complete' => $is_covered,
			) ) + $wish;
		}
		return $wishes;
	}
}
