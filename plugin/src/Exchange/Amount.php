<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

/**
 * Reads prices as people and shops write them: "€ 1.234,50", "$12.99", "EUR 49", "29,99 €".
 */
final class Amount {

	/** Currencies by their signs; "$" and "kr" may be of several countries and mean what shops mean most often. */
	private const SIGNS = array(
		'€'   => 'EUR',
		'£'   => 'GBP',
		'¥'   => 'JPY',
		'￥'   => 'JPY',
		'₹'   => 'INR',
		'₩'   => 'KRW',
		'zł'  => 'PLN',
		'CA$' => 'CAD',
		'A$'  => 'AUD',
		'US$' => 'USD',
		'R$'  => 'BRL',
		'$'   => 'USD',
		'Fr.' => 'CHF',
	);

	/** A number with its groups, as any language writes it. */
	private const NUMBER = '\d{1,3}(?:[.,\'’\x{20}\x{A0}\x{202F}]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?';

	/**
	 * Returns the number of a price; null where the text is none.
	 *
	 * @param string $text What was written.
	 */
	public static function number( string $text ): ?float {
		$sign = '(?:[A-Z]{3}|' . implode( '|', array_map( static fn ( string $one ) => preg_quote( $one, '/' ), array_keys( self::SIGNS ) ) ) . ')';
		if ( ! preg_match( '/\A[\s\x{A0}]*' . $sign . '?[\s\x{A0}\x{202F}]*(' . self::NUMBER . ')[\s\x{A0}\x{202F}]*' . $sign . '?[\s\x{A0}]*\z/u', $text, $found ) ) {
			return null;
		}
		$digits = (string) preg_replace( '/[\'’\x{20}\x{A0}\x{202F}]/u', '', $found[1] );
		$point  = self::decimal_point( $digits );
		return (float) ( '' === $point ? str_replace( array( '.', ',' ), '', $digits ) : str_replace( $point, '.', str_replace( '.' === $point ? ',' : '.', '', $digits ) ) );
	}

	/**
	 * Returns the currency that a price names; null for none.
	 *
	 * @param string $text What was written.
	 */
	public static function currency( string $text ): ?string {
		if ( preg_match( '/(?<![A-Za-z])([A-Z]{3})(?![A-Za-z])/', $text, $code ) ) {
			return $code[1];
		}
		foreach ( self::SIGNS as $sign => $code ) {
			if ( str_contains( $text, (string) $sign ) ) {
				return $code;
			}
		}
		return null;
	}

	/**
	 * Returns what stands before the decimals of a number; '' where it has none.
	 *
	 * @param string $digits Digits, dots and commas.
	 */
	private static function decimal_point( string $digits ): string {
		$last = max( (int) strrpos( $digits, '.' ), (int) strrpos( $digits, ',' ) );
		if ( 0 === $last ) {
			return '';
		}
		$sign = $digits[ $last ];
		// Three digits behind the only sign, or behind one of several, are a group.
		$is_group = 3 === strlen( $digits ) - $last - 1 && ( substr_count( $digits, $sign ) > 1 || 1 === preg_match( '/\A[1-9]\d{0,2}[.,]\d{3}\z/', $digits ) );
		return $is_group ? '' : $sign;
	}
}
