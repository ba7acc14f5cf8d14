<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Http\KeyedHash;
use Largesse\Registry\UploadFolder;

/**
 * Stores the pictures for previews of links in the uploads folder: drawn pictures and cropped covers. Each registry has
 * at most one picture. Web servers serve uploads without permission checks, so the file names contain a hash that
 * nobody can guess.
 */
final class PictureStore {

	/** Name of the folder within the plugin's folder of uploads. */
	public const FOLDER = 'shared';

	/** End of the names of cropped covers. */
	private const CROPPED = '-cropped';

	/**
	 * Maximum number of cropped covers on a site. If there are more, the oldest are deleted. The next request for a
	 * deleted one creates it again. Drawn pictures are not limited, because only an owner's browser can create them
	 * again.
	 */
	private const MOST = 1000;

	/**
	 * Returns the stored picture of a registry. Returns an empty text if no picture is stored for the current content.
	 *
	 * @param string $shown      Hash of the content.
	 * @param bool   $is_cropped True for the cropped cover; false for the drawn picture.
	 */
	public static function get( int $registry_id, string $shown, bool $is_cropped ): string {
		$file = self::file( $registry_id, $shown, $is_cropped );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- A file of this site.
		return is_file( $file ) ? (string) file_get_contents( $file ) : '';
	}

	/**
	 * Checks whether a drawn picture is stored.
	 *
	 * @param string $shown Hash of the content.
	 */
	public static function has( int $registry_id, string $shown ): bool {
		return is_file( self::file( $registry_id, $shown, false ) );
	}

	/**
	 * Stores the picture of a registry and deletes the previous one. Returns whether the picture is stored.
	 *
	 * @param string $shown      Hash of the content.
	 * @param string $bytes      The picture.
	 * @param bool   $is_cropped True for the cropped cover; false for the drawn picture.
	 */
	public static function put( int $registry_id, string $shown, string $bytes, bool $is_cropped = false ): bool {
		$file = self::file( $registry_id, $shown, $is_cropped );
		if ( ! UploadFolder::create( self::folder() ) ) {
			return false;
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions -- WP_Filesystem may require an FTP password; PHP can always write uploads.
		$unfinished = "{$file}." . wp_generate_password( 8, false );
		$is_stored = strlen( $bytes ) === file_put_contents( $unfinished, $bytes ) && rename( $unfinished, $file );
		// phpcs:enable
		if ( $is_stored ) {
			self::delete( $registry_id, $shown );
			self::delete_oldest();
		} else {
			wp_delete_file( $unfinished );
		}
		return $is_stored;
	}

	/**
	 * Deletes the pictures of a registry.
	 *
	 * @param string|null $but Hash of the content of a picture to keep; null for none.
	 */
	public static function delete( int $registry_id, ?string $but = null ): void {
		$stay = null === $but ? array() : array( self::file( $registry_id, $but, false ), self::file( $registry_id, $but, true ) );
		// Without a picture to keep, also delete unfinished files of requests that were interrupted.
		foreach ( self::files( "{$registry_id}-*.jpg" . ( null === $but ? '*' : '' ) ) as $file ) {
			if ( ! in_array( $file, $stay, true ) ) {
				wp_delete_file( $file );
			}
		}
	}

	/** Deletes the oldest cropped covers if there are too many. */
	private static function delete_oldest(): void {
		$files = self::files( '*' . self::CROPPED . '.jpg*' );
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

	/** Returns the path of a picture. */
	private static function file( int $registry_id, string $shown, bool $is_cropped ): string {
		return self::folder() . "/{$registry_id}-" . KeyedHash::of( "file of picture|{$registry_id}|{$shown}" ) . ( $is_cropped ? self::CROPPED : '' ) . '.jpg';
	}

	private static function folder(): string {
		return UploadFolder::path() . '/' . self::FOLDER;
	}
}
