<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Http\KeyedHash;
use Largesse\Pictures\Folder;

/**
 * Keeps pictures of shared links among the uploads: one for each registry, so many in all, and under names that nobody can
 * guess, because web servers hand out what is there without asking anybody.
 */
final class KeptPictures {

	/** Folder below that of uploads. */
	private const FOLDER = 'largesse/shared';

	/** Most pictures of a site; the oldest go. They are made again when somebody asks. */
	private const MOST = 1000;

	/**
	 * Returns the picture of a registry; an empty text if none is kept that shows the same.
	 *
	 * @param string $shown Name of what it shows.
	 */
	public static function get( int $registry_id, string $shown ): string {
		$file = self::file( $registry_id, $shown );
		// phpcs:ignore WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- It is a file of this site.
		return is_file( $file ) ? (string) file_get_contents( $file ) : '';
	}

	/**
	 * Keeps the picture of a registry, in place of the one before. Where nothing can be written, it is kept nowhere.
	 *
	 * @param string $shown Name of what it shows.
	 * @param string $bytes The picture.
	 */
	public static function put( int $registry_id, string $shown, string $bytes ): void {
		$file = self::file( $registry_id, $shown );
		if ( ! Folder::make( self::folder() ) ) {
			return;
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions -- WP_Filesystem may ask for a password of FTP; uploads are PHP's own.
		$unfinished = "{$file}." . wp_generate_password( 8, false );
		if ( strlen( $bytes ) === file_put_contents( $unfinished, $bytes ) && rename( $unfinished, $file ) ) {
			self::forget( $registry_id, $shown );
			self::forget_oldest();
		} else {
			wp_delete_file( $unfinished );
		}
		// phpcs:enable
	}

	/**
	 * Deletes pictures of a registry.
	 *
	 * @param string|null $but Name of what the one shows that stays; null for none.
	 */
	public static function forget( int $registry_id, ?string $but = null ): void {
		$stays = null === $but ? '' : self::file( $registry_id, $but );
		foreach ( self::files( "{$registry_id}-*.jpg" ) as $file ) {
			if ( $file !== $stays ) {
				wp_delete_file( $file );
			}
		}
	}

	/** Deletes the oldest pictures, if there are too many. */
	private static function forget_oldest(): void {
		$files = self::files( '*.jpg*' );
		if ( count( $files ) <= self::MOST ) {
			return;
		}
		$made = array_map( static fn ( string $file ): int => (int) filemtime( $file ), $files );
		array_multisort( $made, $files );
		array_map( 'wp_delete_file', array_slice( $files, 0, count( $files ) - self::MOST ) );
	}

	/**
	 * Returns files that are kept.
	 *
	 * @return list<string>
	 */
	private static function files( string $pattern ): array {
		$found = glob( self::folder() . "/{$pattern}" );
		return false === $found ? array() : $found;
	}

	/** Returns the path of a picture. */
	private static function file( int $registry_id, string $shown ): string {
		return self::folder() . "/{$registry_id}-" . KeyedHash::of( "file of picture|{$registry_id}|{$shown}" ) . '.jpg';
	}

	/** Returns the folder. */
	private static function folder(): string {
		return wp_upload_dir( null, false )['basedir'] . '/' . self::FOLDER;
	}
}
