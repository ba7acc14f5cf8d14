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

	/** Bytes of memory to count for each pixel of a file that `PictureFile` cannot parse. */
	private const UNKNOWN_PIXEL = 14;

	/** Seconds to wait for the turn, and microseconds between two attempts. */
	private const PATIENCE = 20;
	private const PAUSE    = 50_000;

	/**
	 * Part of a container's memory that a picture may take. Other processes of PHP may start during the decoding, and need
	 * memory, too.
	 */
	private const PART_OF_CONTAINER = 0.2;

	/** Folder with the limit and the use of the container's memory, if it has a limit. */
	private const CONTAINER = '/sys/fs/cgroup/';

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
		// As WordPress does before it decodes the picture.
		wp_raise_memory_limit( 'image' );
		$busy = self::wait();
		if ( null !== $busy ) {
			return $busy;
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file.
		$bytes = PictureFile::parse( (string) $size['mime'], (string) file_get_contents( $path ) )?->bytes_per_pixel;
		return self::problem( (int) $size[0], (int) $size[1], $bytes ?? self::UNKNOWN_PIXEL );
	}

	/** Returns the number of pixels that there is enough memory to decode, but at most MOST_PIXELS. */
	private static function max_pixels( float $bytes_per_pixel ): int {
		$limit = wp_convert_hr_to_bytes( (string) ini_get( 'memory_limit' ) );
		$left  = $limit > 0 ? $limit - memory_get_usage( true ) - self::OTHER_BYTES : PHP_INT_MAX;
		$left  = min( self::MOST_BYTES, $left, self::bytes_in_container() );
		return max( 1, min( self::MOST_PIXELS, (int) ( $left / $bytes_per_pixel ) ) );
	}

	/** Returns the bytes of the container's memory that a picture may take now. */
	private static function bytes_in_container(): int {
		// phpcs:ignore WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- Files of Linux, if there are any.
		$read  = static fn ( string $name ): string => trim( (string) @file_get_contents( self::CONTAINER . $name ) );
		$limit = $read( 'memory.max' );
		if ( ! ctype_digit( $limit ) ) {
			return PHP_INT_MAX;
		}
		preg_match_all( '/^(\w+) (\d+)$/m', $read( 'memory.stat' ), $numbers );
		$bytes = array_map( 'intval', array_combine( $numbers[1], $numbers[2] ) )
			+ array_fill_keys( array( 'file', 'shmem', 'slab_reclaimable' ), 0 );
		// The system gives back the cache of files when programs need memory. Shared memory counts as files, but stays.
		$used = (int) $read( 'memory.current' ) - $bytes['file'] + $bytes['shmem'] - $bytes['slab_reclaimable'];
		return (int) min( $limit * self::PART_OF_CONTAINER, $limit - $used - self::OTHER_BYTES );
	}
}
