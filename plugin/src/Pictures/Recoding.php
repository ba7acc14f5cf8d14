<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use WP_Error;
use WP_Image_Editor;
use WP_Image_Editor_GD;
use WP_Image_Editor_Imagick;

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

	/** The most pixels, bytes that each of them takes while PHP decodes it, and bytes that everything else may take. */
	private const MOST_PIXELS     = 50_000_000;
	private const BYTES_PER_PIXEL = 5;
	private const OTHER_BYTES     = 32 * MB_IN_BYTES;

	/** The most times that a JPEG paints over itself: each takes as long as a whole picture. */
	private const MOST_SCANS = 100;

	/**
	 * Makes the new picture.
	 *
	 * @param string $from Path of the file.
	 * @param string $to   Path of the new one, without an ending.
	 * @param int    $most Its greatest width and height, in pixels.
	 * @return array{path: string, width: int, height: int}|WP_Error Or a sentence that says what is wrong with the file.
	 */
	public static function make( string $from, string $to, int $most ): array|WP_Error {
		wp_raise_memory_limit( 'image' );
		$size    = (array) wp_getimagesize( $from );
		$type    = is_string( $size['mime'] ?? null ) ? $size['mime'] : '';
		$problem = self::problem( $from, $type, (int) ( $size[0] ?? 0 ), (int) ( $size[1] ?? 0 ) );
		if ( null !== $problem ) {
			return self::error( $problem );
		}
		foreach ( self::editors( $type ) as $class ) {
			$made = self::edit( new $class( $from ), $to, $type, $most );
			if ( ! is_wp_error( $made ) ) {
				return $made;
			}
		}
		return self::error( self::broken() );
	}

	/**
	 * Returns the media types that this host can make pictures of.
	 *
	 * @return list<string>
	 */
	public static function types(): array {
		return array_values( array_filter( array_keys( self::TYPES ), static fn ( string $type ) => array() !== self::editors( $type ) ) );
	}

	/** Says what can be sent. */
	public static function not_a_picture(): string {
		$names = array_map( static fn ( string $type ) => self::TYPES[ $type ], self::types() );
		/* translators: %s: names of formats, such as "JPEG, PNG". */
		return sprintf( __( 'This is no picture that can be shown here. These can: %s.', 'largesse' ), implode( ', ', $names ) );
	}

	/**
	 * Returns what is wrong with a file, as far as that can be told without decoding it; null for nothing.
	 *
	 * @param string $path   The file.
	 * @param string $type   Its media type.
	 * @param int    $width  Pixels.
	 * @param int    $height Pixels.
	 */
	private static function problem( string $path, string $type, int $width, int $height ): ?string {
		if ( ! in_array( $type, self::types(), true ) ) {
			return self::not_a_picture();
		}
		if ( $width < 1 || $height < 1 ) {
			return self::broken();
		}
		$most = self::most_pixels();
		if ( $width > $most || $height > $most || $width * $height > $most ) {
			/* translators: 1: width, 2: height, 3: how many million. */
			return sprintf( __( 'This picture has too many pixels: %1$s × %2$s. There may be %3$s million. Please make it smaller first.', 'largesse' ), number_format_i18n( $width ), number_format_i18n( $height ), number_format_i18n( $most / 1_000_000, $most < 10_000_000 ? 1 : 0 ) );
		}
		return 'image/jpeg' === $type && ! self::is_whole_jpeg( $path ) ? self::broken() : null;
	}

	/** Returns how many pixels a picture may have, so that PHP has the memory for it. */
	private static function most_pixels(): int {
		$limit = wp_convert_hr_to_bytes( (string) ini_get( 'memory_limit' ) );
		$left  = $limit > 0 ? $limit - memory_get_usage( true ) - self::OTHER_BYTES : PHP_INT_MAX;
		return max( 1, min( self::MOST_PIXELS, intdiv( $left, self::BYTES_PER_PIXEL ) ) );
	}

	/**
	 * Tells whether a JPEG has its end. Of one that was cut off, editors would make a picture that is grey below. What
	 * cameras put behind the end does not matter.
	 *
	 * @param string $path The file.
	 */
	private static function is_whole_jpeg( string $path ): bool {
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of this machine.
		$bytes = (string) file_get_contents( $path );
		$at    = 2;
		// Up to the picture itself come segments with their lengths; a small picture in one of those has an end of its own.
		while ( isset( $bytes[ $at + 3 ] ) && "\xFF" === $bytes[ $at ] && "\xDA" !== $bytes[ $at + 1 ] ) {
			$at += "\xFF" === $bytes[ $at + 1 ] ? 1 : 2 + ( ord( $bytes[ $at + 2 ] ) << 8 | ord( $bytes[ $at + 3 ] ) );
		}
		$end = strpos( $bytes, "\xFF\xD9", min( $at, strlen( $bytes ) ) );
		return false !== $end && substr_count( $bytes, "\xFF\xDA", $at, $end - $at ) <= self::MOST_SCANS;
	}

	/**
	 * Returns those of WordPress's editors that can make pictures of a type. GD first: it takes nothing over but pixels, and
	 * PHP bounds its memory.
	 *
	 * @param string $type Media type.
	 * @return list<class-string<WP_Image_Editor>>
	 */
	private static function editors( string $type ): array {
		foreach ( array( '', '-gd', '-imagick' ) as $name ) {
			require_once ABSPATH . WPINC . "/class-wp-image-editor{$name}.php";
		}
		return array_values(
			array_filter(
				array( WP_Image_Editor_GD::class, StrippedImagick::class ),
				static fn ( string $editor ) => isset( self::TYPES[ $type ] ) && $editor::test() && $editor::supports_mime_type( $type )
			)
		);
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
