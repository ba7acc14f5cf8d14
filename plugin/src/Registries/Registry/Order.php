<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Service\BrokenRule;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;

/**
 * Order of a registry's wishes: the stored list of their ids, the headings with the ids of their wishes, and the most
 * wanted wishes. Only the API knows which wishes exist, so the order can name missing wishes, and lack others:
 * `shown()` decides what a page shows. The list is stored separately from the headings, so a heading can never hide a
 * wish. A title is unique, and a wish has at most one heading (rules: Headings). WishOrder reads and changes it.
 */
final class Order {

	/** Maximum number of headings of a registry. */
	public const MOST = 30;

	/** @var array<int, string> Titles by item id. */
	private readonly array $above;

	/**
	 * @param list<array{title: string, items: list<int>}> $all         The headings, as they are stored.
	 * @param list<int>                                    $ids         The stored order, which ignores headings.
	 * @param list<int>                                    $most_wanted The most wanted wishes.
	 */
	private function __construct(
		public readonly array $all,
		public readonly array $ids = array(),
		public readonly array $most_wanted = array()
	) {
		$above = array();
		foreach ( $all as $heading ) {
			$above += array_fill_keys( $heading['items'], $heading['title'] );
		}
		$this->above = $above;
	}

	/**
	 * Parses stored lists. Invalid entries are skipped. Headings with the same title are merged, and an item stays with
	 * the first heading that lists it.
	 *
	 * @param array<mixed> $entries     The headings, with objects as decoded from JSON.
	 * @param array<mixed> $ids         The order.
	 * @param array<mixed> $most_wanted The most wanted wishes.
	 */
	public static function parse( array $entries, array $ids = array(), array $most_wanted = array() ): self {
		$all  = array();
		$seen = array();
		foreach ( $entries as $entry ) {
			if ( ! is_object( $entry ) || null !== self::problem( $entry->title ?? null ) ) {
				continue;
			}
			$key         = self::key( $entry->title );
			$items       = is_array( $entry->items ?? null ) ? array_diff( self::ids_in( $entry->items ), $seen ) : array();
			$seen        = array( ...$seen, ...$items );
			$all[ $key ] = array(
				'title' => $all[ $key ]['title'] ?? $entry->title,
				'items' => array_values( array( ...( $all[ $key ]['items'] ?? array() ), ...$items ) ),
			);
		}
		return new self( array_values( $all ), self::ids_in( $ids ), self::ids_in( $most_wanted ) );
	}

	/** Returns the order with other headings. @param array<array{title: string, items: list<int>}> $all */
	private function with_headings( array $all ): self {
		return new self( array_values( $all ), $this->ids, $this->most_wanted );
	}

