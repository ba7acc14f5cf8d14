<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$pairs = AllowedPairs::of( 3, array( array( 0, 1 ) ) );

test( 'lets nobody draw themselves or an excluded person', static fn () => assert_same( array( array( 2 ), array( 0, 2 ), array( 0, 1 ) ), $pairs->receivers ) );
test( 'forbids a pair in one direction only', static fn () => assert_same( array( false, true ), array( $pairs->allows( 0, 1 ), $pairs->allows( 1, 0 ) ) ) );
test( 'forbids further pairs in a copy', static fn () => assert_same( array( array( array( 2 ), array( 0 ), array( 0, 1 ) ), array( 0, 2 ) ), array( $pairs->without( array( array( 1, 2 ) ) )->receivers, $pairs->receivers[1] ) ) );
test( 'can be limited to some people, who keep their numbers', static fn () => assert_same( array( 1 => array( 2 ), 2 => array( 1 ) ), $pairs->among( array( 1, 2 ) )->receivers ) );
test( 'lists the givers of each receiver', static fn () => assert_same( array( array( 1, 2 ), array( 2 ), array( 0, 1 ) ), $pairs->givers() ) );
test( 'lists a receiver without givers', static fn () => assert_same( array( array(), array( 0 ) ), AllowedPairs::of( 2, array( array( 1, 0 ) ) )->givers() ) );
test( 'works without people', static fn () => assert_same( array( 0, array() ), array( AllowedPairs::of( 0 )->people(), AllowedPairs::of( 0 )->givers() ) ) );
