<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Changes the lists of co-owners, keepers and invitees. Callers must check permissions, and must limit how often a user
 * can guess names of members (see MemberNames). An entry is a user name or an e-mail address; a key is the meta key of
 * the list.
 *
 * No error reveals whether an e-mail address has an account. An unknown user name of a co-owner or keeper is an error,
 * because a misspelled name would give access to nobody.
 *
 * Also updates the lists when users change. Deleted users are removed, because someone else may take their user name.
 * If co-owners or keepers change their e-mail address, their entries get the new address. An invitation stays with the
 * invited address. All co-owners and keepers have accepted with an account. So if an account has the address of an
 * entry, the entry belongs to this account, even if the user has not confirmed the address. The entry must not remain
 * when the account gives up the address. Otherwise, the next person with this address would have a role without
 * accepting it.
 */
final class PeopleLists {

	/** Code of the error for an invalid or refused entry. */
	private const INVALID = 'largesse_invitees';

	/** Code of the error if an owner would become a keeper. */
	public const KEEPER_IS_OWNER = 'largesse_keeper_is_owner';

	/** Maximum numbers of co-owners and of keepers. */
	public const MOST = array(
		RegistryMeta::OWNERS  => Rules::MAX_CO_OWNERS,
		RegistryMeta::KEEPERS => Rules::MAX_KEEPERS,
	);

	/**
	 * Invites all people, or nobody if one entry is invalid or the list would be too long. If a person is already
	 * invited, the existing entry stays unchanged.
	 *
	 * @param list<string> $entries User names and e-mail addresses.
	 * @return int|WP_Error Number of people who were not invited before.
	 */
	public function invite( int $registry_id, array $entries ): int|WP_Error {
		$problem = self::problem_of( $entries );
		if ( null !== $problem ) {
			return $problem;
		}
		$added   = 0;
		$changed = self::change(
			$registry_id,
			RegistryMeta::INVITEES,
			static function ( array $invited ) use ( $entries, &$added ): array|WP_Error {
				$all   = PeopleEntries::unique( array_merge( $invited, $entries ) );
				$added = count( $all ) - count( $invited );
				/* translators: %d: a number of people. */
				return $added <= 0 || count( $all ) <= Rules::MAX_INVITEES ? $all : ( new FieldError( 'invitees_full', sprintf( __( 'A registry has at most %d invitees.', 'largesse' ), Rules::MAX_INVITEES ), Rules::MAX_INVITEES ) )->refusal( self::INVALID );
			}
		);
		if ( is_wp_error( $changed ) ) {
			return $changed;
		}
		if ( $added > 0 ) {
			/**
			 * Fires when people were invited on the site.
			 *
			 * @param int          $registry_id Id of the registry.
			 * @param list<string> $entries     User names and e-mail addresses; some may already have been invited.
			 */
			do_action( 'largesse_invited', $registry_id, $entries );
		}
		return max( 0, $added );
	}

	/** Withdraws invitations. Case and surrounding spaces of the entries are ignored. @return true|WP_Error */
	public function uninvite( int $registry_id, array $entries ): bool|WP_Error {
		$changed = self::change(
			$registry_id,
			RegistryMeta::INVITEES,
			static fn ( array $invited ) => PeopleEntries::without( $invited, $entries )
		);
		if ( true === $changed ) {
			/**
			 * Fires when invitations were withdrawn on the site.
			 *
			 * @param int          $registry_id Id of the registry.
			 * @param list<string> $entries     User names and e-mail addresses.
			 */
			do_action( 'largesse_uninvited', $registry_id, $entries );
		}
		return $changed;
	}

