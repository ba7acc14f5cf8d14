<?php
/**
 * What became of changes of affiliate links.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

/**
 * Which items were changed, which needed no change, and what was wrong with the others.
 */
final class AffiliateResult {

	/**
	 * Ids of changed items.
	 *
	 * @var list<int>
	 */
	public array $changed = array();

	/**
	 * What was wrong, by the id of the item.
	 *
	 * @var array<int, string>
	 */
	public array $complaints = array();

	/**
	 * Keeps the items that the changes are about.
	 *
	 * @param array<int, array<string, mixed>> $items Items as they were before, by id; without those that were gone.
	 */
	public function __construct( public readonly array $items ) {}

	/**
	 * Notes what became of one item.
	 *
	 * @param int         $id         Id of the item.
	 * @param bool        $is_changed Whether it was to be changed.
	 * @param string|null $complaint  What was wrong, or null.
	 */
	public function add( int $id, bool $is_changed, ?string $complaint ): void {
		if ( null !== $complaint ) {
			$this->complaints[ $id ] = $complaint;
		} elseif ( $is_changed ) {
			$this->changed[] = $id;
		}
	}

	/**
	 * The name of an item, or its number where it is gone.
	 *
	 * @param int $id Id of the item.
	 */
	public function name( int $id ): string {
		/* translators: %d: id of an item. */
		return $this->items[ $id ]['name'] ?? sprintf( __( 'Item %d', 'largesse' ), $id );
	}
}
