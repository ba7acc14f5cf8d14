<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use WP_Error;

/**
 * Creates a clean copy of a submitted picture. The copy looks the same, is upright, has at most the requested size, and
 * contains no other data of the file. The bytes of the file determine the type; the name of the file is ignored. A
 * picture that would need too much memory is refused before decoding.
 */
final class PictureSanitizer {

	/** Error code. Users see the messages of the errors with this code. */
	public const CODE = 'largesse_picture';

	/** Key in the data of an error that says nothing about the file: other pictures were decoded for too long. */
	public const IS_BUSY = 'is_busy';

	/** Accepted types and their names. The page My registries converts other formats before the upload. */
	private const TYPES = array(
		'image/jpeg' => 'JPEG',
		'image/png'  => 'PNG',
		'image/webp' => 'WebP',
	);

	/**
	 * Creates the copy. An error has a message about the file.
	 *
	 * @param string $from Path of the file, which is overwritten.
	 * @param string $to   Path of the copy, without extension.
	 * @param int    $most Maximum width and height in pixels.
	 * @return array{path: string, width: int, height: int}|WP_Error
	 */
	public static function create_copy( string $from, string $to, int $most ): array|WP_Error {
		wp_raise_memory_limit( 'image' );
		$busy = PictureMemory::wait();
		if ( null !== $busy ) {
			return new WP_Error( self::CODE, $busy, array( self::IS_BUSY => true ) );
		}
		try {
			return self::copy( $from, $to, $most );
		} finally {
			PictureMemory::end();
		}
	}

	/** @return array{path: string, width: int, height: int}|WP_Error */
	private static function copy( string $from, string $to, int $most ): array|WP_Error {
		$type = (string) wp_get_image_mime( $from );
		if ( ! in_array( $type, self::types(), true ) ) {
			return self::error( self::not_a_picture() );
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file.
		$orientation = Orientation::of( $type, (string) file_get_contents( $from ) );
		$problem     = self::reduce( $from, $type );
		if ( null !== $problem ) {
			return self::error( $problem );
		}
		$made = self::edit( new LeanGd( $from ), $to, $type, $most, $orientation );
		return is_wp_error( $made ) ? self::error( self::broken() ) : $made;
	}

	/** @return list<string> Media types of plain pictures that GD can process on this server. */
	public static function types(): array {
		require_once ABSPATH . WPINC . '/class-wp-image-editor.php';
		require_once ABSPATH . WPINC . '/class-wp-image-editor-gd.php';
		return LeanGd::test()
			? array_values( array_filter( array_keys( self::TYPES ), LeanGd::supports_mime_type( ... ) ) )
			: array();
	}

	/** Returns an error message that lists the accepted formats. */
	public static function not_a_picture(): string {
		$names = array_map( static fn ( string $type ) => self::TYPES[ $type ], self::types() );
		/* translators: %s: names of formats, such as "JPEG, PNG". */
		return sprintf( __( 'This picture has a format that cannot be shown here. Accepted formats: %s.', 'largesse' ), implode( ', ', $names ) );
	}

	/** Removes parts that a decoder does not need, and checks the number of pixels. Returns a message about a problem. */
	private static function reduce( string $path, string $type ): ?string {
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file.
		$file = PictureFile::parse( $type, (string) file_get_contents( $path ) );
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file.
		if ( null === $file || false === file_put_contents( $path, $file->bytes ) ) {
			return self::broken();
		}
		$size   = (array) wp_getimagesize( $path );
		$width  = (int) ( $size[0] ?? 0 );
		$height = (int) ( $size[1] ?? 0 );
		if ( $width < 1 || $height < 1 ) {
			return self::broken();
		}
		return PictureMemory::problem( $width, $height, $file->bytes_per_pixel );
	}

	/**
	 * @param int $orientation Orientation of the file, 1 to 8.
	 * @return array{path: string, width: int, height: int}|WP_Error
	 */
	private static function edit( LeanGd $editor, string $to, string $type, int $most, int $orientation ): array|WP_Error {
		$loaded = $editor->load();
		if ( is_wp_error( $loaded ) ) {
			return $loaded;
		}
		$size = $editor->get_size();
		if ( max( $size ) > $most ) {
			// By default, WordPress refuses to reduce a picture by a single pixel.
			$always = static fn (): bool => true;
			add_filter( 'wp_image_resize_identical_dimensions', $always );
			$smaller = $editor->resize( $most, $most );
			remove_filter( 'wp_image_resize_identical_dimensions', $always );
			if ( is_wp_error( $smaller ) ) {
				return $smaller;
			}
		}
		// Rotate after scaling, because a scaled picture has fewer pixels.
		$stated = static fn (): int => $orientation;
		add_filter( 'wp_image_maybe_exif_rotate', $stated, 5 );
		$turned = $editor->maybe_exif_rotate();
		remove_filter( 'wp_image_maybe_exif_rotate', $stated, 5 );
		if ( is_wp_error( $turned ) ) {
			return $turned;
		}
		$saved = $editor->save( $to . '.' . ( 'image/jpeg' === $type ? 'jpg' : substr( $type, 6 ) ), $type );
		return is_wp_error( $saved ) ? $saved : array(
			'path'   => (string) $saved['path'],
			'width'  => (int) $saved['width'],
			'height' => (int) $saved['height'],
		);
	}

	private static function broken(): string {
		return __( 'This picture is damaged or incomplete.', 'largesse' );
	}

	private static function error( string $message ): WP_Error {
		return new WP_Error( self::CODE, $message );
	}
}
