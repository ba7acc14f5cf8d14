<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$problems = array( 'email' => 'Enter an address.', 'name' => 'Enter a name.' );
$of       = static fn ( string $name, array $more = array(), string $hint = '' ): array => Fields::fresh( array(
	$name => new Field( 'text', 'Label', $more, hint: $hint, initial: 'typed' ),
) )->inputs( 'give-', $problems )[ $name ];

test(
	'describes a field without a problem',
	static fn () => assert_same(
		array( array( 'id' => 'give-note', 'name' => 'note', 'maxlength' => 9 ), '', false ),
		array( $of( 'note', array( 'maxlength' => 9 ) )['attributes'], $of( 'note' )['problem'], $of( 'note' )['is_needed'] )
	)
);
test(
	'marks a field that is required',
	static fn () => assert_same( true, $of( 'note', array( 'required' => '' ) )['is_needed'] )
);
test(
	'refers to the hint, to the problem, or to both',
	static fn () => assert_same(
		array( 'give-note-hint', 'give-name-problem', 'give-name-hint give-name-problem' ),
		array(
			$of( 'note', array(), 'Hint' )['attributes']['aria-describedby'],
			$of( 'name' )['attributes']['aria-describedby'],
			$of( 'name', array(), 'Hint' )['attributes']['aria-describedby'],
		)
	)
);
test(
	'moves the focus to the first field with a problem only',
	static function () use ( $of ): void {
		assert_same(
			array( 'true', '' ),
			array( $of( 'email' )['attributes']['aria-invalid'], $of( 'email' )['attributes']['autofocus'] )
		);
		assert_same(
			array( 'true', false ),
			array( $of( 'name' )['attributes']['aria-invalid'], isset( $of( 'name' )['attributes']['autofocus'] ) )
		);
		assert_same(
			array( false, false ),
			array( isset( $of( 'note' )['attributes']['aria-invalid'] ), isset( $of( 'note' )['attributes']['autofocus'] ) )
		);
	}
);
test(
	'keeps initial values, unless others replace them, and names the fields whose check fails',
	static function (): void {
		$check  = static fn ( string $value ): string => '' === $value ? 'Fill it in.' : '';
		$fields = Fields::fresh( array(
			'name' => new Field( 'text', 'Label', check: $check ),
			'note' => new Field( 'text', 'Label', initial: 'Hi' ),
		) );
		assert_same(
			array( array( 'name' => 'Fill it in.' ), array() ),
			array( $fields->problems(), $fields->with( array( 'name' => 'Ada', 'unknown' => 'x' ) )->problems() )
		);
		assert_same(
			array( array( 'name' => 'Ada', 'note' => 'Hi' ), '' ),
			array( $fields->with( array( 'name' => 'Ada', 'unknown' => 'x' ) )->texts(), $fields->text( 'unknown' ) )
		);
	}
);
