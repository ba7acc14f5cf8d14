<?php
declare( strict_types=1 );

namespace Largesse\Service;

/** Methods of the client that call the API about webhooks and deliveries. */
trait WebhookCalls {

	/** Lists the webhooks of the service, without their secrets. */
	public function list_webhooks(): mixed {
		return $this->connection->request( 'GET', '/webhooks' );
	}

	/** Returns a webhook. */
	public function get_webhook( string $id ): mixed {
		return $this->connection->request( 'GET', '/webhooks/' . self::segment( $id ) );
	}

	/**
	 * Creates a webhook. Only the answers to this call and to a rotation contain the secret.
	 *
	 * @param array<string, mixed> $fields url, and optionally types, registry_id, include_secret, description.
	 * @param string|null          $key    Key of the request; a second call with the same key creates nothing again.
	 */
	public function create_webhook( array $fields, ?string $key = null ): mixed {
		return $this->connection->create( '/webhooks', $fields, $key );
	}

	/**
	 * Changes the given fields of a webhook.
	 *
	 * @param array<string, mixed> $fields Fields of a new webhook, and status.
	 */
	public function update_webhook( string $id, array $fields ): mixed {
		return $this->connection->request( 'PATCH', '/webhooks/' . self::segment( $id ), array(), $fields );
	}

	/** Deletes a webhook. */
	public function delete_webhook( string $id ): mixed {
		return $this->connection->request( 'DELETE', '/webhooks/' . self::segment( $id ) );
	}

	/** Replaces the secret of a webhook. For 24 hours, deliveries are signed with both secrets. */
	public function rotate_webhook_secret( string $id ): mixed {
		return $this->connection->request( 'POST', '/webhooks/' . self::segment( $id ) . '/rotate', array(), array() );
	}

	/** Sends a test event to a webhook. If this attempt fails, the service does not try again. */
	public function test_webhook( string $id ): mixed {
		return $this->connection->request( 'POST', '/webhooks/' . self::segment( $id ) . '/test', array(), array() );
	}

	/**
	 * Lists the deliveries of a webhook in the last 30 days, newest first. The result contains `deliveries` and
	 * `next_cursor`. For the next page, pass `next_cursor` as `after`. On the last page, `next_cursor` is null.
	 *
	 * @param array<string, mixed> $query limit, after.
	 */
	public function list_deliveries( string $id, array $query = array() ): mixed {
		$page = $this->connection->page( '/webhooks/' . self::segment( $id ) . '/deliveries', $query );
		return ! is_array( $page ) ? $page : array(
			'deliveries'  => $page['list'],
			'next_cursor' => '' === $page['cursor'] ? null : $page['cursor'],
		);
	}

	/** Sends an event to a webhook again. */
	public function resend_delivery( string $id, string $event_id ): mixed {
		return $this->connection->request( 'POST', '/webhooks/' . self::segment( $id ) . '/deliveries/' . self::segment( $event_id ) . '/resend', array(), array() );
	}
}
