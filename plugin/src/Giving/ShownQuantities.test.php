<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

// Each case: the page, and whether it shows quantities, and counts secret gifts. Then, of 5 wanted pieces with 1 bought
// and 2 secret ones, the remaining number; and whether a wish without remaining pieces is open.
foreach ( array(
	'everyone, without a surprise'        => array( ShownQuantities::for_everyone( false, false ), true, false, 4, false ),
	'everyone, during a surprise'         => array( ShownQuantities::for_everyone( true, false ), false, false, 4, true ),
	'everyone, from the reveal on'        => array( ShownQuantities::for_everyone( false, true ), true, true, 2, false ),
	'a guest who looks for a gift'        => array( ShownQuantities::for_giving(), true, true, 2, false ),
	'the sample registry'                 => array( ShownQuantities::plain(), true, false, 4, false ),
) as $page => list( $rule, $is_told, $has_secrets, $left, $is_open ) ) {
	test(
		"tells {$page} no more than allowed",
		static fn () => assert_same( array( $is_told, $has_secrets, $left, $is_open, true ), array( $rule->is_told, $rule->has_secrets, $rule->count( 4, 2 ), $rule->is_open( 0 ), $rule->is_open( 1 ) ) )
	);
}
test( 'counts without the service what is known', static fn () => assert_same( 3, ShownQuantities::for_giving()->count( 3, null ) ) );
