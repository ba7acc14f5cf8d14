<?php
/**
 * Calls the plugin's client as a case of the clients says.
 *
 * @package Largesse
 */

// phpcs:disable WordPress.PHP.DiscouragedPHPFunctions.runtime_configuration_putenv -- Settings may come from there.
use Largesse\Api\Client;
use Largesse\Api\Settings;

foreach ( array_diff( Settings::ALL, array( Settings::CACHE_SECONDS ) ) as $name ) {
	$given = $input['settings'][ $name ] ?? array();
	if ( isset( $given['option'] ) ) {
		update_option( $name, $given['option'] );
	} else {
		delete_option( $name );
	}
	putenv( strtoupper( $name ) . ( isset( $given['environment'] ) ? "={$given['environment']}" : '' ) );
}

// The operations by their names in the API's description, as PHP spells names.
$method = strtolower( preg_replace( '/[A-Z]/', '_$0', $input['call'] ) );
$result = ( new Client( new Settings() ) )->{$method}( ...$input['arguments'] );

echo wp_json_encode(
	is_wp_error( $result )
		? array(
			'error' => array(
				'code'    => $result->get_error_code(),
				'message' => $result->get_error_message(),
				'status'  => $result->get_error_data()['status'] ?? 0,
			),
		)
		: array( 'value' => $result )
);
