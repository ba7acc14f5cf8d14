<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Wish;

/** Fields of other plugins on the page of a gift and in the mail to its giver. */
final class OwnGiftFields {

	/**
	 * Returns the fields of the wish, as it is now, and those of the gift. Without the list, which the giver may not open,
	 * only those of the gift.
	 *
	 * @param array<string, mixed> $purchase The gift as the service has returned it.
	 * @param array<string, mixed> $item     The wish; empty if it was removed.
	 * @return array<string, array{label: string, text: string}> Fields by name; all texts are plain.
	 */
	public static function of( array $purchase, array $item, ?OpenedList $list, bool $is_mail ): array {
		$of_wish = array() === $item || null === $list ? array() : Wish::fields( $item, $list->registry );
		$gift    = array_intersect_key( $purchase, array_flip( array( 'id', 'registry_id', 'item_id', 'quantity' ) ) );
		/**
		 * Filters the additional fields of a gift that its giver sees on the page of the gift and in the mail about it,
		 * such as the values of `largesse_give_fields`, which the plugin has stored on `largesse_gift_made`.
		 *
		 * @param array<string, array{label: string, text: string}> $fields  Plain texts by name: lower-case letters, digits
		 *         and underscores.
		 * @param array{id: string, registry_id: int, item_id: int, quantity: int} $gift The gift.
		 * @param bool                                              $is_mail Whether this is for the mail. Its address may
		 *         belong to a stranger, so leave out what the giver has typed, except for choices.
		 */
		return $of_wish + Wish::valid_fields( apply_filters( 'largesse_own_gift_fields', array(), $gift, $is_mail ) );
	}
}
