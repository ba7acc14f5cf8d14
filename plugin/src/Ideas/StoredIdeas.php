<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Html\Template;
use Largesse\Registry\Roles;
use Largesse\Service\ApiError;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/** Reads and changes the ideas of a registry in the service. Callers check permissions. */
final class StoredIdeas {

	public function __construct( private readonly Client $client ) {}

	/** @return list<array<string, mixed>>|WP_Error Ideas. Recipients may see only the view `owner`. */
	public function all( WP_Post $registry, string $view = '' ): array|WP_Error {
		$query = array(
			'registry_id' => $registry->ID,
			'limit'       => Rules::MAX_IDEAS,
		);
		$ideas = $this->client->list_ideas( $query + ( '' === $view ? array() : array( 'view' => $view ) ) );
		return is_array( $ideas ) || is_wp_error( $ideas ) ? $ideas : ApiError::not_the_service();
	}

	/** Prints the revealed ideas to a recipient, below the list of the registry's gifts. */
	public function show_revealed( int $registry_id ): void {
		$registry = get_post( $registry_id );
		$ideas    = $registry instanceof WP_Post && Roles::of( $registry )->is_recipient() ? $this->all( $registry, 'owner' ) : array();
		if ( is_array( $ideas ) && array() !== $ideas ) {
			Template::print( 'ideas/revealed', array( 'ideas' => $ideas ) );
		}
	}

	/**
	 * Creates or changes an idea.
	 *
	 * @param array<string, mixed> $fields   Fields of the idea.
	 * @param array<string, mixed> $expected Condition of the change: `updated_at` of the stored idea, or `is_new`.
	 */
	public function put( WP_Post $registry, string $id, array $fields, array $expected ): mixed {
		return $this->client->put_idea( $id, array( 'registry_id' => $registry->ID ) + $fields, $expected ) ?? ApiError::not_the_service();
	}

	/** Deletes an idea unless it has changed. Returns null if it no longer exists. */
	public function delete( WP_Post $registry, array $idea ): mixed {
		return $this->client->delete_idea( $idea['id'], $registry->ID, array( 'updated_at' => $idea['updated_at'] ) );
	}
}
