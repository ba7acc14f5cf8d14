<?php
declare( strict_types=1 );

namespace Largesse;

use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\PromiseWays;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\WayIn;
use WP_Error;

/** Exports the personal data of a feature that the service stores: that of an address, and that of an account. */
abstract class ServicePrivacy extends PersonalData {

	/** Beginning of the names of the parameters with which the service selects the data of an address or an account. */
	protected const PERSON = 'giver';

	/** Maximum number of entries that the service returns at once. */
	protected const MOST = 100;

	public function __construct( protected readonly Client $client ) {}

	/** Returns the message for data that could not be read; the reason follows. */
	abstract protected function unread(): string;

	/**
	 * Reads data from the service.
	 *
	 * @param array<string, mixed> $query
	 * @return list<array<string, mixed>>|WP_Error|null
	 */
	abstract protected function read( array $query ): array|WP_Error|null;

	/**
	 * Returns the entries of an export.
	 *
	 * @param list<array<string, mixed>> $found Data of the service.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	abstract protected function entries( array $found, string $email ): array|WP_Error;

	final public function export( string $email, int $page = 1 ): array|WP_Error {
		if ( ! $this->client->is_configured() ) {
			return self::page( array() );
		}
		$user    = get_user_by( 'email', $email );
		$people  = array( static::PERSON . '_email' => $email );
		$people += $user ? array( static::PERSON . '_user_id' => $user->ID ) : array();
		$found   = array();
		$is_last = true;
		foreach ( $people as $name => $value ) {
			$some = $this->read(
				array(
					$name   => $value,
					'skip'  => static::MOST * ( $page - 1 ),
					'limit' => static::MOST,
				)
			);
			if ( ! is_array( $some ) ) {
				return $this->failed( $some );
			}
			$found  += array_column( $some, null, 'id' );
			$is_last = $is_last && count( $some ) < static::MOST;
		}
		$data = $this->entries( array_values( $found ), $email );
		return is_wp_error( $data ) ? $this->failed( $data ) : self::page( $data, $is_last );
	}

	/**
	 * Checks whether a recipient of a promise reads the mails to an address. Returns an error if the service does not
	 * answer: the export must neither contain the promise, nor omit it.
	 *
	 * @param array<string, mixed> $promise With `registry_id`, and with `item_id` if its wish is on a list.
	 */
	final protected static function is_received( array $promise, string $email ): bool|WP_Error {
		$recipients = RecipientMailboxes::of_promise( $promise );
		return $recipients->are_known() ? $recipients->contain( $email ) : ApiError::not_the_service( 503 );
	}

	/**
	 * Returns the list of a promise if it is open to the person with this address.
	 *
	 * @param array<string, mixed> $promise As the service has returned it for the person.
	 */
	final protected static function list_of( array $promise, string $email ): ?OpenedList {
		$user     = get_user_by( 'email', $email );
		$registry = Registries::with_id( $promise['registry_id'] );
		return null === $registry ? null : PromiseWays::list_of(
			$promise,
			WayIn::of_member( $user->ID ?? 0 ),
			WayIn::of_mailbox( $registry, $email )
		);
	}

	private function failed( ?WP_Error $reason ): WP_Error {
		return new WP_Error( self::UNREAD, trim( "{$this->unread()} {$reason?->get_error_message()}" ) );
	}
}
