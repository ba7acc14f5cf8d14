<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Owners\Routes;
use Largesse\Registry\Access;
use Largesse\Registry\Registries;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Routes of the namespace `largesse/v1` for the links that open a registry (rules: Invitations), for those who may edit
 * it. The link is part of no other answer, so that nothing but the page of its owners holds the key.
 */
final class LinkRoutes {

	/** Path of the family link, and of the links in mails. */
	private const FAMILY = Routes::REGISTRY . '/family-link';
	private const MAILED = Routes::REGISTRY . '/personal-links';

	/** Registers the routes with WordPress. */
	public function register_routes(): void {
		Routes::add( 'GET', self::FAMILY, Access::edit( ... ), self::read( ... ) );
		Routes::add( 'POST', self::FAMILY, Access::edit( ... ), self::make( ... ) );
		Routes::add( 'DELETE', self::FAMILY, Access::edit( ... ), self::revoke( ... ) );
		Routes::add( 'DELETE', self::MAILED, Access::edit( ... ), self::renew( ... ) );
	}

	/**
	 * Returns the family link of a registry, as the routes and the page of its owners have it.
	 *
	 * @return array{state: string, url: string} One of the states of FamilyLink; the address, empty if none works.
	 */
	public static function view( WP_Post $registry ): array {
		return array(
			'state' => FamilyLink::state( $registry ),
			'url'   => FamilyLink::url( $registry ),
		);
	}

	/**
	 * Answers the family link, and changes nothing.
	 *
	 * @param array<string, mixed> $body Not used.
	 */
	private static function read( array $body, int $id ): WP_REST_Response|WP_Error {
		$registry = Registries::with_id( (string) $id );
		return null === $registry ? Errors::no_registry() : self::answer( $registry );
	}

	/**
	 * Makes a family link in place of the one that the caller knows; another one that works stays, and is answered.
	 *
	 * @param array<string, mixed> $body `instead_of`: address of the link that is to end, where there is one.
	 */
	private static function make( array $body, int $id ): WP_REST_Response|WP_Error {
		$registry = Registries::with_id( (string) $id );
		$known    = isset( $body['instead_of'] ) ? Body::text( $body, 'instead_of' ) : '';
		if ( null === $registry || is_wp_error( $known ) ) {
			return null === $registry ? Errors::no_registry() : $known;
		}
		$made = FamilyLink::replace( $registry, $known );
		return is_wp_error( $made ) ? $made : self::answer( $registry, $made ? 201 : 200 );
	}

	/**
	 * Makes the family link open nothing any more.
	 *
	 * @param array<string, mixed> $body Not used.
	 */
	private static function revoke( array $body, int $id ): WP_REST_Response|WP_Error {
		return self::change( $id, FamilyLink::revoke( ... ) );
	}

	/**
	 * Makes all links that were mailed open nothing any more. Everybody stays invited.
	 *
	 * @param array<string, mixed> $body Not used.
	 */
	private static function renew( array $body, int $id ): WP_REST_Response|WP_Error {
		return self::change( $id, PersonalLink::renew( ... ) );
	}

	/**
	 * Changes the links of a registry, and answers the family link as it is then.
	 *
	 * @param callable(WP_Post): void $work What is done.
	 */
	private static function change( int $id, callable $work ): WP_REST_Response|WP_Error {
		$registry = Registries::with_id( (string) $id );
		if ( null === $registry ) {
			return Errors::no_registry();
		}
		$work( $registry );
		return self::answer( $registry );
	}

	/** Answers the family link. @param int $status HTTP status. */
	private static function answer( WP_Post $registry, int $status = 200 ): WP_REST_Response {
		return new WP_REST_Response( array( 'family_link' => self::view( $registry ) ), $status );
	}
}
