<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Closure;
use Largesse\Hooks;
use Largesse\Service\Client;
use Largesse\Service\Settings;
use Largesse\Services;

/**
 * Checks whether this site can reach the service, and whether mail works. The class prints nothing, because the
 * settings page, Site Health and the command line show its findings. Each check runs only once; to repeat a check,
 * create a new object.
 */
final class ConnectionCheck {

	/**
	 * All checks, by the id of their finding. Their order is the order in which problems should be fixed. Each check
	 * contains its group in Site Health, the id of the required check ('' for none), and its function.
	 *
	 * @var array<string, array{0: string, 1: string, 2: Closure(): ?Finding}>
	 */
	private readonly array $checks;

	/**
	 * Findings so far, by id; null if a check has no result.
	 *
	 * @var array<string, Finding|null>
	 */
	private array $findings = array();

	public function __construct( Settings $settings ) {
		$raw_request = new RawServiceRequest( $settings );
		$service     = new ServiceCheck( $settings, $raw_request );
		$gateway     = new GatewayKeyCheck( $settings, $raw_request );
		$client      = new Client( $settings );
		$account     = new CredentialsCheck( $settings, $client );
		$giving      = new GivingCheck( $client );
		$mail        = new MailCheck();
		$site        = new SiteCheck();
		$checks      = array(
			'address'               => array( 'service', '', $service->address( ... ) ),
			'service'               => array( 'service', 'address', $service->service( ... ) ),
			'gateway_key'           => array( 'gateway_key', 'service', $gateway->gateway_key( ... ) ),
			'credentials'           => array( 'credentials', 'gateway_key', $account->credentials( ... ) ),
			'admin'                 => array( 'credentials', 'credentials', $account->admin( ... ) ),
			'items_access'          => array( 'credentials', 'admin', $account->items_access( ... ) ),
			'purchases'             => array( 'giving', 'admin', $giving->purchases( ... ) ),
			'clock'                 => array( 'clock_and_versions', 'service', $service->clock( ... ) ),
			'api_version'           => array( 'clock_and_versions', 'service', $service->api_version( ... ) ),
			'versions'              => array( 'clock_and_versions', '', $site->versions( ... ) ),
			'application_passwords' => array( 'application_passwords', '', $site->application_passwords( ... ) ),
			'rest_api'              => array( 'rest_api', '', $site->rest_api( ... ) ),
			'authorization_header'  => array( 'rest_api', '', $site->authorization_header( ... ) ),
			'mail'                  => array( 'mail', '', $mail->mail( ... ) ),
			'cron'                  => array( 'mail', '', $mail->cron( ... ) ),
		);
		$of_feature   = static function ( string $name, string $class ): array {
			$check = Services::get( $class );
			return array( $name, $check->needs_account() ? 'admin' : '', $check->find( ... ) );
		};
		$declared     = Hooks::declared( 'checks' );
		$this->checks = $checks + array_combine( array_keys( $declared ), array_map( $of_feature, array_keys( $declared ), $declared ) );
	}

	/**
	 * Returns the findings of all checks, or of one group. Omits checks that depend on a failed check, and checks
	 * without a finding.
	 *
	 * @return list<Finding>
	 */
	public function findings( ?string $group = null ): array {
		$chosen = array_filter( $this->checks, static fn ( array $check ): bool => null === $group || $check[0] === $group );
		return array_values( array_filter( array_map( $this->finding( ... ), array_keys( $chosen ) ) ) );
	}

	/** Returns the finding of a check. Returns null if there is nothing to report, or if a required check failed. */
	public function finding( string $id ): ?Finding {
		if ( ! array_key_exists( $id, $this->findings ) ) {
			list( , $needed, $check ) = $this->checks[ $id ];
			$base                  = '' === $needed ? null : $this->finding( $needed );
			$can_be_done           = '' === $needed || ( $base && Finding::CRITICAL !== $base->status );
			$this->findings[ $id ] = $can_be_done ? $check()?->with_id( $id ) : null;
		}
		return $this->findings[ $id ];
	}
}
