<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Service\BrokenRule;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;

/** A wish in a file, and the position of the wish. The fields may be invalid. */
final class ImportWish {

	/** Wishes are equal if they have the same address and name. */
	public const BY_NAME = 'name';

	/** Wishes with the same address are equal. Wishes without an address are compared by name. */
	public const BY_ADDRESS = 'address';

	/** Ways to recognize equal wishes. */
	public const BY = array( self::BY_NAME, self::BY_ADDRESS );

	/** Possible fields of a wish, with the values of missing fields. */
	private const DEFAULTS = array(
		'name'            => '',
		'url'             => '',
		'retailer'        => '',
		'description'     => '',
		'image_url'       => '',
		'price'           => null,
		'currency'        => null,
		'quantity_needed' => 1,
		AnyNumber::FIELD  => false,
		'heading'         => '',
		'most_wanted'     => false,
	);

	/** Fields that are text. */
	private const TEXTS = array( 'name', 'url', 'retailer', 'description', 'image_url' );

	/** @var array<string, mixed> Values of all fields. */
	public readonly array $fields;

	/** @param array<string, mixed> $fields Fields by name; missing fields are absent or null. */
	public function __construct(
		public readonly int $place,
		array $fields,
		public readonly string $by = self::BY_NAME
	) {
		$known        = array_filter(
			array_intersect_key( $fields, self::DEFAULTS ),
			static fn ( mixed $value ) => null !== $value
		) + self::DEFAULTS;
		$this->fields = is_string( $known['url'] )
			? array( 'url' => WebAddress::repaired( $known['url'] ) ) + $known
			: $known;
	}

	/** @return array<string, BrokenRule> Broken rules by field (rules: Items). */
	public function problems(): array {
		$found = array();
		foreach ( self::TEXTS as $field ) {
			$value = $this->fields[ $field ];
			// Only the name is required. A wish without an address gets a placeholder address later.
			$found[ $field ] = '' === $value && 'name' !== $field ? null : FieldRules::problem( $field, $value );
		}
		$found['currency'] = FieldRules::problem( 'currency', $this->fields['currency'] );

		$price    = $this->fields['price'];
		$quantity = $this->fields['quantity_needed'];
		$heading  = $this->fields['heading'];

		$found['price'] = match ( true ) {
			null === $price                                   => null,
			! is_int( $price ) && ! is_float( $price )        => new BrokenRule( 'type', array( 'number', 'null' ) ),
			$price <= 0                                       => new BrokenRule( 'exclusiveMinimum', 0 ),
			! is_finite( (float) $price )                     => new BrokenRule( 'maximum', Rules::MAX_SAFE ),
			default                                           => null,
		};
		$found['quantity_needed'] = match ( true ) {
			! is_int( $quantity )        => new BrokenRule( 'type', array( 'integer' ) ),
			$quantity < 1                => new BrokenRule( 'minimum', 1 ),
			$quantity > Rules::MAX_SAFE  => new BrokenRule( 'maximum', Rules::MAX_SAFE ),
			default                      => null,
		};
		$found['heading'] = match ( true ) {
			! is_string( $heading )                                    => new BrokenRule( 'type', array( 'string' ) ),
			1 !== preg_match( Rules::TEXT, $heading )                  => new BrokenRule( 'clean_text' ),
			mb_strlen( $heading, 'UTF-8' ) > Rules::MAX_HEADING_CHARS   => new BrokenRule(
				'maxLength',
				Rules::MAX_HEADING_CHARS
			),
			default                                                    => null,
		};
		foreach ( array( AnyNumber::FIELD, 'most_wanted' ) as $flag ) {
			$found[ $flag ] = is_bool( $this->fields[ $flag ] ) ? null : new BrokenRule( 'type', array( 'boolean' ) );
		}
		return array_filter( $found );
	}

	/** Returns a key that equal wishes share. The fields must be valid. */
	public function key(): string {
		return self::key_of( $this->by, $this->fields['url'], $this->fields['name'] );
	}

	/** Returns the key that equal wishes share. @param string $by BY_NAME or BY_ADDRESS. */
	public static function key_of( string $by, string $url, string $name ): string {
		$address = self::address( $url );
		if ( self::BY_ADDRESS === $by && '' !== $address ) {
			return "{$by} {$address}";
		}
		return self::BY_NAME . " {$address} " . (string) preg_replace( '/\s+/u', ' ', PeopleEntries::normalize( $name ) );
	}

	/** Removes the scheme, "www.", the fragment and a trailing slash. Writes the host in lower case. */
	private static function address( string $url ): string {
		$bare = (string) preg_replace( array( '/#.*\z/s', '#/\z#' ), '', trim( $url ) );
		return preg_match( '#\A(?:https?://)?(?:www\.)?([^/?]*)(.*)\z#is', $bare, $part )
			? strtolower( $part[1] ) . $part[2]
			: $bare;
	}
}
