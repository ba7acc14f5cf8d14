<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$invitation = new Invitation( 'i', 'eve@example.org', 1, 7 );

test(
	'works for 30 days',
	static fn () => assert_same(
		array( true, false ),
		array( $invitation->is_open( 7 + 30 * 86400 - 1 ), $invitation->is_open( 7 + 30 * 86400 ) )
	)
);
