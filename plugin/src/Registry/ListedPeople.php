<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Http\FieldError;
use Largesse\Service\FieldRules;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * People on a list of a registry: invitees, co-owners or keepers (see Roles). An entry with "@" matches only e-mail
 * addresses, and any other entry matches only user names. Otherwise, a user could get access with a user name that
 * looks like another person's e-mail address. Case is ignored.
 */
final class ListedPeople {

	/** Code of the error for a refused list of invitees. */
	public const ERROR = 'largesse_invitees';

	/** @param list<string> $entries Normalized entries. */
	private function __construct( private readonly array $entries ) {}

	/** Returns the people on a list; none if it is unreadable. @param string $key Meta key of the list. */
	public static function of( WP_Post $registry, string $key = RegistryMeta::INVITEES ): self {
		return new self( array_map( PeopleEntries::normalize( ... ), self::entries_of( $registry, $key ) ) );
	}

	/**
	 * Returns the entries as they were typed.
	 *
	 * @param string $key Meta key of the list.
	 * @return list<string>
	 */
	public static function entries_of( WP_Post $registry, string $key = RegistryMeta::INVITEES ): array {
		return PeopleEntries::entries( (string) get_post_meta( $registry->ID, $key, true ) );
	}

	/** Checks whether a user is on the list. @param WP_User $user The user; may be a visitor who is not logged in. */
	public function contains( WP_User $user ): bool {
		foreach ( $this->entries as $entry ) {
			if ( self::is_user( $entry, $user ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Checks whether an entry names a user.
	 *
	 * @param string  $entry A normalized entry.
	 * @param WP_User $user  The user; may be a visitor who is not logged in.
	 */
	public static function is_user( string $entry, WP_User $user ): bool {
		return self::is_claimed_by( $entry, $user ) && ( ! str_contains( $entry, '@' ) || ! ConfirmedAddress::is_pending( $user ) );
	}

	/**
	 * Checks whether an entry is the name or the address of a user, even if the user has not confirmed the address.
	 *
	 * @param string $entry A normalized entry.
	 */
	public static function is_claimed_by( string $entry, WP_User $user ): bool {
		return '' !== $entry && $user->exists() && PeopleEntries::normalize( str_contains( $entry, '@' ) ? $user->user_email : $user->user_login ) === $entry;
	}

	/**
	 * Returns an error if an entry is invalid; null otherwise.
	 *
	 * @param list<string> $entries
	 */
	public static function problem_of( array $entries ): ?WP_Error {
		foreach ( $entries as $entry ) {
			$rule = FieldRules::problem( 'invitee', FieldRules::trim( $entry ) );
			if ( null !== $rule ) {
				return FieldError::of( 'invitee', $rule )->refusal( self::ERROR );
			}
		}
		return null;
	}
}
