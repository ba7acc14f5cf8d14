<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Closure;
use Largesse\Checks\CheckResult;
use Largesse\Checks\FeatureCheck;
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
	 * @var array<string, array{0: string, 1: string, 2: Closure(): ?CheckResult}>
	 */
	private readonly array $checks;

	/**
	 * Findings so far, by id; null if a check has no result.
	 *
	 * @var array<string, CheckResult|null>
	 */
	private array $findings = array();

	public function __construct( Settings $settings ) {
		$service = new ServiceCheck( $settings );
		$account = new CredentialsCheck( $settings, new Client( $settings ) );
		$site    = new SiteCheck();
		$checks  = array(
			'address'               => array( 'service', '', $service->address( ... ) ),
			'service'               => array( 'service', 'address', $service->service( ... ) ),
			'gateway_key'           => array( 'gateway_key', 'service', $service->gateway_key( ... ) ),
			'credentials'           => array( 'credentials', 'gateway_key', $account->credentials( ... ) ),
			'admin'                 => array( 'credentials', 'credentials', $account->admin( ... ) ),
			'items_access'          => array( 'credentials', 'admin', $account->items_access( ... ) ),
			'clock'                 => array( 'clock_and_versions', 'service', $service->clock( ... ) ),
			'api_version'           => array( 'clock_and_versions', 'service', $service->api_version( ... ) ),
			'versions'              => array( 'clock_and_versions', '', $site->versions( ... ) ),
			'application_passwords' => array( 'application_passwords', '', $site->application_passwords( ... ) ),
			'rest_api'              => array( 'rest_api', '', $site->rest_api( ... ) ),
			'authorization_header'  => array( 'rest_api', '', $site->authorization_header( ... ) ),
		);
		$all     = array();
		foreach ( array_keys( SiteHealth::TESTS ) as $group ) {
			$all += array_filter( $checks, static fn ( array $check ): bool => $check[0] === $group ) + self::checks_after( $group );
		}
		$this->checks = $all + self::checks_after( '' );
	}

	/**
	 * Returns the checks of features that follow a test of SiteHealth.
	 *
	 * @param string $previous Name of the test; '' for the checks that come last.
	 * @return array<string, array{0: string, 1: string, 2: Closure(): ?CheckResult}>
	 */
	private static function checks_after( string $previous ): array {
		$checks = array();
		foreach ( self::features_after( $previous ) as $group => $feature ) {
			$checks += array_map( static fn ( Closure $check ): array => array( $group, $feature->needs_account() ? 'admin' : '', $check ), $feature->checks() );
		}
		return $checks;
	}

	/**
	 * Returns the findings of all checks, or of one group. Omits checks that depend on a failed check, and checks
	 * without a finding.
	 *
	 * @return list<CheckResult>
	 */
	public function findings( ?string $group = null ): array {
		$chosen = array_filter( $this->checks, static fn ( array $check ): bool => null === $group || $check[0] === $group );
		return array_values( array_filter( array_map( $this->finding( ... ), array_keys( $chosen ) ) ) );
	}

	/** Returns the finding of a check. Returns null if there is nothing to report, or if a required check failed. */
	public function finding( string $id ): ?CheckResult {
		if ( ! array_key_exists( $id, $this->findings ) ) {
			list( , $needed, $check ) = $this->checks[ $id ];
			$base                  = '' === $needed ? null : $this->finding( $needed );
			$can_be_done           = '' === $needed || ( $base && CheckResult::CRITICAL !== $base->status );
			$this->findings[ $id ] = $can_be_done ? $check()?->with_id( $id ) : null;
		}
		return $this->findings[ $id ];
	}

	/** Returns the test of a feature with a name; null if no feature declares it. */
	public static function feature( string $name ): ?FeatureCheck {
		$class = Hooks::declared( 'checks' )[ $name ] ?? null;
		return null === $class ? null : Services::get( $class );
	}

	/**
	 * Returns the tests of features that follow a test of SiteHealth, by name.
	 *
	 * @param string $previous Name of the test; '' for the tests that come last.
	 * @return array<string, FeatureCheck>
	 */
	public static function features_after( string $previous ): array {
		return array_filter( array_map( Services::get( ... ), Hooks::declared( 'checks' ) ), static fn ( FeatureCheck $check ): bool => $check->previous_test() === $previous );
	}
}
