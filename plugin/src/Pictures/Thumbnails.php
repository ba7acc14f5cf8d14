<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Http\KeyedHash;
use Largesse\Registry\UploadFolder;

/**
 * Shows guests small copies of shops' pictures, so that shops do not see the guests (pages: Shops do not see guests). A
 * page only shows existing copies; the cron creates missing copies later.
 *
 * Web servers serve the copies without permission checks, so the name of a copy is a hash that only this site can
 * compute.
 */
final class Thumbnails {

	/** Option that enables the copies if its value is "1". */
	public const OPTION = 'largesse_shops_see_no_guests';

	/** Maximum width and height of a copy in pixels. */
	private const MOST_PIXELS = 480;

	/** Seconds for which a picture is recorded as missing. */
	private const DEAD_SECONDS = DAY_IN_SECONDS;

	private const ENDINGS = array( 'jpg', 'png', 'webp' );

	public static function are_on(): bool {
		return '1' === get_option( self::OPTION, '' );
	}

	/** @param array<string, string> $paragraphs Paragraphs of the privacy policy. Replaces the one about pictures. */
	public static function describe_privacy( array $paragraphs ): array {
		$uploaded = __( 'If you upload a picture, we store a smaller copy without the place and time of the photo. Anyone who knows its address can open it. When no wish shows it, we delete it within two days.', 'largesse' );
		$others   = self::are_on()
			? __( 'We store copies of shops’ pictures on this site, so that shops do not learn who looks at a registry.', 'largesse' )
			: __( 'Your browser loads other pictures from the shops where the owner found them. A shop then sees your network address, but not the page you are on.', 'largesse' );
		return array( 'pictures' => "{$uploaded} {$others}" ) + $paragraphs;
	}

	/** Adds OPTION to the options that the page of a registry reads. */
	public static function add_option( array $names ): array {
		return array( ...$names, self::OPTION );
	}

	/** Returns the address of the copy if copies are on; '' without a copy. */
	public static function address( string $address, array $item ): string {
		if ( '' === $address || ! self::are_on() || Folder::is_own( $address ) ) {
			return $address;
		}
		$registry = (int) ( $item['registry_id'] ?? 0 );
		$hash     = self::hash( $registry, (int) $item['id'], $address );
		$file     = self::file( $registry, $hash );
		if ( null === $file && ! self::is_recorded_missing( $registry, $hash ) ) {
			ThumbnailMaker::request( $registry );
		}
		return null === $file ? '' : Folder::address( $file );
	}

	private static function file( int $registry, string $hash ): ?string {
		$stem = self::path_stem( $registry, $hash );
		foreach ( self::ENDINGS as $ending ) {
			if ( is_file( "{$stem}.{$ending}" ) ) {
				return "{$stem}.{$ending}";
			}
		}
		return null;
	}

	/** Checks whether a copy is missing and should be created. */
	public static function is_missing( int $registry, string $hash ): bool {
		return null === self::file( $registry, $hash ) && ! self::is_recorded_missing( $registry, $hash );
	}

	/** Stores a copy, or records that the picture is missing (null). Returns whether the copy exists now. */
	public static function store( int $registry, string $hash, ?string $bytes ): bool {
		$stem = self::path_stem( $registry, $hash );
		if ( ! UploadFolder::create( dirname( $stem ) ) ) {
			return false;
		}
		wp_delete_file( "{$stem}.dead" );
		$is_made = null !== $bytes && self::make( $bytes, $stem );
		if ( ! $is_made ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions -- WordPress writes uploads in the same way.
			touch( "{$stem}.dead" );
		}
		return $is_made;
	}

	/** @param list<string> $hashes Names of the copies and records of missing pictures that are not deleted. */
	public static function delete_except( int $registry, array $hashes ): void {
		$stems = array_map( static fn ( string $hash ) => self::path_stem( $registry, $hash ), $hashes );
		foreach ( Folder::files( Folder::of_thumbnails( $registry ) ) as $path ) {
			if ( ! in_array( substr( $path, 0, (int) strrpos( $path, '.' ) ), $stems, true ) ) {
				wp_delete_file( $path );
			}
		}
	}

	/** Computes the name of the copy of a wish's picture, without extension. Only this site can compute this hash. */
	public static function hash( int $registry, int $item, string $address ): string {
		return KeyedHash::of( "picture {$registry} {$item} {$address}" );
	}

	private static function make( string $bytes, string $stem ): bool {
		$file = get_temp_dir() . 'largesse-' . Folder::random_name();
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file.
		$is_written = false !== file_put_contents( $file, $bytes );
		$is_made    = $is_written && ! is_wp_error( PictureSanitizer::create_copy( $file, $stem, self::MOST_PIXELS ) );
		wp_delete_file( $file );
		return $is_made;
	}

	private static function is_recorded_missing( int $registry, string $hash ): bool {
		$note = self::path_stem( $registry, $hash ) . '.dead';
		return is_file( $note ) && (int) filemtime( $note ) > time() - self::DEAD_SECONDS;
	}

	/** Returns the path of a copy, but without the file extension. */
	private static function path_stem( int $registry, string $hash ): string {
		return Folder::of_thumbnails( $registry ) . "/{$hash}";
	}
}
