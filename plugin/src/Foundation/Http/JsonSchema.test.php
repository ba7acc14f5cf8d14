<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'writes limits that exclude themselves as numbers',
	static function (): void {
		foreach ( array(
			array( array( 'minimum' => 0, 'exclusiveMinimum' => true ), array( 'exclusiveMinimum' => 0 ) ),
			array( array( 'minimum' => 0, 'exclusiveMinimum' => false ), array( 'minimum' => 0 ) ),
			array( array( 'maximum' => 9.5, 'exclusiveMaximum' => true ), array( 'exclusiveMaximum' => 9.5 ) ),
			array( array( 'maximum' => 9, 'exclusiveMaximum' => false ), array( 'maximum' => 9 ) ),
			array( array( 'exclusiveMinimum' => true ), array() ),
			array( array( 'exclusiveMinimum' => 3 ), array( 'exclusiveMinimum' => 3 ) ),
			array( array( 'minimum' => 1, 'maximum' => 2 ), array( 'minimum' => 1, 'maximum' => 2 ) ),
		) as list( $given, $expected ) ) {
			assert_same( $expected, JsonSchema::of( $given ) );
		}
	}
);

test(
	'finds schemas in all keywords that contain schemas',
	static function (): void {
		$given    = array( 'minimum' => 0, 'exclusiveMinimum' => true );
		$expected = array( 'exclusiveMinimum' => 0 );
		foreach ( array( 'items', 'additionalProperties', 'not' ) as $keyword ) {
			assert_same( array( $keyword => $expected ), JsonSchema::of( array( $keyword => $given ) ) );
		}
		assert_same( array( 'additionalProperties' => false ), JsonSchema::of( array( 'additionalProperties' => false ) ) );
		foreach ( array( 'anyOf', 'oneOf', 'allOf' ) as $keyword ) {
			assert_same( array( $keyword => array( $expected ) ), JsonSchema::of( array( $keyword => array( $given ) ) ) );
		}
		foreach ( array( 'properties', 'patternProperties' ) as $keyword ) {
			assert_same(
				array( $keyword => array( 'minimum' => $expected ) ),
				JsonSchema::of( array( $keyword => array( 'minimum' => $given ) ) )
			);
		}
	}
);

test(
	'keeps lists of required fields, and leaves out what is no schema of the newer form',
	static function (): void {
		assert_same(
			array( 'required' => array( 'a' ), 'properties' => array( 'a' => array( 'type' => 'string' ) ) ),
			JsonSchema::of(
				array(
					'required'   => array( 'a' ),
					'properties' => array( 'a' => array( 'type' => 'string', 'required' => true ) ),
				)
			)
		);
		assert_same( array( 'type' => 'object' ), JsonSchema::of( array( 'type' => 'object', 'properties' => array() ) ) );
	}
);
