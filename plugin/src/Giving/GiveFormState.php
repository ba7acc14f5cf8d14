<?php
declare( strict_types=1 );

namespace Largesse\Giving;

/** State of a form for giving, as a response shows it. */
final class GiveFormState {

	/**
	 * @param int                   $status   HTTP status of the response.
	 * @param GiftFields            $fields   Values of the form.
	 * @param GiftToken|null        $token    Token of the form; null if the gift already exists, so no form is shown.
	 * @param string                $notice   Notice above the form; may be empty.
	 * @param array<string, string> $problems Error messages by field.
	 * @param list<string>          $own      Ids of the visitor's gifts of this item.
	 * @param int                   $taken    Number of pieces that this form may have reserved already. These pieces
	 *                                        count as available.
	 */
	public function __construct(
		public readonly int $status,
		public readonly GiftFields $fields,
		public readonly ?GiftToken $token,
		public readonly string $notice = '',
		public readonly array $problems = array(),
		public readonly array $own = array(),
		public readonly int $taken = 0
	) {}
}
