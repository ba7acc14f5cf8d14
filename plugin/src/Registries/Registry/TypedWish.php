<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;
use WP_Error;

/**
 * Fields of a wish in forms that work without scripts (rules: Items). The address may be empty. The names of the inputs
 * have a prefix. Otherwise, WordPress would take the field `name` for its own query variable.
 */
final class TypedWish {

	/** Names of the inputs, by field of the wish. */
	public const INPUTS = array(
		'name'        => 'largesse-name',
		'url'         => 'largesse-url',
		'price'       => 'largesse-price',
		'currency'    => 'largesse-currency',
		'description' => 'largesse-description',
	);

	/** Currencies that the form offers, beside the site's and the one of the wish. */
	private const CURRENCIES = array(
		'EUR',
		'USD',
		'GBP',
		'CHF',
		'AUD',
		'CAD',
		'CZK',
		'DKK',
		'HUF',
		'JPY',
		'NOK',
		'PLN',
		'SEK',
	);

	/** @return array<string, Field> Fields by name of the input. */
	public static function fields(): array {
		$price = array(
			'min'       => '0',
			'step'      => '0.01',
			'inputmode' => 'decimal',
		);
		$url   = Field::rule( 'url' );
		return array(
			self::INPUTS['name']        => new Field(
				'text',
				__( 'Wish', 'largesse' ),
				array( 'required' => '' ) + self::plain( Rules::FIELDS['name']['max'] ),
				Field::rule( 'name' )
			),
			self::INPUTS['url']         => new Field(
				'url',
				__( 'Link', 'largesse' ),
				self::plain( Rules::FIELDS['url']['max'] ),
				static fn ( string $typed ): string => '' === $typed ? '' : $url( $typed )
			),
			self::INPUTS['price']       => new Field(
				'number',
				__( 'Price', 'largesse' ),
				$price,
				static fn ( string $typed ): string => '' === $typed || null !== FieldRules::typed_price( $typed )
					? ''
					: __( 'Please enter a price above 0 in digits, such as 12.50.', 'largesse' )
			),
			self::INPUTS['currency']    => new Field(
				'select',
				__( 'Currency', 'largesse' ),
				// Without a currency of the site, the first choice is empty: prices are numbers.
				'' === Price::currency() ? array() : array( 'required' => '' ),
				static fn ( string $typed ): string => '' === $typed || null === FieldRules::problem( 'currency', $typed )
					? ''
					: __( 'Choose a currency.', 'largesse' ),
				initial: Price::currency(),
				choices: self::currencies()
			),
			self::INPUTS['description'] => Field::textarea(
				__( 'Details', 'largesse' ),
				'description',
				Rules::FIELDS['description']['max']
			),
		);
	}

	/** @return array<string, string> Choices of currencies, with the site's first. @param string $other Another one; '' for none. */
	private static function currencies( string $other = '' ): array {
		$codes = array_unique( array_filter( array( Price::currency(), $other, ...self::CURRENCIES ), 'strlen' ) );
		return ( '' === Price::currency() ? array( '' => '–' ) : array() ) + array_combine( $codes, $codes );
	}

	/** @return array<string, int|string> Attributes for one line of text with at most `$most` characters. */
	public static function plain( int $most ): array {
		return array(
			'maxlength'    => $most,
			'autocomplete' => 'off',
			'dir'          => 'auto',
		);
	}

	/** @return array<string, string> Texts by name of the input. */
	public static function texts( array $wish ): array {
		$price = $wish['price'] ?? null;
		return array(
			self::INPUTS['name']        => (string) ( $wish['name'] ?? '' ),
			self::INPUTS['url']         => (string) ( $wish['url'] ?? '' ),
			self::INPUTS['price']       => null === $price ? '' : (string) wp_json_encode( $price ),
			self::INPUTS['currency']    => (string) ( $wish['currency'] ?? Price::currency() ),
			self::INPUTS['description'] => (string) ( $wish['description'] ?? '' ),
		);
	}

	/**
	 * Adds the currency of the wish to the choices, for example one from a shop's page.
	 *
	 * @param array<string, array<string, mixed>> $inputs Data of `html/field` by name of the input.
	 * @return array<string, array<string, mixed>>
	 */
	public static function with_its_currency( array $inputs ): array {
		$name = self::INPUTS['currency'];
		if ( isset( $inputs[ $name ] ) && null === FieldRules::problem( 'currency', $inputs[ $name ]['value'] ) ) {
			$inputs[ $name ]['choices'] = self::currencies( $inputs[ $name ]['value'] );
		}
		return $inputs;
	}

	/** @return array{name: string, url: string, description: string|null, price: int|float|null, currency: string|null} Wish. The currency is null for the site's, and without a price. */
	public static function wish( Fields $typed ): array {
		$price       = FieldRules::typed_price( $typed->text( self::INPUTS['price'] ) );
		$description = $typed->text( self::INPUTS['description'] );
		return array(
			'name'        => $typed->text( self::INPUTS['name'] ),
			'url'         => $typed->text( self::INPUTS['url'] ),
			'description' => '' === $description ? null : $description,
			'price'       => $price,
			'currency'    => null === $price ? null : Price::foreign( $typed->text( self::INPUTS['currency'] ) ),
		);
	}

	/** Returns why the service has not stored a wish. Messages about fields without an input are dropped. */
	public static function refusal( WP_Error $failed ): Refusal {
		$error    = isset( ( (array) $failed->get_error_data() )['status'] ) && ApiError::CODE !== $failed->get_error_code()
			? $failed
			: Errors::after_change( $failed );
		$data     = (array) $error->get_error_data();
		$problems = array_intersect_key(
			array_filter( (array) ( $data['fields'] ?? array() ), is_string( ... ) ),
			self::INPUTS
		);
		return new Refusal(
			(int) ( $data['status'] ?? 503 ),
			$error->get_error_message(),
			array_combine(
				array_map( static fn ( string $field ): string => self::INPUTS[ $field ], array_keys( $problems ) ),
				$problems
			)
		);
	}
}
