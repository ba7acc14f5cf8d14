<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Format\Price;
use Largesse\Http\FieldError;
use Largesse\Owners\RegistryFields;
use WP_Error;
use WP_Post;

/**
 * Describes the contents of a file for the import page, and the expected result for each wish. The page sends the
 * wishes back unchanged.
 */
final class FileView {

	/**
	 * Returns the view of a file.
	 *
	 * @param WP_Post|null $registry Target of the wishes; null for a new registry.
	 * @return array{registry: array<string, mixed>, wishes: list<array<string, mixed>>, counts: array<string, int>}|WP_Error
	 */
	public static function of( ImportFile $file, ?WP_Post $registry, Importer $importer ): array|WP_Error {
		$plan = $importer->plan( $file->wishes, $registry );
		if ( is_wp_error( $plan ) ) {
			return $plan;
		}
		return array(
			'registry' => self::details( $file ),
			'wishes'   => array_map( static fn ( ImportWish $wish, array $planned ) => self::wish( $wish ) + $planned, $file->wishes, $plan ),
			'counts'   => array_count_values( array_column( $plan, 'state' ) ) + array_fill_keys( array( Importer::IS_NEW, Importer::THERE, Importer::WRONG ), 0 ),
		);
	}

	/** @return array<string, mixed> */
	private static function wish( ImportWish $wish ): array {
		return array(
			'place'  => $wish->place,
			'by'     => $wish->by,
			'fields' => $wish->fields,
		) + array_filter( array( 'price_text' => Price::of( $wish->fields ) ) );
	}

	/**
	 * Returns the registry's title in the file, and the problems of the registry's fields.
	 *
	 * @return array<string, mixed>
	 */
	private static function details( ImportFile $file ): array {
		$fields = FileRegistry::of( $file->registry );
		return array(
			'title'    => is_string( $file->registry['title'] ?? null ) ? $file->registry['title'] : '',
			'problems' => (object) FieldError::messages( FileRegistry::problems( $file->registry, new RegistryFields( array_diff_key( $fields, array( 'title' => true ) ) ), false ) ),
		);
	}
}
