<?php
declare( strict_types=1 );

namespace Largesse\Format;

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

	/**
	 * What writes prices with the help of PHP's extension intl, by language: to make it takes longer than to use it.
	 *
	 * @var array<string, NumberFormatter>
	 */
	private static array $formatters = array();

	/**
	 * Returns the price as text.
	 *
	 * @param string|null $currency Code of the currency, or an empty text for none if the caller knows it.
	 */
	public static function text( float $price, ?string $currency = null ): string {
		$currency ??= self::currency();
		if ( '' === $currency ) {
			return number_format_i18n( $price, 2 );
		}
		if ( class_exists( NumberFormatter::class ) ) {
			$locale = determine_locale();

			self::$formatters[ $locale ] ??= new NumberFormatter( $locale, NumberFormatter::CURRENCY );

			$text = self::$formatters[ $locale ]->formatCurrency( $price, $currency );
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

	/** Returns what the site's language writes before the decimals of a number: "." or ",". */
	public static function decimal_point(): string {
		global $wp_locale;
		return ',' === ( $wp_locale->number_format['decimal_point'] ?? '.' ) ? ',' : '.';
	}
}
