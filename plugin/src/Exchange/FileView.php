<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Rest\RegistryFields;
use WP_Error;
use WP_Post;

/**
 * Tells what is in a file and what would become of it, for the page and the command line. Wishes stand in it in the form in
 * which they are sent back to be added.
 */
final class FileView {

	/**
	 * Returns the file.
	 *
	 * @param WP_Post|null $registry Where its wishes would go; null for a new registry.
	 * @return array{format: string, format_text: string, registry: array<string, mixed>, wishes: list<array<string, mixed>>, counts: array<string, int>}|WP_Error
	 */
	public static function of( FoundFile $file, ?WP_Post $registry, Importer $importer ): array|WP_Error {
		$plan = $importer->plan( $file->wishes, $registry );
		if ( is_wp_error( $plan ) ) {
			return $plan;
		}
		return array(
			'format'      => $file->format,
			'format_text' => self::format( $file->format ),
			'registry'    => self::details( $file ),
			'wishes'      => array_map( static fn ( FoundWish $wish, array $planned ) => self::wish( $wish, $file->format ) + $planned, $file->wishes, $plan ),
			'counts'      => array_count_values( array_column( $plan, 'state' ) ) + array_fill_keys( array( Importer::IS_NEW, Importer::THERE, Importer::WRONG ), 0 ),
		);
	}

	/** Names where in a file of a format something stands. */
	public static function place( int $place, string $format ): string {
		$is_line = in_array( $format, array( 'csv', 'addresses' ), true ) || 'amazon' === $format;
		/* translators: %s: a number. */
		return sprintf( $is_line ? __( 'Line %s', 'largesse' ) : __( 'Wish %s', 'largesse' ), number_format_i18n( $place ) );
	}

	/**
	 * Returns a wish.
	 *
	 * @param string $format Format of its file.
	 * @return array<string, mixed>
	 */
	private static function wish( FoundWish $wish, string $format ): array {
		return array(
			'place'      => $wish->place,
			'place_text' => self::place( $wish->place, $format ),
			'by'         => $wish->by,
			'notes'      => $wish->notes,
			'fields'     => $wish->fields,
		);
	}

	/**
	 * Returns what a file says of its registry, and which of it cannot be taken.
	 *
	 * @return array<string, mixed>
	 */
	private static function details( FoundFile $file ): array {
		$fields = FileRegistry::of( $file->registry );
		return array(
			'title'    => is_string( $file->registry['title'] ?? null ) ? $file->registry['title'] : '',
			'problems' => (object) ( new RegistryFields( array_diff_key( $fields, array( 'title' => true ) ) ) )->problems( false ),
		);
	}

	/** Names a format. */
	private static function format( string $format ): string {
		return match ( $format ) {
			'json'      => __( 'a registry, as JSON', 'largesse' ),
			'html'      => __( 'a registry, as a page', 'largesse' ),
			'csv'       => __( 'a table (CSV)', 'largesse' ),
			'amazon'    => __( 'a wish list of Amazon', 'largesse' ),
			'bookmarks' => __( 'bookmarks of a browser', 'largesse' ),
			default     => __( 'a list of addresses', 'largesse' ),
		};
	}
}
