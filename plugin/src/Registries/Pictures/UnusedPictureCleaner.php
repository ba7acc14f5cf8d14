<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Largesse\PersonalData;
use Largesse\Registries\Registry\ActiveItems;
use Largesse\Registries\Registry\Cover;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Foundation\Service\Client;
use WP_Post;

/**
 * Deletes unused pictures once a day (rules: Pictures): uploads that no wish and no cover shows, old copies of shops'
 * pictures, and copies above the limits. Checks all wishes of the site before it deletes uploads, because a copied wish
 * still shows the picture of the original wish.
 */
final class UnusedPictureCleaner {

	public const HOOK = 'largesse_unused_pictures';

	/** Option that stores when a run first found each unused picture. */
	public const UNSHOWN = 'largesse_unshown_pictures';

	/** Seconds for which a new unused picture is kept, because its owner may still be writing the wish. */
	private const KEPT_SECONDS = DAY_IN_SECONDS;

	/** Seconds after which an unused picture is deleted: less than a day, so that the next daily run deletes it. */
	private const UNDO_SECONDS = 20 * HOUR_IN_SECONDS;

	/** Seconds between the deletion of a registry and the run that follows. */
	private const AFTER_DELETION = 60;

	/** Limits of the copies of shops' pictures: number, bytes of all copies together, and lifetime in seconds. */
	private const MOST_COPIES  = 20_000;
	private const MOST_BYTES   = 500 * MB_IN_BYTES;
	private const COPY_SECONDS = 60 * DAY_IN_SECONDS;

	public function __construct(
		private readonly Client $client,
		private readonly PictureAddresses $addresses
	) {}

	/**
	 * Schedules a run soon after a registry was deleted. The site first needs some time to retire its wishes. Records the
	 * registry's pictures, so that the run deletes them without a delay unless a wish of another registry shows them.
	 */
	public static function schedule_after_deletion( mixed $id, mixed $post ): void {
		$pictures = $post instanceof WP_Post && RegistryPostType::is( $post )
			? array_map( self::name( ... ), Folder::pictures( (int) $id ) )
			: array();
		if ( $pictures ) {
			update_option(
				self::UNSHOWN,
				array_fill_keys( $pictures, 0 ) + (array) get_option( self::UNSHOWN, array() ),
				false
			);
			wp_schedule_single_event( time() + self::AFTER_DELETION, self::HOOK, array( 'deleted' ) );
		}
	}

	/** Deletes old copies and unused uploads. */
	public function run(): void {
		self::delete_old_copies();
		$this->addresses->update();
		$unseen = $this->old_pictures();
		foreach ( $unseen ? ActiveItems::pages( $this->client ) : array() as $items ) {
			if ( is_wp_error( $items ) ) {
				// The service does not answer, so nobody knows which pictures are shown. The next daily run tries again.
				return;
			}
			$unseen = self::without( $unseen, array_column( $items, 'image_url' ) );
			if ( ! $unseen ) {
				break;
			}
		}
		/**
		 * Filters the addresses of pictures that the site must keep even if no wish on a list shows them now.
		 *
		 * @param list<string> $addresses Addresses of pictures.
		 */
		$kept = (array) apply_filters(
			'largesse_kept_pictures',
			array_merge(
				...array_map(
					static fn ( PersonalData $data ): array => $data->pictures(),
					array_values( PersonalData::of_modules() )
				)
			)
		);
		self::delete( self::unused_for_a_day( self::without( $unseen, array( ...self::covers(), ...$kept ) ) ) );
	}

	/** @return list<string> Old uploads, and recorded ones, as "folder/name". */
	private function old_pictures(): array {
		$known = (array) get_option( self::UNSHOWN, array() );
		$old   = array();
		foreach ( Folder::all_uploads() as $folder ) {
			foreach ( Folder::files( $folder ) as $path ) {
				$name = self::name( $path );
				if ( isset( $known[ $name ] ) || (int) filemtime( $path ) < time() - self::KEPT_SECONDS ) {
					$old[] = $name;
				}
			}
			Folder::remove_if_empty( $folder );
		}
		return $old;
	}

	/** Returns "folder/name" of the path of an upload. */
	private static function name( string $path ): string {
		return basename( dirname( $path ) ) . '/' . basename( $path );
	}

	/** @return list<string> The pictures that are not at the addresses. */
	private static function without( array $pictures, array $addresses ): array {
		return array_values(
			array_diff(
				$pictures,
				array_map( static fn ( mixed $address ) => Cover::name_in( (string) $address ), $addresses )
			)
		);
	}

	/**
	 * Records the unused pictures. Returns only pictures that have been unused for at least UNDO_SECONDS, so that an
	 * owner has time to restore a removed wish. The pictures of a deleted registry are recorded without this delay.
	 */
	private static function unused_for_a_day( array $unshown ): array {
		$known = get_option( self::UNSHOWN, array() );
		$since = array_intersect_key( $known, array_flip( $unshown ) ) + array_fill_keys( $unshown, time() );
		$long  = array_filter( $since, static fn ( int $time ): bool => $time <= time() - self::UNDO_SECONDS );
		update_option( self::UNSHOWN, array_diff_key( $since, $long ), false );
		return array_keys( $long );
	}

	/** @return list<string> Addresses of all registries' covers. */
	private static function covers(): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Once a day; WordPress has no function that lists the values of a key.
		return $wpdb->get_col( $wpdb->prepare( "SELECT meta_value FROM {$wpdb->postmeta} WHERE meta_key = %s AND meta_value <> ''", RegistryMeta::COVER ) );
	}

	private static function delete( array $pictures ): void {
		foreach ( $pictures as $picture ) {
			$path = Cover::folder_path() . "/{$picture}";
			wp_delete_file( $path );
			Folder::remove_if_empty( dirname( $path ) );
		}
	}

	/** Deletes copies if they are disabled, too old, of a deleted registry, or the oldest ones above the limits. */
	public static function delete_old_copies(): void {
		$kept = array();
		foreach ( Folder::with_thumbnails() as $id ) {
			$is_wanted = Thumbnails::are_on() && RegistryPostType::is( get_post( $id ) );
			foreach ( Folder::files( Folder::of_thumbnails( $id ) ) as $path ) {
				$made = (int) filemtime( $path );
				if ( $is_wanted && $made > time() - self::COPY_SECONDS ) {
					$kept[ $path ] = $made;
				} else {
					wp_delete_file( $path );
				}
			}
			Folder::remove_if_empty( Folder::of_thumbnails( $id ) );
		}
		arsort( $kept );
		$bytes = 0;
		$files = 0;
		foreach ( array_keys( $kept ) as $path ) {
			$bytes += (int) filesize( $path );
			++$files;
			if ( $files > self::MOST_COPIES || $bytes > self::MOST_BYTES ) {
				wp_delete_file( $path );
			}
		}
	}
}
