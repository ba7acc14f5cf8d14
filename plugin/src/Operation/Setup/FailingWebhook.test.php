<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$now = (int) strtotime( '2027-06-12T12:00:00Z' );

$webhook = static fn ( string $id, ?string $failing, string $status = 'active' ): array => array(
	'id'            => $id,
	'failing_since' => null === $failing ? null : "2027-06-12T{$failing}.000Z",
	'status'        => $status,
);

foreach ( array(
	'none without webhooks'                         => array( null ),
	'none that works'                               => array( null, $webhook( 'a', null ) ),
	'none that has failed for less than an hour'    => array( null, $webhook( 'a', '11:00:01' ) ),
	'one that has failed for an hour'               => array( 'b', $webhook( 'a', null ), $webhook( 'b', '11:00:00' ) ),
	'none that somebody has disabled'               => array( null, $webhook( 'a', null, 'disabled' ) ),
	'one that was disabled because it failed'       => array( 'a', $webhook( 'a', '11:59:00', 'disabled' ) ),
	'a disabled one before another that only fails' => array(
		'b',
		$webhook( 'a', '03:00:00' ),
		$webhook( 'b', '11:59:00', 'disabled' ),
	),
) as $what => $case ) {
	test(
		"reports {$what}",
		static fn () => assert_same( $case[0], FailingWebhook::of( array_slice( $case, 1 ), $now )['id'] ?? null )
	);
}
