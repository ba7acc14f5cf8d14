<?php
/**
 * What is wrong with the fields that somebody sent.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

use WP_Error;

/**
 * Messages beside fields. Those of the API come in one line, `price: must be greater than 0; name: is required`,
 * which is taken apart here.
 */
final class FieldErrors {

	/** Code of the error. */
	public const CODE = 'largesse_fields';

	/** The fields of an item that owners set, and see messages beside. */
	public const ITEM_FIELDS = array( 'name', 'url', 'description', 'retailer', 'image_url', 'price', 'quantity_needed', 'quantity_purchased' );

	/**
	 * Keeps the messages.
	 *
	 * @param array<string, string> $fields  Messages by field.
	 * @param string                $message What belongs to no field; '' for nothing.
	 */
	public function __construct(
		public readonly array $fields,
		public readonly string $message = ''
	) {}

	/**
	 * Takes apart what the API says. A rule may hold ";" and ":" itself, so only the name of a field begins a new one.
	 * What is said of anything else is left out: owners did not type it, and it may not be meant for them.
	 *
	 * @param string $detail The API's `detail`.
	 */
	public static function parse( string $detail ): self {
		$fields = array();
		// A field that nobody sees begins a message too: any name that the contract could have.
		foreach ( (array) preg_split( '/; (?=[a-z_]+(?:\.[a-z_0-9]+)*: )/', $detail ) as $piece ) {
			list( $field, $rule ) = array_pad( explode( ': ', (string) $piece, 2 ), 2, '' );
			if ( '' !== $rule && in_array( $field, self::ITEM_FIELDS, true ) ) {
				$fields += array( $field => FieldMessages::of( $field, $rule ) );
			}
		}
		return new self( $fields );
	}

	/**
	 * The error to answer.
	 */
	public function error(): WP_Error {
		$message = '' === $this->message ? __( 'Nothing was saved: please look at the fields that are marked.', 'largesse' ) : $this->message;
		// An empty list would not be an object.
		$fields = (object) $this->fields;
		return new WP_Error(
			self::CODE,
			$message,
			array(
				'status' => 422,
				'fields' => $fields,
			)
		);
	}
}
