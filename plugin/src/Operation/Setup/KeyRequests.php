<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

/**
 * Requests that a key may send to this site, because the service sends them for an operation of the scope (rules:
 * Keys). This is a list of allowed requests with all of their parameters. So all other requests are refused, also to
 * routes of other plugins and of later versions.
 */
final class KeyRequests {

	private const READ   = 'read';
	private const GIFTS  = 'gifts';
	private const EVENTS = 'events';

	/** Scopes of keys. */
	public const SCOPES = array( self::READ, self::GIFTS, self::EVENTS );

	/** Fields of a registry. No field contains its password. */
	private const REGISTRY = 'id|author|status|slug|link|date_gmt|modified_gmt|title\.(?:raw|rendered)|content\.(?:raw|rendered|protected)|meta';

	/** One address; `*` would stand for any text. */
	private const ADDRESS = '[^\s@*]+@[^\s@*]+';

	/**
	 * @param string $registries Route of the registries.
	 * @param array<mixed> $parameters All parameters of the query and the body, without `rest_route`.
	 */
	public static function allows(
		string $scope,
		string $method,
		string $route,
		array $parameters,
		string $registries
	): bool {
		foreach ( self::requests( $registries ) as list( $scopes, $pattern, $patterns ) ) {
			if (
				'GET' === $method
				&& in_array( $scope, $scopes, true )
				&& self::matches( $pattern, $route )
				&& self::match( $patterns, $parameters )
			) {
				return true;
			}
		}
		return false;
	}

	/**
	 * @return list<array{list<string>, string, array<string, string>}> Scopes, pattern of the route, and patterns of the
	 *         parameters. Parameters with `?` are optional.
	 */
	private static function requests( string $registries ): array {
		$base     = preg_quote( $registries, '~' );
		$registry = array( 'context?' => 'view', '_fields?' => self::some_of( self::REGISTRY ) );
		return array(
			array( self::SCOPES, '/', array( '_fields' => self::some_of( 'timezone_string|gmt_offset' ) ) ),
			// Only in the context "edit", WordPress names roles and addresses; `_fields` leaves out everything else.
			array(
				self::SCOPES,
				'/wp/v2/users/me',
				array( 'context' => 'edit', '_fields' => self::some_of( 'id|username|email|roles|capabilities' ) ),
			),
			array(
				array( self::READ, self::GIFTS ),
				'/wp/v2/users',
				array(
					'context'            => 'edit',
					'_fields'            => self::some_of( 'id|email' ),
					'search'             => self::ADDRESS,
					'largesse_confirmed' => '1',
					'per_page?'          => '\d+',
				),
			),
			array( self::SCOPES, "$base/\d+", $registry ),
			array(
				array( self::READ ),
				$base,
				$registry + array(
					'author?'        => '\d+',
					'largesse_role?' => '[a-z-]+',
					'status?'        => 'publish,private',
					'orderby?'       => 'id',
					'order?'         => 'asc|desc',
					'offset?'        => '\d+',
					'per_page?'      => '\d+',
				),
			),
		);
	}

	/** Returns a pattern for a list of names with commas. @param string $names Pattern of one name. */
	private static function some_of( string $names ): string {
		return "(?:$names)(?:,(?:$names))*";
	}

	/**
	 * Checks whether all parameters are allowed, and none is missing.
	 *
	 * @param array<string, string> $patterns
	 * @param array<mixed>          $parameters
	 */
	private static function match( array $patterns, array $parameters ): bool {
		foreach ( $parameters as $name => $value ) {
			$pattern = $patterns[ $name ] ?? $patterns[ "$name?" ] ?? null;
			if ( null === $pattern || ! self::matches( $pattern, $value ) ) {
				return false;
			}
		}
		$needed = array_filter( array_keys( $patterns ), static fn ( string $name ): bool => ! str_ends_with( $name, '?' ) );
		return array() === array_diff( $needed, array_keys( $parameters ) );
	}

	private static function matches( string $pattern, mixed $text ): bool {
		return is_string( $text ) && 1 === preg_match( "~^(?:$pattern)$~D", $text );
	}
}
