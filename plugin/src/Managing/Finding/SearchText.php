<?php
declare( strict_types=1 );

namespace Largesse\Managing\Finding;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Http\FieldError;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;

/**
 * Stores the search text of a searchable registry. A registry is searchable if it is
 * public and its owner has allowed it (rules: Finding). Other registries have no search text, so a search cannot reveal
 * them.
 */
final class SearchText {

	/** Meta key of the search text. The text contains words between spaces. */
	public const TEXT = '_largesse_found_by';

	/** Maximum number of searchable registries per member, so that no one floods the results. */
	private const MOST_OF_MEMBER = 10;

	/** Returns the names by which everyone can find a registry; an empty text if the registry is not searchable. */
	public static function of( WP_Post $registry ): string {
		return Registries::is_public( $registry ) ? NameFields::names_of( $registry ) : '';
	}

	/** Returns the names before the occasion of a registry. Search results show only the searchable names. */
	public static function add_to_occasion( string $names, WP_Post $registry ): string {
		return is_search() ? self::of( $registry ) : $names;
	}

	/** @return array<string, FieldError> Error if the owner has too many other searchable registries. */
	public static function limit_problem( int $owner, int $id ): array {
		$others = get_posts(
			array(
				'post_type'    => RegistryPostType::NAME,
				'post_status'  => 'any',
				'author'       => $owner,
				// phpcs:ignore WordPressVIPMinimum.Performance.WPQueryParams -- One registry.
				'post__not_in' => array( $id ),
				'meta_key'     => NameFields::META, // phpcs:ignore WordPress.DB.SlowDBQuery -- Only registries of one member.
				'fields'       => 'ids',
				'numberposts'  => self::MOST_OF_MEMBER,
			)
		);
		if ( count( $others ) < self::MOST_OF_MEMBER ) {
			return array();
		}
		/* translators: %s: a number. */
		$message = sprintf( __( '%s of your other registries can already be found by names. Turn that off for one of them first.', 'largesse' ), Number::text( self::MOST_OF_MEMBER ) );
		return array( 'names' => new FieldError( 'names_full', $message, self::MOST_OF_MEMBER ) );
	}

	/** Updates the search text of a registry after its names were stored. */
	public static function update_after_meta( mixed $meta_id, mixed $id, mixed $key ): void {
		if ( NameFields::META === $key ) {
			self::update( $id );
		}
	}

	/** Updates the search text of a registry, or removes it if the registry is not searchable. */
	public static function update( mixed $id ): void {
		$registry = get_post( (int) $id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			return;
		}
		$names = self::of( $registry );
		if ( '' === $names ) {
			delete_post_meta( $registry->ID, self::TEXT );
			return;
		}
		$words = array_merge( ...array_map( self::spellings( ... ), SearchWords::of_names( self::composed( $names ) ) ) );
		update_post_meta( $registry->ID, self::TEXT, ' ' . implode( ' ', array_unique( $words ) ) . ' ' );
	}

	/** Updates all search texts. Earlier versions of the plugin also stored words of the occasion and the month. */
	public static function update_all(): void {
		global $wpdb;
		$sql = $wpdb->prepare( "SELECT post_id FROM {$wpdb->postmeta} WHERE meta_key = %s", self::TEXT );
		// phpcs:ignore WordPress.DB -- Runs once, after an update of the plugin.
		array_map( self::update( ... ), $wpdb->get_col( $sql ) );
	}

	/** Excludes the search text from WordPress's exports. A site that imports the names creates its own search text. */
	public static function skip_export( mixed $is_skipped, mixed $key ): bool {
		return $is_skipped || self::TEXT === $key;
	}

	/** Returns a text with composed letters, because people may type "ü" as two characters. */
	public static function composed( string $text ): string {
		$text = StoredText::valid_utf8( $text );
		return function_exists( 'normalizer_normalize' ) ? (string) normalizer_normalize( $text ) : $text;
	}

	/**
	 * Returns the spellings of a word without accents, the English spelling first: "müller" is "muller" and "mueller".
	 * WordPress replaces "ü" with "u" in English, and with "ue" in German.
	 *
	 * @return list<string>
	 */
	public static function spellings( string $word ): array {
		return array_values( array_unique( array( remove_accents( $word, 'en_US' ), remove_accents( $word, 'de_DE' ) ) ) );
	}
}
