<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\KeyedHash;

/**
 * The memory for decoding pictures. If several requests decoded large pictures at once, they could need more memory
 * than the machine or the container has, and the system would end processes. So only one request decodes at a time, and
 * only a picture for which there is memory.
 */
final class PictureMemory {

	/** Maximum memory in bytes for decoding a picture, and memory to leave for the rest of the request. */
	private const MOST_BYTES  = 170_000_000;
	private const OTHER_BYTES = 32 * MB_IN_BYTES;

	/** Maximum number of pixels, regardless of memory. */
	private const MOST_PIXELS = 40_000_000;

	/** Bytes of memory that WordPress's class for GD needs for each pixel: of a JPEG, of a PNG with 16 bits, of others. */
	private const JPEG_PIXEL = 4;
	private const DEEP_PIXEL = 22;
	private const PIXEL      = 14;

	/** Seconds to wait for the turn, and microseconds between two attempts. */
	private const PATIENCE = 20;
	private const PAUSE    = 50_000;

	/** Files with the limit and the use of the container's memory, if it has a limit. */
	private const LIMIT = '/sys/fs/cgroup/memory.max';
	private const USED  = '/sys/fs/cgroup/memory.stat';

	/** @var resource|null Lock of this request, until it ends. */
	private static mixed $turn = null;

	/** Waits until no other request decodes a picture. Returns a message if that takes too long; otherwise null. */
	public static function wait(): ?string {
		if ( null !== self::$turn ) {
			return null;
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- WordPress has no locks between processes.
		$file = fopen( get_temp_dir() . 'largesse-' . KeyedHash::of( 'pictures' ), 'c' );
		if ( false === $file ) {
			return null;
		}
		for ( $until = microtime( true ) + self::PATIENCE; ! flock( $file, LOCK_EX | LOCK_NB ); usleep( self::PAUSE ) ) {
			if ( microtime( true ) > $until ) {
				return __( 'Other pictures are being processed at the moment. Please try again in a minute.', 'largesse' );
			}
		}
		self::$turn = $file;
		return null;
	}

	/** Ends the turn of this request. */
	public static function end(): void {
		// Closing the file releases the lock.
		self::$turn = null;
	}

	/** Returns a message if there is not enough memory for a picture of a size in pixels; otherwise null. */
	public static function problem( int $width, int $height, float $bytes_per_pixel ): ?string {
		$most = self::max_pixels( $bytes_per_pixel );
		if ( $width <= $most && $height <= $most && $width * $height <= $most ) {
			return null;
		}
		/* translators: 1: width, 2: height, 3: how many million. */
		return sprintf( __( 'This picture has too many pixels: %1$s × %2$s. The limit is %3$s million. Please make it smaller first.', 'largesse' ), Number::text( $width ), Number::text( $height ), Number::text( $most / 1_000_000, $most < 10_000_000 ? 1 : 0 ) );
	}

	/** Waits for the turn of a file that WordPress will decode in this request. Returns why it must not; or null. */
	public static function problem_of_upload( string $path ): ?string {
		$size = wp_getimagesize( $path );
		if ( ! is_array( $size ) ) {
			return null;
		}
		$bytes = match ( true ) {
			'image/jpeg' === $size['mime']   => self::JPEG_PIXEL,
			( $size['bits'] ?? 8 ) > 8       => self::DEEP_PIXEL,
			default                          => self::PIXEL,
		};
		// As WordPress does before it decodes the picture.
		wp_raise_memory_limit( 'image' );
		return self::wait() ?? self::problem( (int) $size[0], (int) $size[1], $bytes );
	}

	/** Returns the number of pixels that there is enough memory to decode, but at most MOST_PIXELS. */
	private static function max_pixels( float $bytes_per_pixel ): int {
		$limit = wp_convert_hr_to_bytes( (string) ini_get( 'memory_limit' ) );
		$left  = $limit > 0 ? $limit - memory_get_usage( true ) - self::OTHER_BYTES : PHP_INT_MAX;
		$left  = min( self::MOST_BYTES, $left, self::left_in_container() - self::OTHER_BYTES );
		return max( 1, min( self::MOST_PIXELS, (int) ( $left / $bytes_per_pixel ) ) );
	}

	/** Returns the memory that the container of this process has left, in bytes. */
	private static function left_in_container(): int {
		// phpcs:disable WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- Files of Linux, if there are any.
		$limit = trim( (string) @file_get_contents( self::LIMIT ) );
		$used  = (string) @file_get_contents( self::USED );
		// phpcs:enable WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors
		// The system gives back the cache of files when programs need memory.
		return ctype_digit( $limit )
			&& preg_match( '/^anon (\d+)$/m', $used, $anonymous )
			&& preg_match( '/^shmem (\d+)$/m', $used, $shared )
			? (int) $limit - (int) $anonymous[1] - (int) $shared[1]
			: PHP_INT_MAX;
	}
}
