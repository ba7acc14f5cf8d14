<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Closure;
use Largesse\FeatureFields;
use Largesse\Format\Price;
use Largesse\Http\Schema;
use Largesse\Records\Record;
use Largesse\Records\Records;
use Largesse\Registry\Occasion;
use Largesse\Registry\Roles;
use WP_Error;
use WP_Post;

/**
 * Stores the watch's findings about the shops of a registry's wishes, and shows the state of the watch and its hints
 * (rules: The watch). Only owners get hints. Hints do not change wishes.
 *
 * @phpstan-import-type Seen from ShopFinding
 */
final class ShopHints extends FeatureFields {

	/**
	 * Kind of the record of a watched registry: findings by the id of the wish. Unchecked wishes are missing. The time of
	 * the record is the time when the shops are checked next.
	 */
	public const KIND = 'shop_watch';

	/** Checks whether the site regularly checks the shops of a registry's wishes. */
	private static function is_watched( int $registry_id ): bool {
		return Records::read( self::KIND, $registry_id )->is_stored();
	}

	/** @return array<int, Seen> Findings about a registry's wishes. */
	public static function all( int $registry_id ): array {
		return Records::read( self::KIND, $registry_id )->data;
	}

	/** Returns the hint; '' if there is none. */
	private static function text( array $item, ?array $seen ): string {
		if ( null === $seen || ! ShopFinding::is_shown( $item, $seen ) ) {
			return '';
		}
		$day = Occasion::day( (string) ( $seen['day'] ?? '' ) );
		return match ( $seen['state'] ) {
			/* translators: %s: a date. */
			ShopFinding::GONE     => sprintf( __( 'The shop no longer sells it (noticed on %s).', 'largesse' ), $day ),
			/* translators: %s: a date. */
			ShopFinding::SOLD_OUT => sprintf( __( 'Sold out at the shop (noticed on %s).', 'largesse' ), $day ),
			/* translators: 1: a price, 2: the lower price that stands in the wish, 3: a date. */
			ShopFinding::DEARER   => sprintf( __( 'More expensive at the shop: %1$s instead of %2$s (noticed on %3$s).', 'largesse' ), Price::amount( (float) ( $seen['price'] ?? 0 ), $item ), Price::of( $item ), $day ),
			default                => '',
		};
	}

	/** Stores the finding of a check, unless the owner has disabled the watch in the meantime. A null answer is none. */
	public static function store( int $registry_id, array $item, ?array $answer ): void {
		$next = static fn ( ?array $old ): array => ShopFinding::next( $item, $old, $answer, Price::currency(), (string) wp_date( 'Y-m-d' ), time() + WEEK_IN_SECONDS );
		self::change( $registry_id, static fn ( Record $now ): Record => $now->with( data: array( $item['id'] => $next( $now->data[ $item['id'] ] ?? null ) ) + $now->data ) );
	}

	/** Stores when the shops are checked next (Unix, in seconds). Forgets findings about all other wishes. */
	public static function schedule( int $registry_id, array $ids, int $due ): void {
		self::change( $registry_id, static fn ( Record $now ): Record => $now->with( data: array_intersect_key( $now->data, array_flip( $ids ) ), time: $due ) );
	}

	/** Dismisses the hint for a wish. */
	public static function dismiss( int $registry_id, int $item_id ): Record|WP_Error {
		$dismissed = array( $item_id => array( 'is_dismissed' => true ) );
		return self::change( $registry_id, static fn ( Record $now ): Record => isset( $now->data[ $item_id ]['state'] ) ? $now->with( data: array_replace_recursive( $now->data, $dismissed ) ) : $now );
	}

	/** Enables or disables the watch for a registry; disabling deletes its findings. */
	public static function watch( int $registry_id, bool $is_watched ): Record|WP_Error {
		$change = static fn ( Record $now ): ?Record => match ( true ) {
			! $is_watched      => null,
			$now->is_stored()  => $now,
			default            => $now->with( time: time(), registry: $registry_id ),
		};
		return Records::change( self::KIND, $registry_id, $change );
	}

	private static function change( int $registry_id, Closure $change ): Record|WP_Error {
		return Records::change( self::KIND, $registry_id, static fn ( Record $now ): Record => $now->is_stored() ? $change( $now ) : $now );
	}

	public static function schema(): array {
		return array( 'shop_watch?' => Schema::text( 'Whether the site watches the shops of the wishes; empty if the caller cannot change this setting.', array( 'on', 'off', '' ) ) );
	}

	public static function wish_schema(): array {
		return array( 'shop_hint?' => Schema::text( 'Hint about the shop of the wish, for owners.' ) );
	}

	/** Returns whether the site watches the shops. The value is '' if the user cannot start or stop the watch. */
	public static function details( WP_Post $registry ): array {
		return array( 'shop_watch' => self::can_watch( $registry ) ? ( self::is_watched( $registry->ID ) ? 'on' : 'off' ) : '' );
	}

	/** Adds the hints to wishes. */
	public static function add_to_wishes( array $wishes, WP_Post $registry, array $items ): array {
		$is_told = self::can_watch( $registry ) && self::is_watched( $registry->ID ) && Roles::of( $registry )->is_owner();
		$hints   = $is_told ? self::all( $registry->ID ) : array();
		$hint_of = static fn ( array $wish, array $item ) => $wish['quantity_had'] >= $wish['quantity_needed'] ? '' : self::text( $item, $hints[ $item['id'] ] ?? null );
		// Owners who have all pieces of a wish need no hint.
		return array_map( static fn ( array $wish, array $item ) => $wish + array( 'shop_hint' => $hint_of( $wish, $item ) ), $wishes, $items );
	}

	private static function can_watch( WP_Post $registry ): bool {
		return current_user_can( 'edit_post', $registry->ID );
	}
}
