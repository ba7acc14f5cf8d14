<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Service\Client;

/**
 * Checks whether the service supports gifts; old versions do not.
 */
final class GivingCheck {

	public function __construct( private readonly Client $client ) {}

	/** Checks this by the same request that pages make. */
	public function purchases(): Finding {
		$answer = $this->client->list_purchases( array( 'limit' => 1 ) );
		if ( is_array( $answer ) ) {
			return Finding::good( __( 'Guests can give', 'largesse' ), __( 'The registry service keeps who gives what.', 'largesse' ) );
		}
		if ( null === $answer ) {
			return Finding::recommended(
				__( 'The registry service is too old for giving', 'largesse' ),
				__( 'It does not know who gives what. Until it does, guests can look at wishes, but not say that they will give one.', 'largesse' ),
				__( 'Update the service to the version that belongs to this plugin.', 'largesse' )
			);
		}
		return Finding::critical(
			__( 'The registry service does not say who gives what', 'largesse' ),
			$answer->get_error_message(),
			__( 'Look into the log of the service.', 'largesse' )
		);
	}
}
