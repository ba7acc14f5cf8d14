<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Format\WebAddress;

/** Tells a giver what they have promised, if the wish is very different now (PromisedWish). */
final class ChangeNote {

	/**
	 * Returns the note as plain text; '' if the giver need not know of a change, or if the wish was removed.
	 *
	 * @param array<string, mixed>      $promise A gift or a part with `item_name`, `item_price`, `item_currency` and
	 *        `item_url`.
	 * @param array<string, mixed>|null $item    The wish now; null if it was removed.
	 */
	public static function of( array $promise, ?array $item ): string {
		if ( null === $item || ! ( new PromisedWish( $promise, $item ) )->has_changed() ) {
			return '';
		}
		$facts = array(
			(string) $promise['item_name'],
			self::price( $promise ),
			(string) wp_parse_url( WebAddress::of_shop( (string) ( $promise['item_url'] ?? '' ) ), PHP_URL_HOST ),
		);
		/* translators: %s: name, price and shop of a wish at the time when a guest chose it. */
		return sprintf( __( 'This wish has changed since you chose it. It was: %s. If you do not want to give it as it is now, say that you can’t give it after all.', 'largesse' ), implode( ' · ', array_filter( $facts, 'strlen' ) ) );
	}

	/** Returns the price that the wish had; '' if it is not known. */
	public static function price( array $promise ): string {
		return Price::of(
			array(
				'price'    => $promise['item_price'] ?? null,
				'currency' => $promise['item_currency'] ?? null,
			)
		);
	}
}
