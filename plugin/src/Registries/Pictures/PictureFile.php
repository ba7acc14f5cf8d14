<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

/**
 * The parts of a picture file that a decoder needs. Other parts are removed, so that they cannot cause more work. Also
 * states how much memory a decoder needs for each pixel.
 */
final class PictureFile {

	/** Maximum number of scans of a JPEG (libjpeg writes 10). Even an empty scan takes as long as a whole picture. */
	private const MOST_SCANS = 15;

	/** Maximum number of segments of a JPEG. Photos have up to a few hundred. */
	private const MOST_SEGMENTS = 2000;

	/** Markers of the segments of a JPEG that decoders need: tables, scans, profiles, and the orientation. */
	private const NEEDED_SEGMENTS = array( 0xC0, 0xC1, 0xC2, 0xC4, 0xDA, 0xDB, 0xDD, 0xE0, 0xE1, 0xE2, 0xEE );

	/** Markers of frames: two sequential kinds, and progressive frames. Browsers support no other kinds. */
	private const FRAMES = array( 0xC0, 0xC1, self::PROGRESSIVE );

	private const PROGRESSIVE = 0xC2;

	/** Markers of segments to remove: arithmetic tables, number of lines, data of other programs, comments. */
	private const LEFT_OUT = array(
		0xCC,
		0xDC,
		0xE3,
		0xE4,
		0xE5,
		0xE6,
		0xE7,
		0xE8,
		0xE9,
		0xEA,
		0xEB,
		0xEC,
		0xED,
		0xEF,
		0xFE,
	);

	private const SCAN = 0xDA;
	private const END  = 0xD9;

	/** Bytes of a decoded pixel of a JPEG, and of a coefficient. Decoders store coefficients until all scans are read. */
	private const PIXEL       = 4;
	private const COEFFICIENT = 2;

	private const PNG_SIGNATURE = "\x89PNG\r\n\x1A\n";

