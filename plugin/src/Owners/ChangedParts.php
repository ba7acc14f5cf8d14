<?php
declare( strict_types=1 );

namespace Largesse\Owners;

/** Parts of a registry that a request has changed. */
final class ChangedParts {

	/**
	 * @param bool      $details Fields of the registry itself.
	 * @param bool      $people  Lists of people, and invitations.
	 * @param bool      $order   Headings, and the order of the wishes.
	 * @param list<int> $items   Ids of wishes.
	 */
	public function __construct(
		public readonly bool $details = false,
		public readonly bool $people = false,
		public readonly bool $order = false,
		public readonly array $items = array()
	) {}
}
