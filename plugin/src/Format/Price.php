<?php
declare( strict_types=1 );

namespace Largesse\Format;

use NumberFormatter;

/**
 * Formats prices in the site's currency. The service stores prices without a currency.
 */
final class Price {

	/** Option with the ISO 4217 code of the currency. */
	public const CURRENCY = 'largesse_currency';

	/**
	 * Formatters of PHP's extension intl by language, cached because creating one is slow.
	 *
	 * @var array<string, NumberFormatter>
	 */
	private static array $formatters = array();

	/**
	 * Returns the price as text.
	 *
	 * @param string|null $currency Code of the currency. '' means no currency, and null means the site's currency.
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
		$number = number_format_i18n( $price, Currencies::DECIMALS[ $currency ] ?? 2 );
		// No-break space.
		return isset( Currencies::SIGNS[ $currency ] ) ? Currencies::SIGNS[ $currency ] . $number : "{$currency}\u{a0}{$number}";
	}

	/** Returns the code of the currency, or an empty text for none. */
	public static function currency(): string {
		$code = get_option( self::CURRENCY, '' );
		$code = is_string( $code ) ? strtoupper( trim( $code ) ) : '';
		return preg_match( '/^[A-Z]{3}$/D', $code ) ? $code : '';
	}

	/** Returns the decimal separator of the site's language: "." or ",". */
	public static function decimal_point(): string {
		global $wp_locale;
		return ',' === ( $wp_locale->number_format['decimal_point'] ?? '.' ) ? ',' : '.';
	}
}
