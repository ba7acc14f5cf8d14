<?php
declare( strict_types=1 );

namespace Largesse;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'belongs to the service’s settings unless it is a checkbox, a choice or a number',
	static fn () => assert_same(
		array( true, false, false, false ),
		array_map( static fn ( Setting $field ): bool => $field->is_of_service(), array( new Setting( 'a', 'A', '' ), new Setting( 'a', 'A', '', 'Box' ), new Setting( 'a', 'A', '', choices: array( 'x' => 'X' ) ), new Setting( 'a', 'A', '', maximum: 9 ) ) )
	)
);
