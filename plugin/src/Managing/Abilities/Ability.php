<?php
declare( strict_types=1 );

namespace Largesse\Managing\Abilities;

use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\JsonSchema;
use Largesse\Foundation\Http\Routes;
use Largesse\Pages\Owners\Module as Owners;
use Largesse\Promises\Giving\Module as Giving;
use Largesse\Route;
use LogicException;
use stdClass;
use WP_Error;
use WP_REST_Request;

/**
 * Ability of WordPress: an action that a user's AI assistant finds and runs, for example through WordPress's MCP
 * adapter. An ability sends a request to a route of `largesse/v1`. The route checks the rights and the input, and
 * builds the response. So an assistant has exactly the same rights as its user has on the site's pages.
 */
final class Ability {

	/** Name of the category, and namespace of the abilities. */
	private const CATEGORY = 'largesse';

	/**
	 * @param string            $name   Name without the namespace.
	 * @param list<string>|null $fields Fields of the registry to return; null for the whole response of the route.
	 * @param list<string>|null $wishes Fields to return of each incomplete wish; null for all wishes with all fields.
	 * @param bool              $has_key True if a required field is a random key, so that a repeated request counts once.
	 */
	private function __construct(
		private readonly string $name,
		private readonly string $label,
		private readonly string $description,
		private readonly Route $route,
		private readonly ?array $fields = null,
		private readonly ?array $wishes = null,
		private readonly bool $has_key = false
	) {}

	/** Registers the category of the abilities. WordPress then calls `register()`. */
	public static function register_category(): void {
		wp_register_ability_category(
			self::CATEGORY,
			array(
				'label'       => __( 'Gift registries', 'largesse' ),
				'description' => __( 'Read and change the gift registries of the user, and give.', 'largesse' ),
			)
		);
		// Add this hook here, not in the module. Otherwise, pages that use no abilities would add it, too.
		add_action( 'wp_abilities_api_init', array( self::class, 'register' ) );
	}

	/** Registers the abilities. */
	public static function register(): void {
		foreach ( self::all() as $ability ) {
			wp_register_ability( self::CATEGORY . '/' . $ability->name, $ability->args() );
		}
	}

	/**
	 * Offers each ability as a tool with its own name, under `mcp/largesse` of the REST API. The adapter's own server
	 * only has one tool that runs all abilities.
	 *
	 * @param mixed $adapter The `WP\MCP\Core\McpAdapter` of WordPress's MCP adapter.
	 */
	public static function add_server( mixed $adapter ): void {
		$tools = array_map( static fn ( self $ability ): string => self::CATEGORY . '/' . $ability->name, self::all() );
		$adapter->create_server(
			self::CATEGORY,
			'mcp',
			self::CATEGORY,
			__( 'Gift registries', 'largesse' ),
			__( 'Read and change the gift registries of the user, and give.', 'largesse' ),
			'1.0.0',
			array( 'WP\\MCP\\Transport\\HttpTransport' ),
			null,
			null,
			$tools
		);
	}

	/** @return list<self> */
	private static function all(): array {
		$read = self::route( 'GET', Route::REGISTRY );
		return array(
			new self(
				'list-registries',
				__( 'List my registries', 'largesse' ),
				__( 'Lists the registries that the user may change, with their ids.', 'largesse' ),
				self::route( 'GET', '/registries' )
			),
			new self(
				'get-registry',
				__( 'Read a registry', 'largesse' ),
				__( 'Returns a registry with its wishes and people, as the user sees it on the site.', 'largesse' ),
				$read
			),
			new self(
				'add-wish',
				__( 'Add a wish', 'largesse' ),
				__( 'Adds a wish to a registry that the user may change.', 'largesse' ),
				self::route( 'POST', Route::REGISTRY . '/items' )
			),
			new self(
				'change-wish',
				__( 'Change a wish', 'largesse' ),
				__( 'Changes the given fields of a wish of a registry that the user may change. Read the registry first: its wish contains the version to send.', 'largesse' ),
				self::route( 'PATCH', Route::ITEM )
			),
			new self(
				'remove-wish',
				__( 'Remove a wish', 'largesse' ),
				__( 'Removes a wish from a registry that the user may change. Somebody may already give it, so ask the user first.', 'largesse' ),
				self::route( 'DELETE', Route::ITEM )
			),
			new self(
				'start-registry',
				__( 'Start a registry', 'largesse' ),
				__( 'Starts a registry of the user. Only invited people can open it, unless is_public is true.', 'largesse' ),
				self::route( 'POST', '/registries' )
			),
			new self(
				'show-access',
				__( 'Show who may see a registry', 'largesse' ),
				__( 'Returns whether a registry is public, and the lists of people who may open it. Only people on these lists see the lists.', 'largesse' ),
				$read,
				array(
					'id',
					'title',
					'permalink',
					'is_public',
					'is_draft',
					'has_password',
					'names',
					'invitees',
					'owners',
					'keepers',
				)
			),
			new self(
				'show-wanted',
				__( 'Show what is still wanted', 'largesse' ),
				__( 'Returns the wishes of a registry that the user sees as still open. If gifts are a surprise, guests may already give some of these wishes.', 'largesse' ),
				$read,
				array( 'id', 'title', 'permalink', 'items' ),
				array(
					'id',
					'heading',
					'is_most_wanted',
					'name',
					'description',
					'url',
					'retailer',
					'price',
					'currency',
					'price_text',
					'quantity_needed',
					'is_any_number',
					'quantity_purchased',
					'is_surprise',
				)
			),
			new self(
				'list-lists',
				__( 'List the lists that I may open', 'largesse' ),
				__( 'Lists the registries that the user may open, with their ids: own ones, those to which the user is invited, and those of the user’s circles.', 'largesse' ),
				self::route( 'GET', '/lists' )
			),
			new self(
				'find-gifts',
				__( 'Find something to give', 'largesse' ),
				__( 'Returns the wishes of somebody else’s registry, with the number of pieces that nobody gives yet. Use it before promising a gift. Never tell an owner of the registry about it.', 'largesse' ),
				self::route( 'GET', Route::REGISTRY . '/giving' )
			),
			new self(
				'promise-gift',
				__( 'Promise a gift', 'largesse' ),
				__( 'Promises a wish of somebody else’s registry as the user’s gift. Others then no longer give it, so ask the user first. Repeat a failed request with the same UUID in gift: it then counts once.', 'largesse' ),
				self::route( 'POST', Route::ITEM . '/gifts' ),
				has_key: true
			),
			new self(
				'list-gifts',
				__( 'List the gifts that I promised', 'largesse' ),
				__( 'Returns the gifts and the parts of gifts that the user has promised, with their ids.', 'largesse' ),
				self::route( 'GET', '/gifts' )
			),
			new self(
				'take-back-gift',
				__( 'Say that I can’t give a gift after all', 'largesse' ),
				__( 'Says that the user can’t give a promised gift after all, so that somebody else can give it. Ask the user first.', 'largesse' ),
				self::route( 'DELETE', '/gifts/(?P<gift>[0-9A-Fa-f-]{36})' )
			),
		);
	}

