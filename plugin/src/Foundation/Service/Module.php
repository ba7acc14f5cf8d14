<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use Largesse\DataNote;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( isset( $_SERVER['PHP_AUTH_USER'] ) ) {
			add_action( 'rest_api_init', array( RestCaller::class, 'look_again' ), PHP_INT_MIN );
		}
		add_action( 'add_option_registry_api_base_url', array( ConnectedSite::class, 'forget' ) );
		add_action( 'update_option_registry_api_base_url', array( ConnectedSite::class, 'forget' ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array(
				Settings::BASE_URL      => new DataNote( 'address of the service' ),
				Settings::GATEWAY_KEY   => new DataNote( 'key of the gateway' ),
				Settings::USERNAME      => new DataNote( 'user name of the account for the service', 'administrators' ),
				ConnectedSite::OPTION   => new DataNote( 'address for which the site was connected to the service, encoded' ),
				Settings::APP_PASSWORD  => new DataNote( 'application password of the account for the service' ),
				Settings::SITE_KEY      => new DataNote( 'key with which the site signs its requests to the service' ),
			),
		);
	}
}
