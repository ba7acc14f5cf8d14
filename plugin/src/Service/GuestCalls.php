<?php
declare( strict_types=1 );

namespace Largesse\Service;

/** Methods of the client that call the API about purchases, shares and ideas of guests. */
trait GuestCalls {

	/**
	 * Returns the purchases that match all filters. Without a filter, returns the purchases that the account has made.
	 *
	 * @param array<string, mixed> $query skip, limit, registry_id, giver_email, giver_user_id. With registry_id, `view`
	 *                                    => 'owner' or 'owner_names' omits data that the owner must not see.
	 */
	public function list_purchases( array $query = array() ): mixed {
		return $this->connection->request( 'GET', '/purchases', $query );
	}

	/**
	 * Returns a purchase in its envelope, or null.
	 *
	 * @param string $id UUID of the purchase. In all methods, ids of purchases are UUIDs.
	 */
	public function get_purchase( string $id ): mixed {
		return $this->connection->request( 'GET', '/purchases/' . self::segment( $id ) );
	}

	/**
	 * Creates a purchase in a visitor's name. If not enough pieces are left, the result is an error with the status
	 * 409. A repeated call creates no second purchase.
	 *
	 * @param array<string, mixed> $fields   The complete purchase: item_id, secret, and the fields that differ from the
	 *                                       defaults.
	 * @param array<string, mixed> $expected `is_new`: if true, an existing id is an error with the status 412.
	 */
	public function put_purchase( string $id, array $fields, array $expected = array() ): mixed {
		return $this->connection->request( 'PUT', '/purchases/' . self::segment( $id ), array(), $fields, self::newness_in( $expected ) );
	}

	/**
	 * Changes the given fields of a purchase.
	 *
	 * @param array<string, mixed> $fields quantity, state, message, thanked.
	 */
	public function update_purchase( string $id, array $fields ): mixed {
		return $this->connection->request( 'PATCH', '/purchases/' . self::segment( $id ), array(), $fields );
	}

	/** Deletes a purchase. */
	public function delete_purchase( string $id ): mixed {
		return $this->connection->request( 'DELETE', '/purchases/' . self::segment( $id ) );
	}

	/**
	 * Reveals the purchases of a registry. Only admins may use this method.
	 *
	 * @param array<string, mixed> $shown `names_since`: owners already see the givers of gifts that were made after
	 *                                    this time and are not secret. The service records no event if it reveals only
	 *                                    such gifts. An empty array if owners see no givers yet.
	 */
	public function reveal_purchases( int $registry_id, array $shown = array() ): mixed {
		return $this->connection->request( 'POST', '/purchases/reveal', array(), array( 'registry_id' => $registry_id ) + $shown );
	}

	/**
	 * Subtracts `quantity` from an item's surplus: pieces that are counted as bought, but belong to no purchase. If
	 * `quantity` is larger than the surplus, nothing changes.
	 *
	 * @param array<string, mixed> $what item_id; quantity.
	 */
	public function uncount_purchases( array $what ): mixed {
		return $this->connection->request( 'POST', '/purchases/uncount', array(), $what );
	}

	/**
	 * Erases givers and their messages; the quantities remain.
	 *
	 * @param array<string, mixed> $whose One of giver_email, giver_user_id and registry_id, with an optional `before`
	 *                                    (date or time) and an optional `only` ('addresses').
	 */
	public function erase_purchases( array $whose ): mixed {
		return $this->connection->request( 'POST', '/purchases/erase', array(), $whose );
	}

	/** Returns those purchases of a registry that the account may see, in the order of the registry's items. */
	public function list_registry_purchases( int $registry_id ): mixed {
		return $this->connection->request( 'GET', "/registries/{$registry_id}/purchases" );
	}

	/**
	 * Creates a purchase of an item in the account's own name.
	 *
	 * @param array<string, mixed> $fields   The complete purchase: item_id, and the fields that differ from the defaults.
	 * @param array<string, mixed> $expected As for `put_purchase`.
	 */
	public function put_registry_purchase( int $registry_id, string $id, array $fields, array $expected = array() ): mixed {
		return $this->connection->request( 'PUT', "/registries/{$registry_id}/purchases/" . self::segment( $id ), array(), $fields, self::newness_in( $expected ) );
	}

	/** Records whether the giver of a purchase was thanked. */
	public function thank_for_purchase( int $registry_id, string $id, bool $thanked ): mixed {
		return $this->connection->request( 'PATCH', "/registries/{$registry_id}/purchases/" . self::segment( $id ), array(), array( 'thanked' => $thanked ) );
	}

	/** Deletes a purchase of a registry. */
	public function delete_registry_purchase( int $registry_id, string $id ): mixed {
		return $this->connection->request( 'DELETE', "/registries/{$registry_id}/purchases/" . self::segment( $id ) );
	}

	/** Reveals the secret purchases of a registry now. */
	public function reveal_registry_purchases( int $registry_id ): mixed {
		return $this->connection->request( 'POST', "/registries/{$registry_id}/purchases/reveal", array(), array() );
	}

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
