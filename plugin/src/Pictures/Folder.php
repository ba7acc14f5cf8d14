<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Registry\Cover;

/**
 * Keeps the site's own pictures of wishes among its uploads: those that owners upload, a folder for each registry, and
 * below `thumbnails` the small copies of shops' pictures. Nothing there runs, and no listing of it is served.
 */
final class Folder {

	/** Name of the folder with the thumbnails. */
	private const THUMBNAILS = 'thumbnails';

	/**
	 * What tells Apache that here are pictures and nothing else. Only what it lets WordPress's own file say, too: anything
	 * else could make it answer nothing but errors.
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

	/** Returns the path of the folder with the uploaded pictures of a registry. It may not be there. */
	public static function of_registry( int $id ): string {
		return self::base( 'basedir' ) . "/{$id}";
	}

	/** Returns the path of the folder with the thumbnails of a registry. It may not be there. */
	public static function of_thumbnails( int $id ): string {
		return self::base( 'basedir' ) . '/' . self::THUMBNAILS . "/{$id}";
	}

	/**
	 * Makes a folder, and shuts it.
	 *
	 * @param string $path As one of the above.
	 * @return bool Whether pictures can be put there.
	 */
	public static function make( string $path ): bool {
		if ( ! wp_mkdir_p( $path ) ) {
			return false;
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- Uploads are written in the same way.
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

	/** Returns a name, without an ending, that a picture can have. */
	public static function random_name(): string {
		return bin2hex( random_bytes( 16 ) );
	}

	/**
	 * Returns the address of an uploaded picture.
	 *
	 * @param string $path Its path.
	 */
	public static function address( string $path ): string {
		return self::base( 'baseurl' ) . substr( $path, strlen( self::base( 'basedir' ) ) );
	}

	/**
	 * Returns which uploaded picture an address is of, as "registry/name": on this site, or where it was before it moved.
	 * An empty text for any other address.
	 */
	public static function named_by( string $address ): string {
		return 1 === preg_match( '#/' . Cover::FOLDER . '/(\d+/' . Cover::NAME . ')(?:[?\#]|$)#', $address, $found ) ? $found[1] : '';
	}

	/** Checks whether an address is that of a file among this site's own uploads, which no shop sees asked for. */
	public static function is_own( string $address ): bool {
		$without_scheme = static fn ( string $url ): string => (string) preg_replace( '#^https?:#i', '', $url );
		return str_starts_with( $without_scheme( $address ), $without_scheme( (string) wp_upload_dir( null, false )['baseurl'] ) . '/' );
	}

	/**
	 * Lists the uploaded pictures of a registry.
	 *
	 * @return list<string> Their paths.
	 */
	public static function pictures( int $id ): array {
		return self::files( self::of_registry( $id ) );
	}

	/**
	 * Lists the registries that have a folder.
	 *
	 * @param bool $of_thumbnails Whether one of thumbnails.
	 * @return list<int> Their ids.
	 */
	public static function registries( bool $of_thumbnails = false ): array {
		$base = self::base( 'basedir' ) . ( $of_thumbnails ? '/' . self::THUMBNAILS : '' );
		$ids  = array_filter( is_dir( $base ) ? (array) scandir( $base ) : array(), static fn ( mixed $name ) => ctype_digit( (string) $name ) );
		return array_values( array_map( 'intval', $ids ) );
	}

	/**
	 * Lists the pictures in a folder, and what notes that there is none.
	 *
	 * @param string $path The folder.
	 * @return list<string> Their paths.
	 */
	public static function files( string $path ): array {
		$names = is_dir( $path ) ? (array) scandir( $path ) : array();
		$names = preg_grep( '/^(?:' . Cover::NAME . '|[0-9a-f]{32}\.dead)$/', array_map( 'strval', $names ) );
		return array_map( static fn ( string $name ) => "{$path}/{$name}", array_values( (array) $names ) );
	}

	/**
	 * Removes a folder in which no picture is left.
	 *
	 * @param string $path The folder.
	 */
	public static function remove_if_empty( string $path ): void {
		if ( is_dir( $path ) && array() === self::files( $path ) ) {
			wp_delete_file( "{$path}/index.html" );
			// phpcs:ignore WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- It stays if somebody has put something there.
			@rmdir( $path );
		}
	}

	/**
	 * Returns where it all lies.
	 *
	 * @param string $which `basedir` for the path, `baseurl` for the address.
	 */
	private static function base( string $which ): string {
		return wp_upload_dir( null, false )[ $which ] . '/' . Cover::FOLDER;
	}
}
