<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;
use WP_User;

/**
 * Updates the lists of people when users change. Deleted users are removed, because someone else may take their user
 * name. If co-owners or keepers change their e-mail address, their entries get the new address. An invitation stays
 * with the invited address.
 *
 * All co-owners and keepers have accepted with an account. So if an account has the address of an entry, the entry
 * belongs to this account, even if the user has not confirmed the address. The entry must not remain when the account
 * gives up the address. Otherwise, the next person with this address would have a role without accepting it.
 */
final class UserChangeHandler {

	public function __construct( private readonly Store $store ) {}

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
				$gone = array_filter( self::entries( $registry, $key, $user ), static fn ( string $entry ) => in_array( $key, RegistryMeta::HELPERS, true ) || ! str_contains( $entry, '@' ) );
				if ( $gone && RegistryMeta::INVITEES === $key ) {
					$this->store->people->uninvite( $registry->ID, array_values( $gone ) );
				} else {
					array_map( fn ( string $entry ) => $this->store->people->remove_person( $registry, $key, $entry ), $gone );
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
		if ( ! $user || ! $old instanceof WP_User || PeopleEntries::normalize( $user->user_email ) === PeopleEntries::normalize( (string) $old->user_email ) ) {
			return;
		}
		foreach ( array( ...Memberships::owned( $user ), ...Memberships::naming( $old, array( RegistryMeta::OWNERS ) ) ) as $registry ) {
			// Remove even an unconfirmed address. After the confirmation, the address would name the user.
			if ( ! Roles::of( $registry )->is_keeper( $old ) ) {
				$this->store->people->remove_person( $registry, RegistryMeta::KEEPERS, $user->user_email );
			}
		}
		foreach ( Memberships::naming( $old, RegistryMeta::HELPERS, true, true ) as $registry ) {
			foreach ( RegistryMeta::HELPERS as $key ) {
				$this->store->people->rename_helper( $registry, $key, (string) $old->user_email, $user->user_email );
			}
		}
	}

	/** @return list<string> Entries of a list that are the name or the address of a user. */
	private static function entries( WP_Post $registry, string $key, WP_User $user ): array {
		return array_values( array_filter( ListedPeople::entries_of( $registry, $key ), static fn ( string $entry ) => ListedPeople::is_claimed_by( $entry, $user ) ) );
	}
}
