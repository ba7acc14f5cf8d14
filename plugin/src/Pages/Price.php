<?php
declare( strict_types=1 );

namespace Largesse\Pages;

use NumberFormatter;

/**
 * Shows a price in the currency of the site. Prices are bare numbers in the service; what they are numbers of is the
 * site's to say.
 */
final class Price {

	/** Name of the option that holds the ISO 4217 code of the currency. */
	public const CURRENCY = 'largesse_currency';

	/** Currencies whose sign everybody knows; others are shown by their code. */
	private const SIGNS = array(
		'EUR' => '€',
		'GBP' => '£',
		'INR' => '₹',
		'JPY' => '¥',
		'KRW' => '₩',
		'USD' => '$',
	);

	/** Currencies without a smaller coin. */
	private const WHOLE = array( 'CLP', 'ISK', 'JPY', 'KRW', 'VND' );

	/** Returns the price as text. */
	public static function text( float $price ): string {
		$currency = self::currency();
		if ( '' === $currency ) {
			return number_format_i18n( $price, 2 );
		}
		if ( class_exists( NumberFormatter::class ) ) {
			$text = ( new NumberFormatter( determine_locale(), NumberFormatter::CURRENCY ) )->formatCurrency( $price, $currency );
			if ( is_string( $text ) ) {
				return $text;
			}
		}
		$number = number_format_i18n( $price, in_array( $currency, self::WHOLE, true ) ? 0 : 2 );
		// A space that does not break.
		return isset( self::SIGNS[ $currency ] ) ? self::SIGNS[ $currency ] . $number : "{$currency}\u{a0}{$number}";
	}

	/** Returns the code of the currency, or an empty text for none. */
	public static function currency(): string {
		$code = get_option( self::CURRENCY, '' );
		$code = is_string( $code ) ? strtoupper( trim( $code ) ) : '';
		return preg_match( '/^[A-Z]{3}$/D', $code ) ? $code : '';
	}
}
