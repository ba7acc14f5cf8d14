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
 * Splits texts into words, and stores the search text of a searchable registry. A registry is searchable if it is
 * public and its owner has allowed it (rules: Finding). Other registries have no search text, so a search cannot reveal
 * them.
 */
final class SearchText {

	/** Meta key of the search text. The text contains words between spaces. */
	public const TEXT = '_largesse_found_by';

	/** Maximum number of searchable registries per member, so that no one floods the results. */
	private const MOST_OF_MEMBER = 10;

	/** Maximum numbers of characters and words to read. */
	private const MOST_CHARS = 1000;
	private const MOST_WORDS = 60;

	/** Maximum length of a word; longer words are truncated. */
	private const MOST_LETTERS = 30;

	/** Additional replacements of letters in lower-case text. */
	private const LETTERS = array(
		'ß' => 'ss',
		'ẞ' => 'ss',
		'ς' => 'σ',
	);

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
		$words = array_merge( ...self::words( $names ), ...self::words( self::join_hyphenated( $names ) ) );
		update_post_meta( $registry->ID, self::TEXT, ' ' . implode( ' ', array_unique( $words ) ) . ' ' );
	}

	/** Updates all search texts. Earlier versions of the plugin also stored words of the occasion and the month. */
	public static function update_all(): void {
		global $wpdb;
		$sql = $wpdb->prepare( "SELECT post_id FROM {$wpdb->postmeta} WHERE meta_key = %s", self::TEXT );
		// phpcs:ignore WordPress.DB -- Runs once, after an update of the plugin.
		array_map( self::update( ... ), $wpdb->get_col( $sql ) );
	}

	/** Returns the hyphenated names without hyphens, because people may type "Annalena" for "Anna-Lena". */
	private static function join_hyphenated( string $names ): string {
		preg_match_all( '/\p{L}+(?:[-‐‑]\p{L}+)+/u', $names, $found );
		return (string) preg_replace( '/[-‐‑]/u', '', implode( ' ', $found[0] ) );
	}

	/** Excludes the search text from WordPress's exports. A site that imports the names creates its own search text. */
	public static function skip_export( mixed $is_skipped, mixed $key ): bool {
		return $is_skipped || self::TEXT === $key;
	}

	/**
	 * Splits a text into normalized words: in lower case, without accents and punctuation.
	 *
	 * @return list<list<string>> Words with their spellings: "Müller" is "muller" and "mueller".
	 */
	public static function words( string $text ): array {
		$words = preg_split( '/[^\p{L}\p{N}]+/u', self::clean( $text ), self::MOST_WORDS + 1, PREG_SPLIT_NO_EMPTY );
		return array_map( self::spellings( ... ), array_slice( is_array( $words ) ? $words : array(), 0, self::MOST_WORDS ) );
	}

	/** @return list<string> Spellings of a word without accents. The English spelling is first. */
	private static function spellings( string $word ): array {
		$word = mb_substr( $word, 0, self::MOST_LETTERS, 'UTF-8' );
		// WordPress replaces "ü" with "u" in English, and with "ue" in German.
		return array_values( array_unique( array( remove_accents( $word, 'en_US' ), remove_accents( $word, 'de_DE' ) ) ) );
	}

	/** Returns a text in lower case. Removes apostrophes and marks inside words, because people often omit them. */
	private static function clean( string $text ): string {
		$text = mb_substr( StoredText::valid_utf8( $text ), 0, self::MOST_CHARS, 'UTF-8' );
		$text = function_exists( 'normalizer_normalize' ) ? (string) normalizer_normalize( $text ) : $text;
		$text = strtr( mb_strtolower( $text, 'UTF-8' ), self::LETTERS );
		// Removes "'s" at the end of words, other apostrophes, combining marks, and marks of direction.
		return (string) preg_replace( array( "/['’](?=s(?!\\p{L}))s/u", "/['’`´]|\\p{M}|\\p{Cf}/u" ), '', $text );
	}
}
