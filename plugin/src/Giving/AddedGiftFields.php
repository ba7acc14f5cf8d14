<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Http\Field;
use Largesse\Http\Submission;
use WP_Post;

/** Fields that other plugins add to the form of a gift. */
final class AddedGiftFields {

	/** Prefix of field names in the form, which prevents collisions with names of WordPress and of this plugin. */
	private const PREFIX = 'added_';
	private const NAME   = '/^' . self::PREFIX . '[a-z0-9_]+$/D';

	/** @return array<string, Field> Fields of the form for an item, by name of the form field. */
	public static function of( WP_Post $registry, int $item_id ): array {
		/**
		 * Filters the additional fields in the form of a gift. `largesse_gift_made` gets the values of these fields.
		 *
		 * A field needs a `label`. All other keys are optional. `type` is the type of an HTML input, `textarea` or
		 * `select`. The types `select` and `radio` need `choices`: texts by value. A ticked `checkbox` has the value
		 * "1", and an unticked one has the value "". `hint` is an explanation below the label. `attributes` are
		 * attributes of the input. `value` is the value in a new form. `check` is a function that gets the trimmed
		 * value. It returns an error message, or '' if the value is valid.
		 *
		 * @param array<string, array<string, mixed>> $fields   Fields by name: lower-case letters, digits and underscores. All texts are plain text.
		 * @param WP_Post                             $registry The registry.
		 * @param int                                 $item_id  Id of the item.
		 */
		$added  = apply_filters( 'largesse_give_fields', array(), $registry, $item_id );
		$fields = array();
		foreach ( is_array( $added ) ? $added : array() as $name => $field ) {
			if ( preg_match( self::NAME, self::PREFIX . $name ) && is_array( $field ) && is_string( $field['label'] ?? null ) ) {
				$fields[ self::PREFIX . $name ] = self::field( $field );
			}
		}
		return $fields;
	}

	/** @return array<string, string> Sent values of other plugins' fields, by name of the form field. */
	public static function sent( Submission $sent ): array {
		$names = (array) preg_grep( self::NAME, array_keys( $sent->all() ) );
		return array_combine( $names, array_map( $sent->trimmed( ... ), $names ) );
	}

	/** Returns the values for `largesse_gift_made` by name, from values and fields by name of the form field. */
	public static function values( array $sent, array $fields ): array {
		$known = array_intersect_key( $sent, $fields );
		return array_combine( array_map( static fn ( string $name ): string => substr( $name, strlen( self::PREFIX ) ), array_keys( $known ) ), $known );
	}

	/** Returns the field of another plugin, as described for `largesse_give_fields`. */
	private static function field( array $field ): Field {
		$type    = (string) ( $field['type'] ?? 'text' );
		$choices = in_array( $type, array( 'select', 'radio' ), true ) ? array_map( 'strval', (array) ( $field['choices'] ?? array() ) ) : array();
		$check   = static fn ( string $value ): string => match ( true ) {
			'' !== $value && array() !== $choices && ! isset( $choices[ $value ] ) => __( 'Choose one of the answers.', 'largesse' ),
			isset( $field['check'] ) => (string) $field['check']( $value ),
			default                  => '',
		};
		return new Field( $type, $field['label'], $field['attributes'] ?? array(), $check, $field['hint'] ?? '', (string) ( $field['value'] ?? '' ), $choices );
	}
}
