<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Api\Rules;
use WP_Error;

/**
 * Finds out what a file is by what stands in it, and reads it. Names of files and what browsers call them do not count.
 */
final class SourceFile {

	/**
	 * Reads a file.
	 *
	 * @param string $bytes What stands in it.
	 */
	public static function read( string $bytes ): FoundFile|WP_Error {
		if ( strlen( $bytes ) > Rules::MAX_FILE_BYTES ) {
			/* translators: %s: a number. */
			return FileErrors::of( sprintf( __( 'This file is too large: at most %s MB are read. Please take a part of it.', 'largesse' ), number_format_i18n( Rules::MAX_FILE_BYTES / 1_000_000 ) ) );
		}
		$text = SourceText::of( $bytes );
		if ( null === $text ) {
			return FileErrors::of( __( 'This file is damaged: its text breaks off within a character. Please save it once more as UTF-8.', 'largesse' ) );
		}
		if ( '' === trim( $text ) ) {
			return FileErrors::of( __( 'There is nothing in this file.', 'largesse' ) );
		}
		$found = self::of_text( $text );
		if ( is_wp_error( $found ) ) {
			return $found;
		}
		if ( array() === $found->wishes && array() === $found->registry ) {
			return FileErrors::of( __( 'There is no wish in this file.', 'largesse' ) );
		}
		return count( $found->wishes ) > Rules::MAX_FILE_WISHES ? FileErrors::too_many() : $found;
	}

	/** Reads what a file says, with the reader that knows it. */
	private static function of_text( string $text ): FoundFile|WP_Error {
		$first = ltrim( $text )[0];
		return match ( true ) {
			// Pictures, documents and archives.
			1 === preg_match( '/\A(?:%PDF|PK\x03|\x89PNG|GIF8|\{\\\\rtf)|\x00/', substr( $text, 0, 4000 ) ) => self::unknown(),
			'{' === $first || ( '[' === $first && null !== json_decode( $text ) ) => JsonReader::read( $text ),
			HtmlReader::knows( $text )              => HtmlReader::read( $text ),
			'<' === $first                          => self::unknown(),
			CsvReader::knows( $text )               => CsvReader::read( $text ),
			AmazonReader::knows_text( $text )       => AmazonReader::read_text( $text ),
			AddressReader::knows( $text )           => AddressReader::read( $text ),
			default                                 => self::unknown(),
		};
	}

	/** Returns the error of what nobody here can read. */
	private static function unknown(): WP_Error {
		return FileErrors::of( __( 'We cannot tell what this is. Take a file that was exported from Largesse, a table (CSV) whose first line names the columns, bookmarks of a browser, a list copied from Amazon, or addresses, one in each line.', 'largesse' ) );
	}
}
