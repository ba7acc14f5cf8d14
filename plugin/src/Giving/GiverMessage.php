<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/**
 * News for a giver.
 */
final class GiverMessage {

	/**
	 * @param string $locale Language of the giver.
	 */
	public function __construct(
		public readonly string $to,
		public readonly string $locale,
		public readonly int $registry_id,
		public readonly Gift $gift
	) {}
}
