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

	/** @return list<string> Entries of a list as they were typed. A list that is no JSON array has no entries. */
	public static function entries_of( WP_Post $registry, string $key = RegistryMeta::INVITEES ): array {
		return PeopleEntries::entries( (string) get_post_meta( $registry->ID, $key, true ) );
	}

	/** @return list<string> Entries of a list that name a user. */
	public static function entries_for( WP_User $user, WP_Post $registry, string $key ): array {
		return array_values( array_filter( self::entries_of( $registry, $key ), static fn ( string $entry ): bool => self::is_user( $entry, $user ) ) );
	}

	/** Checks whether a user is on a list. @param WP_User|null $user The user; null for the visitor. */
	public static function has( WP_Post $registry, string $key, ?WP_User $user = null ): bool {
		$user ??= wp_get_current_user();
		return $user->exists() && array() !== self::entries_for( $user, $registry, $key );
	}

	/** Checks whether an entry names a user. The user may be a visitor who is not logged in. */
	public static function is_user( string $entry, WP_User $user ): bool {
		return self::is_claimed_by( $entry, $user ) && ( ! str_contains( $entry, '@' ) || ! ConfirmedAddress::is_pending( $user ) );
	}

	/** Checks whether an entry is the name or the address of a user, even if the user has not confirmed the address. */
	public static function is_claimed_by( string $entry, WP_User $user ): bool {
		$entry = $user->exists() ? PeopleEntries::normalize( $entry ) : '';
		return '' !== $entry && PeopleEntries::normalize( str_contains( $entry, '@' ) ? $user->user_email : $user->user_login ) === $entry;
	}

	/** Returns an error if an entry is invalid; null otherwise. @param list<string> $entries Entries to check. */
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
