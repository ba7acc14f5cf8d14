<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Http\FieldError;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Changes the lists of co-owners, keepers and invitees.
 */
final class PeopleLists {

	/**
	 * Invites people; either all of them, or nobody. Anyone who is invited already keeps the first spelling.
	 *
	 * @param list<string> $entries User names and e-mail addresses.
	 * @return int|WP_Error Number of people who were not invited before.
	 */
	public function invite( int $registry_id, array $entries ): int|WP_Error {
		$problem = ListedPeople::problem_of( $entries );
		if ( null !== $problem ) {
			return $problem;
		}
		$added   = 0;
		$is_full = false;
		$changed = $this->change_invitees(
			$registry_id,
			static function ( array $invited ) use ( $entries, &$added, &$is_full ): array {
				$all     = PeopleEntries::unique( array_merge( $invited, $entries ) );
				$added   = count( $all ) - count( $invited );
				$is_full = $added > 0 && count( $all ) > Rules::MAX_INVITEES;
				return $is_full ? $invited : $all;
			}
		);
		if ( $is_full ) {
			/* translators: %d: a number of people. */
			return ( new FieldError( 'invitees_full', sprintf( __( 'A registry has at most %d invitees.', 'largesse' ), Rules::MAX_INVITEES ), Rules::MAX_INVITEES ) )->refusal( 'largesse_invitees' );
		}
		if ( is_wp_error( $changed ) ) {
			return $changed;
		}
		if ( $added > 0 ) {
			/**
			 * Fires when people were invited on the site.
			 *
			 * @param int          $registry_id Id of the registry.
			 * @param list<string> $entries     User names and e-mail addresses, including earlier entries of the list.
			 */
			do_action( 'largesse_invited', $registry_id, $entries );
		}
		return max( 0, $added );
	}

	/**
	 * Withdraws invitations; case and spaces of the entries do not matter.
	 *
	 * @param list<string> $entries User names and e-mail addresses.
	 * @return true|WP_Error
	 */
	public function uninvite( int $registry_id, array $entries ): bool|WP_Error {
		$changed = $this->change_invitees( $registry_id, static fn ( array $invited ) => PeopleEntries::without( $invited, $entries ) );
		if ( true === $changed ) {
			/**
			 * Fires when invitations were taken back on the site.
			 *
			 * @param int          $registry_id Id of the registry.
			 * @param list<string> $entries     User names and e-mail addresses that are no longer on the list.
			 */
			do_action( 'largesse_uninvited', $registry_id, $entries );
		}
		return $changed;
	}

	/**
	 * Adds a co-owner or a keeper. An existing entry keeps its spelling.
	 *
	 * @param string $key   RegistryMeta::OWNERS or RegistryMeta::KEEPERS.
	 * @param string $entry User name or e-mail address.
	 * @return true|WP_Error
	 */
	public function add_helper( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		return Helpers::add( $registry, $key, $entry );
	}

	/**
	 * Removes a person from the list of co-owners, keepers or invitees; case and spaces of the entry do not matter.
	 *
	 * @param string $key   One of RegistryMeta::PEOPLE.
	 * @param string $entry User name or e-mail address.
	 * @return true|WP_Error
	 */
	public function remove_person( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		return Helpers::remove( $registry, $key, $entry );
	}

	/**
	 * Changes the entry of a co-owner or keeper.
	 *
	 * @param string $key RegistryMeta::OWNERS or RegistryMeta::KEEPERS.
	 * @param string $old The entry so far.
	 * @param string $now The entry from now on.
	 * @return true|WP_Error
	 */
	public function rename_helper( WP_Post $registry, string $key, string $old, string $now ): bool|WP_Error {
		return Helpers::rename( $registry, $key, $old, $now );
	}

	/**
	 * Changes the list of invitees.
	 *
	 * @param callable(list<string>): list<string> $change Makes the new list.
	 * @return true|WP_Error
	 */
	private function change_invitees( int $registry_id, callable $change ): bool|WP_Error {
		$changed = ( new StoredList( $registry_id, RegistryMeta::INVITEES ) )->change(
			static fn ( array $stored ) => $change( array_values( array_filter( $stored, 'is_string' ) ) )
		);
		return null === $changed ? new WP_Error( 'largesse_invitees', __( 'Too many people are changing this registry at once. Please try again.', 'largesse' ), array( 'rule' => 'busy' ) ) : true;
	}
}
