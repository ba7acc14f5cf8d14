<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Registry\Store;
use Largesse\Service\ApiError;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Reads and changes the ideas and shares of a registry in the service. Callers check permissions.
 */
final class StoredIdeas {

	public function __construct(
		private readonly Client $client,
		private readonly Store $store
	) {}

	/**
	 * Returns all ideas and shares of a registry. Recipients must not see them.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function all( WP_Post $registry ): array|WP_Error {
		$ideas = $this->client->list_ideas(
			array(
				'registry_id' => $registry->ID,
				'limit'       => Rules::MAX_IDEAS,
			)
		);
		return is_array( $ideas ) || is_wp_error( $ideas ) ? $ideas : ApiError::not_the_service();
	}

	/**
	 * Creates or changes an idea.
	 *
	 * @param array<string, mixed> $fields   Fields of the idea.
	 * @param array<string, mixed> $expected Condition of the change: `updated_at` of the stored idea, or `is_new`.
	 * @return mixed Answer of the service. The error 404 means that the wish of a share has just been removed.
	 */
	public function put( WP_Post $registry, string $id, array $fields, array $expected ): mixed {
		return $this->after_change( $registry, $this->client->put_idea( $id, array( 'registry_id' => $registry->ID ) + $fields, $expected ) ?? ApiError::of( '', 404 ) );
	}

	/**
	 * Deletes an idea if it has not changed since it was read.
	 *
	 * @param array<string, mixed> $idea The idea.
	 * @return mixed Null if the idea no longer exists.
	 */
	public function delete( WP_Post $registry, array $idea ): mixed {
		return $this->after_change( $registry, $this->client->delete_idea( $idea['id'], $registry->ID, array( 'updated_at' => $idea['updated_at'] ) ) );
	}

	/** Makes the next read of wishes ask the service again, because a wish is no longer open when guests have promised its whole price. */
	private function after_change( WP_Post $registry, mixed $answer ): mixed {
		if ( ! is_wp_error( $answer ) ) {
			$this->store->items->forget();
		}
		return $answer;
	}
}
