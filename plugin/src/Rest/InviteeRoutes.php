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
	 * Invites one person, or several of them together; who is invited already stays so.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function add( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		return $this->change( $request, static fn ( WP_Post $registry, array $who ) => InviteeList::add( $registry, $who ) );
	}

	/**
	 * Takes an invitation back, however it was written; who is not invited any more stays so.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	private function remove( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		return $this->change(
			$request,
			static function ( WP_Post $registry, array $who ) {
				$asked = Invitees::normalize( $who[0] );
				return InviteeList::remove( $registry, static fn ( string $entry ) => Invitees::normalize( $entry ) === $asked );
			}
		);
	}

	/**
	 * Changes the list.
	 *
	 * @param WP_REST_Request $request The request.
	 * @param callable        $change  Does it, for a registry and a list of entries; may give an error.
	 */
	private function change( WP_REST_Request $request, callable $change ): WP_REST_Response|WP_Error {
		$registry = Access::registry( $request );
		$body     = is_wp_error( $registry ) ? $registry : Body::of( $request );
		$who      = is_wp_error( $body ) ? $body : self::people( $body );
		if ( is_wp_error( $who ) ) {
			return $who;
		}
		$rule = array_values( array_filter( array_map( self::broken_rule( ... ), $who ) ) )[0] ?? null;
		$done = null === $rule ? $change( $registry, $who ) : new WP_Error( 'largesse_invitees', FieldMessages::of( self::FIELD, $rule ) );
		if ( is_wp_error( $done ) ) {
			return ( new FieldErrors( array( self::FIELD => $done->get_error_message() ) ) )->error();
		}
		return $this->answers->registry( $registry->ID );
	}

	/**
	 * The entries that were sent: `invitees`, a list, or `invitee` alone.
	 *
	 * @param array<string, mixed> $body The body.
	 * @return non-empty-list<string>|WP_Error
	 */
	private static function people( array $body ): array|WP_Error {
		$many = $body['invitees'] ?? null;
		if ( is_array( $many ) && $many && array_is_list( $many ) && array_filter( $many, 'is_string' ) === $many ) {
			return $many;
		}
		$one = Body::text( $body, self::FIELD );
		return is_wp_error( $one ) ? $one : array( $one );
	}

	/**
	 * The rule that an entry breaks, in the API's words; null for none.
	 *
	 * @param string $who User name or e-mail address.
	 */
	private static function broken_rule( string $who ): ?string {
		if ( str_contains( $who, "\0" ) || ! mb_check_encoding( $who, 'UTF-8' ) ) {
			return 'must not contain NUL or unpaired surrogates';
		}
		$length = mb_strlen( Invitees::trim( $who ) );
		return match ( true ) {
			0 === $length                     => 'must not be blank',
			$length > InviteeList::MAX_CHARS  => 'must be at most ' . InviteeList::MAX_CHARS . ' characters',
			default                           => null,
		};
	}
}