	/** Returns a title as it is stored: on one line and trimmed. */
	public static function clean( string $title ): string {
		return FieldRules::trim(
			(string) preg_replace( '/[' . Rules::WHITE_SPACE . ']+/u', ' ', StoredText::without_controls( $title ) )
		);
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
			&& array_map( self::clean( ... ), $parsed->titles() ) === $parsed->titles()
			&& array_filter( $parsed->grouped_ids(), $is_id ) === $parsed->grouped_ids();
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
	public function heading_of( int $id ): string {
		return $this->above[ $id ] ?? '';
	}

	/** @return list<int> Ids of the items under a heading. */
	public function items_under( string $title ): array {
		return array_keys( $this->above, $title, true );
	}

	/** @return list<int> Ids of all items with a heading. */
	public function grouped_ids(): array {
		return array_keys( $this->above );
	}

	/** Returns the title of the next heading; null for the last. */
	public function next( string $title ): ?string {
		return self::after( $this->titles(), $title );
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
		return $this->with_headings( array( ...$this->without_items( $items )->all, $added ) )->moved( $title, $before );
	}

	/** Removes a heading. Its items then have no heading. */
	public function without( string $title ): self {
		return $this->with_headings(
			array_values( array_filter( $this->all, static fn ( array $heading ) => $heading['title'] !== $title ) )
		);
	}

	/** Renames a heading. */
	public function renamed( string $title, string $now ): self {
		return $this->with_headings(
			array_map(
				static fn ( array $heading ) => $heading['title'] === $title ? array( 'title' => $now ) + $heading : $heading,
				$this->all
			)
		);
	}

	/** Moves a heading. @param string|null $before The heading that follows; null or an unknown title for the end. */
	public function moved( string $title, ?string $before ): self {
		$by_title = array_column( $this->all, null, 'title' );
		return $this->with_headings(
			array_map( static fn ( string $one ): array => $by_title[ $one ], self::move( $this->titles(), $title, $before ) )
		);
	}

	/** Moves an item under a heading. @param string $title Title of the heading; '' for none. */
	public function with_item( int $id, string $title ): self {
		$put = static fn ( array $heading ) => $heading['title'] === $title
			? array_replace( $heading, array( 'items' => array( ...$heading['items'], $id ) ) )
			: $heading;
		return $this->heading_of( $id ) === $title
			? $this
			: $this->with_headings( array_map( $put, $this->without_items( array( $id ) )->all ) );
	}

	/** @param list<int> $ids Items to remove from their headings. */
	public function without_items( array $ids ): self {
		return $this->with_headings(
			array_map(
				static fn ( array $heading ) => array_replace(
					$heading,
					array( 'items' => array_values( array_diff( $heading['items'], $ids ) ) )
				),
				$this->all
			)
		);
	}

	/**
	 * Sorts ids in the order of the page: first items without a heading, then the items of each heading. Keeps the
	 * order within each group.
	 *
	 * @return list<int>
	 */
	public function sort( array $order ): array {
		$under = array_map( static fn ( array $heading ) => array_intersect( $order, $heading['items'] ), $this->all );
		return array_values( array_merge( array_diff( $order, $this->grouped_ids() ), ...$under ) );
	}

	/** @return list<int> Ids of all wishes that the order names: in the list, under a heading, or most wanted. */
	public function named_ids(): array {
		return array_values( array_unique( array( ...$this->ids, ...$this->most_wanted, ...$this->grouped_ids() ) ) );
	}

	/** Checks whether an item is one of the most wanted. */
	public function is_most_wanted( int $id ): bool {
		return in_array( $id, $this->most_wanted, true );
	}

	/**
	 * Groups items by heading, without empty groups. Items without a heading come first, with the title ''.
	 *
	 * @param list<array<string, mixed>> $items
	 * @return list<array{title: string, items: list<array<string, mixed>>}> Items by heading, without empty groups. Items
	 *         without a heading come first, with the title ''.
	 */
	public function groups( array $items ): array {
		$groups = array_map(
			fn ( string $title ) => array(
				'title' => $title,
				'items' => array_values(
					array_filter( $items, fn ( array $item ) => $this->heading_of( (int) $item['id'] ) === $title )
				),
			),
			array( '', ...$this->titles() )
		);
		return array_values( array_filter( $groups, static fn ( array $group ) => array() !== $group['items'] ) );
	}

	/**
	 * Returns the order in which a page shows wishes: by heading, and new wishes at the end of their group.
	 *
	 * @param list<int> $active Ids of all active wishes, ascending.
	 * @return list<int>
	 */
	public function shown( array $active ): array {
		return $this->sort( self::merge( $this->ids, $active ) );
	}

	/**
	 * Returns the order in which items are shown: first the items in the stored order, then all other active items.
	 *
	 * @param list<int> $order  Stored order.
	 * @param list<int> $active Ids of all active items, ascending.
	 * @return list<int> First the items in the stored order, then all other active items.
	 */
	public static function merge( array $order, array $active ): array {
		return array_values( array_unique( array_merge( array_intersect( $order, $active ), $active ) ) );
	}

	/**
	 * @template T of int|string
	 * @param list<T> $order  Ids of items, or titles of headings.
	 * @param T       $id     Entry to move.
	 * @param T|null  $before Entry that follows the moved entry; null or an unknown entry for the end.
	 * @return list<T>
	 */
	public static function move( array $order, int|string $id, int|string|null $before ): array {
		if ( $before === $id ) {
			return $order;
		}
		$others = array_values( array_diff( $order, array( $id ) ) );
		$place  = array_search( $before, $others, true );
		array_splice( $others, false === $place ? count( $others ) : $place, 0, array( $id ) );
		return $others;
	}

	/**
	 * @template T of int|string
	 * @param list<T> $order Ids of items, or titles of headings.
	 * @param T       $id
	 * @return T|null The next entry; null for the last.
	 */
	public static function after( array $order, int|string $id ): int|string|null {
		$place = array_search( $id, $order, true );
		return false === $place ? null : $order[ $place + 1 ] ?? null;
	}

	/** @return list<int> The integers in a list, each once. */
	public static function ids_in( array $entries ): array {
		return array_values( array_unique( array_filter( $entries, 'is_int' ) ) );
	}

	private static function key( string $title ): string {
		return mb_strtolower( $title, 'UTF-8' );
	}
}
