<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Generator;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Records\Records;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Proposals to be a co-owner or keeper of a registry (rules: Co-owners and keepers). The named person has no role until
 * they accept. Only this person, and people who may change the registry, see a proposal. Nothing in this class depends
 * on whether an e-mail address has an account. A registry of null is new; a key is the meta key of the list that the
 * person would join.
 */
final class Proposals {

	/** Code of the error if a user has no proposal, or the owner has just withdrawn it. */
	public const MISSING = 'largesse_no_proposal';

	private const A_DAY = 20;

	/** @return list<string> Entries of people who have not answered yet. */
	public static function entries_of( WP_Post $registry, string $key ): array {
		return Roles::entries_of( $registry, RegistryMeta::PROPOSED[ $key ] );
	}

	/** @return Generator<int, WP_Post> Registries with a proposal to a user, except in the trash, newest first. */
	public static function to( WP_User $user ): Generator {
		foreach ( Memberships::naming( $user, array_values( RegistryMeta::PROPOSED ) ) as $registry ) {
			if ( 'trash' !== $registry->post_status ) {
				yield $registry;
			}
		}
	}

	/**
	 * Returns the entries that name a user, by key. The keepers come first, because an owner cannot become a keeper.
	 *
	 * @return array<string, non-empty-list<string>>
	 */
	public static function entries_for( WP_Post $registry, WP_User $user ): array {
		$entries = array();
		foreach ( array( RegistryMeta::KEEPERS, RegistryMeta::OWNERS ) as $key ) {
			$entries[ $key ] = Roles::entries_for( $user, $registry, RegistryMeta::PROPOSED[ $key ] );
		}
		return array_filter( $entries );
	}

	/**
	 * Checks whether a person need not accept a role: they already have it, or they are the current user. Also true for
	 * an owner who becomes a keeper. Only administrators can make this change, and the owner has accepted the list.
	 */
	public static function is_unneeded( ?WP_Post $registry, string $key, string $entry ): bool {
		$normal = PeopleEntries::normalize( $entry );
		return Roles::is_user( $entry, wp_get_current_user() )

				|| (
					null !== $registry
					&& in_array( $normal, array_map( PeopleEntries::normalize( ... ), Roles::entries_of( $registry, $key ) ), true )
				)
			|| ( null !== $registry && RegistryMeta::KEEPERS === $key && Roles::of( $registry )->names_an_owner( $entry ) );
	}

	/**
	 * Returns the people who have no proposal for a role yet.
	 *
	 * @param array<string, list<string>> $people
	 * @return list<string> People who have no proposal for a role yet, each once.
	 */
	public static function new_people( ?WP_Post $registry, array $people ): array {
		$new = array();
		foreach ( $people as $key => $entries ) {
			$known = null === $registry
				? array()
				: array( ...self::entries_of( $registry, $key ), ...Roles::entries_of( $registry, $key ) );
			$new   = array( ...$new, ...PeopleEntries::without( $entries, $known ) );
		}
		return PeopleEntries::unique( $new );
	}

	/** Returns an error if the current user would name too many people today; null otherwise. */
	public static function limit_error( int $number ): ?WP_Error {
		return $number > self::limit()->remaining() ? self::too_many() : null;
	}

	/**
	 * Asks people to be co-owners or keepers. Announces only new proposals. People who already have the role get none.
	 *
	 * @param array<string, list<string>> $people
	 * @param bool                        $replaces Whether proposals of the same lists to other people are withdrawn.
	 */
	public static function ask( WP_Post $registry, array $people, bool $replaces = false ): ?WP_Error {
		$new = self::new_people( $registry, $people );
		if ( self::limit()->take( count( $new ) ) > 0 ) {
			return self::too_many();
		}
		foreach ( $people as $key => $entries ) {
			$joined  = Roles::entries_of( $registry, $key );
			$changed = PeopleLists::change(
				$registry->ID,
				RegistryMeta::PROPOSED[ $key ],
				static function ( array $stored ) use ( $key, $entries, $joined, $replaces ): array|WP_Error {
					$all = PeopleEntries::unique(
						PeopleEntries::without( $replaces ? $entries : array( ...$stored, ...$entries ), $joined )
					);
					return count( $all ) > max( PeopleLists::MOST[ $key ] - count( $joined ), count( $stored ) )
						? PeopleLists::full( $key )
						: $all;
				}
			);
			if ( is_wp_error( $changed ) ) {
				self::limit()->give_back( count( $new ) );
				return $changed;
			}
		}
		if ( $new ) {
			/**
			 * Fires when people were asked to be co-owners or keepers of a registry.
			 *
			 * @param int          $registry_id Id of the registry.
			 * @param list<string> $entries     User names and e-mail addresses.
			 */
			do_action( 'largesse_proposed', $registry->ID, $new );
		}
		return null;
	}

