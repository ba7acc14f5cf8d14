<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$circle = new Circle( 'c', 'The Bergers', 5, new People( array( new Person( 'ada', 'Ada', 1, array(), true ), new Person( 'oma', 'Oma "Rosa"', null, array( 'ada' ) ) ) ),
	'nonce-mark',
	array( new Invitation( 'i', 'eve@example.org', 1, 7 ) )
);
$file   = (string) json_encode( CircleFile::of( $circle ) );

test(
	'contains names only',
	static fn () => assert_same(
		'{"format":"largesse.circle\/1","name":"The Bergers","people":[{"name":"Ada","has_account":true,"looked_after_by":[]},{"name":"Oma \"Rosa\"","has_account":false,"looked_after_by":["Ada"]}]}',
		$file
	)
);
test( 'reads the name and the people without an account', static fn () => assert_same( array( 'The Bergers', array( 'Oma "Rosa"' ) ), array( CircleFile::parse( $file )->name, CircleFile::parse( $file )->wards ) ) );
test(
	'refuses other files',
	static fn () => assert_same(
		array( null, null, null, null, null ),
		array_map( CircleFile::parse( ... ), array( '', 'no JSON', '{"format":"largesse.circle/2","name":"A","people":[]}', '{"format":"largesse.circle/1","name":"A","people":[{"name":"B"}]}', str_repeat( ' ', CircleFile::MAX_BYTES ) . '{"format":"largesse.circle/1","name":"A","people":[]}' ) )
	)
);
