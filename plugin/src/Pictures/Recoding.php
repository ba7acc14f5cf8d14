<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use WP_Error;
use WP_Image_Editor;

/**
 * Makes a new picture of one that somebody sent: the same to look at, upright, no larger than asked for, and without
 * anything else that was in the file. What it is, its bytes say, whatever it is called. What would take too much memory is
 * refused before any of it is decoded.
 */
final class Recoding {

	/** Code of the errors, whose messages are for people. */
	private const CODE = 'largesse_picture';

	/** What pictures may be, and how they are called. */
	private const TYPES = array(
		'image/jpeg' => 'JPEG',
		'image/png'  => 'PNG',
		'image/webp' => 'WebP',
		'image/gif'  => 'GIF',
		'image/avif' => 'AVIF',
	);

	/** Bytes of memory that decoding a picture may take, and bytes that everything else may take. */
	private const MOST_BYTES  = 170_000_000;
	private const OTHER_BYTES = 32 * MB_IN_BYTES;

	/** The most pixels, whatever they take. */
	private const MOST_PIXELS = 40_000_000;

	/** Bytes of a pixel that Imagick takes in addition to what GD takes. */
	private const IMAGICK_BYTES = 8;

	/**
	 * Makes the new picture.
	 *
	 * @param string $from Path of the file, which this overwrites.
	 * @param string $to   Path of the new one, without an ending.
	 * @param int    $most Its greatest width and height, in pixels.
	 * @return array{path: string, width: int, height: int}|WP_Error Or a sentence that says what is wrong with the file.
	 */
	public static function make( string $from, string $to, int $most ): array|WP_Error {
		wp_raise_memory_limit( 'image' );
		$type   = (string) wp_get_image_mime( $from );
		$editor = self::editor( $type );
		if ( null === $editor ) {
			return self::error( self::not_a_picture() );
		}
		$problem = self::reduce( $from, $type, $editor );
		$made    = null === $problem ? self::edit( new $editor( $from ), $to, $type, $most ) : self::error( $problem );
		return null === $problem && is_wp_error( $made ) ? self::error( self::broken() ) : $made;
	}

	/**
	 * Returns the media types that this host can make pictures of.
	 *
	 * @return list<string>
	 */
	public static function types(): array {
		return array_values( array_filter( array_keys( self::TYPES ), static fn ( string $type ) => null !== self::editor( $type ) ) );
	}

	/** Says what can be sent. */
	public static function not_a_picture(): string {
		$names = array_map( static fn ( string $type ) => self::TYPES[ $type ], self::types() );
		/* translators: %s: names of formats, such as "JPEG, PNG". */
		return sprintf( __( 'This is no picture that can be shown here. These can: %s.', 'largesse' ), implode( ', ', $names ) );
	}

	/**
	 * Leaves out of a file what its decoder does not need.
	 *
	 * @param string                        $path   The file.
	 * @param string                        $type   Its media type.
	 * @param class-string<WP_Image_Editor> $editor Class that will decode it.
	 * @return string|null Message about the first fault that shows without decoding; null if there is none.
	 */
	private static function reduce( string $path, string $type, string $editor ): ?string {
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of this machine.
		$file = PictureFile::parse( $type, (string) file_get_contents( $path ) );
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of this machine.
		if ( null === $file || false === file_put_contents( $path, $file->bytes ) ) {
			return self::broken();
		}
		$size   = (array) wp_getimagesize( $path );
		$width  = (int) ( $size[0] ?? 0 );
		$height = (int) ( $size[1] ?? 0 );
		if ( $width < 1 || $height < 1 ) {
			return self::broken();
		}
		$most = self::most_pixels( $file->bytes_per_pixel + ( StrippedImagick::class === $editor ? self::IMAGICK_BYTES : 0 ) );
		if ( $width > $most || $height > $most || $width * $height > $most ) {
			/* translators: 1: width, 2: height, 3: how many million. */
			return sprintf( __( 'This picture has too many pixels: %1$s × %2$s. There may be %3$s million. Please make it smaller first.', 'largesse' ), number_format_i18n( $width ), number_format_i18n( $height ), number_format_i18n( $most / 1_000_000, $most < 10_000_000 ? 1 : 0 ) );
		}
		// A picture, and its transparency, which may be a picture of its own.
		return $file->pixels > 2 * $most ? self::broken() : null;
	}

	/**
	 * Returns how many pixels a picture may have, so that PHP has the memory for it.
	 *
	 * @param float $bytes_per_pixel Memory for each pixel.
	 */
	private static function most_pixels( float $bytes_per_pixel ): int {
		$limit = wp_convert_hr_to_bytes( (string) ini_get( 'memory_limit' ) );
		$left  = $limit > 0 ? $limit - memory_get_usage( true ) - self::OTHER_BYTES : PHP_INT_MAX;
		return max( 1, min( self::MOST_PIXELS, (int) ( min( self::MOST_BYTES, $left ) / $bytes_per_pixel ) ) );
	}

	/**
	 * Returns the editor that makes pictures of a type. GD first: it takes nothing over but pixels. There is no second attempt
	 * with another one: a file that GD refuses has been made for that.
	 *
	 * @param string $type Media type.
	 * @return class-string<WP_Image_Editor>|null
	 */
	private static function editor( string $type ): ?string {
		foreach ( array( '', '-gd', '-imagick' ) as $name ) {
			require_once ABSPATH . WPINC . "/class-wp-image-editor{$name}.php";
		}
		foreach ( array( LeanGd::class, StrippedImagick::class ) as $editor ) {
			if ( isset( self::TYPES[ $type ] ) && $editor::test() && $editor::supports_mime_type( $type ) ) {
				return $editor;
			}
		}
		return null;
	}

	/**
	 * Has an editor make the picture.
	 *
	 * @param string $to   Path of the new one, without an ending.
	 * @param string $type Media type.
	 * @param int    $most Its greatest width and height, in pixels.
	 * @return array{path: string, width: int, height: int}|WP_Error
	 */
	private static function edit( WP_Image_Editor $editor, string $to, string $type, int $most ): array|WP_Error {
		$loaded = $editor->load();
		if ( is_wp_error( $loaded ) ) {
			return $loaded;
		}
		$size = $editor->get_size();
		if ( max( $size ) > $most ) {
			$smaller = $editor->resize( $most, $most );
			if ( is_wp_error( $smaller ) ) {
				return $smaller;
			}
		}
		// Afterwards, when there is less to turn.
		$editor->maybe_exif_rotate();
		$stripped = $editor instanceof StrippedImagick ? $editor->strip() : true;
		$saved    = is_wp_error( $stripped ) ? $stripped : $editor->save( $to . '.' . ( 'image/jpeg' === $type ? 'jpg' : substr( $type, 6 ) ), $type );
		return is_wp_error( $saved ) ? $saved : array(
			'path'   => (string) $saved['path'],
			'width'  => (int) $saved['width'],
			'height' => (int) $saved['height'],
		);
	}

	/** Says that a file cannot be read. */
	private static function broken(): string {
		return __( 'This picture is damaged, or not all of it arrived.', 'largesse' );
	}

	/**
	 * Returns an error.
	 *
	 * @param string $message What is wrong, for people.
	 */
	private static function error( string $message ): WP_Error {
		return new WP_Error( self::CODE, $message );
	}
}