	/**
	 * Adds a user to all lists of a registry for which the user has a proposal. If the user already has a role, a repeated
	 * answer changes nothing. If a list cannot be changed now, its proposal stays.
	 *
	 * @return WP_Error|null An error if the user has not received all roles.
	 */
	public static function accept( WP_Post $registry, WP_User $user ): ?WP_Error {
		// If the answer arrives twice at once, the second request waits, and then finds the role.
		return Records::locked(
			"proposals_{$registry->ID}",
			static fn (): ?WP_Error => self::accept_now( $registry, $user )
		);
	}

	private static function accept_now( WP_Post $registry, WP_User $user ): ?WP_Error {
		wp_cache_delete( $registry->ID, 'post_meta' );
		$error = self::missing();
		foreach ( self::entries_for( $registry, $user ) as $key => $entries ) {
			// The owner may withdraw the proposal at the same time.
			if ( ! self::remove( $registry, $key, $entries ) ) {
				continue;
			}
			$added = RegistryMeta::KEEPERS === $key && Roles::of( $registry )->is_recipient( $user )
				? PeopleLists::keeper_is_owner()
				: PeopleLists::put( $registry, $key, $entries[0] );
			if ( is_wp_error( $added ) ) {
				if ( PeopleLists::KEEPER_IS_OWNER !== $added->get_error_code() ) {
					PeopleLists::change(
						$registry->ID,
						RegistryMeta::PROPOSED[ $key ],
						static fn ( array $stored ): array => PeopleEntries::unique( array( ...$stored, ...$entries ) )
					);
				}
				return $added;
			}
			$error = null;
		}
		return null !== $error && self::has_role( $registry, $user ) ? null : $error;
	}

	/**
	 * Removes all proposals of a registry to a user. A repeated answer changes nothing.
	 *
	 * @return WP_Error|null An error if there are no proposals, and the user has a role.
	 */
	public static function decline( WP_Post $registry, WP_User $user ): ?WP_Error {
		$proposals = self::entries_for( $registry, $user );
		if ( ! $proposals && self::has_role( $registry, $user ) ) {
			return self::missing();
		}
		foreach ( $proposals as $key => $entries ) {
			self::remove( $registry, $key, $entries );
		}
		return null;
	}

	private static function missing(): WP_Error {
		return new WP_Error( self::MISSING, __( 'Nobody asks you for this any more.', 'largesse' ) );
	}

	private static function has_role( WP_Post $registry, WP_User $user ): bool {
		$roles = Roles::of( $registry );
		return $roles->is_owner( $user ) || $roles->is_keeper( $user );
	}

	/** Removes proposals; returns whether there was one. @param list<string> $entries Entries of the person. */
	private static function remove( WP_Post $registry, string $key, array $entries ): bool {
		$changed = ( new StoredList( $registry->ID, RegistryMeta::PROPOSED[ $key ] ) )->change(
			static fn ( array $stored ): array => PeopleEntries::without(
				array_values( array_filter( $stored, 'is_string' ) ),
				$entries
			)
		);
		return ! is_wp_error( $changed ) && $changed[1];
	}

	private static function too_many(): WP_Error {
		/* translators: %d: a number of people. */
		return new WP_Error( 'largesse_many_proposals', sprintf( __( 'You can ask at most %d people a day to help you. Try again tomorrow.', 'largesse' ), self::A_DAY ), array( 'status' => 422 ) );
	}

	private static function limit(): RateLimit {
		return new RateLimit( 'proposals of ' . get_current_user_id(), self::A_DAY, DAY_IN_SECONDS );
	}
}
