<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Registry\ProcessLock;
use Largesse\Registry\RegistryPostType;

/**
 * Stores which removed wishes have been reported to their givers. The site notices a removal in up to three ways: its
 * own change, an event in the service's log, and a repair of the list. Only the first report of a removal causes mails.
 * Wishes without gifts have entries, too, so the entries reveal nothing.
 */
final class ReportedRemovals {

	/** Meta key of a JSON object with the time of each report (milliseconds since 1970), by item id. */
	public const META = '_largesse_reported_removals';

	/** Maximum number of entries per registry. The oldest entries are dropped. */
	private const MOST = 1000;

	/** Checks whether the removal of a wish was reported, and the wish was not restored afterwards. */
	public static function has( int $registry_id, int $item_id ): bool {
		return isset( self::all( $registry_id )[ $item_id ] );
	}

	/**
	 * Records reported removals.
	 *
	 * @param list<int> $items Ids of the removed items.
	 * @param int       $time  Any time after the removal, in milliseconds since 1970.
	 */
	public static function add( int $registry_id, array $items, int $time ): void {
		self::change( $registry_id, static fn ( array $all ): array => array_slice( array_fill_keys( $items, $time ) + $all, 0, self::MOST, true ) );
	}

	/** Deletes the entry of a wish that was restored just now. */
	public static function forget( int $registry_id, int $item_id ): void {
		self::forget_before( $registry_id, $item_id, PHP_INT_MAX );
	}

	/**
	 * Deletes the entry of a restored wish. Keeps an entry that is newer than the restoration, because the wish was
	 * removed again afterwards.
	 *
	 * @param int $time Time of the restoration, in milliseconds since 1970.
	 */
	public static function forget_before( int $registry_id, int $item_id, int $time ): void {
		if ( ( self::all( $registry_id )[ $item_id ] ?? PHP_INT_MAX ) < $time ) {
			self::change( $registry_id, static fn ( array $all ): array => array_diff_key( $all, array( $item_id => 0 ) ) );
		}
	}

	/**
	 * Changes the entries of a registry. A lock prevents simultaneous changes.
	 *
	 * @param callable(array<int, int>): array<int, int> $change Returns the new entries.
	 */
	private static function change( int $registry_id, callable $change ): void {
		if ( ! RegistryPostType::is( get_post( $registry_id ) ) ) {
			return;
		}
		ProcessLock::run(
			"reported_removals_{$registry_id}",
			static function () use ( $registry_id, $change ): void {
				wp_cache_delete( $registry_id, 'post_meta' );
				update_post_meta( $registry_id, self::META, (string) wp_json_encode( (object) $change( self::all( $registry_id ) ) ) );
			}
		);
	}

	/**
	 * Returns the times of the reported removals by item id, newest first.
	 *
	 * @return array<int, int>
	 */
	private static function all( int $registry_id ): array {
		$all = json_decode( (string) get_post_meta( $registry_id, self::META, true ), true );
		return is_array( $all ) ? $all : array();
	}
}
