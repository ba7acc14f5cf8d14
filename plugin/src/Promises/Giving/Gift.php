<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\Registries\Registry\OpenedList;

/** A gift, or a part of a gift, in a mail to its giver. */
final class Gift {

	/**
	 * The address of the giver's page is empty if the gift no longer exists. `item` is the wish as it is now, or some of
	 * its fields; without the list, the mail does not name it.
	 *
	 * @param OpenedList|null      $list    The list; null if the giver may not open it.
	 * @param array<string, mixed> $promise The promise as the service has answered it. A part has `amount` and
	 *        `item_currency`. `item_name` is the name of the wish when it was promised; null if it is not known.
	 */
	public function __construct(
		public readonly string $to,
		public readonly string $locale,
		public readonly int $registry_id,
		public readonly ?OpenedList $list,
		public readonly string $url,
		public readonly RecipientMailboxes $hidden_from,
		private readonly array $promise,
		private readonly array $item = array()
	) {}

	/** Returns the wish as it is now; empty without the list. */
	public function item(): array {
		return null === $this->list ? array() : $this->item;
	}

	/** @return array<string, array{label: string, text: string}> Fields of other plugins for the mail, by name. */
	public function fields(): array {
		return isset( $this->promise['amount'] )
			? array()
			: OwnGiftFields::of( $this->promise, $this->item(), $this->list, true );
	}

	/** Checks whether the recipients do not know of the gift. */
	public function is_secret(): bool {
		return true === ( $this->promise['is_secret'] ?? false );
	}

	/**
	 * Returns the name of the wish. If there are several pieces, the number precedes the name: "2 × Plate". The amount of
	 * a part follows.
	 */
	public function text(): string {
		$known = (string) ( $this->item()['name'] ?? $this->promise['item_name'] ?? '' );
		$name  = '' === $known ? __( 'a wish that you chose', 'largesse' ) : MailText::safe_line( $known );
		if ( isset( $this->promise['amount'] ) ) {
			$amount = Price::amount( (float) $this->promise['amount'], array( 'currency' => $this->promise['item_currency'] ) );
			/* translators: %s: a price. */
			return "{$name} (" . sprintf( __( 'Your part: %s', 'largesse' ), $amount ) . ')';
		}
		/* translators: 1: a number, 2: name of a wish, as in "2 × Plate". */
		return 1 === (int) $this->promise['quantity'] ? $name : sprintf( __( '%1$s × %2$s', 'largesse' ), Number::text( (int) $this->promise['quantity'] ), $name );
	}
}
