<?php
declare( strict_types=1 );

namespace Largesse\Managing\Sharing;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Registries\Registry\Cover;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Image_Editor;
use WP_Post;

/**
 * Picture that chats and other sites show for a shared registry: the owners' cover, or a drawing for the occasion. The
 * cropped cover is a file in the uploads folder while the registry is public. Web servers serve uploads without
 * permission checks, so the file name contains a hash that nobody can guess (rules: Shared links).
 */
final class SharedPicture {

	/** Name of the folder within the plugin's folder of uploads. */
	public const FOLDER = 'shared';

	/** JPEG qualities to try until the file is small enough, in percent. */
	private const QUALITIES = array( 86, 74, 60, 45, 30, 15 );

	/**
	 * Returns the address of the picture; '' if the registry is not public. The address changes when the picture
	 * changes. Stores the cropped cover if it is missing.
	 */
	public static function url( WP_Post $registry ): string {
		if ( ! Registries::is_public( $registry ) ) {
			return '';
		}
		$drawing = PreviewJpeg::drawing(
			(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ),
			Registries::title( $registry )
		);
		$cover   = Cover::of( $registry );
		$file    = $cover ? self::file( $registry, $cover ) : '';
		return $cover && ( is_file( $file ) || self::store( $file, $cover, dirname( __DIR__, 3 ) . "/{$drawing}" ) )
			? Cover::folder_address() . '/' . self::FOLDER . '/' . basename( $file )
			: plugins_url( $drawing, dirname( __DIR__, 3 ) . '/largesse.php' );
	}

	/** Deletes the cropped cover of a saved or deleted registry, unless the registry is public and still has it. */
	public static function delete_outdated( mixed $id, mixed $post ): void {
		if ( RegistryPostType::is( $post ) ) {
			$now   = get_post( (int) $id );
			$cover = $now instanceof WP_Post && Registries::is_public( $now ) ? Cover::of( $now ) : null;
			self::delete( (int) $id, $cover ? self::file( $now, $cover ) : '' );
		}
	}

	/** Deletes the cropped cover after a change of the cover. */
	public static function delete_after_meta( mixed $meta_id, mixed $id, mixed $key ): void {
		if ( RegistryMeta::COVER === $key ) {
			self::delete( (int) $id );
		}
	}

	/** Deletes stored pictures and unfinished files. @param string $but Path of a picture to keep; '' for none. */
	private static function delete( int $registry_id, string $but = '' ): void {
		$found = glob( Cover::folder_path() . '/' . self::FOLDER . "/{$registry_id}-*" );
		array_map( 'wp_delete_file', array_diff( is_array( $found ) ? $found : array(), array( $but ) ) );
	}

	private static function file( WP_Post $registry, Cover $cover ): string {
		$hash = KeyedHash::of( "cover for links|{$registry->ID}|{$cover->file}" );
		return Cover::folder_path() . '/' . self::FOLDER . "/{$registry->ID}-{$hash}.jpg";
	}

	/**
	 * Stores a cover, cropped and scaled to the format of shared links; a drawing if the cover cannot be processed.
	 * Returns whether the picture was stored.
	 */
	private static function store( string $file, Cover $cover, string $drawing ): bool {
		if ( ! Cover::create_folder( dirname( $file ) ) ) {
			return false;
		}
		$editor = wp_get_image_editor( $cover->file );
		foreach ( is_wp_error( $editor ) || ! self::crop( $editor ) ? array() : self::QUALITIES as $quality ) {
			$editor->set_quality( $quality );
			$saved = $editor->save( substr( $file, 0, -4 ) . '.' . wp_generate_password( 8, false ) . '.jpg', 'image/jpeg' );
			// A plugin may have chosen another format, which not all chats show.
			if ( is_wp_error( $saved ) || 'image/jpeg' !== $saved['mime-type'] ) {
				break;
			}
			if ( filesize( $saved['path'] ) < PreviewJpeg::LIMIT ) {
				// phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem may require an FTP password; PHP can always write uploads.
				return rename( $saved['path'], $file );
			}
			wp_delete_file( $saved['path'] );
		}
		return copy( $drawing, $file );
	}

	/** Crops and scales a picture to the format of shared links. Returns false if that failed. */
	private static function crop( WP_Image_Editor $editor ): bool {
		list( 'width' => $width, 'height' => $height ) = $editor->get_size();
		list( $left, $top, $wide, $high )              = PreviewJpeg::area( $width, $height );
		return true === $editor->crop( $left, $top, $wide, $high, PreviewJpeg::WIDTH, PreviewJpeg::HEIGHT );
	}
}
