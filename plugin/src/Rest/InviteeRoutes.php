<?php
/**
 * The routes of a registry's invitees.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

use Closure;
use Largesse\Feature;
use Largesse\Registry\InviteeList;
use Largesse\Registry\Invitees;
use Largesse\Registry\RegistryItems;
use WP_Error;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Invites people to a registry, and takes invitations back.
 */
final class InviteeRoutes implements Feature {

	private const FIELD = 'invitee';

	/**
	 * Makes the answers.
	 *
	 * @var Answers
	 */
	private readonly Answers $answers;

	/**
	 * Keeps what gives the items.
	 *
	 * @param Closure(): RegistryItems $items Gives the items of registries.
	 */
	public function __construct( Closure $items ) {
		$this->answers = new Answers( $items );
	}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'rest_api_init', array( $this, 'register_routes' ) );
	}

	/**
	 * Makes the routes known.
	 */
	public function register_routes(): void {
		Routes::add( 'POST', Routes::REGISTRY . '/invitees', Access::edit( ... ), $this->add( ... ) );
		Routes::add( 'DELETE', Routes::REGISTRY . '/invitees', Access::edit( ... ), $this->remove( ... ) );
	}

	/**
	 * Invites somebody; who is invited already stays so.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function add( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		return $this->change( $request, static fn ( WP_Post $registry, string $who ) => InviteeList::add( $registry, array( $who ) ) );
	}

	/**
	 * Takes an invitation back, however it was written; who is not invited any more stays so.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function remove( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		return $this->change(
			$request,
			static function ( WP_Post $registry, string $who ) {
				$asked = Invitees::normalize( $who );
				return InviteeList::remove( $registry, static fn ( string $entry ) => Invitees::normalize( $entry ) === $asked );
			}
		);
	}

	/**
	 * Changes the list.
	 *
	 * @param WP_REST_Request $request The request.
	 * @param callable        $change  Does it, for a registry and an entry; may give an error.
	 */
	private function change( WP_REST_Request $request, callable $change ): WP_REST_Response|WP_Error {
		$registry = Access::registry( $request );
		$body     = is_wp_error( $registry ) ? $registry : Body::of( $request );
		$who      = is_wp_error( $body ) ? $body : Body::text( $body, self::FIELD );
		if ( is_wp_error( $who ) ) {
			return $who;
		}
		$is_text = ! str_contains( $who, "\0" ) && mb_check_encoding( $who, 'UTF-8' );
		$done    = $is_text ? $change( $registry, $who ) : new WP_Error( 'largesse_invitees', __( 'must not contain NUL or unpaired surrogates', 'largesse' ) );
		if ( is_wp_error( $done ) ) {
			return ( new FieldErrors( array( self::FIELD => $done->get_error_message() ) ) )->error();
		}
		return $this->answers->registry( $registry->ID );
	}
}
