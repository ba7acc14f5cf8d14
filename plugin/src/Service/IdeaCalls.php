<?php
declare( strict_types=1 );

namespace Largesse\Service;

/** Methods of the client that call the API about guests' ideas. */
trait IdeaCalls {

	/**
	 * Returns ideas of guests, oldest first.
	 *
	 * @param array<string, mixed> $query One of registry_id, person_email and person_user_id; also skip and limit. With
	 *                                    registry_id, `view` => 'owner' omits data that the owner must not see.
	 */
	public function list_ideas( array $query ): mixed {
		return $this->connection->request( 'GET', '/ideas', $query );
	}

	/**
	 * Creates or changes an idea of a guest; returns its envelope.
	 *
	 * @param array<string, mixed> $fields   The complete idea: registry_id, name, and the fields that differ from null.
	 * @param array<string, mixed> $expected `updated_at`: if it differs, or the idea does not exist, the result is an
	 *                                       error with the status 412. `is_new`: if true, and the id exists already,
	 *                                       the result is the same error.
	 */
	public function put_idea( string $id, array $fields, array $expected = array() ): mixed {
		return $this->connection->request( 'PUT', '/ideas/' . self::segment( $id ), array(), $fields, self::version_in( $expected ) + self::newness_in( $expected ) );
	}

	/**
	 * Deletes an idea of a registry.
	 *
	 * @param array<string, mixed> $expected `updated_at`: if it differs, the result is an error with the status 412.
	 */
	public function delete_idea( string $id, int $registry_id, array $expected = array() ): mixed {
		return $this->connection->request( 'DELETE', '/ideas/' . self::segment( $id ), array( 'registry_id' => $registry_id ), null, self::version_in( $expected ) );
	}
}
