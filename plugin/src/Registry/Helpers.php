<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Api\Rules;
use WP_Error;
use WP_Post;

/**
 * Changes the lists of those who help with a registry: its co-owners and keepers. Callers check who may do that.
 */
final class Helpers {

	/** Code of the error where an owner is to be made a keeper. */
	public const IS_OWNER = 'largesse_keeper_is_owner';

	/** Most entries of each list. */
	private const MOST = array(
		RegistryMeta::OWNERS  => Rules::MAX_CO_OWNERS,
		RegistryMeta::KEEPERS => Rules::MAX_KEEPERS,
	);

	/**
	 * Puts somebody on a list; whoever is on it stays as they are written there.
	 *
	 * @param string $key   Meta key of the list.
	 * @param string $entry User name or e-mail address.
	 * @return true|WP_Error
	 */
	public static function add( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		$problem = Invitees::problem_of( array( $entry ) );
		if ( null !== $problem ) {
			return $problem;
		}
		$is_full = false;
		$changed = self::change(
			$registry,
			$key,
			static function ( array $stored ) use ( $key, $entry, &$is_full ): array {
				$all     = Invitees::each_once( array( ...$stored, $entry ) );
				$is_full = count( $all ) > max( self::MOST[ $key ], count( $stored ) );
				return $is_full ? $stored : $all;
			}
		);
		/* translators: %d: a number of people. */
		return $is_full ? new WP_Error( 'largesse_too_many', sprintf( __( 'There can be at most %d.', 'largesse' ), self::MOST[ $key ] ) ) : $changed;
	}

	/**
	 * Takes somebody off a list, however they are written.
	 *
	 * @param string $key   Meta key of the list.
	 * @param string $entry User name or e-mail address.
	 * @return true|WP_Error
	 */
	public static function remove( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		$gone = Invitees::normalize( $entry );
		return self::change( $registry, $key, static fn ( array $stored ) => array_values( array_filter( $stored, static fn ( string $one ) => Invitees::normalize( $one ) !== $gone ) ) );
	}

	/**
	 * Writes somebody differently on a list, where they are on it.
	 *
	 * @param string $key Meta key of the list.
	 * @param string $old The entry so far.
	 * @param string $now The entry from now on.
	 * @return true|WP_Error
	 */
	public static function rename( WP_Post $registry, string $key, string $old, string $now ): bool|WP_Error {
		$was = Invitees::normalize( $old );
		return self::change( $registry, $key, static fn ( array $stored ) => Invitees::each_once( array_map( static fn ( string $one ) => Invitees::normalize( $one ) === $was ? $now : $one, $stored ) ) );
	}

	/**
	 * Returns the error where one of the keepers who are new is an owner; null for none. An owner can be made a keeper only
	 * when the registry is made; who is a keeper already may become a co-owner.
	 *
	 * @param array<mixed> $entries The keepers as they are to be.
	 */
	public static function problem_of_keepers( WP_Post $registry, array $entries ): ?WP_Error {
		$people = People::of( $registry );
		$known  = array_map( Invitees::normalize( ... ), Invitees::entries_of( $registry, RegistryMeta::KEEPERS ) );
		foreach ( array_filter( $entries, 'is_string' ) as $entry ) {
			if ( ! in_array( Invitees::normalize( $entry ), $known, true ) && $people->names_an_owner( $entry ) ) {
				return new WP_Error( self::IS_OWNER, __( 'An owner cannot be made a keeper: they would see what is a secret. That can only be chosen when a registry is made.', 'largesse' ), array( 'status' => 422 ) );
			}
		}
		return null;
	}

	/**
	 * Changes a list.
	 *
	 * @param string                               $key    Meta key of the list.
	 * @param callable(list<string>): list<string> $change Makes the new list.
	 * @return true|WP_Error
	 */
	private static function change( WP_Post $registry, string $key, callable $change ): bool|WP_Error {
		$changed = ( new StoredList( $registry->ID, $key ) )->change( static fn ( array $stored ) => $change( array_values( array_filter( $stored, 'is_string' ) ) ) );
		return null === $changed ? new WP_Error( 'largesse_invitees', __( 'The registry is being changed by too many people at once.', 'largesse' ) ) : true;
	}
}
