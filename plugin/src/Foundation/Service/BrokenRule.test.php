<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'the text of a rule is that of the API',
	static function (): void {
		assert_same( 'is required', ( new BrokenRule( 'required' ) )->text() );
		assert_same( 'must be at most 100 characters', ( new BrokenRule( 'maxLength', 100 ) )->text() );
		assert_same( 'must be at least 1 character', ( new BrokenRule( 'minLength', 1 ) )->text() );
		assert_same( 'is too large', ( new BrokenRule( 'maximum', Rules::MAX_SAFE ) )->text() );
		assert_same( 'must be a number or null', ( new BrokenRule( 'type', array( 'number', 'null' ) ) )->text() );
		assert_same( 'must be one of a, b', ( new BrokenRule( 'enum', array( 'a', 'b' ) ) )->text() );
		assert_same( 'must be a UUID', ( new BrokenRule( 'format', 'uuid' ) )->text() );
	}
);

test(
	'errors of the service become rules by field, without unknown ones',
	static function (): void {
		$error = static fn ( mixed $field, mixed $rule, mixed $limit ) => array(
			'field' => $field,
			'rule'  => $rule,
			'limit' => $limit,
		);
		$rules = BrokenRule::by_field(
			array(
				$error( 'price', 'exclusiveMinimum', 0 ),
				$error( 'price', 'type', array( 'number' ) ),
				$error( 'name', 'rule_of_tomorrow', 1 ),
				$error( 'url', 'required', array( 'a' => 1 ) ),
				$error( 7, 'required', null ),
				array(),
				'x',
				null,
			)
		);
		assert_same( array( 'price', 'url' ), array_keys( $rules ) );
		assert_same( array( 'exclusiveMinimum', 0 ), array( $rules['price']->name, $rules['price']->limit ) );
		assert_same( array(), BrokenRule::by_field( 'none' ) );
	}
);
