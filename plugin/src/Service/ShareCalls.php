<?php
declare( strict_types=1 );

namespace Largesse\Service;

/** Methods of the client that call the API about shares of wishes. */
trait ShareCalls {

	/**
	 * Returns shares, oldest first.
	 *
	 * @param array<string, mixed> $query One of registry_id, giver_email and giver_user_id; also skip and limit. With
	 *                                    registry_id, `view` => 'owner' or 'owner_names' omits data that the owner must
	 *                                    not see.
	 */
	public function list_shares( array $query ): mixed {
		return $this->connection->request( 'GET', '/shares', $query );
	}

	/**
	 * Creates or changes a share; returns its envelope.
	 *
	 * @param array<string, mixed> $fields   The complete share: item_id, amount, secret, and the fields that differ from
	 *                                       null.
	 * @param array<string, mixed> $expected As for `put_idea()`.
	 */
	public function put_share( int $registry_id, string $id, array $fields, array $expected = array() ): mixed {
		return $this->connection->request( 'PUT', "/registries/{$registry_id}/shares/" . self::segment( $id ), array(), $fields, self::version_in( $expected ) + self::newness_in( $expected ) );
	}

	/**
	 * Deletes a share.
	 *
	 * @param array<string, mixed> $expected `updated_at`: if it differs, the result is an error with the status 412.
	 */
	public function delete_share( int $registry_id, string $id, array $expected = array() ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$registry_id}/shares/" . self::segment( $id ), array(), null, self::version_in( $expected ) );
	}
}
