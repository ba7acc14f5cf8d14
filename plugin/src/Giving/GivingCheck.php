<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Checks\CheckResult;
use Largesse\Checks\FeatureCheck;
use Largesse\Service\ApiError;
use Largesse\Service\Client;
use Largesse\Service\Settings;

/**
 * Checks whether the service answers requests for gifts.
 */
final class GivingCheck extends FeatureCheck {

	public function __construct( private readonly Settings $settings ) {}

	public function checks(): array {
		return array( 'purchases' => $this->purchases( ... ) );
	}

	public function needs_account(): bool {
		return true;
	}

	/** Checks whether guests can give. Calls the route GET /purchases, which the pages of the site call, too. */
	private function purchases(): CheckResult {
		$answer = ( new Client( $this->settings ) )->list_purchases( array( 'limit' => 1 ) );
		if ( is_array( $answer ) ) {
			return CheckResult::good( __( 'Guests can give', 'largesse' ), __( 'The registry service stores who gives what.', 'largesse' ) );
		}
		return CheckResult::critical(
			__( 'The registry service does not provide gifts', 'largesse' ),
			( $answer ?? ApiError::not_the_service() )->get_error_message(),
			__( 'Check the log of the service.', 'largesse' )
		);
	}
}
