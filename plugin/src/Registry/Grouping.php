<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Lists of a registry's wishes in its meta: their order, the headings with their wishes, and the most wanted wishes.
 */
final class Grouping {

	/** @param list<int> $most_wanted Ids of the most wanted items. */
	private function __construct(
		public readonly Headings $headings,
		public readonly array $most_wanted
	) {}

	/** Returns the grouping of a registry; an empty one for 0. */
	public static function of( int $registry_id ): self {
		return new self( self::headings( $registry_id ), IdOrder::ids_in( self::entries( $registry_id, RegistryMeta::MOST_WANTED ) ) );
	}

	/** @return list<int> Stored order, without invalid entries. */
	public static function order( int $registry_id ): array {
		return IdOrder::ids_in( self::entries( $registry_id, RegistryMeta::ITEM_IDS ) );
	}

	/** Returns the stored headings. */
	public static function headings( int $registry_id ): Headings {
		return Headings::parse( self::entries( $registry_id, RegistryMeta::HEADINGS ) );
	}

	/** @return list<int> Items with a heading, and most wanted items. */
	public function items(): array {
		return array_values( array_unique( array_merge( $this->most_wanted, ...array_column( $this->headings->all, 'items' ) ) ) );
	}

	/** Returns the heading above an item; '' for none. */
	public function heading_of( int $id ): string {
		return $this->headings->of_item( $id );
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
				'items' => array_values( array_filter( $items, fn ( array $item ) => $this->heading_of( (int) $item['id'] ) === $title ) ),
			),
			array( '', ...$this->headings->titles() )
		);
		return array_values( array_filter( $groups, static fn ( array $group ) => array() !== $group['items'] ) );
	}

	/** @return array<mixed> Entries of a list. An unreadable list counts as empty. */
	private static function entries( int $registry_id, string $key ): array {
		$list = json_decode( (string) get_post_meta( $registry_id, $key, true ) );
		return is_array( $list ) ? $list : array();
	}
}
