<?php
declare( strict_types=1 );

namespace Largesse;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$route = new Route(
	'PATCH',
	Route::ITEM . '/(?P<day>\d+)',
	array( Route::class, 'answer' ),
	'__return_true',
	'Changes an item.',
	array( 'name' => array( 'type' => 'string' ), 'note?' => array( 'type' => 'string' ) ),
	array( 'x' => array( 'type' => 'string' ), 'y?' => array( Foundation\Http\Schema::class, 'error' ) )
);

test(
	'shows its path without patterns',
	static fn () => assert_same( '/registries/{id}/items/{item}/{day}', $route->readable_path() )
);
test(
	'requires the ids of its path and the fields of its body, except fields with a question mark',
	static fn () => assert_same(
		array( 'id' => true, 'item' => true, 'name' => true, 'note' => false ),
		array_map( static fn ( array $schema ): bool => $schema['required'], $route->args() )
	)
);
test(
	'has only the ids of its path',
	static fn () => assert_same(
		array( 'id' ),
		array_keys(
			(
				new Route( 'GET', Route::REGISTRY, array( Route::class, 'answer' ), '__return_true', 'Returns a registry.' )
			)->args()
		)
	)
);
test(
	'describes its answer, and calls a method for the schema of a field',
	static fn () => assert_same(
		array( array( 'x' ), Foundation\Http\Schema::error() ),
		array( $route->answer()['required'], $route->answer()['properties']['y'] )
	)
);
test(
	'requires nothing if all fields are optional',
	static fn () => assert_same(
		array( 'type' => 'object', 'properties' => array( 'x' => array( 'type' => 'string' ) ) ),
		Route::schema_of( array( 'x?' => array( 'type' => 'string' ) ) )
	)
);
