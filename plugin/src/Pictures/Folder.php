<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Registry\Cover;

/** Folders in the uploads: owners' pictures for each registry, and small copies of shops' pictures in `thumbnails`. */
final class Folder {

	public const THUMBNAILS = 'thumbnails';

	/** Returns the path of the folder with the uploaded pictures of a registry. The folder may be missing. */
	public static function of_registry( int $id ): string {
		return Cover::folder_path() . "/{$id}";
	}

	/** Returns the path of the folder with the thumbnails of a registry. The folder may be missing. */
	public static function of_thumbnails( int $id ): string {
		return Cover::folder_path() . '/' . self::THUMBNAILS . "/{$id}";
	}

	/** Returns a random file name without extension. */
	public static function random_name(): string {
		return bin2hex( random_bytes( 16 ) );
	}

	/** Returns the address of a picture. */
	public static function address( string $path ): string {
		return Cover::folder_address() . substr( $path, strlen( Cover::folder_path() ) );
	}

	/** Extracts "registry/name" from the address of an upload, even of a former site address. Returns '' for others. */
	public static function name_in( string $address ): string {
		return 1 === preg_match( '#/' . Cover::FOLDER . '/(\d+/' . Cover::NAME . ')(?:[?\#]|$)#', $address, $found ) ? $found[1] : '';
	}

	/** Checks whether an address is in this site's own uploads. Such a picture causes no request to a shop. */
	public static function is_own( string $address ): bool {
		$without_scheme = static fn ( string $url ): string => (string) preg_replace( '#^https?:#i', '', $url );
		return str_starts_with( $without_scheme( $address ), $without_scheme( (string) wp_upload_dir( null, false )['baseurl'] ) . '/' );
	}

	/** @return list<string> Paths of the uploaded pictures of a registry. */
	public static function pictures( int $id ): array {
		return self::files( self::of_registry( $id ) );
	}

	/** @return list<int> Ids of the registries that have a folder for uploads, or for thumbnails. */
	public static function registries( bool $of_thumbnails = false ): array {
		$base = Cover::folder_path() . ( $of_thumbnails ? '/' . self::THUMBNAILS : '' );
		$ids  = array_filter( is_dir( $base ) ? (array) scandir( $base ) : array(), static fn ( mixed $name ) => ctype_digit( (string) $name ) );
		return array_values( array_map( 'intval', $ids ) );
	}

	/** @return list<string> Paths of the pictures in a folder, and of the markers of missing pictures. */
	public static function files( string $path ): array {
		$names = is_dir( $path ) ? (array) scandir( $path ) : array();
		$names = preg_grep( '/^(?:' . Cover::NAME . '|[0-9a-f]{32}\.dead)$/', array_map( 'strval', $names ) );
		return array_map( static fn ( string $name ) => "{$path}/{$name}", array_values( (array) $names ) );
	}

	/** Deletes a folder if it contains no pictures and no markers. */
	public static function remove_if_empty( string $path ): void {
		if ( is_dir( $path ) && array() === self::files( $path ) ) {
			wp_delete_file( "{$path}/index.html" );
			// phpcs:ignore WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- The folder remains if someone has added other files.
			@rmdir( $path );
		}
	}
}
