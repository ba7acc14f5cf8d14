<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Largesse\Foundation\Service\Client;
use Largesse\Registries\Registry\ActiveItems;
use Largesse\Registries\Registry\Cover;
use Largesse\Registries\Registry\Store;

/**
 * Copies uploads of earlier versions, whose addresses name a registry, to addresses that name none, and changes the
 * wishes that show them (rules: Pictures). The earlier addresses work until UnusedPictureCleaner finds that nothing has
 * shown them for a day.
 */
final class EarlierPictures {

	/** Maximum number of wishes that a run changes, because each change causes an event and empties caches. */
	private const MOST = 200;

	public function __construct(
		private readonly Client $client,
		private readonly Store $store
	) {}

	/** Changes some wishes. Later runs change the others, and wishes that are being edited now. */
	public function move(): void {
		$left = self::have_any() ? self::MOST : 0;
		foreach ( $left > 0 ? ActiveItems::pages( $this->client ) : array() as $items ) {
			if ( is_wp_error( $items ) ) {
				return;
			}
			foreach ( $items as $item ) {
				$path = self::path( (string) ( $item['image_url'] ?? '' ) );
				if ( '' !== $path && 0 === $left-- ) {
					return;
				}
				if ( '' !== $path ) {
					$this->move_picture( $item, $path );
				}
			}
		}
	}

	/** Checks whether there are uploads of earlier versions. */
	private static function have_any(): bool {
		return array() !== array_filter(
			Folder::all_uploads(),
			static fn ( string $folder ): bool => Folder::of_uploads() !== $folder && array() !== Folder::files( $folder )
		);
	}

	/** Returns the path of an upload of an earlier version; '' for all other pictures. */
	private static function path( string $address ): string {
		$name = Folder::is_own( $address ) ? Folder::name_in( $address ) : '';
		$path = Cover::folder_path() . "/{$name}";
		return '' === $name || str_starts_with( $name, Cover::PICTURES . '/' ) || ! is_file( $path ) ? '' : $path;
	}

	/** @param array<string, mixed> $item An active item, as it was read. */
	private function move_picture( array $item, string $path ): void {
		$copy = Folder::new_upload( $item['registry_id'] ) . '.' . pathinfo( $path, PATHINFO_EXTENSION );
		if ( ! Cover::create_folder( Folder::of_uploads() ) || ! copy( $path, $copy ) ) {
			return;
		}
		$answer = $this->client->update_item(
			$item['id'],
			array( 'image_url' => Folder::address( $copy ) ),
			array( 'updated_at' => $item['updated_at'] )
		);
		if ( is_array( $answer ) ) {
			$this->store->items->report_change( $item['registry_id'] );
		} else {
			wp_delete_file( $copy );
		}
	}
}
