<?php
declare( strict_types=1 );

namespace Largesse\Registry;

/**
 * Tells how the owners of a registry have grouped its wishes: under which heading each stands, and which of them they want
 * most of all. Whoever writes that to another registry calls `Store::group_items()`.
 */
final class Grouping {

	/**
	 * @param list<int> $most_wanted Ids of most wanted items.
	 */
	private function __construct(
		public readonly Headings $headings,
		public readonly array $most_wanted
	) {}

	/** Returns how the wishes of a registry are grouped. */
	public static function of( int $registry_id ): self {
		return new self( StoredLists::headings( $registry_id ), StoredLists::most_wanted( $registry_id ) );
	}

	/** Returns how wishes are grouped of which nobody has said anything. */
	public static function none(): self {
		return new self( Headings::in( array() ), array() );
	}

	/** Returns the heading above an item; '' for none. */
	public function heading_of( int $id ): string {
		return $this->headings->of_item( $id );
	}

	/** Checks whether an item is one of those that are wanted most of all. */
	public function is_most_wanted( int $id ): bool {
		return in_array( $id, $this->most_wanted, true );
	}

	/**
	 * Returns items in the groups in which they are shown, none of them empty: those under no heading first, with the
	 * title ''.
	 *
	 * @param list<array<string, mixed>> $items The items.
	 * @return list<array{title: string, items: list<array<string, mixed>>}>
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
}
