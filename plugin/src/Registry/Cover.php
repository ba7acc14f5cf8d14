<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * Cover of a registry: a picture that an owner uploaded to this site. The post meta contains its address. Only the path
 * in the address counts, so a cover is also found after the site has moved to another host.
 */
final class Cover {

	/** Folder with the members' pictures, inside the uploads folder. */
	public const FOLDER = 'largesse';

	/** Pattern of the file name, which is random. The name of the folder is the registry's id. */
	public const NAME = '[0-9a-f]{32}\.(?:jpe?g|png|webp|gif|avif)';

	private function __construct(
		public readonly string $url,
		public readonly string $file
	) {}

	/** Returns the cover of a registry; null if the registry has no cover, or if the file is missing. */
	public static function of( WP_Post $registry ): ?self {
		$value = (string) get_post_meta( $registry->ID, RegistryMeta::COVER, true );
		return '' === $value ? null : self::at( $value );
	}

	/** Checks whether a value can be stored as a cover: an empty text, or the address of a picture uploaded here. */
	public static function is_valid( string $value ): bool {
		return '' === $value || null !== self::at( $value );
	}

	private static function at( string $address ): ?self {
		$folder = wp_parse_url( UploadFolder::address(), PHP_URL_PATH );
		$path   = (string) wp_parse_url( $address, PHP_URL_PATH );
		$below  = str_starts_with( $path, $folder ) ? substr( $path, strlen( $folder ) ) : '';
		$file   = UploadFolder::path() . $below;
		return 1 === preg_match( '~^/\d+/' . self::NAME . '$~D', $below ) && is_file( $file ) ? new self( UploadFolder::address() . $below, $file ) : null;
	}
}
