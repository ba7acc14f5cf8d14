<?php
/**
 * Stand-in for WordPress's MCP adapter. Offers abilities as tools of an MCP server over HTTP: each tool has the schemas
 * of its ability as they are, and a call first asks the ability for permission, before WordPress checks the input.
 */
final class Test_Mcp_Adapter {

	/** @var list<string> Names of the abilities. */
	private array $abilities = array();

	public function create_server(
		string $id,
		string $route_namespace,
		string $route,
		string $name,
		string $description,
		string $version,
		array $transports,
		?string $error_handler,
		?string $observability_handler = null,
		array $tools = array()
	): void {
		$this->abilities = $tools;
		$server          = array(
			'name'    => $name,
			'version' => $version,
		);
		register_rest_route(
			$route_namespace,
			$route,
			array(
				'methods'             => array( 'GET', 'POST', 'DELETE' ),
				'permission_callback' => static fn (): bool => current_user_can( 'read' ),
				'callback'            => fn ( WP_REST_Request $request ): WP_REST_Response => 'POST' === $request->get_method()
					? $this->answer( $request->get_json_params(), $server )
					: new WP_REST_Response( null, 405 ),
			)
		);
	}

	private function answer( array $message, array $server ): WP_REST_Response {
		if ( ! isset( $message['id'] ) ) {
			return new WP_REST_Response( null, 202 );
		}
		$params = $message['params'] ?? array();
		$result = match ( $message['method'] ) {
			'initialize' => array(
				'protocolVersion' => $params['protocolVersion'],
				'capabilities'    => array( 'tools' => new stdClass() ),
				'serverInfo'      => $server,
			),
			'tools/list' => array( 'tools' => array_map( $this->tool( ... ), $this->abilities ) ),
			'tools/call' => $this->call( $params['name'], $params['arguments'] ?? array() ),
		};
		return new WP_REST_Response(
			array(
				'jsonrpc' => '2.0',
				'id'      => $message['id'],
				'result'  => $result,
			)
		);
	}

	private function tool( string $name ): array {
		$ability     = wp_get_ability( $name );
		$annotations = $ability->get_meta()['annotations'];
		return array(
			'name'         => self::tool_name( $name ),
			'title'        => $ability->get_label(),
			'description'  => $ability->get_description(),
			'inputSchema'  => $ability->get_input_schema(),
			'outputSchema' => $ability->get_output_schema(),
			'annotations'  => array(
				'readOnlyHint'    => $annotations['readonly'],
				'destructiveHint' => $annotations['destructive'],
				'idempotentHint'  => $annotations['idempotent'],
			),
		);
	}

	private function call( string $tool, array $input ): array {
		$names   = array_combine( array_map( self::tool_name( ... ), $this->abilities ), $this->abilities );
		$ability = wp_get_ability( $names[ $tool ] );
		$allowed = $ability->check_permissions( $input );
		$result  = true === $allowed ? $ability->execute( $input ) : $allowed;
		$error   = match ( true ) {
			is_wp_error( $result ) => $result->get_error_message(),
			is_array( $result )    => null,
			default                => 'Permission denied',
		};
		$text    = array(
			'type' => 'text',
			'text' => $error ?? wp_json_encode( $result ),
		);
		return array( 'content' => array( $text ) )
			+ ( null === $error ? array( 'structuredContent' => $result ) : array( 'isError' => true ) );
	}

	private static function tool_name( string $ability ): string {
		return str_replace( '/', '-', $ability );
	}
}

add_action( 'rest_api_init', static fn () => do_action( 'mcp_adapter_init', new Test_Mcp_Adapter() ), 15 );
