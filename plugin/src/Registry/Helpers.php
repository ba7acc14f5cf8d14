<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Changes the lists of those who help with a registry: its co-owners and keepers. Callers check who may do that, and see
 * to it that nobody reads the list of members by guessing (MemberNames).
 *
 * Whether an e-mail address belongs to somebody with an account is told to nobody; that a user name does not exist is:
 * a misspelled name would share the registry with nobody.
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
	 * Makes somebody a co-owner or a keeper; whoever is one stays as they are written. On a list for a child, nothing is
	 * kept from a co-owner.
	 *
	 * @param string $key   Meta key of the list.
	 * @param string $entry User name or e-mail address.
	 * @return true|WP_Error
	 */
	public static function add( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		$problem = Invitees::problem_of( array( $entry ) ) ?? self::problem( $registry, $key, $entry );
		if ( null !== $problem ) {
			return $problem;
		}
		$people = People::of( $registry );
		if ( RegistryMeta::OWNERS === $key && $people->is_for_child() && ! $people->names_an_owner( $entry ) ) {
			// First: an owner could not become a keeper.
			$kept = self::put( $registry, RegistryMeta::KEEPERS, $entry );
			if ( is_wp_error( $kept ) ) {
				return $kept;
			}
		}
		return self::put( $registry, $key, $entry );
	}

	/**
	 * Returns why somebody cannot be put on a list; null for no reason.
	 *
	 * @param string $key   Meta key of the list.
	 * @param string $entry User name or e-mail address.
	 */
	private static function problem( WP_Post $registry, string $key, string $entry ): ?WP_Error {
		$people     = People::of( $registry );
		$is_address = str_contains( $entry, '@' );
		$user       = $is_address ? null : People::user( $entry );
		if ( null === $user && ! $is_address ) {
			/* translators: %s: a user name. */
			return new WP_Error( 'largesse_nobody', str_replace( '%s', $entry, __( 'Nobody on this site has the user name “%s”. Check how it is written, or enter an e-mail address.', 'largesse' ) ) );
		}
		if ( RegistryMeta::OWNERS === $key ) {
			return null !== $user && $people->is_author( $user ) ? new WP_Error( 'largesse_is_author', __( 'The registry is theirs already.', 'largesse' ) ) : null;
		}
		// Owners are asked about before administrators: they are often one person.
		return current_user_can( 'edit_others_registries' ) && ! $people->is_owner() ? null : self::problem_of_keepers( $registry, array( $entry ) );
	}

	/**
	 * Puts somebody on a list.
	 *
	 * @param string $key   Meta key of the list.
	 * @param string $entry User name or e-mail address.
	 * @return true|WP_Error
	 */
	private static function put( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		$is_full = false;
		$changed = self::change(
			$registry,
			$key,
			static function ( array $stored ) use ( $key, $entry, &$is_full ): array {
				$all     = PeopleList::each_once( array( ...$stored, $entry ) );
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
		return self::change( $registry, $key, static fn ( array $stored ) => PeopleList::without( $stored, array( $entry ) ) );
	}

	/**
	 * Writes somebody differently on a list if they are on it.
	 *
	 * @param string $key Meta key of the list.
	 * @param string $old The entry so far.
	 * @param string $now The entry from now on.
	 * @return true|WP_Error
	 */
	public static function rename( WP_Post $registry, string $key, string $old, string $now ): bool|WP_Error {
		$was = PeopleList::normalize( $old );
		return self::change( $registry, $key, static fn ( array $stored ) => PeopleList::each_once( array_map( static fn ( string $one ) => PeopleList::normalize( $one ) === $was ? $now : $one, $stored ) ) );
	}

	/**
	 * Returns the error where one of the keepers who are new is an owner; null for none. An owner can be made a keeper only
	 * when the registry is made; who is a keeper already may become a co-owner.
	 *
	 * @param array<mixed> $entries The keepers as they are to be.
	 */
	public static function problem_of_keepers( WP_Post $registry, array $entries ): ?WP_Error {
		$people = People::of( $registry );
		$known  = array_map( PeopleList::normalize( ... ), Invitees::entries_of( $registry, RegistryMeta::KEEPERS ) );
		foreach ( array_filter( $entries, 'is_string' ) as $entry ) {
			if ( ! in_array( PeopleList::normalize( $entry ), $known, true ) && $people->names_an_owner( $entry ) ) {
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
