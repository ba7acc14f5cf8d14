<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/** Content of a form for giving, as a response shows it. */
final class GiveFormState {

	/**
	 * @param list<string> $own   Ids of the visitor's gifts of this item.
	 * @param int          $taken Number of pieces that this form may have reserved already. These pieces count as available.
	 * @param array<string, mixed>|null $arrived Purchase that this form has made; the form then changes it. Null for none.
	 */
	public function __construct(
		public readonly GiftFields $fields,
		public readonly GiftToken $token,
		public readonly array $own = array(),
		public readonly int $taken = 0,
		public readonly ?array $arrived = null
	) {}
}
