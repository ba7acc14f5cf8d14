<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_Post;

/**
 * Cover of a registry: a picture that an owner uploaded to this site. The post meta contains its address. Only the name
 * of the picture in it counts, so a cover is also found after the site has moved to another host or folder.
 *
 * Pictures are in the plugin's folder in the uploads of the site. Apache serves only pictures from this folder, and
 * runs no code in it. Other servers need their own rules (docs/install/connect.md). An empty index.html in each folder
 * hides the list of files.
 */
final class Cover {

	/** Folder with the members' pictures, inside the uploads folder. */
	public const FOLDER = 'largesse';

	/**
	 * Folder of the pictures of all registries, inside FOLDER. Their addresses name no registry, because a wish may be on
	 * several lists, and readers of one list must not learn of the others (rules: Appearances). Pictures of
	 * earlier versions stay in folders with the registry's id as name.
	 */
	public const PICTURES = 'pictures';

	/** Pattern of the folder, inside FOLDER, with an uploaded picture. */
	public const FOLDERS = '(?:' . self::PICTURES . '|\d+)';

	/** Pattern of the file name, which nobody can guess. */
	public const NAME = '[0-9a-f]{32}\.(?:jpe?g|png|webp|gif|avif)';

	/**
	 * Rules that make Apache serve only pictures here. The rules use only directives that WordPress's own .htaccess
	 * needs, too. Other directives might be forbidden, and Apache would then answer all requests with errors.
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

	/** Extracts "folder/name" from the address of an upload, also of a former site address. Returns '' for others. */
	public static function name_in( string $address ): string {
		$name = '/' . self::FOLDER . '/(' . self::FOLDERS . '/' . self::NAME . ')(?:[?\#]|$)';
		return 1 === preg_match( "#{$name}#D", $address, $found ) ? $found[1] : '';
	}

	/** Returns the present address of an upload whose address contains a former one of the site; others stay unchanged. */
	public static function present_address( string $address ): string {
		return self::at( $address )->url ?? $address;
	}

	/** Returns the upload with this address, present or former; null for other addresses, and if the file is missing. */
	public static function at( string $address ): ?self {
		$name = self::name_in( $address );
		$file = self::folder_path() . "/{$name}";
		return '' !== $name && is_file( $file ) ? new self( self::folder_address() . "/{$name}", $file ) : null;
	}

	public static function folder_path(): string {
		return wp_upload_dir( null, false )['basedir'] . '/' . self::FOLDER;
	}

	public static function folder_address(): string {
		return wp_upload_dir( null, false )['baseurl'] . '/' . self::FOLDER;
	}

	/** Creates and protects the plugin's folder, or a folder in it. Returns whether the folder is writable. */
	public static function create_folder( string $path ): bool {
		if ( ! wp_mkdir_p( $path ) ) {
			return false;
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- WordPress writes uploads in the same way.
		$folder = $path;
		while ( str_starts_with( $folder, self::folder_path() ) ) {
			if ( ! file_exists( "{$folder}/index.html" ) ) {
				@file_put_contents( "{$folder}/index.html", '' );
			}
			$folder = dirname( $folder );
		}
		$rules = self::folder_path() . '/.htaccess';
		if ( ! file_exists( $rules ) ) {
			@file_put_contents( $rules, self::HTACCESS );
		}
		return is_writable( $path );
		// phpcs:enable
	}
}
