<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\Body;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Routes of the namespace `largesse/v1` for the links that open a registry (rules: Invitations). Callers must be
 * allowed to edit the registry, because anyone who knows a link can open the registry.
 */
final class LinkRoutes {

	public static function add_to_state( array $state, string $page, ?WP_Post $registry ): array {
		return $state + array( 'familyLink' => null === $registry ? null : self::view( $registry ) );
	}

	/** @return array{state: string, url: string} `state` is a constant of FamilyLink; `url` is empty unless it works. */
	private static function view( WP_Post $registry ): array {
		return array(
			'state' => FamilyLink::state( $registry ),
			'url'   => FamilyLink::url( $registry ),
		);
	}

	public static function read( Body $body, int $id ): WP_REST_Response {
		return self::answer( $id );
	}

	/** Replaces the family link that the caller knows. If there is a newer link, keeps and returns the newer link. */
	public static function replace( Body $body, int $id ): WP_REST_Response|WP_Error {
		$made = FamilyLink::replace( get_post( $id ), $body->value( 'instead_of' ) ?? '' );
		return is_wp_error( $made ) ? $made : self::answer( $id, $made ? 201 : 200 );
	}

	public static function revoke( Body $body, int $id ): WP_REST_Response {
		FamilyLink::revoke( get_post( $id ) );
		return self::answer( $id );
	}

	/** Revokes all links in mails. Everyone stays invited. */
	public static function renew( Body $body, int $id ): WP_REST_Response {
		PersonalLink::renew( get_post( $id ) );
		return self::answer( $id );
	}

	/** Returns the response with the family link. @param int $status HTTP status. */
	private static function answer( int $id, int $status = 200 ): WP_REST_Response {
		return new WP_REST_Response( array( 'family_link' => self::view( get_post( $id ) ) ), $status );
	}
}
