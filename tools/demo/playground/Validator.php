<?php
declare( strict_types=1 );

namespace LargessePlayground;

use Largesse\Service\BrokenRule;
use Largesse\Service\Rules;
use stdClass;

/**
 * Validates requests against the schemas of the contract. Supports these keywords: type, required, properties, items,
 * minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, enum and pattern.
 */
final class Validator {

	/** Maximum number of broken rules in one answer. */
	private const MAX_ERRORS = 10;

	/**
	 * @param array<string, mixed>  $schemas Schemas of the contract, by name.
	 * @param array<string, string> $rules   For each pattern: name of its format, or of its rule if it has no format.
	 */
	public function __construct( private readonly array $schemas, private readonly array $rules ) {}

	/**
	 * Validates a body or parameters.
	 *
	 * @param string   $name  Name of a schema.
	 * @param stdClass $given The body, or the parameters by name.
	 * @return list<Problem> The first broken rule of each field.
	 */
	public function problems( string $name, mixed $given ): array {
		$problems = array();
		foreach ( $this->of_value( $this->schemas[ $name ], $given, '' ) as $problem ) {
			$problems += array( $problem->field => $problem );
		}
		return array_slice( array_values( $problems ), 0, self::MAX_ERRORS );
	}

	/**
	 * Converts the parameters of a path or query: digits to numbers, and lists to arrays.
	 *
	 * @param string                            $name  Name of a schema.
	 * @param array<string, string|list<string>> $given Texts by name; a list for a name that occurs several times.
	 */
	public function parameters( string $name, array $given ): stdClass {
		$read = (object) array();
		foreach ( $this->schemas[ $name ]['properties'] as $key => $schema ) {
			if ( isset( $given[ $key ] ) ) {
				$read->{$key} = self::parameter( $schema['type'] ?? '', $given[ $key ] );
			} elseif ( array_key_exists( 'default', $schema ) ) {
				$read->{$key} = $schema['default'];
			}
		}
		return $read;
	}

	/**
	 * Returns the value of a parameter.
	 *
	 * @param string|list<string> $type Type in the schema.
	 * @param string|list<string> $text Text of the parameter.
	 */
	private static function parameter( string|array $type, string|array $text ): mixed {
		$number = static fn ( string $one ): int|float|string => 1 === preg_match( '/\A-?\d+\z/', $one ) ? 0 + $one : $one;
		if ( is_array( $text ) ) {
			return $text;
		}
		return match ( $type ) {
			'integer' => $number( $text ),
			'array'   => array_map( $number, explode( ',', $text ) ),
			default   => $text,
		};
	}

	/**
	 * Returns the broken rules of a value.
	 *
	 * @param array<string, mixed> $schema Schema of the value.
	 * @return list<Problem>
	 */
	private function of_value( array $schema, mixed $value, string $path ): array {
		$types = (array) ( $schema['type'] ?? array() );
		$field = '' === $path ? 'body' : $path;
		if ( ! array_filter( $types, static fn ( string $type ): bool => self::is_of_type( $type, $value ) ) ) {
			return array( new Problem( $field, new BrokenRule( 'type', $types ) ) );
		}
		return match ( true ) {
			null === $value            => array(),
			is_string( $value )        => $this->of_text( $schema, $value, $field ),
			is_array( $value )         => $this->of_list( $schema, $value, $field, $path ),
			$value instanceof stdClass => $this->of_object( $schema, $value, $path ),
			is_bool( $value )          => array(),
			default                    => self::of_number( $schema, $value, $field ),
		};
	}

	/** Checks the type of a value; 5.0 is a whole number, too. */
	private static function is_of_type( string $type, mixed $value ): bool {
		return match ( $type ) {
			'string'  => is_string( $value ),
			'integer' => is_int( $value ) || ( is_float( $value ) && floor( $value ) === $value ),
			'number'  => is_int( $value ) || is_float( $value ),
			'boolean' => is_bool( $value ),
			'array'   => is_array( $value ),
			'object'  => $value instanceof stdClass,
			'null'    => null === $value,
			default   => false,
		};
	}

	/**
	 * Returns the broken rule of a number.
	 *
	 * @param array<string, mixed> $schema Schema of the number.
	 * @return list<Problem>
	 */
	private static function of_number( array $schema, int|float $value, string $field ): array {
		$name = match ( true ) {
			isset( $schema['maximum'] ) && $value > $schema['maximum'] => 'maximum',
			isset( $schema['minimum'] ) && $value < $schema['minimum'] => 'minimum',
			isset( $schema['exclusiveMinimum'] ) && $value <= $schema['exclusiveMinimum'] => 'exclusiveMinimum',
			default => null,
		};
		return null === $name ? array() : array( new Problem( $field, new BrokenRule( $name, $schema[ $name ] ) ) );
	}

