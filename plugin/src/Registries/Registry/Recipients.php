<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Http\Body;
use Largesse\Services;
use WP_Post;
use WP_REST_Response;
use WP_User;

/**
 * Finds the recipients of a wish, in every state of its lists: published, draft, in the trash, or deleted
 * (architecture: Who sees what). The service knows the lists of a wish, and this site the people of a list. So each
 * answer takes one request to the service; users without lists take none.
 */
final class Recipients {

	/** Field of `answer()`: ids of lists. */
	public const LISTS = 'registries';

	/**
	 * Returns the wishes of a list that a user receives through other lists; null if the service does not answer.
	 *
	 * @return list<int>|null Ids of items.
	 */
	public static function items_on( WP_Post $registry, WP_User $user ): ?array {
		if ( ! self::has_lists( $user ) ) {
			return array();
		}
		$places = Services::get( Store::class )->items->places( array( 'registry_ids' => array( $registry->ID ) ) );
		if ( null === $places ) {
			return null;
		}
		$others   = array_diff( array_unique( array_merge( ...array_values( $places ) ) ), array( $registry->ID ) );
		$received = self::received_among( $others, $user );
		return array_keys(
			array_filter( $places, static fn ( array $lists ): bool => array() !== array_intersect( $lists, $received ) )
		);
	}

	/**
	 * Checks whether a user receives a wish. Without an answer of the service: yes.
	 *
	 * @param int $registry_id A list on which the wish was.
	 */
	public static function receives( int $item_id, int $registry_id, WP_User $user ): bool {
		if ( ! self::has_lists( $user ) ) {
			return false;
		}
		$lists = self::lists_of( $item_id );
		return null === $lists || array() !== self::received_among( array( $registry_id, ...$lists ), $user );
	}

	/**
	 * Returns the e-mail addresses of everybody who receives a wish; null if the service does not answer.
	 *
	 * @param int $registry_id A list on which the wish was.
	 * @return list<string>|null
	 */
	public static function addresses( int $item_id, int $registry_id ): ?array {
		$lists = self::lists_of( $item_id );
		if ( null === $lists ) {
			return null;
		}
		$lists = array_unique( array( $registry_id, ...$lists ) );
		_prime_post_caches( $lists, false );
		$addresses = array();
		foreach ( $lists as $id ) {
			$list      = Registries::with_id( $id );
			$addresses = array(
				...$addresses,
				...( $list ? Roles::of( $list )->addresses_of_recipients() : FormerRecipients::addresses( $id ) ),
			);
		}
		return array_values( array_unique( $addresses ) );
	}

	/** Answers those of some lists whose gifts the caller receives. The service sends this request. */
	public static function answer( Body $body ): WP_REST_Response {
		return new WP_REST_Response(
			array( 'received' => self::received_among( $body->ids( self::LISTS ), wp_get_current_user() ) )
		);
	}

	/**
	 * Returns those of some lists, which may be deleted, whose gifts a user receives.
	 *
	 * @param array<int> $lists Ids of lists.
	 * @return list<int>
	 */
	private static function received_among( array $lists, WP_User $user ): array {
		_prime_post_caches( $lists, false );
		$former      = FormerRecipients::lists_of( $user );
		$is_received = static function ( int $id ) use ( $user, $former ): bool {
			$list = Registries::with_id( $id );
			return $list ? Roles::of( $list )->is_recipient( $user ) : in_array( $id, $former, true );
		};
		return array_values( array_filter( $lists, $is_received ) );
	}

	/** @return list<int>|null Ids of all lists of a wish; null if the service does not answer. */
	private static function lists_of( int $item_id ): ?array {
		if ( 0 === $item_id ) {
			return array();
		}
		$places = Services::get( Store::class )->items->places( array( 'ids' => array( $item_id ) ) );
		return null === $places ? null : $places[ $item_id ] ?? array();
	}

	/** Checks whether a user owns or owned a list. All others receive nothing. */
	private static function has_lists( WP_User $user ): bool {
		return $user->exists()
			&& ( Memberships::is_owner_of_any( $user ) || array() !== FormerRecipients::lists_of( $user ) );
	}
}
