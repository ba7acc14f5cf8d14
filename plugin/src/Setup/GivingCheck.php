<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Service\ApiError;
use Largesse\Service\Client;

/**
 * Checks whether the service answers requests for gifts.
 */
final class GivingCheck {

	public function __construct( private readonly Client $client ) {}

	/** Checks whether guests can give. Calls the route GET /purchases, which the pages of the site call, too. */
	public function purchases(): Finding {
		$answer = $this->client->list_purchases( array( 'limit' => 1 ) );
		if ( is_array( $answer ) ) {
			return Finding::good( __( 'Guests can give', 'largesse' ), __( 'The registry service stores who gives what.', 'largesse' ) );
		}
		return Finding::critical(
			__( 'The registry service does not provide gifts', 'largesse' ),
			( $answer ?? ApiError::not_the_service() )->get_error_message(),
			__( 'Check the log of the service.', 'largesse' )
		);
	}
}
