<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'reads its own text, which is safe in an address',
	static function (): void {
		$promise = new UnconfirmedShare(
			7,
			12.5,
			'Zoë & „Ümit“ ???>>>',
			'ada+gifts@people.example',
			'de_DE',
			1_800_000_000,
			'link:7f'
		);
		assert_same( 1, preg_match( '/^[a-z0-9]+$/D', $promise->text() ) );
		assert_same( get_object_vars( $promise ), get_object_vars( UnconfirmedShare::of( $promise->text() ) ) );
	}
);

test( 'reads an empty text as null', static fn () => assert_same( null, UnconfirmedShare::of( '' ) ) );
