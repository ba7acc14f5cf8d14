<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Html\FormFields;
use WP_Post;

/**
 * Fields that other plugins add to the form of a gift.
 */
final class AddedGiftFields {

	/**
	 * Prefix of the field names in the form. The prefix prevents collisions with names of WordPress and of this plugin.
	 */
	public const PREFIX = 'added_';

	/**
	 * Returns the fields of the form for an item.
	 *
	 * @return array<string, array<string, mixed>> Fields by name.
	 */
	public static function of( WP_Post $registry, int $item_id ): array {
		/**
		 * Filters the additional fields in the form of a gift. `largesse_gift_made` gets their values. A field needs a
		 * `label`. `type` is the type of an HTML input, `textarea` or `select`; `select` and `radio` need `choices`:
		 * texts by value. A `checkbox` has the value "1" or "". `hint` explains the field, `attributes` are attributes
		 * of the input, `value` is the value in a new form. `check` gets the trimmed value, and returns an error
		 * message, or '' if the value is valid.
		 *
		 * @param array<string, array<string, mixed>> $fields   Fields by name: lower-case letters, digits and underscores. All texts are plain.
		 * @param WP_Post                             $registry The registry.
		 * @param int                                 $item_id  Id of the item.
		 */
		$fields = apply_filters( 'largesse_give_fields', array(), $registry, $item_id );
		$valid  = static fn ( mixed $field, mixed $name ): bool => self::is_name( (string) $name ) && is_array( $field ) && is_string( $field['label'] ?? null );
		return is_array( $fields ) ? array_filter( $fields, $valid, ARRAY_FILTER_USE_BOTH ) : array();
	}

	/** Checks whether a text is a valid name of a field. */
	public static function is_name( string $name ): bool {
		return 1 === preg_match( '/^[a-z0-9_]+$/D', $name );
	}

	/**
	 * Returns error messages. The keys are names of form fields: PREFIX and the field's name.
	 *
	 * @param array<string, string> $typed Values by name.
	 * @return array<string, string>
	 */
	public static function problems( array $typed, WP_Post $registry, int $item_id ): array {
		$problems = array();
		foreach ( self::of( $registry, $item_id ) as $name => $field ) {
			$value    = $typed[ $name ] ?? '';
			$choices  = self::choices( $field );
			$is_known = '' === $value || array() === $choices || isset( $choices[ $value ] );

			$problems[ self::PREFIX . $name ] = match ( true ) {
				! $is_known             => __( 'Choose one of the answers.', 'largesse' ),
				isset( $field['check'] ) => (string) $field['check']( $value ),
				default                 => '',
			};
		}
		return array_filter( $problems, static fn ( string $problem ): bool => '' !== $problem );
	}

	/**
	 * Returns the variables of the fields for the template `html/field`.
	 *
	 * @param array<string, array<string, mixed>> $fields Fields by name.
	 * @param array<string, string>               $typed  Values by name. Browsers send nothing for a box without a tick.
	 * @param bool                                $is_new True for a form that was not sent yet.
	 * @return list<array<string, mixed>>
	 */
	public static function inputs( array $fields, array $typed, FormFields $html, bool $is_new ): array {
		$input = static fn ( string $name, array $field ): array => $html->input(
			$field['type'] ?? 'text',
			self::PREFIX . $name,
			$field['label'],
			$typed[ $name ] ?? ( $is_new ? (string) ( $field['value'] ?? '' ) : '' ),
			$field['attributes'] ?? array(),
			$field['hint'] ?? '',
			self::choices( $field )
		);
		return array_map( $input, array_map( 'strval', array_keys( $fields ) ), $fields );
	}

	/**
	 * Returns the texts of the choices of a field, by value.
	 *
	 * @param array<string, mixed> $field The field.
	 * @return array<string, string>
	 */
	private static function choices( array $field ): array {
		return in_array( $field['type'] ?? '', array( 'select', 'radio' ), true ) ? array_map( 'strval', (array) ( $field['choices'] ?? array() ) ) : array();
	}

	/**
	 * Adds PREFIX to the keys, which makes them names of form fields.
	 *
	 * @param array<string, string> $typed Values by name.
	 * @return array<string, string>
	 */
	public static function prefixed( array $typed ): array {
		return array_combine( array_map( static fn ( int|string $name ): string => self::PREFIX . $name, array_keys( $typed ) ), $typed );
	}
}
