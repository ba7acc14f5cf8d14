<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test( 'cleans names', static fn () => assert_same( 'The Bergers', CircleRules::clean( " The\nBergers\u{A0} " ) ) );
test(
	'accepts names of any script up to the limit',
	static fn () => assert_same(
		array( null, null, null ),
		array(
			CircleRules::problem( 'Ada', 3 ),
			CircleRules::problem( 'Бергеры 👪', 9 ),
			CircleRules::problem( str_repeat( 'ä', 60 ), CircleRules::PERSON_NAME_CHARS ),
		)
	)
);
test(
	'refuses names that nobody sees',
	static fn () => assert_same( 'clean_text', CircleRules::problem( "\u{200B}\u{2060}", 3 ) )
);
test(
	'refuses names of blank signs',
	static fn () => assert_same( 'clean_text', CircleRules::problem( "\u{3164}\u{2800}\u{FE0F}", 3 ) )
);
test(
	'refuses empty, long and damaged names',
	static fn () => assert_same(
		array( 'not_blank', 'maxLength', 'clean_text', 'clean_text' ),
		array(
			CircleRules::problem( '', 3 ),
			CircleRules::problem( 'Adam', 3 ),
			CircleRules::problem( "A\u{0}", 3 ),
			CircleRules::problem( "A\xFF", 3 ),
		)
	)
);
