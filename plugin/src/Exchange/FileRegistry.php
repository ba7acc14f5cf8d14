<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use Largesse\Owners\RegistryFields;
use Largesse\Registry\Store;
use WP_Error;

/**
 * Creates a registry from the data in a file. The registry is always private, and has no invitees and no gifts.
 */
final class FileRegistry {

	/** Imported fields. */
	private const FIELDS = array( 'title', 'story', 'event_type', 'event_date', 'surprise' );

	/**
	 * Returns the fields of a file as RegistryFields expects them. A story with formatting is HTML.
	 *
	 * @param array<string, mixed> $found Data about the registry in the file.
	 * @return array<string, mixed>
	 */
	public static function of( array $found ): array {
		return array_filter( array_intersect_key( $found, array_flip( self::FIELDS ) ), static fn ( mixed $value ) => null !== $value );
	}

	/**
	 * Returns the problems of the registry's data in a file.
	 *
	 * @param array<string, mixed> $found  Data about the registry in the file.
	 * @param RegistryFields       $fields Fields of the registry.
	 * @param bool                 $is_new Whether the import creates a new registry.
	 * @return array<string, FieldError> Errors by field.
	 */
	public static function problems( array $found, RegistryFields $fields, bool $is_new ): array {
		/**
		 * Filters the problems of a file that a member imports. With a problem, no registry is created.
		 *
		 * @param array<string, FieldError> $problems Errors by field.
		 * @param array<string, mixed>      $found    `registry` of contract/exchange.ts.
		 */
		return apply_filters( 'largesse_registry_file_problems', $fields->problems( $is_new ), $found );
	}

	/**
	 * Creates a registry.
	 *
	 * @param array<string, mixed> $found Data about the registry in the file.
	 * @param string|null          $title Title of the registry; null for the title in the file.
	 * @param int|null             $owner Id of the owner; null for the current user.
	 * @return int|WP_Error Id of the registry.
	 */
	public static function create( array $found, ?string $title, Store $store, ?int $owner = null ): int|WP_Error {
		$sent     = ( null === $title ? array() : array( 'title' => $title ) ) + self::of( $found ) + array( 'is_public' => false );
		$fields   = new RegistryFields( $sent );
		$problems = self::problems( $found, $fields, true );
		if ( $problems ) {
			return Errors::fields( $problems );
		}
		$stored = $fields->stored();
		if ( 'html' === ( $found['story_format'] ?? '' ) && is_string( $found['story'] ?? null ) ) {
			// The user who imports the story is not the author of the story. So this code removes unsafe HTML, even for
			// administrators.
			$stored['post_content'] = wp_kses_post( $found['story'] );
		}
		$id = $store->details->create( ( null === $owner ? array() : array( 'post_author' => $owner ) ) + array( 'post_status' => 'private' ) + $stored );
		if ( is_wp_error( $id ) ) {
			return Errors::not_stored();
		}
		/**
		 * Fires after a registry was created from a file, before its wishes are added.
		 *
		 * @param int                  $registry_id Id of the registry.
		 * @param array<string, mixed> $found       Data about the registry in the file.
		 */
		do_action( 'largesse_registry_imported', $id, $found );
		return $id;
	}
}
