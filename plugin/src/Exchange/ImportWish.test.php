<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Service\BrokenRule;
use Largesse\Service\Rules;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$broken = static fn ( array $fields ): array => array_map( static fn ( BrokenRule $rule ): string => $rule->name, ( new ImportWish( 1, $fields + array( 'name' => 'Pot' ) ) )->problems() );

// Each case: the fields, and the broken rules by field.
foreach ( array(
	array( array(), array() ),
	array( array( 'name' => '' ), array( 'name' => 'minLength' ) ),
	array( array( 'name' => null ), array( 'name' => 'minLength' ) ),
	array( array( 'name' => 7 ), array( 'name' => 'type' ) ),
	array( array( 'name' => str_repeat( 'é', 101 ) ), array( 'name' => 'maxLength' ) ),
	array( array( 'url' => '', 'image_url' => '', 'retailer' => '', 'description' => '' ), array() ),
	array( array( 'url' => 'x' ), array( 'url' => 'minLength' ) ),
	array( array( 'url' => 'blue teapot from the market' ), array( 'url' => 'format' ) ),
	array( array( 'description' => str_repeat( 'x', 501 ) ), array( 'description' => 'maxLength' ) ),
	array( array( 'price' => 0.01, 'quantity_needed' => Rules::MAX_SAFE ), array() ),
	array( array( 'price' => 0 ), array( 'price' => 'exclusiveMinimum' ) ),
	array( array( 'price' => '9' ), array( 'price' => 'type' ) ),
	array( array( 'price' => INF ), array( 'price' => 'maximum' ) ),
	array( array( 'price' => 9, 'currency' => 'GBP' ), array() ),
	array( array( 'price' => 9, 'currency' => 'pounds' ), array( 'currency' => 'format' ) ),
	array( array( 'currency' => 7 ), array( 'currency' => 'type' ) ),
	array( array( 'quantity_needed' => 0 ), array( 'quantity_needed' => 'minimum' ) ),
	array( array( 'quantity_needed' => 1.5 ), array( 'quantity_needed' => 'type' ) ),
	array( array( 'quantity_needed' => Rules::MAX_SAFE + 1 ), array( 'quantity_needed' => 'maximum' ) ),
	array( array( 'heading' => str_repeat( 'é', Rules::MAX_HEADING_CHARS ) ), array() ),
	array( array( 'heading' => str_repeat( 'x', Rules::MAX_HEADING_CHARS + 1 ) ), array( 'heading' => 'maxLength' ) ),
	array( array( 'heading' => "a\u{0}b" ), array( 'heading' => 'clean_text' ) ),
	array( array( 'heading' => array() ), array( 'heading' => 'type' ) ),
	array( array( 'most_wanted' => 'yes', 'any_number' => 1 ), array( 'any_number' => 'type', 'most_wanted' => 'type' ) ),
	array( array( 'is_active' => 'ignored', 'id' => 'ignored' ), array() ),
) as $index => list( $fields, $rules ) ) {
	test( "checks each field ({$index})", static fn () => assert_same( $rules, $broken( $fields ) ) );
}
