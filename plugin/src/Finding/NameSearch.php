<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use Largesse\Registry\RegistryPostType;

/**
 * Finds registries by names, occasion and month, if their owners want that (rules: Finding). The database looks through
 * the texts of public registries, and PHP at a few hundred of them at most, however many there are.
 */
final class NameSearch {

	/** How many words of what is typed count. */
	private const MOST_WORDS = 8;

	/** How many registries PHP looks at, and by how many groups of three letters the database chooses those that are near. */
	private const MOST_COMPARED = 300;
	private const MOST_GROUPS   = 24;

	/** How many are found, how many come near, and how many of each member at most. */
	private const MOST_FOUND     = 48;
	private const MOST_NEAR      = 12;
	private const MOST_OF_MEMBER = 3;

	/** Up to so many letters, two that are swapped may leave no group of three as it was. */
	private const SHORT = 6;

	/** Letters from which on the beginning of a word is enough. */
	private const BEGINNING = 2;

	/**
	 * Typed words, each with its spellings.
	 *
	 * @var list<list<string>>
	 */
	private readonly array $typed;

	/**
	 * @param string $typed What somebody typed, whatever it is.
	 */
	public function __construct( string $typed ) {
		$this->typed = array_slice( Vocabulary::telling( Words::of( $typed ) ), 0, self::MOST_WORDS );
	}

	/**
	 * Returns the registries in which all words are, or begin; those with most whole words first.
	 *
	 * @return list<int> Ids.
	 */
	public function found(): array {
		$conditions = array_map( $this->any_begins( ... ), $this->typed );
		$whole      = array_map( fn ( array $spellings ) => self::contains( ' ' . $spellings[0] . ' ' ), $this->typed );
		return $this->best( $conditions, $whole, self::MOST_FOUND );
	}

	/**
	 * Returns the registries whose words come near, the nearest first.
	 *
	 * @return list<int> Ids.
	 */
	public function near(): array {
		$groups = array();
		foreach ( $this->typed as $spellings ) {
			$groups = array( ...$groups, ...self::groups( $spellings[0] ) );
		}
		$each = array_map( self::contains( ... ), array_slice( array_values( array_unique( $groups ) ), 0, self::MOST_GROUPS ) );
		return $this->best( array( '( ' . implode( ' OR ', $each ) . ' )' ), $each, self::MOST_NEAR );
	}

	/**
	 * Returns the registries that fit best.
	 *
	 * @param list<string> $conditions SQL that all of them meet.
	 * @param list<string> $counted    SQL of which those that meet most are looked at.
	 * @return list<int> Ids.
	 */
	private function best( array $conditions, array $counted, int $most ): array {
		if ( ! $this->typed ) {
			return array();
		}
		$nearness = new Nearness( $this->typed );
		$points   = array();
		$authors  = array();
		foreach ( self::candidates( $conditions, $counted ) as $row ) {
			$authors[ $row->ID ] = (int) $row->post_author;
			$points[ $row->ID ]  = $nearness->of( $row->meta_value );
		}
		// PHP keeps the order of those that are equal: the newest first.
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

	/**
	 * Reads texts of registries that everybody may open, whatever else has one.
	 *
	 * @param list<string> $conditions As above.
	 * @param list<string> $counted    As above.
	 * @return list<object{ID: string, post_author: string, meta_value: string}>
	 */
	private static function candidates( array $conditions, array $counted ): array {
		global $wpdb;
		$where = implode( ' AND ', $conditions );
		$order = implode( ' + ', array_map( static fn ( string $condition ) => "( {$condition} )", $counted ) );
		// phpcs:disable WordPress.DB -- The conditions are made below; what changes with every save is not worth a cache.
		return (array) $wpdb->get_results(
			$wpdb->prepare(
				"SELECT p.ID, p.post_author, m.meta_value FROM {$wpdb->postmeta} m INNER JOIN {$wpdb->posts} p ON p.ID = m.post_id
				WHERE m.meta_key = %s AND p.post_type = %s AND p.post_status = 'publish' AND p.post_password = '' AND {$where}
				ORDER BY {$order} DESC, p.ID DESC LIMIT %d",
				FoundNames::TEXT,
				RegistryPostType::NAME,
				self::MOST_COMPARED
			)
		);
		// phpcs:enable
	}

	/**
	 * Returns the SQL for texts in which a word stands or begins, in any of its spellings.
	 *
	 * @param list<string> $spellings The word.
	 */
	private function any_begins( array $spellings ): string {
		$each = array_map(
			static fn ( string $word ) => self::contains( mb_strlen( $word, 'UTF-8' ) < self::BEGINNING ? " {$word} " : " {$word}" ),
			$spellings
		);
		return '( ' . implode( ' OR ', $each ) . ' )';
	}

	/**
	 * Returns the groups of three letters in a word and the blanks around it: two words that differ by an error share
	 * some of them. Of a short word, also its ends with any letters between them.
	 *
	 * @return list<string>
	 */
	private static function groups( string $word ): array {
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

	/**
	 * Returns the SQL for texts with a part, which prepare() will read once more.
	 *
	 * @param string $part Letters, digits and blanks; "_" is any letter.
	 */
	private static function contains( string $part ): string {
		global $wpdb;
		return str_replace( '%', '%%', $wpdb->remove_placeholder_escape( $wpdb->prepare( 'm.meta_value LIKE %s', '%' . $part . '%' ) ) );
	}
}
