<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Refusal;

/** Refusal of the form on the giver's page (GiverPage) that mails the link to a gift. */
final class RefusedLink extends Refusal {

	/**
	 * @param array<string, string> $problems Messages by field.
	 * @param int                   $wait     As in Refusal.
	 */
	public function __construct( int $status, array $problems, public readonly Fields $typed, int $wait ) {
		parent::__construct( $status, '', $problems, wait: $wait );
	}
}
