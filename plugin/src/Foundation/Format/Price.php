<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

use NumberFormatter;

/** Formats prices. A price without a currency is in the site's currency (rules: Currencies). */
final class Price {

	/** Option with the ISO 4217 code of the currency. */
	public const CURRENCY = 'largesse_currency';

	/** @var array<string, NumberFormatter> Formatters by language, cached because creating one is slow. */
	private static array $formatters = array();

	/** Returns a price as text. @param string|null $currency Its code; '' for none, null for the site's currency. */
	public static function text( float $price, ?string $currency = null ): string {
		$currency ??= self::currency();
		if ( '' === $currency ) {
			return Number::text( $price, 2 );
		}
		// A polyfill of the class formats prices only in English.
		if ( extension_loaded( 'intl' ) ) {
			$locale = determine_locale();

			self::$formatters[ $locale ] ??= new NumberFormatter( $locale, NumberFormatter::CURRENCY );

			$text = self::$formatters[ $locale ]->formatCurrency( $price, $currency );
			if ( is_string( $text ) ) {
				return $text;
			}
		}
		$number = Number::text( $price, Currencies::DECIMALS[ $currency ] ?? 2 );
		// No-break space.
		return isset( Currencies::SIGNS[ $currency ] )
			? Currencies::SIGNS[ $currency ] . $number
			: "{$currency}\u{a0}{$number}";
	}

	/** Returns the price of a wish as text; '' for none. */
	public static function of( array $item ): string {
		$price = $item['price'] ?? null;
		return is_int( $price ) || is_float( $price ) ? self::amount( (float) $price, $item ) : '';
	}

	/** Returns an amount in the currency of a wish as text. If the wish is unknown (null), the text names no currency. */
	public static function amount( float $amount, ?array $item ): string {
		return self::text( $amount, null === $item ? '' : $item['currency'] ?? null );
	}

	/** Returns the ISO 4217 code to store with a price; null for the site's currency and for ''. */
	public static function foreign( string $code ): ?string {
		return in_array( $code, array( '', self::currency() ), true ) ? null : $code;
	}

	/** Returns the code of the site's currency, or an empty text for none. */
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
