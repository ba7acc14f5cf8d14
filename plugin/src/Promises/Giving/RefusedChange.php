<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\Refusal;

/** Refusal of the form on the giver's page (GiverPage) that changes a gift. */
final class RefusedChange extends Refusal {

	/**
	 * @param array<string, string> $problems Messages by field.
	 * @param int                   $wait     As in Refusal.
	 */
	public function __construct( int $status, array $problems, public readonly GiftFields $typed, int $wait = 0 ) {
		parent::__construct( $status, '', $problems, wait: $wait );
	}
}
