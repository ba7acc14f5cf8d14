<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use Largesse\Registry\RegistryPostType;

/**
 * Finds registries by names, occasion and month. Finds only registries whose owners allow it (rules: Finding). The
 * database selects candidates from the texts of public registries. PHP ranks at most a few hundred candidates.
 */
final class NameSearch {

	/** Maximum numbers of typed words in a query, and of their groups of three letters. */
	private const MOST_WORDS  = 8;
	private const MOST_GROUPS = 24;

	/** Maximum number of registries that PHP compares with the typed words. */
	private const MOST_COMPARED = 300;

	/** Maximum numbers of exact results, of similar results, and of results per member. */
	private const MOST_FOUND     = 48;
	private const MOST_NEAR      = 12;
	private const MOST_OF_MEMBER = 3;

	/** Maximum length of a word that is also compared by its ends and length, because a swap may change all its groups. */
	private const SHORT = 6;

	/** Minimum length of a typed word that also finds longer words with the same beginning. */
	private const BEGINNING = 2;

	/** @var list<list<string>> Typed words, each with its spellings. */
	private readonly array $typed;

	public function __construct( string $typed ) {
		$this->typed = array_slice( Vocabulary::distinctive( SearchText::words( $typed ) ), 0, self::MOST_WORDS );
	}

	/** @return list<int> Ids of the registries that match every typed word, or its beginning, best matches first. */
	public function matches(): array {
		$conditions = array_map( $this->word_begins_condition( ... ), $this->typed );
		$whole      = array_map( fn ( array $spellings ) => self::contains_condition( ' ' . $spellings[0] . ' ' ), $this->typed );
		return $this->best_matches( $conditions, $whole, self::MOST_FOUND );
	}

	/** @return list<int> Ids of the registries with similar words, most similar first. */
	public function similar(): array {
		$groups = array();
		foreach ( $this->typed as $spellings ) {
			$groups = array( ...$groups, ...self::trigrams( $spellings[0] ) );
		}
		$each = array_map( self::contains_condition( ... ), array_slice( array_values( array_unique( $groups ) ), 0, self::MOST_GROUPS ) );
		return $this->best_matches( array( '( ' . implode( ' OR ', $each ) . ' )' ), $each, self::MOST_NEAR );
	}

	/** @return list<int> Best of the registries that meet all `$conditions`, and most of `$counted` (SQL). */
	private function best_matches( array $conditions, array $counted, int $most ): array {
		if ( ! $this->typed ) {
			return array();
		}
		$nearness = new Similarity( $this->typed );
		$points   = array();
		$authors  = array();
		foreach ( self::candidates( $conditions, $counted ) as $row ) {
			$authors[ $row->ID ] = (int) $row->post_author;
			$points[ $row->ID ]  = $nearness->score( $row->meta_value );
		}
		// The sort is stable, so registries with equal points stay in the order of the query: newest first.
		arsort( $points );
		$left = array();
		$best = array();
		foreach ( array_filter( $points ) as $id => $fits ) {
			$left[ $authors[ $id ] ] ??= self::MOST_OF_MEMBER;
			if ( $left[ $authors[ $id ] ]-- > 0 ) {
				$best[] = (int) $id;
			}
		}
		return array_slice( $best, 0, $most );
	}

	/** @return list<object{ID: string, post_author: string, meta_value: string}> Search texts, only of public registries. */
	private static function candidates( array $conditions, array $counted ): array {
		global $wpdb;
		$public = $wpdb->prepare( "m.meta_key = %s AND p.post_type = %s AND p.post_status = 'publish' AND p.post_password = ''", SearchText::TEXT, RegistryPostType::NAME );
		$where  = implode( ' AND ', array( $public, ...$conditions ) );
		$order  = implode( ' + ', array_map( static fn ( string $condition ) => "( {$condition} )", $counted ) );
		$most   = self::MOST_COMPARED;
		// phpcs:ignore WordPress.DB -- The conditions are prepared; caching is not worthwhile, because the texts change with every save.
		return (array) $wpdb->get_results( "SELECT p.ID, p.post_author, m.meta_value FROM {$wpdb->postmeta} m INNER JOIN {$wpdb->posts} p ON p.ID = m.post_id WHERE {$where} ORDER BY {$order} DESC, p.ID DESC LIMIT {$most}" );
	}

	/** Matches words that begin with a spelling; one letter matches only a whole word. */
	private function word_begins_condition( array $spellings ): string {
		$each = array_map(
			static fn ( string $word ) => self::contains_condition( mb_strlen( $word, 'UTF-8' ) < self::BEGINNING ? " {$word} " : " {$word}" ),
			$spellings
		);
		return '( ' . implode( ' OR ', $each ) . ' )';
	}

	/**
	 * @return list<string> Overlapping groups of three letters of a word between spaces. Words that differ by a typing
	 *                      error share some. A short word has one more: its ends, with placeholders in between.
	 */
	private static function trigrams( string $word ): array {
		$length = mb_strlen( $word, 'UTF-8' );
		$groups = array();
		for ( $at = 0; $at < $length; $at++ ) {
			$groups[] = mb_substr( " {$word} ", $at, 3, 'UTF-8' );
		}
		if ( $length > 3 && $length <= self::SHORT ) {
			$groups[] = mb_substr( " {$word}", 0, 2, 'UTF-8' ) . str_repeat( '_', $length - 2 ) . mb_substr( "{$word} ", -2, null, 'UTF-8' );
		}
		return $groups;
	}

	/** @param string $part Letters, digits and spaces; "_" matches any letter. */
	private static function contains_condition( string $part ): string {
		global $wpdb;
		return $wpdb->prepare( 'm.meta_value LIKE %s', '%' . $part . '%' );
	}
}
