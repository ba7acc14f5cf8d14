<?php
/**
 * The check of the connection between site and service.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Api;

use Largesse\Api\Checks\CredentialsCheck;
use Largesse\Api\Checks\Finding;
use Largesse\Api\Checks\GatewayKeyCheck;
use Largesse\Api\Checks\Probe;
use Largesse\Api\Checks\ServiceCheck;
use Largesse\Api\Checks\SiteCheck;

/**
 * Finds out what works between this site and the service, and prints nothing: the settings page, Site Health and the
 * command line show the same findings. A list is empty where something before it must be mended first. What was
 * asked once is not asked again; for a new look make a new object.
 */
final class ConnectionCheck {

	/**
	 * The service without credentials.
	 *
	 * @var ServiceCheck
	 */
	private readonly ServiceCheck $service;

	/**
	 * The gateway key.
	 *
	 * @var GatewayKeyCheck
	 */
	private readonly GatewayKeyCheck $gateway_key;

	/**
	 * The site's account with the service.
	 *
	 * @var CredentialsCheck
	 */
	private readonly CredentialsCheck $credentials;

	/**
	 * This site.
	 *
	 * @var SiteCheck
	 */
	private readonly SiteCheck $site;

	/**
	 * Makes the checks.
	 *
	 * @param Settings $settings How the site reaches the API.
	 * @param string   $file     Path of the plugin's main file.
	 */
	public function __construct( Settings $settings, string $file ) {
		$probe             = new Probe( $settings );
		$this->service     = new ServiceCheck( $settings, $probe );
		$this->gateway_key = new GatewayKeyCheck( $settings, $probe );
		$this->credentials = new CredentialsCheck( $settings, new Client( $settings ) );
		$this->site        = new SiteCheck( $file );
	}

	/**
	 * All findings, in the order in which one would mend things.
	 *
	 * @return list<Finding>
	 */
	public function findings(): array {
		return array(
			...$this->service(),
			...$this->gateway_key(),
			...$this->credentials(),
			...$this->clock_and_versions(),
			...$this->application_passwords(),
			...$this->rest_api(),
		);
	}

	/**
	 * Whether the service is set and reachable: `address`, `service`.
	 *
	 * @return list<Finding>
	 */
	public function service(): array {
		$address = $this->service->address();
		return $this->service->has_address() ? array( $address, $this->service->service() ) : array( $address );
	}

	/**
	 * Whether the gateway key is accepted: `gateway_key`.
	 *
	 * @return list<Finding>
	 */
	public function gateway_key(): array {
		return $this->service->is_there() ? array( $this->gateway_key->finding() ) : array();
	}

	/**
	 * Whether the credentials are accepted and an administrator's: `credentials`, `admin`.
	 *
	 * @return list<Finding>
	 */
	public function credentials(): array {
		$is_let_through = $this->service->is_there() && Finding::CRITICAL !== $this->gateway_key->finding()->status;
		return $is_let_through ? $this->credentials->findings() : array();
	}

	/**
	 * Whether clocks and versions agree: `clock`, `api_version`, `versions`.
	 *
	 * @return list<Finding>
	 */
	public function clock_and_versions(): array {
		$of_service = $this->service->is_there() ? array( $this->service->clock(), $this->service->version() ) : array();
		return array( ...array_values( array_filter( $of_service ) ), $this->site->versions() );
	}

	/**
	 * Whether people can log in to the API: `application_passwords`.
	 *
	 * @return list<Finding>
	 */
	public function application_passwords(): array {
		return array( $this->site->application_passwords() );
	}

	/**
	 * Whether the REST API of the site is whole and receives credentials: `rest_api`, `authorization_header`.
	 *
	 * @return list<Finding>
	 */
	public function rest_api(): array {
		return array( $this->site->rest_api(), $this->site->authorization_header() );
	}
}
