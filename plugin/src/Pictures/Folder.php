<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Registry\Cover;

/**
 * Stores the site's own pictures of wishes in the uploads folder: owners' uploads in a folder for each registry, and
 * small copies of shops' pictures in `thumbnails`. The folder runs no code and has no directory listing.
 */
final class Folder {

	/** Name of the folder with the thumbnails. */
	private const THUMBNAILS = 'thumbnails';

	/**
	 * Rules that make Apache serve only pictures here. They use only directives that WordPress's own file needs, too:
	 * others might be forbidden, and Apache would answer with errors only.
	 */
	private const HTACCESS = <<<'TEXT'
	<FilesMatch ".*">
	SetHandler default-handler
	</FilesMatch>
	<IfModule mod_rewrite.c>
	RewriteEngine On
	RewriteRule !\.(jpe?g|png|webp|gif|avif)$ - [F,NC]
	</IfModule>
	<IfModule mod_headers.c>
	Header set X-Content-Type-Options nosniff
	</IfModule>

	TEXT;

	/** Returns the path of the folder with the uploaded pictures of a registry. It may not exist. */
	public static function of_registry( int $id ): string {
		return self::base( 'basedir' ) . "/{$id}";
	}

	/** Returns the path of the folder with the thumbnails of a registry. It may not exist. */
	public static function of_thumbnails( int $id ): string {
		return self::base( 'basedir' ) . '/' . self::THUMBNAILS . "/{$id}";
	}

	/**
	 * Creates a folder and protects it.
	 *
	 * @param string $path Path from one of the methods above.
	 * @return bool Whether the folder is writable.
	 */
	public static function make( string $path ): bool {
		if ( ! wp_mkdir_p( $path ) ) {
			return false;
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- WordPress writes uploads in the same way.
		$folder = $path;
		while ( str_starts_with( $folder, self::base( 'basedir' ) ) ) {
			if ( ! file_exists( "{$folder}/index.html" ) ) {
				@file_put_contents( "{$folder}/index.html", '' );
			}
			$folder = dirname( $folder );
		}
		$rules = self::base( 'basedir' ) . '/.htaccess';
		if ( ! file_exists( $rules ) ) {
			@file_put_contents( $rules, self::HTACCESS );
		}
		return is_writable( $path );
		// phpcs:enable
	}

	/** Returns a random file name without extension. */
	public static function random_name(): string {
		return bin2hex( random_bytes( 16 ) );
	}

	/**
	 * Returns the address of an uploaded picture.
	 *
	 * @param string $path Path of the picture.
	 */
	public static function address( string $path ): string {
		return self::base( 'baseurl' ) . substr( $path, strlen( self::base( 'basedir' ) ) );
	}

	/**
	 * Returns the uploaded picture of an address as "registry/name", even if the site has moved since. Empty for any other
	 * address.
	 */
	public static function named_by( string $address ): string {
		return 1 === preg_match( '#/' . Cover::FOLDER . '/(\d+/' . Cover::NAME . ')(?:[?\#]|$)#', $address, $found ) ? $found[1] : '';
	}

	/** Checks whether an address is in this site's own uploads, so that no shop receives a request. */
	public static function is_own( string $address ): bool {
		$without_scheme = static fn ( string $url ): string => (string) preg_replace( '#^https?:#i', '', $url );
		return str_starts_with( $without_scheme( $address ), $without_scheme( (string) wp_upload_dir( null, false )['baseurl'] ) . '/' );
	}

	/**
	 * Lists the uploaded pictures of a registry.
	 *
	 * @return list<string> Paths of the pictures.
	 */
	public static function pictures( int $id ): array {
		return self::files( self::of_registry( $id ) );
	}

	/**
	 * Lists the registries that have a folder.
	 *
	 * @param bool $of_thumbnails Whether to list the folders of thumbnails.
	 * @return list<int> Ids of the registries.
	 */
	public static function registries( bool $of_thumbnails = false ): array {
		$base = self::base( 'basedir' ) . ( $of_thumbnails ? '/' . self::THUMBNAILS : '' );
		$ids  = array_filter( is_dir( $base ) ? (array) scandir( $base ) : array(), static fn ( mixed $name ) => ctype_digit( (string) $name ) );
		return array_values( array_map( 'intval', $ids ) );
	}

	/**
	 * Lists the pictures in a folder, and the markers of missing pictures.
	 *
	 * @param string $path Path of the folder.
	 * @return list<string> Paths of the files.
	 */
	public static function files( string $path ): array {
		$names = is_dir( $path ) ? (array) scandir( $path ) : array();
		$names = preg_grep( '/^(?:' . Cover::NAME . '|[0-9a-f]{32}\.dead)$/', array_map( 'strval', $names ) );
		return array_map( static fn ( string $name ) => "{$path}/{$name}", array_values( (array) $names ) );
	}

	/**
	 * Deletes a folder without pictures.
	 *
	 * @param string $path Path of the folder.
	 */
	public static function remove_if_empty( string $path ): void {
		if ( is_dir( $path ) && array() === self::files( $path ) ) {
			wp_delete_file( "{$path}/index.html" );
			// phpcs:ignore WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- The folder remains if someone has added other files.
			@rmdir( $path );
		}
	}

	/**
	 * Returns the base folder.
	 *
	 * @param string $which `basedir` for the path, `baseurl` for the address.
	 */
	private static function base( string $which ): string {
		return wp_upload_dir( null, false )[ $which ] . '/' . Cover::FOLDER;
	}
}
