<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

/**
 * Checks AVIF files, without changing them. Decoders allocate memory for the size in the sequence header of the coded
 * data, even if the file states another size. Decoders also decode all frames before the first visible frame.
 * Therefore, this class multiplies the size in the sequence header by the number of frames.
 */
final class AvifFile {

	/** Memory of a pixel in bytes, for decoding with 10 bits per colour and for GD's copy. */
	private const BYTES_PER_PIXEL = 13;

	/** Maximum number of items in a file. */
	private const MOST_ITEMS = 256;

	/** Maximum number of parts of all items together. */
	private const MOST_EXTENTS = 256;

	/** Maximum number of frames in an item. */
	private const MOST_FRAMES = 4;

	/** Type of an item that is a coded picture. */
	private const CODED = 'av01';

	/**
	 * Types of items in still pictures: coded pictures, grids of several pictures, and metadata of cameras and
	 * programs.
	 */
	private const TYPES = array( self::CODED, 'grid', 'Exif', 'mime' );

	/** Type of a sequence header in the coded data. */
	private const SEQUENCE_HEADER = 1;

	/**
	 * Types of frames in the coded data. The last type is a repeated frame header, which decoders accept as the first
	 * frame.
	 */
	private const FRAMES = array( 3, 6, 7 );

	/** Type of a frame that is decoded without earlier frames. */
	private const KEY_FRAME = 0;

	/** Type of a frame that always states its own size. */
	private const SWITCH_FRAME = 3;

	/**
	 * Value of `screen_content` and `integer_vectors` if the sequence header leaves the choice to the header of each
	 * frame.
	 */
	private const EACH_FRAME = 2;

