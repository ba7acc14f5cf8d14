<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Closure;
use Largesse\Checks\CheckResult;
use Largesse\Features;
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
	 * contains the id of the required check ('' for none), and its function.
	 *
	 * @var array<string, array{0: string, 1: Closure(): ?CheckResult}>
	 */
	private readonly array $checks;

	/** @var array<string, CheckResult|null> Findings so far, by id; null if a check has no result. */
	private array $findings = array();

	public function __construct( Settings $settings ) {
		$service = new ServiceCheck( $settings );
		$account = new CredentialsCheck( $settings, new Client( $settings ) );
		$site    = new SiteCheck();
		$checks  = array(
			'address'               => array( '', $service->address( ... ) ),
			'service'               => array( 'address', $service->service( ... ) ),
			'gateway_key'           => array( 'service', $service->gateway_key( ... ) ),
			'credentials'           => array( 'gateway_key', $account->credentials( ... ) ),
			'admin'                 => array( 'credentials', $account->admin( ... ) ),
			'items_access'          => array( 'admin', $account->items_access( ... ) ),
			'clock'                 => array( 'service', $service->clock( ... ) ),
			'api_version'           => array( 'service', $service->api_version( ... ) ),
			'application_passwords' => array( '', $site->application_passwords( ... ) ),
			'rest_api'              => array( '', $site->rest_api( ... ) ),
			'authorization_header'  => array( '', $site->authorization_header( ... ) ),
			'registration'          => array( '', $site->registration( ... ) ),
		);
		foreach ( Features::modules() as $module ) {
			foreach ( $module::checks() as $id => list( $class_name, $method, $needed ) ) {
				$checks[ $id ] = array( $needed, static fn (): ?CheckResult => Services::get( $class_name )->$method() );
			}
		}
		$this->checks = $checks;
	}

	/** @return list<CheckResult> Findings of all checks, except checks that depend on a failed check. */
	public function findings(): array {
		return array_values( array_filter( array_map( $this->finding( ... ), array_keys( $this->checks ) ) ) );
	}

	/** Returns the finding of a check. Returns null if there is nothing to report, or if a required check failed. */
	public function finding( string $id ): ?CheckResult {
		if ( ! array_key_exists( $id, $this->findings ) ) {
			list( $needed, $check ) = $this->checks[ $id ];

			$base                  = '' === $needed ? null : $this->finding( $needed );
			$can_be_done           = '' === $needed || ( $base && CheckResult::CRITICAL !== $base->status );
			$this->findings[ $id ] = $can_be_done ? $check()?->with_id( $id ) : null;
		}
		return $this->findings[ $id ];
	}
}