	/**
	 * Asks a person to be a co-owner or a keeper. An existing entry keeps its spelling. A new co-owner of a child's list
	 * also becomes a keeper, and sees all gifts. The person has the role after they have accepted (see Proposals). Users
	 * who add themselves have it at once.
	 *
	 * @return true|WP_Error
	 */
	public function add_helper( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		$problem = self::problem_of( array( $entry ) ) ?? self::problem_of_helper( $registry, $key, $entry );
		if ( null !== $problem ) {
			return $problem;
		}
		$people = Roles::of( $registry );
		// Add the keeper first, because an owner cannot become a keeper.
		$keys = RegistryMeta::OWNERS === $key && $people->is_for_child() && ! $people->names_an_owner( $entry )
			? array( RegistryMeta::KEEPERS, $key )
			: array( $key );
		if ( ! Proposals::is_unneeded( $registry, $key, $entry ) ) {
			return Proposals::ask( $registry, array_fill_keys( $keys, array( $entry ) ) ) ?? true;
		}
		foreach ( $keys as $one ) {
			$added = self::put( $registry, $one, $entry );
			if ( is_wp_error( $added ) ) {
				return $added;
			}
		}
		return true;
	}

	/**
	 * Removes a person from a list, and withdraws a proposal. Case and surrounding spaces of the entry are ignored.
	 *
	 * @return true|WP_Error
	 */
	public function remove_person( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		$without = static fn ( array $stored ) => PeopleEntries::without( $stored, array( $entry ) );
		// Withdraw the proposal first. Otherwise, the person could accept it after the list was changed.
		$withdrawn = isset( RegistryMeta::PROPOSED[ $key ] )
			? self::change( $registry->ID, RegistryMeta::PROPOSED[ $key ], $without )
			: true;
		return is_wp_error( $withdrawn ) ? $withdrawn : self::change( $registry->ID, $key, $without );
	}

	/**
	 * Returns an error if a new keeper is an owner of the registry; null otherwise. Owners can become keepers only when
	 * the registry is created. Keepers may become co-owners at any time.
	 */
	public static function problem_of_keepers( WP_Post $registry, array $entries ): ?WP_Error {
		$people = Roles::of( $registry );
		$known  = array_map( PeopleEntries::normalize( ... ), Roles::entries_of( $registry, RegistryMeta::KEEPERS ) );
		foreach ( array_filter( $entries, 'is_string' ) as $entry ) {
			if ( ! in_array( PeopleEntries::normalize( $entry ), $known, true ) && $people->names_an_owner( $entry ) ) {
				return self::keeper_is_owner();
			}
		}
		return null;
	}

	/** Returns the error that an owner cannot become a keeper. */
	public static function keeper_is_owner(): WP_Error {
		return new WP_Error( self::KEEPER_IS_OWNER, __( 'An owner of an existing registry cannot become a keeper, because keepers see all surprises. Owners can be keepers only if you choose this when you create the registry.', 'largesse' ), array( 'status' => 422 ) );
	}

	/** Returns an error if an entry is invalid; null otherwise. @param list<string> $entries Entries to check. */
	private static function problem_of( array $entries ): ?WP_Error {
		foreach ( $entries as $entry ) {
			$rule = FieldRules::problem( 'invitee', FieldRules::trim( $entry ) );
			if ( null !== $rule ) {
				return FieldError::of( 'invitee', $rule )->refusal( self::INVALID );
			}
		}
		return null;
	}

	/** Returns the reason why an entry cannot be added to a list; null if the entry can be added. */
	private static function problem_of_helper( WP_Post $registry, string $key, string $entry ): ?WP_Error {
		$people     = Roles::of( $registry );
		$is_address = str_contains( $entry, '@' );
		$user       = $is_address ? null : Roles::user( $entry );
		if ( null === $user && ! $is_address ) {
			/* translators: %s: a user name. */
			return new WP_Error( 'largesse_nobody', str_replace( '%s', $entry, __( 'Nobody on this site has the user name “%s”. Check the spelling, or enter an e-mail address.', 'largesse' ) ) );
		}
		if ( RegistryMeta::OWNERS === $key ) {
			return null !== $user && $people->is_author( $user )
				? new WP_Error( 'largesse_is_author', __( 'They already own the registry.', 'largesse' ) )
				: null;
		}
		// Only administrators who do not own the registry may make one of its owners a keeper.
		return current_user_can( 'edit_others_registries' ) && ! $people->is_owner()
			? null
			: self::problem_of_keepers( $registry, array( $entry ) );
	}

