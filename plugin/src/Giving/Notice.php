<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/**
 * What a giver is to be told.
 */
final class Notice {

	/**
	 * @param string $to     The address.
	 * @param string $locale Language of the giver.
	 */
	public function __construct(
		public readonly string $to,
		public readonly string $locale,
		public readonly int $registry_id,
		public readonly Gift $gift
	) {}
}
