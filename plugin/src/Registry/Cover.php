<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * Tells which picture the owners chose as the cover of a registry. It is one that was uploaded to this site: its
 * address is stored, and counts by its path, so that it stays good when the site moves.
 */
final class Cover {

	/** Folder below that of uploads in which the pictures of members are. */
	public const FOLDER = 'largesse';

	/**
	 * What the name of a picture there looks like: nobody guesses one. It lies in a folder for the registry, named by its
	 * id.
	 */
	public const NAME = '[0-9a-f]{32}\.(?:jpe?g|png|webp|gif|avif)';

	private function __construct(
		public readonly string $url,
		public readonly string $file
	) {}

	/** Returns the cover of a registry; null if it has none, or the file is gone. */
	public static function of( WP_Post $registry ): ?self {
		$value = (string) get_post_meta( $registry->ID, RegistryMeta::COVER, true );
		return '' === $value ? null : self::at( $value );
	}

	/** Checks whether a value may be stored as a cover: an empty text, or the address of a picture that was uploaded here. */
	public static function is_valid( string $value ): bool {
		return '' === $value || null !== self::at( $value );
	}

	/** Returns the uploaded picture at an address; null if there is none. */
	private static function at( string $address ): ?self {
		$uploads = wp_upload_dir( null, false );
		$folder  = wp_parse_url( $uploads['baseurl'], PHP_URL_PATH ) . '/' . self::FOLDER . '/';
		$path    = (string) wp_parse_url( $address, PHP_URL_PATH );
		$below   = str_starts_with( $path, $folder ) ? substr( $path, strlen( $folder ) ) : '';
		if ( 1 !== preg_match( '~^\d+/' . self::NAME . '$~D', $below ) ) {
			return null;
		}
		$file = $uploads['basedir'] . '/' . self::FOLDER . '/' . $below;
		return is_file( $file ) ? new self( $uploads['baseurl'] . '/' . self::FOLDER . '/' . $below, $file ) : null;
	}
}