	/**
	 * Adds a person to a list. Callers must know that the person agrees.
	 *
	 * @return true|WP_Error
	 */
	public static function put( WP_Post $registry, string $key, string $entry ): bool|WP_Error {
		return self::change(
			$registry->ID,
			$key,
			static function ( array $stored ) use ( $key, $entry ): array|WP_Error {
				$all = PeopleEntries::unique( array( ...$stored, $entry ) );
				return count( $all ) > max( self::MOST[ $key ], count( $stored ) ) ? self::full( $key ) : $all;
			}
		);
	}

	/** Returns the error that a list has its maximum number of people. */
	public static function full( string $key ): WP_Error {
		/* translators: %d: a number of people. */
		return ( new FieldError( 'too_many', sprintf( __( 'This list can have at most %d people.', 'largesse' ), self::MOST[ $key ] ), self::MOST[ $key ] ) )->refusal( Errors::TOO_MANY );
	}

	/**
	 * Changes a list.
	 *
	 * @param callable(list<string>): (list<string>|WP_Error) $change Creates the new list, or returns an error.
	 * @return true|WP_Error
	 */
	public static function change( int $registry_id, string $key, callable $change ): bool|WP_Error {
		$changed = ( new StoredList( $registry_id, $key ) )->change(
			static fn ( array $stored ) => $change( array_values( array_filter( $stored, 'is_string' ) ) )
		);
		return is_wp_error( $changed ) ? $changed : true;
	}

	/**
	 * Removes a user from all lists before WordPress deletes the account, because someone else may take the user name.
	 * Invitations and proposals to the user's e-mail address remain. Otherwise, the owner could see that the address had
	 * an account.
	 */
	public function remove_user( mixed $id, mixed $reassign, mixed $user ): void {
		if ( ! $user instanceof WP_User ) {
			return;
		}
		foreach ( Memberships::naming( $user, RegistryMeta::NAMED, is_claimed: true ) as $registry ) {
			foreach ( RegistryMeta::NAMED as $key ) {
				$is_gone = static fn ( string $entry ): bool => Roles::is_claimed_by( $entry, $user )
					&& ( in_array( $key, RegistryMeta::HELPERS, true ) || ! str_contains( $entry, '@' ) );
				$gone    = array_filter( Roles::entries_of( $registry, $key ), $is_gone );
				if ( $gone && RegistryMeta::INVITEES === $key ) {
					$this->uninvite( $registry->ID, array_values( $gone ) );
				} else {
					array_map( fn ( string $entry ) => $this->remove_person( $registry, $key, $entry ), $gone );
				}
			}
		}
	}

	/** Removes a user who leaves this site of a network. */
	public function remove_member( mixed $id ): void {
		$this->remove_user( $id, null, get_userdata( (int) $id ) );
	}

	/**
	 * Updates the e-mail address of a co-owner or keeper. If an owner's new address is already on the list of keepers,
	 * removes the address from this list. Otherwise, the owner would become a keeper.
	 */
	public function update_address( mixed $id, mixed $old ): void {
		$user = get_userdata( (int) $id );
		$was  = $old instanceof WP_User ? PeopleEntries::normalize( $old->user_email ) : '';
		if ( ! $user || ! $old instanceof WP_User || PeopleEntries::normalize( $user->user_email ) === $was ) {
			return;
		}
		foreach (
			array( ...Memberships::owned( $user ), ...Memberships::naming( $old, array( RegistryMeta::OWNERS ) ) ) as $registry
		) {
			// Remove even an unconfirmed address. After the confirmation, the address would name the user.
			if ( ! Roles::of( $registry )->is_keeper( $old ) ) {
				$this->remove_person( $registry, RegistryMeta::KEEPERS, $user->user_email );
			}
		}
		foreach ( Memberships::naming( $old, RegistryMeta::HELPERS, true, true ) as $registry ) {
			foreach ( RegistryMeta::HELPERS as $key ) {
				$rename = static fn ( string $one ): string => PeopleEntries::normalize( $one ) === $was ? $user->user_email : $one;
				self::change(
					$registry->ID,
					$key,
					static fn ( array $stored ) => PeopleEntries::unique( array_map( $rename, $stored ) )
				);
			}
		}
	}
}
