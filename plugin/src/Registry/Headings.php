<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Format\StoredText;
use Largesse\Service\BrokenRule;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;

/**
 * Headings of a registry in their order, each with the ids of its items. The order of all items is stored separately
 * (see IdOrder), so a heading can never hide an item. Unknown ids are ignored. A title is unique, and an item has at
 * most one heading (rules: Headings).
 */
final class Headings {

	/** Maximum number of headings of a registry. */
	public const MOST = 30;

	/** @var array<int, string> Titles by item id. */
	private readonly array $above;

	/** @param list<array{title: string, items: list<int>}> $all The headings, as they are stored. */
	private function __construct( public readonly array $all ) {
		$above = array();
		foreach ( $all as $heading ) {
			$above += array_fill_keys( $heading['items'], $heading['title'] );
		}
		$this->above = $above;
	}

	/**
	 * Parses a stored list. Invalid entries are skipped. Headings with the same title are merged, and an item stays with
	 * the first heading that lists it.
	 *
	 * @param array<mixed> $entries The list, with objects as decoded from JSON.
	 */
	public static function parse( array $entries ): self {
		$all  = array();
		$seen = array();
		foreach ( $entries as $entry ) {
			if ( ! is_object( $entry ) || null !== self::problem( $entry->title ?? null ) ) {
				continue;
			}
			$key         = self::key( $entry->title );
			$items       = is_array( $entry->items ?? null ) ? array_diff( IdOrder::ids_in( $entry->items ), $seen ) : array();
			$seen        = array( ...$seen, ...$items );
			$all[ $key ] = array(
				'title' => $all[ $key ]['title'] ?? $entry->title,
				'items' => array_values( array( ...( $all[ $key ]['items'] ?? array() ), ...$items ) ),
			);
		}
		return new self( array_values( $all ) );
	}

	/** Returns a title as it is stored: on one line and trimmed. */
	public static function clean( string $title ): string {
		return FieldRules::trim( (string) preg_replace( '/[' . Rules::WHITE_SPACE . ']+/u', ' ', StoredText::without_controls( $title ) ) );
	}

	/** Returns the rule that a title breaks; null if the title is valid. */
	public static function problem( mixed $title ): ?BrokenRule {
		$rule = FieldRules::problem( 'heading', $title );
		return null === $rule && '' === self::clean( $title ) ? new BrokenRule( 'not_blank' ) : $rule;
	}

	/** Checks whether a JSON text can be stored unchanged as a list of headings. */
	public static function is_valid( string $json ): bool {
		$list   = json_decode( $json );
		$parsed = self::parse( is_array( $list ) ? $list : array() );
		$is_id  = static fn ( int $id ): bool => $id > 0 && $id <= Rules::MAX_SAFE;
		// phpcs:ignore WordPress.WP.AlternativeFunctions.json_encode_json_encode -- Only compares; this class runs without WordPress.
		return is_array( $list ) && json_encode( $list ) === json_encode( $parsed->all ) && count( $list ) <= self::MOST
			&& array_map( self::clean( ... ), $parsed->titles() ) === $parsed->titles() && array_filter( $parsed->ids(), $is_id ) === $parsed->ids();
	}

	/** @return list<string> Titles. */
	public function titles(): array {
		return array_column( $this->all, 'title' );
	}

	/** Checks whether a heading has exactly this title. */
	public function has( string $title ): bool {
		return in_array( $title, $this->titles(), true );
	}

	/** Returns the existing title that equals this title, ignoring case; '' for none. */
	public function similar_title( string $title ): string {
		$keys  = array_map( self::key( ... ), $this->titles() );
		$place = array_search( self::key( $title ), $keys, true );
		return false === $place ? '' : $this->titles()[ $place ];
	}

	/** Returns the title of the heading above an item; '' for none. */
	public function of_item( int $id ): string {
		return $this->above[ $id ] ?? '';
	}

	/** @return list<int> Ids of the items under a heading. */
	public function items_under( string $title ): array {
		return array_keys( $this->above, $title, true );
	}

	/** @return list<int> Ids of all items with a heading. */
	public function ids(): array {
		return array_keys( $this->above );
	}

	/** Returns the title of the next heading; null for the last. */
	public function next( string $title ): ?string {
		return IdOrder::after( $this->titles(), $title );
	}

	/**
	 * Adds a heading, and moves items under it.
	 *
	 * @param list<int>   $items  Items to move under the new heading.
	 * @param string|null $before Heading that follows the new heading; null or an unknown title for the end.
	 */
	public function with( string $title, array $items = array(), ?string $before = null ): self {
		$added = array(
			'title' => $title,
			'items' => $items,
		);
		return ( new self( array( ...$this->without_items( $items )->all, $added ) ) )->moved( $title, $before );
	}

	/** Removes a heading. Its items then have no heading. */
	public function without( string $title ): self {
		return new self( array_values( array_filter( $this->all, static fn ( array $heading ) => $heading['title'] !== $title ) ) );
	}

	/** Renames a heading. */
	public function renamed( string $title, string $now ): self {
		return new self( array_map( static fn ( array $heading ) => $heading['title'] === $title ? array( 'title' => $now ) + $heading : $heading, $this->all ) );
	}

	/** Moves a heading. @param string|null $before The heading that follows; null or an unknown title for the end. */
	public function moved( string $title, ?string $before ): self {
		$by_title = array_column( $this->all, null, 'title' );
		return new self( array_map( static fn ( string $one ): array => $by_title[ $one ], IdOrder::move( $this->titles(), $title, $before ) ) );
	}

	/** Moves an item under a heading. @param string $title Title of the heading; '' for none. */
	public function with_item( int $id, string $title ): self {
		$put = static fn ( array $heading ) => $heading['title'] === $title ? array_replace( $heading, array( 'items' => array( ...$heading['items'], $id ) ) ) : $heading;
		return $this->of_item( $id ) === $title ? $this : new self( array_map( $put, $this->without_items( array( $id ) )->all ) );
	}

	/** @param list<int> $ids Items to remove from their headings. */
	public function without_items( array $ids ): self {
		return new self( array_map( static fn ( array $heading ) => array_replace( $heading, array( 'items' => array_values( array_diff( $heading['items'], $ids ) ) ) ), $this->all ) );
	}

	/**
	 * Sorts ids in the order of the page: first items without a heading, then the items of each heading. Keeps the
	 * order within each group.
	 *
	 * @return list<int>
	 */
	public function sort( array $order ): array {
		$under = array_map( static fn ( array $heading ) => array_intersect( $order, $heading['items'] ), $this->all );
		return array_values( array_merge( array_diff( $order, $this->ids() ), ...$under ) );
	}

	private static function key( string $title ): string {
		return mb_strtolower( $title, 'UTF-8' );
	}
}
