<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

/**
 * Describes the states of a gift (`Rules::PURCHASE_STATES`) for its giver. A service of a later version may answer
 * other states. Pages treat them as not bought.
 */
final class GiftState {

	/** Returns a state in words, on pages. */
	public static function label( string $state ): string {
		return match ( $state ) {
			GiverPage::BUY   => __( 'Bought', 'largesse' ),
			GiverPage::UNBUY => __( 'Not bought yet', 'largesse' ),
			default          => self::label( GiverPage::UNBUY ),
		};
	}

	/** @return array{string, string} The button that ends a state, and its text. */
	public static function button( string $state ): array {
		return match ( $state ) {
			GiverPage::BUY   => array( GiverPage::UNBUY, __( 'I have not bought it yet', 'largesse' ) ),
			GiverPage::UNBUY => array( GiverPage::BUY, __( 'I have bought it', 'largesse' ) ),
			default          => self::button( GiverPage::UNBUY ),
		};
	}
}
