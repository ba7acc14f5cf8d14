<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$after = static fn ( int $tries, bool|int $outcome ): array => array_values(
	(array) MailRetry::after( $tries, $outcome )
);
test(
	'tries again after 5 and 30 minutes, 2 and 8 hours, and then gives up',
	static fn () => assert_same(
		array(
			array( 300, 1, false ),
			array( 1800, 2, false ),
			array( 7200, 3, false ),
			array( 28800, 4, false ),
			array( null, 5, true ),
		),
		array_map( static fn ( int $tries ): array => $after( $tries, false ), range( 1, 5 ) )
	)
);
test(
	'removes a mail that was sent, whatever the number of attempts',
	static fn () => assert_same(
		array( array( null, 1, false ), array( null, 5, false ) ),
		array( $after( 1, true ), $after( 5, true ) )
	)
);
test(
	'does not count a run that only had to wait',
	static fn () => assert_same(
		array( array( 900, 0, false ), array( 60, 4, false ), array( 0, 2, false ) ),
		array( $after( 1, 900 ), $after( 5, 60 ), $after( 3, 0 ) )
	)
);
