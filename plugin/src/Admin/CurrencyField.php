<?php
/**
 * The currency of prices, on the settings page.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Pages\Price;

/**
 * Lets operators say in which currency prices are: the service keeps bare numbers.
 */
final class CurrencyField {

	/** Section of the page, with all that is about the pages of the site. */
	public const SECTION = 'largesse_pages';

	/** Currencies that are offered; any other code may be typed. */
	private const OFFERED = array( 'AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'INR', 'JPY', 'NOK', 'NZD', 'PLN', 'SEK', 'USD' );

	/**
	 * Lets options.php save the setting.
	 *
	 * @param string $group Group of the options.
	 */
	public function register_setting( string $group ): void {
		register_setting(
			$group,
			Price::CURRENCY,
			array(
				'type'              => 'string',
				'sanitize_callback' => array( $this, 'accept' ),
			)
		);
	}

	/**
	 * What is stored. What is no code changes nothing and is told.
	 *
	 * @param mixed $input What the form sent; null where it sent nothing.
	 */
	public function accept( mixed $input ): string {
		$stored = (string) get_option( Price::CURRENCY, '' );
		if ( ! is_string( $input ) ) {
			return $stored;
		}
		$code = strtoupper( trim( $input ) );
		if ( '' === $code || preg_match( '/^[A-Z]{3}\z/', $code ) ) {
			return $code;
		}
		add_settings_error( Price::CURRENCY, Price::CURRENCY, esc_html__( 'Currency was not saved. It must be a code of three letters, such as EUR.', 'largesse' ) );
		return $stored;
	}

	/**
	 * Adds the field to the page.
	 *
	 * @param string $page Page on which it stands.
	 */
	public function add_to( string $page ): void {
		add_settings_section( self::SECTION, __( 'Pages of the site', 'largesse' ), '__return_empty_string', $page );
		add_settings_field( Price::CURRENCY, esc_html__( 'Currency', 'largesse' ), array( $this, 'show' ), $page, self::SECTION, array( 'label_for' => Price::CURRENCY ) );
	}

	/**
	 * Prints the field.
	 */
	public function show(): void {
		printf(
			'<input type="text" id="%1$s" name="%1$s" value="%2$s" list="%1$s_codes" aria-describedby="%1$s_about" size="7" maxlength="3" autocapitalize="characters" spellcheck="false" autocomplete="off"%3$s><datalist id="%1$s_codes">',
			esc_attr( Price::CURRENCY ),
			esc_attr( (string) get_option( Price::CURRENCY, '' ) ),
			get_settings_errors( Price::CURRENCY ) ? ' aria-invalid="true"' : ''
		);
		foreach ( self::OFFERED as $code ) {
			printf( '<option value="%s">', esc_attr( $code ) );
		}
		printf( '</datalist><p class="description" id="%s_about">', esc_attr( Price::CURRENCY ) );
		esc_html_e( 'The code of the currency that prices are in, for example EUR. While the field is empty, prices are shown as bare numbers.', 'largesse' );
		echo '</p>';
	}
}
