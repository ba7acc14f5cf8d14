<?php
declare( strict_types=1 );

namespace Largesse\Abilities;

use Largesse\Http\Routes;
use Largesse\Http\ServiceErrors;
use Largesse\Route;
use stdClass;
use WP_Error;
use WP_REST_Request;

/**
 * Ability of WordPress that sends a request to a route of `largesse/v1`. The route checks the rights and the input, and
 * builds the response. So an assistant has exactly the same rights as its user has on the site's pages.
 */
final class Ability {

	/**
	 * @param string            $name   Name without the namespace.
	 * @param list<string>|null $fields Fields of the registry to return; null for the whole response of the route.
	 * @param list<string>|null $wishes Fields to return of each incomplete wish; null for all wishes with all fields.
	 */
	public function __construct(
		public readonly string $name,
		public readonly string $label,
		public readonly string $description,
		private readonly Route $route,
		private readonly ?array $fields = null,
		private readonly ?array $wishes = null
	) {}

	/** @return array<string, mixed> Arguments for wp_register_ability(). */
	public function args(): array {
		$is_readonly = 'GET' === $this->route->method;
		return array(
			'label'               => $this->label,
			'description'         => $this->description,
			'category'            => Abilities::CATEGORY,
			'input_schema'        => $this->input_schema(),
			'output_schema'       => $this->output_schema(),
			'permission_callback' => $this->is_allowed( ... ),
			'execute_callback'    => $this->run( ... ),
			'meta'                => array(
				'annotations'  => array(
					'readonly'    => $is_readonly,
					'destructive' => false,
					'idempotent'  => $is_readonly,
				),
				'show_in_rest' => true,
				'public'       => true,
				'mcp'          => array( 'public' => true ),
			),
		);
	}

	/** @return array<string, mixed> Schema of the parameters and fields; without any, an object that may be missing. */
	private function input_schema(): array {
		$args   = $this->route->args();
		$fields = array(
			'properties' => array_map( static fn ( array $arg ): array => array_diff_key( $arg, array( 'required' => 0 ) ), $args ),
			'required'   => array_keys( array_filter( $args, static fn ( array $arg ): bool => $arg['required'] ) ),
		);
		return array(
			'type'                 => 'object',
			'additionalProperties' => false,
		) + ( array() === $args ? array( 'default' => new stdClass() ) : $fields );
	}

	/** @return array<string, mixed> */
	private function output_schema(): array {
		$answer = $this->route->answer();
		if ( null === $this->fields ) {
			return $answer;
		}
		$registry = self::part( $answer['properties']['registry'], $this->fields );
		if ( null !== $this->wishes ) {
			$registry['properties']['items']['items'] = self::part( $registry['properties']['items']['items'], $this->wishes );
		}
		return $registry;
	}

	/** @return array<string, mixed> The schema of an object, reduced to some of its fields. */
	private static function part( array $schema, array $fields ): array {
		return array(
			'properties' => array_intersect_key( $schema['properties'], array_flip( $fields ) ),
			'required'   => array_values( array_intersect( $schema['required'], $fields ) ),
		) + $schema;
	}

	private function is_allowed( mixed $input = null ): bool|WP_Error {
		return ( $this->route->permission )( $this->request( (array) $input ) );
	}

	/** @return array<string, mixed>|WP_Error */
	private function run( mixed $input = null ): array|WP_Error {
		$response = rest_do_request( $this->request( (array) $input ) );
		if ( $response->is_error() ) {
			return self::with_fields( $response->as_error() );
		}
		$answer = $response->get_data();
		if ( null === $this->fields ) {
			return $answer;
		}
		$registry = array_intersect_key( $answer['registry'], array_flip( $this->fields ) );
		if ( null !== $this->wishes && '' !== $answer['registry']['items_error'] ) {
			return new WP_Error( ServiceErrors::CODE, $answer['registry']['items_error'], array( 'status' => 503 ) );
		}
		if ( null !== $this->wishes ) {
			$open              = array_filter( $registry['items'], static fn ( array $item ): bool => ! $item['is_complete'] );
			$registry['items'] = array_values( array_map( fn ( array $item ): array => array_intersect_key( $item, array_flip( $this->wishes ) ), $open ) );
		}
		return $registry;
	}

	private function request( array $input ): WP_REST_Request {
		$id      = (string) ( $input['id'] ?? '' );
		$path    = strtr( $this->route->readable_path(), array( '{id}' => $id ) );
		$request = new WP_REST_Request( $this->route->method, '/' . Routes::NAMESPACE . $path );
		$request->set_url_params( array( 'id' => $id ) );
		if ( 'GET' !== $this->route->method ) {
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( (string) wp_json_encode( (object) array_diff_key( $input, array( 'id' => 0 ) ) ) );
		}
		return $request;
	}

	/** Replaces an error's message with those of its fields, because some assistants see only the message. */
	private static function with_fields( WP_Error $error ): WP_Error {
		$fields = (array) ( ( (array) $error->get_error_data() )['fields'] ?? array() );
		$lines  = array_map( static fn ( string $field, string $text ): string => "{$field}: {$text}", array_keys( $fields ), array_values( $fields ) );
		return array() === $lines ? $error : new WP_Error( $error->get_error_code(), implode( ' ', $lines ), $error->get_error_data() );
	}
}
