<?php
/**
 * Stand-in for the Abilities API of WordPress 6.9, for tests on older versions. Supports registration, validation by
 * schemas, and the route that runs an ability. Throws an exception for mistakes that WordPress would only log.
 */

// PHP declares functions at the top level of a file before it runs the file. So these functions are inside the
// condition. Otherwise, PHP would declare the functions even if WordPress already has them.
if ( ! function_exists( 'wp_register_ability' ) ) {
	$GLOBALS['test_abilities']           = array();
	$GLOBALS['test_abilities_categories'] = array();

	function wp_register_ability_category( string $slug, array $args ): void {
		if ( ! doing_action( 'wp_abilities_api_categories_init' ) || '' === $args['label'] || '' === $args['description'] ) {
			throw new LogicException( "wrong category: {$slug}" );
		}
		$GLOBALS['test_abilities_categories'][ $slug ] = $args;
	}

	function wp_register_ability( string $name, array $args ): void {
		$allowed = array( 'label', 'description', 'category', 'input_schema', 'output_schema', 'permission_callback', 'execute_callback', 'meta' );
		if ( ! doing_action( 'wp_abilities_api_init' ) || ! preg_match( '/^[a-z0-9-]+\/[a-z0-9-]+$/', $name ) || array_diff( array_keys( $args ), $allowed )
			|| '' === $args['label'] || '' === $args['description'] || ! isset( $GLOBALS['test_abilities_categories'][ $args['category'] ] )
			|| ! is_callable( $args['permission_callback'] ) || ! is_callable( $args['execute_callback'] ) ) {
			throw new LogicException( "wrong ability: {$name}" );
		}
		$GLOBALS['test_abilities'][ $name ] = $args;
	}

	function test_check_ability( WP_REST_Request $request ): bool|WP_Error {
		$ability = $GLOBALS['test_abilities'][ $request['name'] ] ?? null;
		if ( ! $ability || true !== $ability['meta']['show_in_rest'] ) {
			return new WP_Error( 'rest_ability_not_found', 'Ability not found.', array( 'status' => 404 ) );
		}
		$is     = $ability['meta']['annotations'];
		$method = $is['readonly'] ? 'GET' : ( $is['destructive'] && $is['idempotent'] ? 'DELETE' : 'POST' );
		if ( $method !== $request->get_method() ) {
			return new WP_Error( 'rest_ability_invalid_method', 'Another method is required.', array( 'status' => 405 ) );
		}
		$input = test_ability_input( $request ) ?? $ability['input_schema']['default'] ?? null;
		$valid = isset( $ability['input_schema'] ) ? rest_validate_value_from_schema( $input, $ability['input_schema'], 'input' ) : null === $input;
		if ( true !== $valid ) {
			return new WP_Error( 'ability_invalid_input', is_wp_error( $valid ) ? $valid->get_error_message() : 'no input', array( 'status' => 400 ) );
		}
		$allowed = isset( $ability['input_schema'] ) ? $ability['permission_callback']( $input ) : $ability['permission_callback']();
		if ( is_wp_error( $allowed ) ) {
			$allowed->add_data( array( 'status' => rest_authorization_required_code() ) );
		}
		return $allowed;
	}

	function test_ability_input( WP_REST_Request $request ): mixed {
		$given = 'POST' !== $request->get_method() ? $request->get_query_params() : $request->get_json_params();
		return $given['input'] ?? null;
	}

	function test_run_ability( WP_REST_Request $request ): mixed {
		$ability = $GLOBALS['test_abilities'][ $request['name'] ];
		$input   = test_ability_input( $request ) ?? $ability['input_schema']['default'] ?? null;
		$result  = isset( $ability['input_schema'] ) ? $ability['execute_callback']( $input ) : $ability['execute_callback']();
		$valid   = is_wp_error( $result ) ? true : rest_validate_value_from_schema( $result, $ability['output_schema'], 'output' );
		return true === $valid ? $result : new WP_Error( 'ability_invalid_output', $valid->get_error_message(), array( 'status' => 500 ) );
	}

	add_action(
		'rest_api_init',
		static function (): void {
			do_action( 'wp_abilities_api_categories_init' );
			do_action( 'wp_abilities_api_init' );
			register_rest_route(
				'wp-abilities/v1',
				'/abilities/(?P<name>[a-z0-9\-\/]+?)/run',
				array(
					'methods'             => WP_REST_Server::ALLMETHODS,
					'callback'            => 'test_run_ability',
					'permission_callback' => 'test_check_ability',
				)
			);
		}
	);
}
