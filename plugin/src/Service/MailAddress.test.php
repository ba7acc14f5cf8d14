<?php
declare( strict_types=1 );

namespace Largesse\Service;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

foreach ( rule_cases( 'mailAddresses' ) as $number => $case ) {
	test( ( null === $case['ascii'] ? 'refuses ' : 'accepts ' ) . brief( $case['typed'] ) . " ({$number})", static fn () => assert_same( $case['ascii'] ?? '', MailAddress::of( $case['typed'] ) ) );
}
test( 'leaves other texts unchanged', static fn () => assert_same( array( 'müller', '@müller', 'a@müller example' ), array_map( MailAddress::ascii( ... ), array( 'müller', '@müller', 'a@müller example' ) ) ) );