	/** Parses a file. Returns null if the file is damaged, or is not a simple still picture. */
	public static function parse( string $bytes ): ?PictureFile {
		$boxes = self::boxes( $bytes );
		// The box `moov` is the index of an animation. Decoders would read this index instead of the items that this
		// class checks.
		if ( null === $boxes || ! isset( $boxes['meta'] ) || isset( $boxes['moov'] ) ) {
			return null;
		}
		$parts  = self::boxes( substr( $boxes['meta'], 4 ) );
		$coded  = null === $parts ? null : self::coded_items( $parts['iinf'] ?? '' );
		$items  = null === $parts ? null : self::items( $parts['iloc'] ?? '', $bytes, $parts['idat'] ?? '' );
		$pixels = 0;
		if ( null === $coded || null === $items ) {
			return null;
		}
		foreach ( $items as $id => $data ) {
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
	 * @param string $bytes Content of the file or box.
	 * @return array<string, string>|null Contents by type; null if a box that this class reads occurs twice, or if a box is cut off.
	 */
	private static function boxes( string $bytes ): ?array {
		$boxes = array();
		$at    = 0;
		$end   = strlen( $bytes );
		while ( $at < $end ) {
			$size = PictureFile::big_endian( $bytes, $at, 4 );
			$type = substr( $bytes, $at + 4, 4 );
			$head = 8;
			if ( 1 === $size ) {
				$head = 16;
				$size = PictureFile::big_endian( $bytes, $at + 9, 7 );
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
	 * @param string $list Content of the box that lists all items.
	 * @return list<int>|null Ids of the items; null if there are items of other types, or the list is damaged.
	 */
	private static function coded_items( string $list ): ?array {
		$ids      = array();
		$of_count = 0 === PictureFile::big_endian( $list, 0, 1 ) ? 2 : 4;
		$at       = 4 + $of_count;
		$count    = PictureFile::big_endian( $list, 4, $of_count );
		if ( $count > self::MOST_ITEMS ) {
			return null;
		}
		for ( ; $count > 0; $count-- ) {
			$size    = PictureFile::big_endian( $list, $at, 4 );
			$entry   = substr( $list, $at, max( 0, $size ) );
			$version = PictureFile::big_endian( $entry, 8, 1 );
			$of_id   = 3 === $version ? 4 : 2;
			$type    = substr( $entry, 12 + $of_id + 2, 4 );
			if ( $size < 12 || strlen( $entry ) < $size || 'infe' !== substr( $entry, 4, 4 ) || ! in_array( $version, array( 2, 3 ), true ) || ! in_array( $type, self::TYPES, true ) ) {
				return null;
			}
			if ( self::CODED === $type ) {
				$ids[] = PictureFile::big_endian( $entry, 12, $of_id );
			}
			$at += $size;
		}
		return strlen( $list ) === $at ? $ids : null;
	}

	/**
	 * Collects the data of all items.
	 *
	 * @param string $index Content of the box with the positions of the items.
	 * @param string $file  The whole file.
	 * @param string $inner Content of the box that may contain some of the items.
	 * @return array<int, string>|null Data by id; null if the items have too many parts or more bytes than the file, or if the index is damaged.
	 */
	private static function items( string $index, string $file, string $inner ): ?array {
		$version = PictureFile::big_endian( $index, 0, 1 );
		$sizes   = PictureFile::big_endian( $index, 4, 2 );
		$of_id   = $version < 2 ? 2 : 4;
		$count   = PictureFile::big_endian( $index, 6, $of_id );
		$at      = 6 + $of_id;
		if ( $version < 0 || $version > 2 || $sizes < 0 || $count > self::MOST_ITEMS ) {
			return null;
		}
		$read  = static function ( int $size ) use ( $index, &$at ): int {
			// Positions and lengths may have 8 bytes. No file is so long that it needs the first byte.
			$number = PictureFile::big_endian( $index, $at + max( 0, $size - 7 ), min( $size, 7 ) );
			$at    += $size;
			return $number;
		};
		$items = array();
		$total = 0;
		$parts = 0;
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
				if ( $length < 1 || $start < 0 || $total > strlen( $file ) || ++$parts > self::MOST_EXTENTS ) {
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
	 * @param string $data Coded data of the item.
	 * @return int|null Null if the data is damaged, has too many frames, or has a frame whose size differs from the
	 *                  sequence header.
	 */
	private static function pixels( string $data ): ?int {
		$pixels = 0;
		$header = null;
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
					$byte   = PictureFile::big_endian( $data, $at++, 1 );
					$size  |= ( $byte & 127 ) << $shift;
					$shift += 7;
				} while ( $byte > 127 && $shift < 56 );
			}
			if ( $size < 0 || $at + $size > $end ) {
				return null;
			}
			if ( self::SEQUENCE_HEADER === $kind ) {
				$header = self::sequence_header( substr( $data, $at, $size ) );
				$pixels = max( $pixels, $header['pixels'] ?? PHP_INT_MAX );
			}
			if ( in_array( $kind, self::FRAMES, true ) ) {
				++$frames;
				if ( null === $header || self::has_own_size( substr( $data, $at, $size ), $header ) ) {
					return null;
				}
			}
			$at += $size;
		}
		return $frames > 0 && $frames <= self::MOST_FRAMES && $pixels > 0 && $pixels < PHP_INT_MAX ? $pixels * $frames : null;
	}

	/**
	 * Parses the parts of a sequence header that determine the size of frames.
	 *
	 * @param string $header The header (AV1 specification, 5.5.1).
	 * @return array{pixels: int, is_reduced: bool, screen_content: int, integer_vectors: int, of_id: int}|null Pixels of the largest frame, and values for parsing the headers of frames; null if the header is damaged, or has timing information, which still pictures lack.
	 */
	private static function sequence_header( string $header ): ?array {
		$bit  = 0;
		$read = self::reader( $header, $bit );
		// Skips the profile, and the flag for still pictures.
		$read( 4 );
		$is_reduced = 1 === $read( 1 );
		if ( $is_reduced ) {
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
		$of_width        = $read( 4 ) + 1;
		$of_height       = $read( 4 ) + 1;
		$pixels          = ( $read( $of_width ) + 1 ) * ( $read( $of_height ) + 1 );
		$screen_content  = self::EACH_FRAME;
		$integer_vectors = self::EACH_FRAME;
		$of_id           = 0;
		if ( ! $is_reduced ) {
			// Frames may have an id. Two numbers in the header add up to the length of the id in bits.
			$of_id = 1 === $read( 1 ) ? $read( 4 ) + 2 + $read( 3 ) + 1 : 0;
			// Skips flags of coding tools. If frames have an order, skips two more flags.
			$read( 7 );
			$read( 1 === $read( 1 ) ? 2 : 0 );
			$screen_content  = 1 === $read( 1 ) ? self::EACH_FRAME : $read( 1 );
			$integer_vectors = 0 === $screen_content || 1 === $read( 1 ) ? self::EACH_FRAME : $read( 1 );
		}
		return $bit <= 8 * strlen( $header ) ? compact( 'pixels', 'is_reduced', 'screen_content', 'integer_vectors', 'of_id' ) : null;
	}

	/**
	 * Checks whether a frame states its own size. This size may be larger than the size in the sequence header.
	 * Programs do not write such frames in still pictures.
	 *
	 * @param string                                                                              $frame    The frame (AV1 specification, 5.9.2).
	 * @param array{is_reduced: bool, screen_content: int, integer_vectors: int, of_id: int, ...} $sequence Sequence header of the frame.
	 */
	private static function has_own_size( string $frame, array $sequence ): bool {
		$bit  = 0;
		$read = self::reader( $frame, $bit );
		// In a reduced still picture, no frame states its own size. A frame that only shows an earlier frame again
		// states no size either.
		if ( $sequence['is_reduced'] || 1 === $read( 1 ) ) {
			return false;
		}
		$type     = $read( 2 );
		$is_shown = 1 === $read( 1 );
		$read( $is_shown ? 0 : 1 );
		// Skips the flag for error resilience. Two types of frames do not contain this flag.
		$read( self::SWITCH_FRAME === $type || ( self::KEY_FRAME === $type && $is_shown ) ? 0 : 1 );
		$read( 1 );
		$screen_content = self::EACH_FRAME === $sequence['screen_content'] ? $read( 1 ) : $sequence['screen_content'];
		$read( 1 === $screen_content && self::EACH_FRAME === $sequence['integer_vectors'] ? 1 : 0 );
		$read( $sequence['of_id'] );
		return self::SWITCH_FRAME === $type || 1 === $read( 1 );
	}

	/**
	 * Returns a function that reads the next bits as a number.
	 *
	 * @param string $bytes The data to read from.
	 * @param int    $bit   Position in bits, which the function advances.
	 * @return \Closure(int): int The function, which takes the number of bits. After the end of the data, all bits are 0.
	 */
	private static function reader( string $bytes, int &$bit ): \Closure {
		return static function ( int $count ) use ( $bytes, &$bit ): int {
			$number = 0;
			for ( ; $count > 0; $count--, $bit++ ) {
				$number = $number << 1 | ( ord( $bytes[ $bit >> 3 ] ?? "\0" ) >> 7 - ( $bit & 7 ) & 1 );
			}
			return $number;
		};
	}
}
