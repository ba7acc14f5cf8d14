<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Declaration of a route in the REST namespace `largesse/v1`.
 *
 * Fields are declared by their names, with schemas in WordPress's dialect of JSON Schema. If a name ends with `?`, the
 * field is optional.
 */
final class Route {

	public const REGISTRY = '/registries/(?P<id>\d+)';
	public const ITEM     = self::REGISTRY . '/items/(?P<item>\d+)';

	private const IN_PATH = array(
		'id'   => array(
			'type'        => 'integer',
			'minimum'     => 1,
			'description' => 'Id of the registry.',
		),
		'item' => array(
			'type'        => 'integer',
			'minimum'     => 1,
			'description' => 'Id of the item.',
		),
	);

	/**
	 * @param string $path        Pattern of the path in the namespace.
	 * @param array{class-string, string} $handler Class and public method. The method receives the body, the id of the
	 *                            registry and the id of the item.
	 * @param array{class-string, string}|callable-string $permission Static method or function for `permission_callback`.
	 * @param string $description Effect of the route, in a sentence.
	 * @param array<string, array<string, mixed>> $args Fields of the body, and parameters of the path other than id and
	 *         item.
	 * @param array<string, array<string, mixed>|array{class-string, string}> $answer Fields of the answer. For a large
	 *                            schema, a class and a method that returns it.
	 * @param bool   $gets_request True if the handler gets the WP_REST_Request, and not the body and the ids.
	 * @param bool   $is_listed   False leaves the route out of WordPress's index.
	 * @param bool   $is_read     True for a POST that changes nothing.
	 */
	public function __construct(
		public readonly string $method,
		public readonly string $path,
		public readonly array $handler,
		public readonly array|string $permission,
		public readonly string $description,
		private readonly array $args = array(),
		private readonly array $answer = array(),
		public readonly bool $gets_request = false,
		public readonly bool $is_listed = true,
		public readonly bool $is_read = false
	) {}

	/** Returns a readable path. Names such as `{id}` replace the patterns. */
	public function readable_path(): string {
		return (string) preg_replace( '/\(\?P<(\w+)>[^)]*\)/', '{$1}', $this->path );
	}

	/** @return array<string, array<string, mixed>> Schemas, with `required`, of the body's fields and the path's parameters. */
	public function args(): array {
		preg_match_all( '/\(\?P<(\w+)>/', $this->path, $found );
		$args = array();
		foreach ( array_intersect_key( self::IN_PATH, array_flip( $found[1] ) ) + $this->args as $name => $schema ) {
			$args[ rtrim( $name, '?' ) ] = $schema + array( 'required' => ! str_ends_with( $name, '?' ) );
		}
		return $args;
	}

	/** @return array<string, mixed> Schema of the answer. */
	public function answer(): array {
		return self::schema_of( $this->answer );
	}

	/**
	 * Returns the schema of a JSON object.
	 *
	 * @param array<string, array<string, mixed>|array{class-string, string}> $fields Schemas by name.
	 * @return array<string, mixed>
	 */
	public static function schema_of( array $fields ): array {
		$required   = array();
		$properties = array();
		foreach ( $fields as $name => $schema ) {
			$key                = rtrim( $name, '?' );
			$properties[ $key ] = array_is_list( $schema ) ? $schema() : $schema;
			if ( $key === $name ) {
				$required[] = $key;
			}
		}
		return array(
			'type'       => 'object',
			'properties' => $properties,
		) + ( array() === $required ? array() : array( 'required' => $required ) );
	}
}
