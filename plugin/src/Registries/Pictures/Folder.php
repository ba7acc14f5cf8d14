<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Generator;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Registries\Registry\Cover;

/** Folders in the uploads: owners' pictures in `pictures`, and small copies of shops' pictures in `thumbnails`. */
final class Folder {

	public const THUMBNAILS = 'thumbnails';

	/** Length of each half of the name of an upload, in hexadecimal digits: 64 bits. */
	private const HALF = 16;

	/** Returns the path of the folder with new uploads. The folder may be missing. */
	public static function of_uploads(): string {
		return Cover::folder_path() . '/' . Cover::PICTURES;
	}

	/**
	 * Returns a new path, without extension, for an upload of a registry. The name is a random text and its keyed hash.
	 * So only this site can find out which registry the picture belongs to, and whether two belong to the same one.
	 */
	public static function new_upload( int $registry ): string {
		$random = substr( self::random_name(), 0, self::HALF );
		return self::of_uploads() . "/{$random}" . self::mark( $registry, $random );
	}

	/** Returns the second half of the name of an upload. */
	private static function mark( int $registry, string $random ): string {
		return substr( KeyedHash::of( "upload {$registry} {$random}" ), 0, self::HALF );
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

	/** Checks whether an address is in this site's own uploads. Such a picture causes no request to a shop. */
	public static function is_own( string $address ): bool {
		$without_scheme = static fn ( string $url ): string => (string) preg_replace( '#^https?:#i', '', $url );
		return str_starts_with(
			$without_scheme( $address ),
			$without_scheme( (string) wp_upload_dir( null, false )['baseurl'] ) . '/'
		);
	}

	/**
	 * Returns the uploaded pictures of a registry. After a change of the site's salts, earlier pictures are missing; they
	 * no longer count for the limit, and are still deleted when nobody uses them.
	 *
	 * @return list<string> Paths.
	 */
	public static function pictures( int $id ): array {
		$found = self::files( Cover::folder_path() . "/{$id}" );
		foreach ( self::names( self::of_uploads() ) as $name ) {
			if ( self::mark( $id, substr( $name, 0, self::HALF ) ) === substr( $name, self::HALF, self::HALF ) ) {
				$found[] = self::of_uploads() . "/{$name}";
			}
		}
		return $found;
	}

	/** @return list<string> Paths of the folders with uploads of all registries. */
	public static function all_uploads(): array {
		return array(
			self::of_uploads(),
			...array_map(
				static fn ( int $id ): string => Cover::folder_path() . "/{$id}",
				self::numbered( Cover::folder_path() )
			),
		);
	}

	/** @return list<int> Ids of the registries that have a folder for thumbnails. */
	public static function with_thumbnails(): array {
		return self::numbered( Cover::folder_path() . '/' . self::THUMBNAILS );
	}

	/** @return list<int> Numbers that are names in a folder. */
	private static function numbered( string $base ): array {
		$ids = array_filter(
			is_dir( $base ) ? (array) scandir( $base ) : array(),
			static fn ( mixed $name ) => ctype_digit( (string) $name )
		);
		return array_values( array_map( 'intval', $ids ) );
	}

	/** @return list<string> Paths of the pictures in a folder, and of the markers of missing pictures. */
	public static function files( string $path ): array {
		$names = iterator_to_array( self::names( $path ), false );
		sort( $names );
		return array_map( static fn ( string $name ) => "{$path}/{$name}", $names );
	}

	/**
	 * Reads the names of a folder one after the other, because one folder may contain the pictures of all registries.
	 *
	 * @return Generator<int, string> Names of the pictures, and of the markers of missing pictures, in any order.
	 */
	private static function names( string $path ): Generator {
		$folder = is_dir( $path ) ? opendir( $path ) : false;
		while ( false !== $folder && false !== ( $name = readdir( $folder ) ) ) { // phpcs:ignore Generic.CodeAnalysis.AssignmentInCondition -- The usual loop of readdir().
			if ( 1 === preg_match( '/^(?:' . Cover::NAME . '|[0-9a-f]{32}\.dead)$/', $name ) ) {
				yield $name;
			}
		}
		if ( false !== $folder ) {
			closedir( $folder );
		}
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
