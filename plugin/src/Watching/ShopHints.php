<?php
declare( strict_types=1 );

namespace Largesse\Watching;

use Largesse\Format\Price;
use Largesse\Registry\EventDate;
use Largesse\Registry\ProcessLock;
use WP_Error;

/**
 * Stores the watch's findings about the shops of a registry's wishes, and creates hints for the owners (rules: The
 * watch). Hints do not change wishes.
 *
 * @phpstan-type Seen array{of: string, due: int, state?: string, price?: float, day?: string, is_dismissed?: bool}
 */
final class ShopHints {

	/**
	 * Private meta of a registry: Unix time in seconds when the shops of the wishes are checked next. Missing if the
	 * owner wants no checks.
	 */
	public const WATCHED = '_largesse_watched';

	/** Private meta of a registry: findings by the id of the wish. Unchecked wishes are missing. */
	public const META = '_largesse_shops';

	/** Checks whether the site regularly checks the shops of a registry's wishes. */
	public static function is_watched( int $registry_id ): bool {
		return '' !== (string) get_post_meta( $registry_id, self::WATCHED, true );
	}

	/**
	 * Returns the findings about a registry's wishes.
	 *
	 * @return array<int, Seen>
	 */
	public static function all( int $registry_id ): array {
		$all = get_post_meta( $registry_id, self::META, true );
		return is_array( $all ) ? $all : array();
	}

	/**
	 * Returns the hint for a wish; an empty text if there is none.
	 *
	 * @param array<string, mixed>  $item The wish from the service.
	 * @param array<string, mixed>|null $seen Finding about the wish, if any.
	 */
	public static function text( array $item, ?array $seen ): string {
		if ( null === $seen || ! ShopFinding::is_shown( $item, $seen ) ) {
			return '';
		}
		$day = EventDate::day( (string) ( $seen['day'] ?? '' ) );
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

	/**
	 * Stores findings, unless the owner has disabled the watch in the meantime.
	 *
	 * @param array<int, Seen> $seen  New findings, by the id of the wish.
	 * @param list<int>        $items Ids of all wishes; findings about other wishes are deleted.
	 * @param int              $due   Time of the registry's next check (Unix, in seconds).
	 */
	public static function store( int $registry_id, array $seen, array $items, int $due ): void {
		self::change(
			$registry_id,
			static function ( array $all ) use ( $registry_id, $seen, $items, $due ): array {
				update_post_meta( $registry_id, self::WATCHED, (string) $due );
				foreach ( $seen as $id => $one ) {
					// Keep an unchanged finding, because an owner may have dismissed its hint during the check.
					$is_same    = isset( $one['state'], $all[ $id ]['state'] ) && array_diff_key( $one, array( 'due' => 0 ) ) === array_diff_key( $all[ $id ], array_flip( array( 'due', 'is_dismissed' ) ) );
					$all[ $id ] = $is_same ? array( 'due' => $one['due'] ) + $all[ $id ] : $one;
				}
				return array_intersect_key( $all, array_flip( $items ) );
			}
		);
	}

	/**
	 * Dismisses the hint for a wish.
	 *
	 * @return true|WP_Error
	 */
	public static function dismiss( int $registry_id, int $item_id ): bool|WP_Error {
		return self::change(
			$registry_id,
			static function ( array $all ) use ( $item_id ): array {
				if ( isset( $all[ $item_id ]['state'] ) ) {
					$all[ $item_id ]['is_dismissed'] = true;
				}
				return $all;
			}
		);
	}

	/**
	 * Enables or disables the watch for a registry; disabling deletes its findings.
	 *
	 * @return true|WP_Error
	 */
	public static function watch( int $registry_id, bool $is_watched ): bool|WP_Error {
		return ProcessLock::run(
			self::lock( $registry_id ),
			static function () use ( $registry_id, $is_watched ): bool {
				if ( $is_watched ) {
					// The checks are due at once, unless the time of the next check is already stored.
					add_post_meta( $registry_id, self::WATCHED, '0', true );
				} else {
					delete_post_meta( $registry_id, self::WATCHED );
					delete_post_meta( $registry_id, self::META );
				}
				return true;
			}
		);
	}

	/**
	 * Changes the findings of a watched registry.
	 *
	 * @param callable(array<int, Seen>): array<int, Seen> $work Returns the new findings.
	 * @return true|WP_Error
	 */
	private static function change( int $registry_id, callable $work ): bool|WP_Error {
		return ProcessLock::run(
			self::lock( $registry_id ),
			static function () use ( $registry_id, $work ): bool {
				wp_cache_delete( $registry_id, 'post_meta' );
				if ( self::is_watched( $registry_id ) ) {
					update_post_meta( $registry_id, self::META, $work( self::all( $registry_id ) ) );
				}
				return true;
			}
		);
	}

	private static function lock( int $registry_id ): string {
		return "shops_{$registry_id}";
	}
}
