<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\FieldMessages;
use Largesse\Invitations\MemberNames;
use Largesse\Owners\Answers;
use Largesse\Owners\Routes;
use Largesse\Registry\Access;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Store;
use Largesse\Service\FieldRules;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Makes people co-owners or keepers of a registry, and takes that back, for the page My registries (rules: Co-owners and
 * keepers).
 */
final class HelperRoutes {

	/** Lists by the part of the path that names them. */
	private const LISTS = array(
		'owners'  => RegistryMeta::OWNERS,
		'keepers' => RegistryMeta::KEEPERS,
	);

	public function __construct(
		private readonly Answers $answers,
		private readonly Store $store
	) {}

	/** Registers the routes with WordPress. */
	public function register_routes(): void {
		foreach ( self::LISTS as $name => $key ) {
			Routes::add( 'POST', Routes::REGISTRY . "/{$name}", Access::edit( ... ), fn ( array $body, int $id ) => $this->add( $body, $id, $key ) );
			Routes::add( 'DELETE', Routes::REGISTRY . "/{$name}", Access::edit( ... ), fn ( array $body, int $id ) => $this->remove( $body, $id, $key ) );
		}
	}

	/**
	 * Puts a person on a list.
	 *
	 * @param array<string, mixed> $body `person`: a user name or an e-mail address.
	 * @param string               $key  Meta key of the list.
	 */
	private function add( array $body, int $id, string $key ): WP_REST_Response|WP_Error {
		$person   = self::person( $body );
		$registry = get_post( $id );
		if ( is_wp_error( $person ) || ! $registry instanceof WP_Post ) {
			return is_wp_error( $person ) ? $person : Errors::no_registry();
		}
		$result = MemberNames::refusal( $person ) ?? $this->store->people->add_helper( $registry, $key, $person );
		return is_wp_error( $result ) ? self::refused( $result ) : $this->answer( $id );
	}

	/**
	 * Takes a person off a list.
	 *
	 * @param array<string, mixed> $body `person`: a user name or an e-mail address.
	 * @param string               $key  Meta key of the list.
	 */
	private function remove( array $body, int $id, string $key ): WP_REST_Response|WP_Error {
		$person   = self::person( $body );
		$registry = get_post( $id );
		if ( is_wp_error( $person ) || ! $registry instanceof WP_Post ) {
			return is_wp_error( $person ) ? $person : Errors::no_registry();
		}
		$result = $this->store->people->remove_person( $registry, $key, $person );
		return is_wp_error( $result ) ? self::refused( $result ) : $this->answer( $id );
	}

	/**
	 * Returns the person of a body.
	 *
	 * @param array<string, mixed> $body The body.
	 */
	private static function person( array $body ): string|WP_Error {
		$sent = Body::text( $body, 'person' );
		if ( is_wp_error( $sent ) ) {
			return $sent;
		}
		$rule = FieldRules::problem( 'invitee', FieldRules::trim( $sent ) );
		return null === $rule ? FieldRules::trim( $sent ) : Errors::fields( array( 'person' => FieldMessages::of( 'invitee', $rule ) ) );
	}

	/** Returns what the person who typed it is told of a refusal. */
	private static function refused( WP_Error $error ): WP_Error {
		$fields = array( 'person' => $error->get_error_message() );
		return new WP_Error(
			$error->get_error_code(),
			__( 'Nothing was saved: please look at the fields that are marked.', 'largesse' ),
			array(
				'status' => 422,
				'fields' => $fields,
			)
		);
	}

	/** Answers the registry as it is now; nothing of it to whoever has just left it. */
	private function answer( int $id ): WP_REST_Response|WP_Error {
		return current_user_can( 'edit_post', $id ) ? $this->answers->registry( $id ) : new WP_REST_Response( array( 'left' => true ) );
	}
}
