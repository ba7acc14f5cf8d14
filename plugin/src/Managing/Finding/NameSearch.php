<?php
declare( strict_types=1 );

namespace Largesse\Managing\Finding;

use Largesse\Registries\Registry\RegistryPostType;

/** Finds registries by names. Finds only registries whose owners allow it (rules: Finding). */
final class NameSearch {

	/** Maximum numbers of registries to read, of results, and of results per member. */
	private const MOST_READ      = 300;
	private const MOST_FOUND     = 48;
	private const MOST_OF_MEMBER = 3;

	/** Minimum length of a typed word that also finds longer words with the same beginning. */
	private const BEGINNING = 2;

	/** @var list<list<string>> Typed words, each with its spellings. */
	private readonly array $typed;

	public function __construct( string $typed ) {
		$this->typed = array_map( SearchText::spellings( ... ), SearchWords::typed( SearchText::composed( $typed ) ) );
	}

	/**
	 * Returns the ids of the registries that match every typed word or its beginning. Registries with more whole words
	 * come first, then newer ones.
	 *
	 * @return list<int>
	 */
	public function matches(): array {
		$left = array();
		$best = array();
		foreach ( $this->typed ? $this->read() : array() as $row ) {
			$left[ $row->post_author ] ??= self::MOST_OF_MEMBER;
			if ( $left[ $row->post_author ]-- > 0 ) {
				$best[] = (int) $row->ID;
			}
		}
		return array_slice( $best, 0, self::MOST_FOUND );
	}

	/** @return list<object{ID: string, post_author: string}> Public registries that match, best matches first. */
	private function read(): array {
		global $wpdb;
		$public = $wpdb->prepare( "m.meta_key = %s AND p.post_type = %s AND p.post_status = 'publish' AND p.post_password = ''", SearchText::TEXT, RegistryPostType::NAME );
		$where  = implode( ' AND ', array( $public, ...array_map( self::begins( ... ), $this->typed ) ) );
		$whole  = implode(
			' + ',
			array_map(
				static fn ( array $spellings ): string => '( ' . self::contains( " {$spellings[0]} " ) . ' )',
				$this->typed
			)
		);
		$most   = self::MOST_READ;
		// phpcs:ignore WordPress.DB -- The conditions are prepared; caching is not worthwhile, because the texts change with every save.
		return (array) $wpdb->get_results( "SELECT p.ID, p.post_author FROM {$wpdb->postmeta} m INNER JOIN {$wpdb->posts} p ON p.ID = m.post_id WHERE {$where} ORDER BY {$whole} DESC, p.ID DESC LIMIT {$most}" );
	}

	/** Matches words that begin with a spelling; one letter matches only a whole word. */
	private static function begins( array $spellings ): string {
		$each = array_map(
			static fn ( string $word ): string => self::contains(
				mb_strlen( $word, 'UTF-8' ) < self::BEGINNING ? " {$word} " : " {$word}"
			),
			$spellings
		);
		return '( ' . implode( ' OR ', $each ) . ' )';
	}

	/** @param string $part Letters, digits and spaces. */
	private static function contains( string $part ): string {
		global $wpdb;
		return $wpdb->prepare( 'm.meta_value LIKE %s', '%' . $part . '%' );
	}
}
