<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

/**
 * Checks AVIF files. Decoders allocate memory for the size in the sequence header of the coded data, whatever size the file
 * itself states, and they decode all frames before the first visible one. This class counts both. The file stays as it is.
 */
final class AvifFile {

	/** Bytes of a pixel while it is decoded, with 10 bits for each colour, and as GD stores it. */
	private const BYTES_PER_PIXEL = 13;

	/** The most items of a file, and the most frames of an item. */
	private const MOST_ITEMS  = 256;
	private const MOST_FRAMES = 4;

	/** Kinds of units in the coded data. */
	private const SEQUENCE_HEADER = 1;
	private const FRAMES          = array( 3, 6 );

	/**
	 * Parses a file.
	 *
	 * @param string $bytes The file.
	 */
	public static function parse( string $bytes ): ?PictureFile {
		$boxes = self::boxes( $bytes );
		// Animations have their own index, which decoders prefer.
		if ( null === $boxes || ! isset( $boxes['meta'] ) || isset( $boxes['moov'] ) ) {
			return null;
		}
		$parts  = self::boxes( substr( $boxes['meta'], 4 ) );
		$coded  = null === $parts ? array() : self::coded( $parts['iinf'] ?? '' );
		$items  = null === $parts ? null : self::items( $parts['iloc'] ?? '', $bytes, $parts['idat'] ?? '' );
		$pixels = 0;
		foreach ( $items ?? array() as $id => $data ) {
			if ( in_array( $id, $coded, true ) ) {
				$of_item = self::pixels( $data );
				if ( null === $of_item ) {
					return null;
				}
				$pixels += $of_item;
			}
		}
		return $pixels > 0 ? new PictureFile( $bytes, self::BYTES_PER_PIXEL, $pixels ) : null;
	}

	/**
	 * Splits a file or a box into boxes.
	 *
	 * @param string $bytes Its content.
	 * @return array<string, string>|null Contents by type; null if the same type is there twice, or one is cut off.
	 */
	private static function boxes( string $bytes ): ?array {
		$boxes = array();
		$at    = 0;
		$end   = strlen( $bytes );
		while ( $at < $end ) {
			$size = PictureFile::number( $bytes, $at, 4 );
			$type = substr( $bytes, $at + 4, 4 );
			$head = 8;
			if ( 1 === $size ) {
				$head = 16;
				$size = PictureFile::number( $bytes, $at + 9, 7 );
			} elseif ( 0 === $size ) {
				$size = $end - $at;
			}
			if ( $size < $head || $at + $size > $end ) {
				return null;
			}
			if ( isset( $boxes[ $type ] ) && in_array( $type, array( 'meta', 'moov', 'iinf', 'iloc', 'idat' ), true ) ) {
				return null;
			}
			$boxes[ $type ] = substr( $bytes, $at + $head, $size - $head );
			$at            += $size;
		}
		return $boxes;
	}

	/**
	 * Lists the items that are coded pictures.
	 *
	 * @param string $infos Content of the box that lists all items.
	 * @return list<int> Their ids.
	 */
	private static function coded( string $infos ): array {
		$ids = array();
		$at  = 0 === PictureFile::number( $infos, 0, 1 ) ? 6 : 8;
		while ( PictureFile::number( $infos, $at, 4 ) >= 12 ) {
			$of_id = 3 === PictureFile::number( $infos, $at + 8, 1 ) ? 4 : 2;
			if ( 'av01' === substr( $infos, $at + 12 + $of_id + 2, 4 ) ) {
				$ids[] = PictureFile::number( $infos, $at + 12, $of_id );
			}
			$at += PictureFile::number( $infos, $at, 4 );
		}
		return $ids;
	}

