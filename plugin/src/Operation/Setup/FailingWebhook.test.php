<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$now = (int) strtotime( '2027-06-12T12:00:00Z' );

$webhook = static fn ( string $id, ?string $failing_since, string $status = 'active' ): array => compact( 'id', 'failing_since', 'status' );

foreach ( array(
	array( 'none without webhooks', null, array() ),
	array( 'none that works', null, array( $webhook( 'a', null ) ) ),
	array( 'none that has failed for less than an hour', null, array( $webhook( 'a', '2027-06-12T11:00:01.000Z' ) ) ),
	array( 'one that has failed for an hour', 'b', array( $webhook( 'a', null ), $webhook( 'b', '2027-06-12T11:00:00.000Z' ) ) ),
	array( 'none that somebody has disabled', null, array( $webhook( 'a', null, 'disabled' ) ) ),
	array( 'one that was disabled because it failed, at once', 'a', array( $webhook( 'a', '2027-06-12T11:59:00.000Z', 'disabled' ) ) ),
	array( 'a disabled one before one that fails', 'b', array( $webhook( 'a', '2027-06-12T03:00:00.000Z' ), $webhook( 'b', '2027-06-12T11:59:00.000Z', 'disabled' ) ) ),
) as list( $what, $id, $webhooks ) ) {
	test(
		"reports {$what}",
		static fn () => assert_same( $id, FailingWebhook::of( $webhooks, $now )['id'] ?? null )
	);
}
