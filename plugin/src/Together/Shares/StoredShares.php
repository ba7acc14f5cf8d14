<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Foundation\Format\Price;
use Largesse\Promises\Giving\GiverPromises;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Place;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/** Reads and changes the shares of a registry in the service. Only givers change a share (OwnShare). */
final class StoredShares {

	public function __construct(
		private readonly Client $client,
		private readonly Purchases $purchases
	) {}

	/** @return list<array<string, mixed>>|WP_Error All shares, even secret ones, and of other lists with the same wishes. */
	public function all( WP_Post $registry ): array|WP_Error {
		return $this->of_registry( $registry->ID );
	}

	/** @return list<array<string, mixed>>|WP_Error As `all()`, of a registry that may be deleted. */
	public function of_registry( int $registry_id, int $timeout = Client::TIMEOUT_S ): array|WP_Error {
		return $this->matching( array( 'registry_id' => $registry_id ), $this->client->with_timeout( $timeout ) );
	}

	/** Returns the amount of a share as text, in the currency that the wish had when the share was made. */
	public static function amount( array $share ): string {
		return Price::amount( (float) $share['amount'], array( 'currency' => $share['item_currency'] ) );
	}

	/** @return array<int, array<string, mixed>>|WP_Error Wishes of shares by id, without removed ones. */
	public function items_of( array $shares, int $timeout ): array|WP_Error {
		return array() === $shares ? array() : $this->purchases->with_timeout( $timeout )->items_of( $shares );
	}

	/**
	 * @param list<string> $own Ids of the reader's shares. All shares of their wishes then have notes.
	 * @return list<array<string, mixed>>|WP_Error Shares that the visitor sees on a list, as the service decides.
	 */
	public function seen_in( OpenedList $list, array $own = array() ): array|WP_Error {
		$place = Place::of( $list->registry );
		$notes = array() === $own ? array() : array( 'own_shares' => array_slice( $own, 0, Rules::MAX_SHARES ) );
		return $place->read(
			Surprise::of( $place->registry )->shows_names(),
			fn ( array $reader ): array|WP_Error => $this->seen_by( $reader + $notes )
		);
	}

	/**
	 * @param array<string, mixed> $reader As in the filter `largesse_visible_parts`.
	 * @return list<array<string, mixed>>|WP_Error Shares that a reader sees, as the service decides.
	 */
	public function seen_by( array $reader ): array|WP_Error {
		return $this->matching( $reader );
	}

	/**
	 * @param array{giver_user_id: int}|array{giver_email: string} $giver
	 * @param int                                                  $timeout In seconds.
	 * @return list<array<string, mixed>>|WP_Error A giver's shares, on all lists.
	 */
	public function of_giver( array $giver, int $timeout ): array|WP_Error {
		return $this->matching( $giver, $this->client->with_timeout( $timeout ) );
	}

	private function matching( array $query, ?Client $client = null ): array|WP_Error {
		$shares = ( $client ?? $this->client )->list_shares( $query + array( 'limit' => Rules::MAX_SHARES ) );
		return is_array( $shares ) || is_wp_error( $shares ) ? $shares : ApiError::not_the_service();
	}

	/** @return array<string, mixed>|WP_Error|null A share of a registry, which may be deleted; null if there is none. */
	public function find( int $registry_id, string $id ): array|WP_Error|null {
		$shares = $this->of_registry( $registry_id );
		return is_wp_error( $shares ) ? $shares : array_column( $shares, null, 'id' )[ $id ] ?? null;
	}

	/** Creates or changes a share, which is secret while gifts are a surprise. 404: the wish has just been removed. */
	public function put( WP_Post $registry, string $id, array $fields, array $expected ): mixed {
		$fields += isset( $fields['secret'] ) ? array() : Surprise::of( $registry )->fields_of_promise();
		$answer  = $this->client->put_share( $registry->ID, $id, $fields, $expected ) ?? ApiError::of( '', 404 );
		$share   = ApiError::data_or_error( $answer );
		// Another list of the wish may make the share secret (rules: Appearances), so the service's answer counts.
		return $this->after_change(
			$registry->ID,
			is_array( $share ) ? (bool) $share['is_secret'] : (bool) $fields['secret'],
			$answer
		);
	}

	/** Changes fields of a share, unless it has changed since it was read. */
	public function change( WP_Post $registry, OwnShare $own, array $fields ): mixed {
		$share = $own->share;
		$whole = array_intersect_key(
			$share,
			array_flip( array( 'item_id', 'amount', 'giver_user_id', 'giver_name', 'giver_email', 'ends_at', 'note' ) )
		) + array( 'secret' => $share['is_secret'] );
		return $this->put( $registry, $share['id'], $fields + $whole, array( 'updated_at' => $share['updated_at'] ) );
	}

	/** Deletes a share that its giver takes back, as `end()` does. */
	public function take_back( int $registry_id, OwnShare $own ): mixed {
		return $this->end( $registry_id, $own->share );
	}

	/**
	 * Deletes a share of a registry, which may be deleted, unless it has changed: a keeper releases it, or another guest
	 * gives the whole wish. Returns null if it no longer exists.
	 */
	public function end( int $registry_id, array $share ): mixed {
		$answer = $this->client->delete_share( $registry_id, $share['id'], array( 'updated_at' => $share['updated_at'] ) );
		if ( ! is_wp_error( $answer ) ) {
			GiverPromises::tell_end( $share );
		}
		// Pages of the list that now has the wish show the sum, too.
		return $this->after_change( Appearances::list_of( $share )->ID ?? $registry_id, $share['is_secret'], $answer );
	}

	/** Checks whether the service has refused a change because another guest was faster. */
	public static function is_too_late( WP_Error $answer ): bool {
		return in_array( ApiError::status( $answer ), array( 404, 409, 412, 422 ), true );
	}

	/** Makes the next read of wishes ask the service again. Reports a change if the public page shows it. */
	private function after_change( int $registry_id, bool $is_secret, mixed $answer ): mixed {
		$this->purchases->after_gift( $registry_id, ! is_wp_error( $answer ) && ! $is_secret );
		return $answer;
	}
}
