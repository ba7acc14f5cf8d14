<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Api\Rules;
use WP_Error;

/**
 * Reads `largesse.registry/1` (contract/exchange.ts). What it does not know it leaves out; what has the wrong type stays, so
 * that it is told wish by wish.
 */
final class JsonReader {

	/** How deep our files are, with room for what newer ones may add. */
	private const MAX_DEPTH = 16;

	/** Fields of the registry. */
	private const DETAILS = array( 'title', 'story', 'story_format', 'event_type', 'event_date', 'surprise' );

	/**
	 * Reads a file.
	 *
	 * @param string $text   The JSON.
	 * @param string $format What the file is called that it stands in: `json` or `html`.
	 */
	public static function read( string $text, string $format = 'json' ): FoundFile|WP_Error {
		$data = json_decode( $text, true, self::MAX_DEPTH );
		if ( JSON_ERROR_DEPTH === json_last_error() ) {
			return FileErrors::of( __( 'This file is nested too deeply to be a registry.', 'largesse' ) );
		}
		if ( null === $data && JSON_ERROR_NONE !== json_last_error() ) {
			return FileErrors::of( __( 'This file is damaged: it begins like JSON, but does not end like it. Please export it once more.', 'largesse' ) );
		}
		$is_ours = is_array( $data ) && is_string( $data['format'] ?? null ) && str_starts_with( $data['format'], 'largesse.registry/' );
		if ( ! $is_ours ) {
			return FileErrors::of( __( 'This is JSON, but no registry: it lacks the line "format": "largesse.registry/1".', 'largesse' ) );
		}
		if ( ExportedRegistry::FORMAT !== $data['format'] ) {
			return FileErrors::of( __( 'This file comes from a newer version of Largesse than this site has.', 'largesse' ) );
		}
		$wishes = $data['wishes'] ?? null;
		if ( ! is_array( $wishes ) || ! array_is_list( $wishes ) ) {
			return FileErrors::of( __( 'This file has no list of wishes.', 'largesse' ) );
		}
		if ( count( $wishes ) > Rules::MAX_FILE_WISHES ) {
			return FileErrors::too_many();
		}
		$currency = is_string( $data['currency'] ?? null ) ? $data['currency'] : null;
		$found    = array();
		foreach ( $wishes as $index => $wish ) {
			$found[] = ( new FoundWish( $index + 1, is_array( $wish ) ? $wish : array() ) )->in_currency( $currency );
		}
		$details = is_array( $data['registry'] ?? null ) ? $data['registry'] : array();
		return new FoundFile( $format, $found, array_intersect_key( $details, array_flip( self::DETAILS ) ) );
	}
}
