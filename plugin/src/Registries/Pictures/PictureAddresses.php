<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\SiteName;
use Largesse\Registries\Registry\ActiveItems;
use Largesse\Registries\Registry\Cover;
use Largesse\Registries\Registry\Store;

/**
 * Writes the present addresses of uploaded pictures to the items after the site has moved, and replaces addresses of
 * earlier versions, which name a registry (rules: Pictures). Pages show a picture at its present address at once, but
 * other programs read the items. Files of earlier versions stay until UnusedPictureCleaner finds that nothing has shown
 * them for a day.
 */
final class PictureAddresses {

	/** Option with a hash of the address of the uploads that the wishes have. Tools that move a site do not find it. */
	public const OPTION = 'largesse_pictures_at';

	/** Maximum number of wishes that a run changes, because each change causes an event and empties caches. */
	private const MOST = 200;

	public function __construct(
		private readonly Client $client,
		private readonly Store $store
	) {}

	/** Schedules a run if the site has just been moved. */
	public static function schedule(): void {
		wp_schedule_single_event( time(), UnusedPictureCleaner::HOOK, array( 'moved' ) );
	}

	/** Changes some wishes. Later runs change the others, and wishes that are being edited now. */
	public function update(): void {
		$folder = Cover::folder_address();
		$now    = md5( $folder );
		// The host may come from the request, and then be missing in the cron.
		$is_known = '' !== SiteName::of( $folder );
		$left     = $is_known && ( get_option( self::OPTION ) !== $now || self::have_earlier() ) ? self::MOST : 0;
		if ( 0 === $left ) {
			return;
		}
		$is_whole = true;
		foreach ( ActiveItems::pages( $this->client ) as $items ) {
			if ( is_wp_error( $items ) ) {
				return;
			}
			foreach ( $items as $item ) {
				$path = self::path( (string) ( $item['image_url'] ?? '' ) );
				if ( '' !== $path && 0 === $left-- ) {
					return;
				}
				$is_whole = ( '' === $path || $this->update_address( $item, $path ) ) && $is_whole;
			}
		}
		if ( $is_whole ) {
			update_option( self::OPTION, $now, false );
		}
	}

	/** Checks whether there are uploads of earlier versions. */
	private static function have_earlier(): bool {
		return array() !== array_filter(
			Folder::all_uploads(),
			static fn ( string $folder ): bool => Folder::of_uploads() !== $folder && array() !== Folder::files( $folder )
		);
	}

	/** Returns the path of an upload that gets another address; '' for all other pictures. */
	private static function path( string $address ): string {
		$upload = Cover::at( $address );
		$is_due = null !== $upload
			&& ( self::is_earlier( $upload->file ) || self::is_former( $address, $upload->url ) );
		return $is_due ? $upload->file : '';
	}

	/**
	 * Checks whether an address opens the site at a former place, or without https. If a site can be reached in several
	 * ways, its address may differ from request to request, so `www.` and less security change nothing.
	 */
	private static function is_former( string $address, string $present ): bool {
		$is_insecure = str_starts_with( $address, 'http:' ) && str_starts_with( $present, 'https:' );
		return $is_insecure || SiteName::of( $address ) !== SiteName::of( $present );
	}

	/** Checks whether an earlier version has stored an upload, in the folder of a registry. */
	private static function is_earlier( string $path ): bool {
		return Folder::of_uploads() !== dirname( $path );
	}

	/**
	 * Changes the address of an upload, and copies it if the address would name a registry.
	 *
	 * @param array<string, mixed> $item An active item, as it was read.
	 * @return bool Whether the item has the address now.
	 */
	private function update_address( array $item, string $path ): bool {
		$is_copied = self::is_earlier( $path );
		$ending    = pathinfo( $path, PATHINFO_EXTENSION );
		$target    = $is_copied ? Folder::new_upload( $item['registry_id'] ) . ".{$ending}" : $path;
		if ( $is_copied && ! ( Cover::create_folder( Folder::of_uploads() ) && copy( $path, $target ) ) ) {
			return false;
		}
		$answer = $this->client->update_item(
			$item['id'],
			array( 'image_url' => Folder::address( $target ) ),
			array( 'updated_at' => $item['updated_at'] )
		);
		if ( is_array( $answer ) ) {
			$this->store->items->report_change( $item['registry_id'] );
		} elseif ( $is_copied ) {
			wp_delete_file( $target );
		}
		return is_array( $answer );
	}
}
