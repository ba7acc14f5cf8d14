<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Service\Rules;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'describes texts',
	static fn () => assert_same(
		array(
			array( 'type' => 'string', 'description' => 'A' ),
			array( 'type' => array( 'string', 'null' ), 'format' => 'uuid', 'enum' => array( 'x', null ), 'description' => 'A' ),
		),
		array( Schema::text( 'A' ), Schema::text( 'A', array( 'x', null ), 'uuid', true ) )
	)
);
test(
	'describes fields by the rules of the contract',
	static function (): void {
		foreach ( Rules::FIELDS as $name => $rules ) {
			$schema = Schema::field( $name, 'A' );
			assert_same( $rules['types'], (array) $schema['type'], $name );
			assert_same(
				array( $rules['min'], $rules['max'], $rules['is_day'] ),
				array( $schema['minLength'] ?? 0, $schema['maxLength'] ?? Rules::MAX_SAFE, 'date' === ( $schema['format'] ?? '' ) ),
				$name
			);
		}
	}
);
test(
	'requires a name of a new wish, and accepts an empty address',
	static fn () => assert_same(
		array( true, false, false ),
		array(
			isset( Schema::item_fields( true )['name'] ),
			isset( Schema::item_fields( false )['name'] ),
			isset( Schema::item_fields( true )['url?']['minLength'] ),
		)
	)
);
test(
	'limits lists only if there is a limit',
	static fn () => assert_same(
		array( null, 5 ),
		array( Schema::listing( 'A', array() )['maxItems'] ?? null, Schema::listing( 'A', array(), 5 )['maxItems'] )
	)
);
test(
	'describes the fields of objects, or allows any',
	static fn () => assert_same(
		array(
			array( 'type' => 'object', 'description' => 'A' ),
			array(
				'type'        => 'object',
				'properties'  => array( 'x' => array( 'type' => 'null' ) ),
				'required'    => array( 'x' ),
				'description' => 'A',
			),
		),
		array( Schema::object( 'A' ), Schema::object( 'A', array( 'x' => array( 'type' => 'null' ) ) ) )
	)
);
test(
	'allows null in nullable objects and ids',
	static fn () => assert_same(
		array( array( 'object', 'null' ), array( 'integer', 'null' ), 1 ),
		array(
			Schema::object( 'A', array(), true )['type'],
			Schema::item_or_null( 'A' )['type'],
			Schema::item_or_null( 'A' )['minimum'],
		)
	)
);
test(
	'requires code, message and data of errors, and only the status of the data',
	static fn () => assert_same(
		array( array( 'code', 'message', 'data' ), array( 'status' ) ),
		array( Schema::error()['required'], Schema::error()['properties']['data']['required'] )
	)
);