	/**
	 * Returns a route for registries.
	 *
	 * @throws LogicException If there is no such route.
	 */
	private static function route( string $method, string $path ): Route {
		foreach ( array( ...Owners::routes(), ...Giving::routes() ) as $route ) {
			if ( $method === $route->method && $path === $route->path ) {
				return $route;
			}
		}
		// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- A mistake of a programmer, which no page prints.
		throw new LogicException( "There is no route {$method} {$path}" );
	}

	/** @return array<string, mixed> Arguments for wp_register_ability(). */
	private function args(): array {
		$is_readonly = 'GET' === $this->route->method;
		return array(
			'label'               => $this->label,
			'description'         => $this->description,
			'category'            => self::CATEGORY,
			'input_schema'        => $this->input_schema(),
			'output_schema'       => $this->output_schema(),
			'permission_callback' => $this->is_allowed( ... ),
			'execute_callback'    => $this->run( ... ),
			'meta'                => array(
				'annotations'  => array(
					'readonly'    => $is_readonly,
					'destructive' => 'DELETE' === $this->route->method,
					// WordPress expects DELETE only from abilities that are destructive and idempotent: a second request
					// finds no gift and no wish.
					'idempotent'  => 'POST' !== $this->route->method || $this->has_key,
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
			'properties' => array_map( JsonSchema::of( ... ), $args ),
			'required'   => array_keys( array_filter( $args, static fn ( array $arg ): bool => $arg['required'] ) ),
		);
		return array(
			'type'                 => 'object',
			'additionalProperties' => false,
		) + ( array() === $args ? array( 'default' => new stdClass() ) : $fields );
	}

	/** @return array<string, mixed> */
	private function output_schema(): array {
		$answer = JsonSchema::of( $this->route->answer() );
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

	/**
	 * Checks whether the user may run the ability. The adapter asks this before WordPress has checked the input; without
	 * this check, a missing id would look like a missing registry.
	 */
	private function is_allowed( mixed $input = null ): bool|WP_Error {
		$valid = rest_validate_value_from_schema( $input ?? new stdClass(), $this->input_schema(), 'input' );
		return is_wp_error( $valid ) ? $valid : ( $this->route->permission )( $this->request( (array) $input ) );
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
			return new WP_Error( Errors::SERVICE, $answer['registry']['items_error'], array( 'status' => 503 ) );
		}
		if ( null !== $this->wishes ) {
			$open              = array_filter( $registry['items'], static fn ( array $item ): bool => ! $item['is_complete'] );
			$registry['items'] = array_values(
				array_map( fn ( array $item ): array => array_intersect_key( $item, array_flip( $this->wishes ) ), $open )
			);
		}
		return $registry;
	}

	private function request( array $input ): WP_REST_Request {
		preg_match_all( '/\{(\w+)\}/', $this->route->readable_path(), $found );
		$named   = array_flip( $found[1] );
		$url     = array_map( 'strval', array_intersect_key( $input, $named ) );
		$path    = strtr(
			$this->route->readable_path(),
			array_combine( array_map( static fn ( string $name ): string => "{{$name}}", array_keys( $url ) ), $url )
		);
		$request = new WP_REST_Request( $this->route->method, '/' . Routes::NAMESPACE . $path );
		$request->set_url_params( $url );
		if ( 'GET' !== $this->route->method ) {
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( (string) wp_json_encode( (object) array_diff_key( $input, $named ) ) );
		}
		return $request;
	}

	/** Replaces an error's message with those of its fields, because some assistants see only the message. */
	private static function with_fields( WP_Error $error ): WP_Error {
		$fields = (array) ( ( (array) $error->get_error_data() )['fields'] ?? array() );
		$lines  = array_map(
			static fn ( string $field, string $text ): string => "{$field}: {$text}",
			array_keys( $fields ),
			array_values( $fields )
		);
		return array() === $lines
			? $error
			: new WP_Error( $error->get_error_code(), implode( ' ', $lines ), $error->get_error_data() );
	}
}
