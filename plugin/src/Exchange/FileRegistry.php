<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Http\Errors;
use Largesse\Owners\RegistryFields;
use Largesse\Registry\Store;
use WP_Error;

/**
 * Makes a registry of what a file says of it: always private, without invitees and gifts.
 */
final class FileRegistry {

	/** Fields that are taken over. */
	private const FIELDS = array( 'title', 'story', 'event_type', 'event_date', 'surprise' );

	/**
	 * Returns the fields of a file as RegistryFields takes them. A story with formatting is HTML.
	 *
	 * @param array<string, mixed> $found What the file says of its registry.
	 * @return array<string, mixed>
	 */
	public static function of( array $found ): array {
		return array_filter( array_intersect_key( $found, array_flip( self::FIELDS ) ), static fn ( mixed $value ) => null !== $value );
	}

	/**
	 * Makes a registry.
	 *
	 * @param array<string, mixed> $found What the file says of it.
	 * @param string|null          $title Its title; null for that of the file.
	 * @param int|null             $owner Whose it is; null for the current user.
	 * @return int|WP_Error Its id.
	 */
	public static function make( array $found, ?string $title, Store $store, ?int $owner = null ): int|WP_Error {
		$sent     = ( null === $title ? array() : array( 'title' => $title ) ) + self::of( $found ) + array( 'is_public' => false );
		$fields   = new RegistryFields( $sent );
		$problems = $fields->problems( true );
		if ( $problems ) {
			return Errors::fields( $problems );
		}
		$stored = $fields->stored();
		if ( 'html' === ( $found['story_format'] ?? '' ) && is_string( $found['story'] ?? null ) ) {
			// Whoever imports it has not written it, so what administrators may write counts for nobody.
			$stored['post_content'] = wp_kses_post( $found['story'] );
		}
		$id = $store->details->create( ( null === $owner ? array() : array( 'post_author' => $owner ) ) + array( 'post_status' => 'private' ) + $stored );
		return is_wp_error( $id ) ? Errors::not_stored() : $id;
	}
}
