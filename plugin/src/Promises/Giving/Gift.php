<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\RecipientMailboxes;

/** A gift, or a part of a gift, in a mail to its giver. */
final class Gift {

	/**
	 * The name of the wish is null if it is unknown. After a release, and after a registry was deleted, the address of the
	 * giver's page is empty. `item` is set only for a new gift.
	 *
	 * @param array<string, mixed> $promise The promise as the service has answered it. Of a part, `amount` and
	 *        `item_currency`.
	 */
	public function __construct(
		public readonly string $to,
		public readonly string $locale,
		public readonly int $registry_id,
		private readonly ?string $name,
		private readonly int $quantity,
		public readonly string $url,
		public readonly RecipientMailboxes $hidden_from,
		public readonly array $item = array(),
		private readonly array $promise = array()
	) {}

	/** Checks whether the recipients do not know of the gift. */
	public function is_secret(): bool {
		return true === ( $this->promise['is_secret'] ?? false );
	}

	/**
	 * Returns the name of the wish. If there are several pieces, the number precedes the name: "2 × Plate". The amount of
	 * a part follows.
	 */
	public function text(): string {
		$name = null === $this->name ? __( 'a wish that you chose', 'largesse' ) : MailText::safe_line( $this->name );
		if ( isset( $this->promise['amount'] ) ) {
			$amount = Price::amount( (float) $this->promise['amount'], array( 'currency' => $this->promise['item_currency'] ) );
			/* translators: %s: a price. */
			return "{$name} (" . sprintf( __( 'Your part: %s', 'largesse' ), $amount ) . ')';
		}
		/* translators: 1: a number, 2: name of a wish, as in "2 × Plate". */
		return 1 === $this->quantity ? $name : sprintf( __( '%1$s × %2$s', 'largesse' ), Number::text( $this->quantity ), $name );
	}
}