	/**
	 * Collects the data of all items.
	 *
	 * @param string $index Content of the box that says where they are.
	 * @param string $file  The whole file.
	 * @param string $inner Content of the box that may hold some of them.
	 * @return array<int, string>|null By id; null if they overlap, or the index is damaged.
	 */
	private static function items( string $index, string $file, string $inner ): ?array {
		$version = PictureFile::number( $index, 0, 1 );
		$sizes   = PictureFile::number( $index, 4, 2 );
		$of_id   = $version < 2 ? 2 : 4;
		$count   = PictureFile::number( $index, 6, $of_id );
		$at      = 6 + $of_id;
		if ( $version < 0 || $version > 2 || $sizes < 0 || $count > self::MOST_ITEMS ) {
			return null;
		}
		$read  = static function ( int $size ) use ( $index, &$at ): int {
			// Positions and lengths may have 8 bytes: no file is so long that the first one matters.
			$number = PictureFile::number( $index, $at + max( 0, $size - 7 ), min( $size, 7 ) );
			$at    += $size;
			return $number;
		};
		$items = array();
		$total = 0;
		for ( ; $count > 0; $count-- ) {
			$id     = $read( $of_id );
			$method = $version > 0 ? $read( 2 ) & 15 : 0;
			$read( 2 );
			$base    = $read( $sizes >> 4 & 15 );
			$extents = $read( 2 );
			$data    = '';
			for ( ; $extents > 0; $extents-- ) {
				$read( $version > 0 ? $sizes & 15 : 0 );
				$start  = $base + $read( $sizes >> 12 );
				$length = $read( $sizes >> 8 & 15 );
				$total += $length;
				if ( $length < 0 || $start < 0 || $total > strlen( $file ) ) {
					return null;
				}
				$data .= substr( 1 === $method ? $inner : $file, $start, $length );
			}
			if ( $id < 0 || isset( $items[ $id ] ) ) {
				return null;
			}
			$items[ $id ] = $data;
		}
		return $items;
	}

	/**
	 * Returns the number of pixels that a decoder allocates for an item.
	 *
	 * @param string $data Its coded data.
	 * @return int|null Null if it is damaged or has too many frames.
	 */
	private static function pixels( string $data ): ?int {
		$pixels = 0;
		$frames = 0;
		$at     = 0;
		$end    = strlen( $data );
		while ( $at < $end ) {
			$head = ord( $data[ $at ] );
			$kind = $head >> 3 & 15;
			$at  += $head & 4 ? 2 : 1;
			$size = $end - $at;
			if ( $head & 2 ) {
				$size  = 0;
				$shift = 0;
				do {
					$byte   = PictureFile::number( $data, $at++, 1 );
					$size  |= ( $byte & 127 ) << $shift;
					$shift += 7;
				} while ( $byte > 127 && $shift < 56 );
			}
			if ( $size < 0 || $at + $size > $end ) {
				return null;
			}
			$frames += in_array( $kind, self::FRAMES, true ) ? 1 : 0;
			if ( self::SEQUENCE_HEADER === $kind ) {
				$pixels = max( $pixels, self::frame_pixels( substr( $data, $at, $size ) ) ?? PHP_INT_MAX );
			}
			$at += $size;
		}
		return $frames > 0 && $frames <= self::MOST_FRAMES && $pixels > 0 && $pixels < PHP_INT_MAX ? $pixels * $frames : null;
	}

	/**
	 * Returns the number of pixels of the largest frame.
	 *
	 * @param string $header A sequence header (AV1 specification, 5.5.1).
	 * @return int|null Null if it is damaged, or has times, as no still picture does.
	 */
	private static function frame_pixels( string $header ): ?int {
		$bit  = 0;
		$read = static function ( int $count ) use ( $header, &$bit ): int {
			$number = 0;
			for ( ; $count > 0; $count--, $bit++ ) {
				$number = $number << 1 | ( ord( $header[ $bit >> 3 ] ?? "\0" ) >> 7 - ( $bit & 7 ) & 1 );
			}
			return $number;
		};
		// The profile, and whether it is a still picture.
		$read( 4 );
		if ( 1 === $read( 1 ) ) {
			$read( 5 );
		} else {
			if ( 1 === $read( 1 ) ) {
				return null;
			}
			$has_delays = 1 === $read( 1 );
			for ( $points = $read( 5 ); $points >= 0; $points-- ) {
				$read( 12 );
				$read( $read( 5 ) > 7 ? 1 : 0 );
				$read( $has_delays && 1 === $read( 1 ) ? 4 : 0 );
			}
		}
		$of_width  = $read( 4 ) + 1;
		$of_height = $read( 4 ) + 1;
		$pixels    = ( $read( $of_width ) + 1 ) * ( $read( $of_height ) + 1 );
		return $bit <= 8 * strlen( $header ) ? $pixels : null;
	}
}
