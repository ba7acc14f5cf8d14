<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

/** A list of the service, with the headers of its response (rules: Clients). */
final class ListAnswer {

	/**
	 * @param list<mixed>|null $entries Null if the list is still the one with the known tag.
	 * @param string           $etag    Entity tag of the list, for the next call; empty if the list is too large for a tag.
	 * @param int|null         $total   Number of entries on all pages; only lists of registries have it.
	 * @param int|null         $pages   Number of pages; only lists of registries have it.
	 */
	public function __construct(
		public readonly ?array $entries,
		public readonly string $etag,
		public readonly ?int $total,
		public readonly ?int $pages
	) {}
}
