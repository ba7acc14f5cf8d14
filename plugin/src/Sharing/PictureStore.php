<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Http\KeyedHash;
use Largesse\Registry\UploadFolder;

/**
 * Stores the cropped covers for previews of links in the uploads folder. Each registry has at most one. Web servers
 * serve uploads without permission checks, so the file names contain a hash that nobody can guess.
 */
final class PictureStore {

	/** Name of the folder within the plugin's folder of uploads. */
	public const FOLDER = 'shared';

	/**
	 * Maximum number of pictures on a site. If there are more, the oldest are deleted. The next request for a deleted
	 * one creates it again.
	 */
	private const MOST = 1000;

	/**
	 * Returns the stored picture of a registry. Returns an empty text if no picture is stored for the current content.
	 *
	 * @param string $content Identifies what the picture shows.
	 */
	public static function get( int $registry_id, string $content ): string {
		$file = self::file( $registry_id, $content );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A file of this site.
		return is_file( $file ) ? (string) file_get_contents( $file ) : '';
	}

	/**
	 * Stores the picture of a registry, if the disk allows it, and deletes the previous one.
	 *
	 * @param string $content Identifies what the picture shows.
	 * @param string $bytes   The picture.
	 */
	public static function put( int $registry_id, string $content, string $bytes ): void {
		$file = self::file( $registry_id, $content );
		if ( ! UploadFolder::create( self::folder() ) ) {
			return;
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions -- WP_Filesystem may require an FTP password; PHP can always write uploads.
		$unfinished = "{$file}." . wp_generate_password( 8, false );
		$is_stored = strlen( $bytes ) === file_put_contents( $unfinished, $bytes ) && rename( $unfinished, $file );
		// phpcs:enable
		if ( $is_stored ) {
			self::delete( $registry_id, $content );
			self::delete_oldest();
		} else {
			wp_delete_file( $unfinished );
		}
	}

	/**
	 * Deletes the pictures of a registry.
	 *
	 * @param string|null $but Content of a picture to keep; null for none.
	 */
	public static function delete( int $registry_id, ?string $but = null ): void {
		$kept = null === $but ? '' : self::file( $registry_id, $but );
		// Without a picture to keep, also delete unfinished files of requests that were interrupted.
		foreach ( self::files( "{$registry_id}-*.jpg" . ( null === $but ? '*' : '' ) ) as $file ) {
			if ( $file !== $kept ) {
				wp_delete_file( $file );
			}
		}
	}

	/** Deletes the oldest pictures if there are too many. */
	private static function delete_oldest(): void {
		$files = self::files( '*.jpg*' );
		if ( count( $files ) <= self::MOST ) {
			return;
		}
		$made = array_map( static fn ( string $file ): int => (int) filemtime( $file ), $files );
		array_multisort( $made, $files );
		array_map( 'wp_delete_file', array_slice( $files, 0, count( $files ) - self::MOST ) );
	}

	/**
	 * Returns stored files that match a pattern.
	 *
	 * @return list<string>
	 */
	private static function files( string $pattern ): array {
		$found = glob( self::folder() . "/{$pattern}" );
		return false === $found ? array() : $found;
	}

	private static function file( int $registry_id, string $content ): string {
		return self::folder() . "/{$registry_id}-" . KeyedHash::of( "file of picture|{$registry_id}|{$content}" ) . '.jpg';
	}

	private static function folder(): string {
		return UploadFolder::path() . '/' . self::FOLDER;
	}
}
