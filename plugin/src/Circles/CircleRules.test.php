<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test( 'cleans names', static fn () => assert_same( 'The Bergers', CircleRules::clean( " The\nBergers\u{A0} " ) ) );
test( 'accepts names of any script up to the limit', static fn () => assert_same( array( null, null, null ), array( CircleRules::problem( 'Ada', 3 ), CircleRules::problem( 'Бергеры 👪', 9 ), CircleRules::problem( str_repeat( 'ä', 60 ), CircleRules::PERSON_NAME_CHARS ) ) ) );
test( 'compares names as people see them', static fn () => assert_same( array( 'ada b', 'ada b', 'бергеры 👪' ), array_map( CircleRules::folded( ... ), array( "A\u{200B}da\u{A0} B", 'ADA B', 'Бергеры 👪' ) ) ) );
test( 'refuses names that nobody sees', static fn () => assert_same( 'clean_text', CircleRules::problem( "\u{200B}\u{2060}", 3 ) ) );
test( 'refuses empty, long and damaged names', static fn () => assert_same( array( 'not_blank', 'maxLength', 'clean_text', 'clean_text' ), array( CircleRules::problem( '', 3 ), CircleRules::problem( 'Adam', 3 ), CircleRules::problem( "A\u{0}", 3 ), CircleRules::problem( "A\xFF", 3 ) ) ) );
