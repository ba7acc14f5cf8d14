<?php
/**
 * Runs test cases with the plugin's API client, one after the other. Prints the outcomes as JSON.
 *
 * @package Largesse
 */

// phpcs:disable WordPress.PHP.DiscouragedPHPFunctions.runtime_configuration_putenv -- The client reads settings from the environment.
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Settings;

$outcome_of = static function ( array $given ): array {
	foreach ( Settings::ALL as $name ) {
		$setting = $given['settings'][ $name ] ?? array();
		if ( isset( $setting['option'] ) ) {
			update_option( $name, $setting['option'] );
		} else {
			delete_option( $name );
		}
		putenv( strtoupper( $name ) . ( isset( $setting['environment'] ) ? "={$setting['environment']}" : '' ) );
		$file = get_temp_dir() . $name;
		if ( is_string( $setting['file'] ?? null ) ) {
			file_put_contents( $file, $setting['file'] );
		} elseif ( file_exists( $file ) ) {
			unlink( $file );
		}
		putenv( strtoupper( $name ) . '_FILE' . ( array_key_exists( 'file', $setting ) ? "={$file}" : '' ) );
	}

	// Converts the name of the API's operation to the name of the PHP method: `getItem` becomes `get_item`.
	$method = strtolower( preg_replace( '/[A-Z]/', '_$0', $given['call'] ) );
	$result = ( new Client( new Settings() ) )->{$method}( ...$given['arguments'] );

	return is_wp_error( $result )
		? array(
			'error' => array(
				'code'        => $result->get_error_code(),
				'message'     => $result->get_error_message(),
				'data'        => $result->get_error_data(),
				'errors'      => $result->get_error_data( 'api_broken_rules' ) ?? array(),
				'isTemporary' => ApiError::is_temporary( $result ),
				'requestId'   => ApiError::request_id( $result ),
			),
		)
		: array( 'value' => $result );
};

$outcomes = array();
foreach ( $input as $given ) {
	try {
		$outcomes[] = $outcome_of( $given );
	} catch ( Throwable $thrown ) {
		$outcomes[] = array( 'thrown' => (string) $thrown );
	}
}
echo wp_json_encode( $outcomes );