	/**
	 * Returns the broken rule of a text.
	 *
	 * @param array<string, mixed> $schema Schema of the text.
	 * @return list<Problem>
	 */
	private function of_text( array $schema, string $value, string $field ): array {
		$length = mb_strlen( $value, 'UTF-8' );
		if ( isset( $schema['enum'] ) && ! in_array( $value, $schema['enum'], true ) ) {
			$names = array_values( array_filter( $schema['enum'], static fn ( ?string $one ): bool => null !== $one ) );
			return array( new Problem( $field, new BrokenRule( 'enum', $names ) ) );
		}
		if ( isset( $schema['maxLength'] ) && $length > $schema['maxLength'] ) {
			return array( new Problem( $field, new BrokenRule( 'maxLength', $schema['maxLength'] ) ) );
		}
		if ( isset( $schema['minLength'] ) && $length < $schema['minLength'] ) {
			return array( new Problem( $field, new BrokenRule( 'minLength', $schema['minLength'] ), '' === $value ? self::advice( $schema ) : '' ) );
		}
		if ( isset( $schema['pattern'] ) && ! self::matches( $schema['pattern'], $value ) ) {
			return array( new Problem( $field, $this->rule_of_pattern( $schema['pattern'], $value ) ) );
		}
		return array();
	}

	/** Returns whether a text matches a JavaScript pattern that has the flag `u`. */
	private static function matches( string $pattern, string $text ): bool {
		$pcre = preg_replace( '/\\\\u\{?([0-9a-f]{4,5})\}?/i', '\\x{$1}', $pattern );
		return 1 === preg_match( "\x01(*UCP){$pcre}\x01uD", $text );
	}

	/** Returns the broken rule for a text that does not match `$pattern`. */
	private function rule_of_pattern( string $pattern, string $text ): BrokenRule {
		$rule = $this->rules[ $pattern ] ?? 'pattern';
		if ( 1 !== preg_match( Rules::TEXT, $text ) ) {
			return new BrokenRule( 'clean_text' );
		}
		return isset( Rules::FORMAT_NAMES[ $rule ] ) ? new BrokenRule( 'format', $rule ) : new BrokenRule( $rule );
	}

	/**
	 * Returns the broken rules of a list.
	 *
	 * @param array<string, mixed> $schema Schema of the list.
	 * @param list<mixed>          $value  The list.
	 * @return list<Problem>
	 */
	private function of_list( array $schema, array $value, string $field, string $path ): array {
		$name = match ( true ) {
			count( $value ) > ( $schema['maxItems'] ?? PHP_INT_MAX ) => 'maxItems',
			count( $value ) < ( $schema['minItems'] ?? 0 )           => 'minItems',
			default => null,
		};
		if ( null !== $name ) {
			return array( new Problem( $field, new BrokenRule( $name, $schema[ $name ] ) ) );
		}
		$problems = array();
		foreach ( $value as $index => $entry ) {
			array_push( $problems, ...$this->of_value( $schema['items'] ?? array(), $entry, "{$path}.{$index}" ) );
		}
		return $problems;
	}

	/**
	 * Returns the broken rules of an object.
	 *
	 * @param array<string, mixed> $schema Schema of the object.
	 * @return list<Problem>
	 */
	private function of_object( array $schema, stdClass $value, string $path ): array {
		$prefix   = '' === $path ? '' : "{$path}.";
		$problems = array();
		foreach ( $schema['required'] ?? array() as $key ) {
			if ( ! property_exists( $value, $key ) ) {
				$problems[] = new Problem( $prefix . $key, new BrokenRule( 'required' ), self::advice( $schema['properties'][ $key ] ) );
			}
		}
		foreach ( $schema['properties'] as $key => $of_key ) {
			if ( property_exists( $value, $key ) ) {
				array_push( $problems, ...$this->of_value( $of_key, $value->{$key}, $prefix . $key ) );
			}
		}
		return $problems;
	}

	/**
	 * Returns the advice for a missing or empty value.
	 *
	 * @param array<string, mixed> $schema Schema of the value.
	 */
	private static function advice( array $schema ): string {
		return isset( $schema['$comment'] ) ? ": {$schema['$comment']}" : '';
	}
}
