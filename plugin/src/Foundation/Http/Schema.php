<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Route;
use Largesse\Foundation\Service\Rules;

/** Creates schemas for the fields of routes. */
final class Schema {

	/**
	 * Returns the schema of a text.
	 *
	 * @param list<string|null>|null $choices All allowed values; null: any text.
	 * @param string                 $format  Format, such as `uuid`; '' for none.
	 * @return array<string, mixed>
	 */
	public static function text(
		string $description,
		?array $choices = null,
		string $format = '',
		bool $is_nullable = false
	): array {
		return array( 'type' => $is_nullable ? array( 'string', 'null' ) : 'string' )
			+ ( '' === $format ? array() : array( 'format' => $format ) )
			+ ( null === $choices ? array() : array( 'enum' => $choices ) )
			+ array( 'description' => $description );
	}

	/** @return array<string, mixed> Schema of a field with the rules of the API's contract, one of Rules::FIELDS. */
	public static function field( string $field, string $description ): array {
		$rules = Rules::FIELDS[ $field ];
		return array( 'type' => 1 === count( $rules['types'] ) ? $rules['types'][0] : $rules['types'] )
			+ ( 0 === $rules['min'] ? array() : array( 'minLength' => $rules['min'] ) )
			+ ( Rules::MAX_SAFE === $rules['max'] ? array() : array( 'maxLength' => $rules['max'] ) )
			+ ( $rules['is_day'] ? array( 'format' => 'date' ) : array() )
			+ array( 'description' => $description );
	}

	/** @return array<string, array<string, mixed>> Fields of a wish that its owner can set. A new wish needs a name. */
	public static function item_fields( bool $is_new ): array {
		return array(
			$is_new ? 'name' : 'name?' => self::field( 'name', 'Name.' ),
			'url?'                     => array_diff_key(
				self::field( 'url', 'Address of the product; empty for a wish without a shop.' ),
				array( 'minLength' => 0 )
			),
			'description?'             => self::field( 'description', 'Description.' ),
			'retailer?'                => self::field( 'retailer', 'Name of the shop.' ),
			'image_url?'               => self::field( 'image_url', 'Address of a picture.' ),
			'price?'                   => Rules::NUMBERS['price'] + array( 'description' => 'Price.' ),
			'currency?'                => self::field( 'currency', 'Currency of the price (ISO 4217); null for the currency of the site.' ),
			'quantity_needed?'         => Rules::NUMBERS['quantity_needed'] + array(
				'description' => 'Number of pieces that the owner wishes for.',
			),
		);
	}

	/** @return array<string, mixed> Schema of a whole number. */
	public static function integer( string $description, int $minimum = 0, int $maximum = Rules::MAX_SAFE ): array {
		return array(
			'type'        => 'integer',
			'minimum'     => $minimum,
			'maximum'     => $maximum,
			'description' => $description,
		);
	}

	/** @return array<string, mixed> Schema of a field that contains an item's id or null. */
	public static function item_or_null( string $description ): array {
		return array( 'type' => array( 'integer', 'null' ) ) + self::integer( $description, 1 );
	}

	/** @return array<string, mixed> Schema of a boolean. */
	public static function boolean( string $description ): array {
		return array(
			'type'        => 'boolean',
			'description' => $description,
		);
	}

	/**
	 * Returns the schema of a list.
	 *
	 * @param array<string, mixed> $entry Schema of an entry.
	 * @param int|null             $most  Maximum number of entries; null: no limit.
	 * @return array<string, mixed>
	 */
	public static function listing( string $description, array $entry, ?int $most = null ): array {
		return array(
			'type'  => 'array',
			'items' => $entry,
		) + ( null === $most ? array() : array( 'maxItems' => $most ) ) + array( 'description' => $description );
	}

	/**
	 * Returns the schema of a JSON object.
	 *
	 * @param array<string, array<string, mixed>> $fields Fields, as in a Route; an empty array allows any fields.
	 * @return array<string, mixed>
	 */
	public static function object( string $description, array $fields = array(), bool $is_nullable = false ): array {
		return array( 'type' => $is_nullable ? array( 'object', 'null' ) : 'object' )
			+ ( array() === $fields ? array() : Route::schema_of( $fields ) )
			+ array( 'description' => $description );
	}

	/** @return array<string, mixed> Schema of an object that contains a text for each field, for example a message. */
	public static function texts( string $description ): array {
		return array(
			'type'                 => 'object',
			'additionalProperties' => array( 'type' => 'string' ),
			'description'          => $description,
		);
	}

	/** @return array<string, mixed> Schema of errors. */
	public static function error(): array {
		$broken = array(
			'field' => self::text( 'Name of the field.' ),
			'rule'  => self::text( 'Name of the rule.' ),
			'limit' => array( 'description' => 'Limit of the rule: a number, a name or several names; null for a rule without a limit.' ),
		);
		$data   = array(
			'status'        => self::integer( 'HTTP status.', 400, 599 ),
			'fields?'       => self::texts( 'Messages by field.' ),
			'errors?'       => self::listing( 'Broken rules.', self::object( 'Field and the rule that it breaks.', $broken ) ),
			'current?'      => self::object( 'The registry as it is now; only with the code largesse_changed.' ),
			'is_unchanged?' => self::boolean( 'True if the site is sure that nothing was changed.' ),
		);
		return Route::schema_of(
			array(
				'code'    => self::text( 'Code, for programs.' ),
				'message' => self::text( 'Message, for people.' ),
				'data'    => self::object( 'Details.', $data ),
			)
		);
	}
}
