<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/**
 * Message to a giver about one gift.
 */
final class GiverMessage {

	/** @param string $locale Language of the giver. */
	public function __construct(
		public readonly string $to,
		public readonly string $locale,
		public readonly int $registry_id,
		public readonly Gift $gift
	) {}
}
