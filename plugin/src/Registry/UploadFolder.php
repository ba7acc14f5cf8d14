<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * The plugin's folder in the uploads of the site. Apache serves only pictures from this folder, and runs no code in it.
 * Other servers need their own rules (docs/install/connect.md). An empty index.html in each folder hides the list of files.
 */
final class UploadFolder {

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

	public static function path(): string {
		return wp_upload_dir( null, false )['basedir'] . '/' . Cover::FOLDER;
	}

	public static function address(): string {
		return wp_upload_dir( null, false )['baseurl'] . '/' . Cover::FOLDER;
	}

	/** Creates and protects the plugin's folder, or a folder in it. Returns whether the folder is writable. */
	public static function create( string $path ): bool {
		if ( ! wp_mkdir_p( $path ) ) {
			return false;
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- WordPress writes uploads in the same way.
		$folder = $path;
		while ( str_starts_with( $folder, self::path() ) ) {
			if ( ! file_exists( "{$folder}/index.html" ) ) {
				@file_put_contents( "{$folder}/index.html", '' );
			}
			$folder = dirname( $folder );
		}
		$rules = self::path() . '/.htaccess';
		if ( ! file_exists( $rules ) ) {
			@file_put_contents( $rules, self::HTACCESS );
		}
		return is_writable( $path );
		// phpcs:enable
	}
}
