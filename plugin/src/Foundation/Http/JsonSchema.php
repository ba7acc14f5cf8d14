<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/**
 * Writes the schemas of routes as JSON Schema 2020-12, the form that assistants read. Routes declare their schemas in
 * WordPress's form, which follows draft 4: there, `exclusiveMinimum` is true or false, and says whether a value may
 * equal `minimum`. WordPress does not check an `exclusiveMinimum` that is a number; the route checks it.
 */
final class JsonSchema {

	private const LIMITS = array(
		'minimum' => 'exclusiveMinimum',
		'maximum' => 'exclusiveMaximum',
	);

	/** Keywords with one schema, with a list of schemas, and with schemas by name. */
	private const ONE   = array( 'items', 'additionalProperties', 'not' );
	private const LIST  = array( 'anyOf', 'oneOf', 'allOf' );
	private const NAMED = array( 'properties', 'patternProperties' );

	/**
	 * @param array<string, mixed> $schema Schema in WordPress's form.
	 * @return array<string, mixed> Schema in the form of JSON Schema 2020-12.
	 */
	public static function of( array $schema ): array {
		foreach ( self::LIMITS as $limit => $exclusive ) {
			if ( is_bool( $schema[ $exclusive ] ?? null ) ) {
				$excluded = $schema[ $exclusive ] && isset( $schema[ $limit ] )
					? array( $exclusive => $schema[ $limit ] )
					: array();
				$dropped  = array() === $excluded ? array( $exclusive => 0 ) : array_flip( array( $limit, $exclusive ) );
				$schema   = $excluded + array_diff_key( $schema, $dropped );
			}
		}
		// In draft 3, which WordPress supports, too, `required` of a field is true or false.
		if ( is_bool( $schema['required'] ?? null ) ) {
			unset( $schema['required'] );
		}
		foreach ( array_intersect_key( $schema, array_flip( self::ONE ) ) as $keyword => $part ) {
			$schema[ $keyword ] = is_array( $part ) ? self::of( $part ) : $part;
		}
		$several = array_flip( array( ...self::LIST, ...self::NAMED ) );
		foreach ( array_intersect_key( $schema, $several ) as $keyword => $parts ) {
			$schema[ $keyword ] = array_map( self::of( ... ), $parts );
		}
		// PHP writes an empty array as a list, but these keywords have objects.
		return array_filter(
			$schema,
			static fn ( mixed $part, string $keyword ): bool => array() !== $part || ! in_array( $keyword, self::NAMED, true ),
			ARRAY_FILTER_USE_BOTH
		);
	}
}
