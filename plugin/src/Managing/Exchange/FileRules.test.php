<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Foundation\Service\Rules;
use Largesse\Registries\Registry\ImportWish;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$file   = static fn ( array $more ): array => $more + array( 'format' => 'largesse.registry/1', 'wishes' => array() );
$wishes = static fn ( int $number, array $more = array() ): array => $file(
	$more + array( 'wishes' => array_fill( 0, $number, array( 'name' => 'x' ) ) )
);

// rules: Export and import
foreach ( array(
	'nothing'                               => array( 'not_ours', null ),
	'text'                                  => array( 'not_ours', 'https://shop.example/kettle' ),
	'other data'                            => array( 'not_ours', array( 'name' => 'Kettle' ) ),
	'a list'                                => array( 'not_ours', array( 1, 2 ) ),
	'a format that is no text'              => array( 'not_ours', $file( array( 'format' => array() ) ) ),
	'another format'                        => array( 'not_ours', $file( array( 'format' => 'x largesse.registry/1' ) ) ),
	'a newer version'                       => array( 'newer', $wishes( 1, array( 'format' => 'largesse.registry/2' ) ) ),
	'a version that begins with ours'       => array( 'newer', $wishes( 1, array( 'format' => 'largesse.registry/10' ) ) ),
	'a registry without a list of wishes'   => array( 'no_wishes', array( 'format' => 'largesse.registry/1' ) ),
	'a registry whose wishes are no list'   => array( 'no_wishes', $file( array( 'wishes' => array( 'a' => 1 ) ) ) ),
	'a registry without anything'           => array( 'no_wishes', $file( array() ) ),
	'a registry without known fields'       => array(
		'no_wishes',
		$file( array( 'registry' => array( 'colour' => 1 ) ) ),
	),
	'a registry that has only a title'      => array( null, $file( array( 'registry' => array( 'title' => 'x' ) ) ) ),
	'one wish'                              => array( null, $wishes( 1 ) ),
	'one wish, and a registry that is text' => array( null, $wishes( 1, array( 'registry' => 'x' ) ) ),
	'2,000 wishes'                          => array( null, $wishes( 2_000 ) ),
	'2,001 wishes'                          => array( 'too_many', $wishes( 2_001 ) ),
) as $what => list( $fault, $data ) ) {
	test( "checks {$what}", static fn () => assert_same( $fault, FileRules::fault( $data ) ) );
}
test(
	'keeps the known fields of the registry, whatever their values',
	static function () use ( $file ): void {
		$known = array( 'title' => 7, 'story' => 'x', 'sizes' => null, 'unlisted_wishes' => array() );
		$more  = array( 'status' => 'publish', 'id' => 1 );
		assert_same( $known, FileRules::details( $file( array( 'registry' => $known + $more ) ) ) );
		assert_same( array(), FileRules::details( $file( array( 'registry' => 'title' ) ) ) );
	}
);

$deep = static fn ( int $depth ): string => '{"x":' . str_repeat( '[', $depth ) . str_repeat( ']', $depth ) . '}';
foreach ( array(
	'no data'                  => array( 'no_data', " \n" ),
	'text'                     => array( 'no_data', '"text"' ),
	'an unfinished file'       => array( 'no_data', '{"a":[' ),
	'16 levels'                => array( null, $deep( 15 ) ),
	'17 levels'                => array( 'no_data', $deep( 16 ) ),
	'a mark of UTF-8'          => array( null, "\u{FEFF}[]" ),
	'two marks of UTF-8'       => array( 'no_data', "\u{FEFF}\u{FEFF}[]" ),
	'a file of 2 MB'           => array( null, str_pad( '[]', Rules::MAX_FILE_BYTES ) ),
	'a file of 2 MB and a byte' => array( 'too_large', str_pad( '[]', 2_000_001 ) ),
) as $what => list( $fault, $bytes ) ) {
	test(
		"decodes {$what}",
		static function () use ( $fault, $bytes ): void {
			$data = FileRules::decode( $bytes );
			assert_same( $fault, is_array( $data ) ? null : $data );
		}
	);
}

// The site's currency is the euro. Each case: currency of the file, of the wish, and the wish's currency afterwards.
foreach ( array(
	array( 'USD', null, 'USD' ),
	array( 'USD', 'GBP', 'GBP' ),
	array( 'USD', 'EUR', null ),
	array( 'USD', '', null ),
	array( 'EUR', null, null ),
	array( 'EUR', 'USD', 'USD' ),
	array( null, 'USD', 'USD' ),
	array( null, null, null ),
	array( 'pounds', null, null ),
	array( 7, null, null ),
	array( str_repeat( 'x', 100_000 ), null, null ),
	array( 'USD', 'pounds', 'pounds' ),
	array( 'USD', 7, 7 ),
) as $index => list( $of_file, $of_wish, $currency ) ) {
	test(
		"keeps a price in another currency than the site’s (case {$index})",
		static function () use ( $file, $of_file, $of_wish, $currency ): void {
			$wish   = array( 'price' => 5, 'currency' => $of_wish );
			$data   = $file( array( 'currency' => $of_file, 'wishes' => array( $wish ) ) );
			$euro   = static fn ( string $code ): ?string => in_array( $code, array( '', 'EUR' ), true ) ? null : $code;
			$fields = FileRules::wishes( $data, ImportWish::BY_NAME, $euro )[0]->fields;
			assert_same( array( 5, $currency ), array( $fields['price'], $fields['currency'] ) );
		}
	);
}
test(
	'numbers the wishes, even invalid ones',
	static function () use ( $file ): void {
		$data  = $file( array( 'wishes' => array( array( 'name' => 'Pot' ), 'Kettle', array( 'name' => 'Pan' ) ) ) );
		$found = FileRules::wishes( $data, ImportWish::BY_ADDRESS, static fn () => null );
		assert_same( array( 1, 2, 3 ), array_column( $found, 'place' ) );
		assert_same( array( 'Pot', '', 'Pan' ), array_column( array_column( $found, 'fields' ), 'name' ) );
		assert_same( ImportWish::BY_ADDRESS, $found[1]->by );
	}
);