	/** Chunks of a PNG that decoders need: the picture, its transparency and its colours. */
	private const NEEDED_CHUNKS = array( 'IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'IDAT', 'IEND' );

	/**
	 * Bytes of memory to count for each pixel of a PNG. libpng's output and GD's copy need less, but decoding PNG's
	 * filters is slow. The higher number limits the time, because fewer pixels then fit the memory limit.
	 */
	private const PNG_PIXEL = 11;

	/** Bytes of memory to count for each pixel of a PNG if each colour has 16 bits. */
	private const DEEP_PNG_PIXEL = 22;

	/** Position of the byte of a PNG that states the number of bits per colour. */
	private const PNG_DEPTH = 24;

	/** Bytes of memory that a pixel of a WebP needs. libwebp always decodes transparency, and GD copies each pixel. */
	private const WEBP_PIXEL = 14;

	/** Number of bytes before the chunks of a frame of a WebP: position, size, duration and flags. */
	private const FRAME_HEAD = 16;

	/** Flag which announces that a separate chunk of a WebP contains the transparency. */
	private const WITH_ALPHA = "\x10\0\0\0";

	private function __construct( public readonly string $bytes, public readonly float $bytes_per_pixel ) {}

	/** Parses a file; null if it is damaged or incomplete, or has more parts than a normal picture. */
	public static function parse( string $type, string $bytes ): ?self {
		return match ( $type ) {
			'image/jpeg' => self::jpeg( $bytes ),
			'image/png'  => self::png( $bytes ),
			'image/webp' => self::webp( $bytes ),
			default      => null,
		};
	}

	/** Parses a JPEG like libjpeg: ignores bytes before a marker, and a marker ends even incomplete data of a scan. */
	private static function jpeg( string $bytes ): ?self {
		$kept     = array( "\xFF\xD8" );
		$at       = 2;
		$scans    = 0;
		$segments = 0;
		$frame    = '';
		// Number of components in the first scan.
		$in_scan = 0;
		while ( preg_match( '/\xFF[^\x00\xFF]/', $bytes, $found, PREG_OFFSET_CAPTURE, $at ) ) {
			$marker = ord( $found[0][0][1] );
			$at     = $found[0][1] + 2;
			if ( self::END === $marker ) {
				$kept[] = "\xFF\xD9";
				return $scans > 0 ? new self( implode( '', $kept ), self::jpeg_pixel( $frame, $in_scan ) ) : null;
			}
			if ( 0x01 === $marker || ( $marker >= 0xD0 && $marker <= 0xD7 ) ) {
				// Markers without content.
				continue;
			}
			if ( ++$segments > self::MOST_SEGMENTS ) {
				return null;
			}
			$is_needed = in_array( $marker, self::NEEDED_SEGMENTS, true );
			$length    = self::big_endian( $bytes, $at, 2 );
			if (
				$length < 2 || $at + $length > strlen( $bytes ) || ( ! $is_needed && ! in_array( $marker, self::LEFT_OUT, true ) )
			) {
				return null;
			}
			$content = substr( $bytes, $at, $length );
			$at     += $length;
			if ( in_array( $marker, self::FRAMES, true ) ) {
				if ( '' !== $frame ) {
					return null;
				}
				$frame = chr( $marker ) . $content;
			}
			if ( self::SCAN === $marker ) {
				$in_scan = 0 === $scans ? self::big_endian( $content, 2, 1 ) : $in_scan;
				if (
					'' === $frame
					|| ++$scans > self::MOST_SCANS
					|| ! preg_match( '/\xFF[^\x00\xFF\xD0-\xD7]/', $bytes, $found, PREG_OFFSET_CAPTURE, $at )
				) {
					return null;
				}
				$content .= substr( $bytes, $at, $found[0][1] - $at );
				$at       = $found[0][1];
			}
			if ( $is_needed ) {
				$kept[] = "\xFF" . chr( $marker ) . $content;
			}
		}
		return null;
	}

	/**
	 * Returns the memory that a decoder needs for each pixel, in bytes. The decoder stores all coefficients if the
	 * picture is progressive, or if the first scan does not contain all components. `$frame` is the marker and content of
	 * the frame's segment.
	 */
	private static function jpeg_pixel( string $frame, int $in_scan ): float {
		if ( self::PROGRESSIVE !== ord( $frame[0] ) && self::big_endian( $frame, 8, 1 ) <= $in_scan ) {
			return self::PIXEL;
		}
		$samples = 0;
		$widest  = 1;
		$highest = 1;
		$end     = strlen( $frame );
		for ( $at = 10; $at < $end; $at += 3 ) {
			$across   = ord( $frame[ $at ] ) >> 4;
			$down     = ord( $frame[ $at ] ) & 15;
			$samples += $across * $down;
			$widest   = max( $widest, $across );
			$highest  = max( $highest, $down );
		}
		return self::PIXEL + self::COEFFICIENT * $samples / ( $widest * $highest );
	}

	/** Parses a PNG. The result contains no compressed texts, because a decoder could expand each text to 8 MB. */
	private static function png( string $bytes ): ?self {
		$kept  = array( self::PNG_SIGNATURE );
		$is_in = array();
		$at    = strlen( self::PNG_SIGNATURE );
		while ( true ) {
			$length = self::big_endian( $bytes, $at, 4 );
			$name   = substr( $bytes, $at + 4, 4 );
			// The 12 bytes are the length, the name and the checksum of the chunk.
			$size = $length + 12;
			if ( $length < 0 || $at + $size > strlen( $bytes ) || ( 'IHDR' === $name ) !== ( 1 === count( $kept ) ) ) {
				return null;
			}
			if ( in_array( $name, self::NEEDED_CHUNKS, true ) && ( 'IDAT' === $name || ! isset( $is_in[ $name ] ) ) ) {
				$is_in[ $name ] = true;
				$kept[]         = substr( $bytes, $at, $size );
			}
			if ( 'IEND' === $name ) {
				$is_deep = 16 === self::big_endian( $bytes, self::PNG_DEPTH, 1 );
				return isset( $is_in['IDAT'] )
					? new self( implode( '', $kept ), $is_deep ? self::DEEP_PNG_PIXEL : self::PNG_PIXEL )
					: null;
			}
			$at += $size;
		}
	}

	/** Parses a WebP. The result contains only the first picture of the file, with its transparency. */
	private static function webp( string $bytes ): ?self {
		$end    = self::little_endian( $bytes, 4, 4 ) + 8;
		$chunks = $end <= strlen( $bytes ) ? self::webp_picture( $bytes, 12, $end ) : null;
		if ( null === $chunks ) {
			return null;
		}
		return new self( 'RIFF' . pack( 'V', strlen( $chunks ) + 4 ) . 'WEBP' . $chunks, self::WEBP_PIXEL );
	}

	/** Returns the chunks of the first picture of a WebP between two positions. A frame must not contain frames. */
	private static function webp_picture( string $bytes, int $at, int $end, bool $in_frame = false ): ?string {
		$alpha = '';
		while ( $at + 8 <= $end ) {
			$name   = substr( $bytes, $at, 4 );
			$length = self::little_endian( $bytes, $at + 4, 4 );
			$start  = $at + 8;
			$next   = $start + $length + $length % 2;
			// This check ignores the padding, because some programs do not pad the last chunk.
			if ( $start + $length > $end ) {
				return null;
			}
			if ( 'VP8L' === $name ) {
				return self::chunk( $name, substr( $bytes, $start, $length ) );
			}
			if ( 'VP8 ' === $name ) {
				$data = substr( $bytes, $start, $length );
				return '' === $alpha ? self::chunk( $name, $data ) : self::extended( $data ) . $alpha . self::chunk( $name, $data );
			}
			if ( 'ANMF' === $name ) {
				return ! $in_frame && $length > self::FRAME_HEAD
					? self::webp_picture( $bytes, $start + self::FRAME_HEAD, $start + $length, true )
					: null;
			}
			if ( 'ALPH' === $name ) {
				$alpha = self::chunk( $name, substr( $bytes, $start, $length ) );
			}
			$at = $next;
		}
		return null;
	}

	/** Creates a chunk, whose name has four letters. */
	private static function chunk( string $name, string $data ): string {
		return $name . pack( 'V', strlen( $data ) ) . $data . ( strlen( $data ) % 2 ? "\0" : '' );
	}

	/** Returns the chunk with the size of a picture. In a file with transparency, this chunk precedes the picture. */
	private static function extended( string $data ): string {
		$size = '';
		foreach ( array( 6, 8 ) as $at ) {
			$size .= substr( pack( 'V', max( 0, ( self::little_endian( $data, $at, 2 ) & 0x3FFF ) - 1 ) ), 0, 3 );
		}
		return self::chunk( 'VP8X', self::WITH_ALPHA . $size );
	}

	/** Reads a number whose first byte is the least significant. */
	private static function little_endian( string $bytes, int $at, int $size ): int {
		return max( 0, self::big_endian( strrev( substr( $bytes, $at, $size ) ), 0, $size ) );
	}

	/** Reads a big-endian number of up to 7 bytes; -1 after the end of the file. */
	private static function big_endian( string $bytes, int $at, int $size ): int {
		if ( $at < 0 || $at + $size > strlen( $bytes ) ) {
			return -1;
		}
		$number = 0;
		for ( $end = $at + $size; $at < $end; $at++ ) {
			$number = $number << 8 | ord( $bytes[ $at ] );
		}
		return $number;
	}
}
