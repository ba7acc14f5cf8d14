<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_Post;
use WP_User;

/**
 * Roles on a registry (rules: Co-owners and keepers). The author and the co-owners are owners. Keepers see every gift
 * and may release it. Invitees may read and give. An owner who is also a keeper is not a recipient, and sees
 * everything.
 *
 * Check these roles before you check for administrators: on a family's site, an administrator is often an owner, too.
 * A user of null is the visitor.
 *
 * An entry of a list with "@" matches only e-mail addresses, and any other entry matches only user names. Otherwise, a
 * user could get access with a user name that looks like another person's e-mail address. Case is ignored.
 */
final class Roles {

	private function __construct( private readonly WP_Post $registry ) {}

	/** Returns the roles on a registry. */
	public static function of( WP_Post $registry ): self {
		return new self( $registry );
	}

	/** Checks whether a user is the author. No other owner may delete the registry. */
	public function is_author( ?WP_User $user = null ): bool {
		$user ??= wp_get_current_user();
		return $user->exists() && $user->ID === (int) $this->registry->post_author;
	}

	/** Checks whether a user is an owner: the author, or a co-owner. */
	public function is_owner( ?WP_User $user = null ): bool {
		return $this->is_author( $user ) || $this->is_listed( RegistryMeta::OWNERS, $user );
	}

	/** Checks whether a user is a keeper, who sees every gift. */
	public function is_keeper( ?WP_User $user = null ): bool {
		return $this->is_listed( RegistryMeta::KEEPERS, $user );
	}

	/** Checks whether a user is on the list of invitees. */
	public function is_invitee( ?WP_User $user = null ): bool {
		return $this->is_listed( RegistryMeta::INVITEES, $user );
	}

	private function is_listed( string $key, ?WP_User $user ): bool {
		$user ??= wp_get_current_user();
		return $user->exists() && array() !== self::entries_for( $user, $this->registry, $key );
	}

	/** Checks whether a user is an owner but no keeper. Recipients must not learn about secret gifts. */
	public function is_recipient( ?WP_User $user = null ): bool {
		return $this->is_owner( $user ) && ! $this->is_keeper( $user );
	}

	/** Checks whether a user is the author, or is on a list of the registry. These users may read a private registry. */
	public function is_named( ?WP_User $user = null ): bool {
		return $this->is_owner( $user ) || $this->is_keeper( $user ) || $this->is_invitee( $user );
	}

	/** Checks whether the visitor may see the lists, as an owner, keeper, invitee or administrator. */
	public function is_insider(): bool {
		return $this->is_named() || current_user_can( 'edit_post', $this->registry->ID );
	}

	/** Returns the display name of the author as plain text, for guests; '' if it is only the user name. */
	public function author_name(): string {
		$author = get_userdata( (int) $this->registry->post_author );
		return $author && $author->display_name !== $author->user_login ? trim( $author->display_name ) : '';
	}

	/** Checks whether the registry is for a child. Then the author is also a keeper, and sees all gifts. */
	public function is_for_child(): bool {
		$author = get_userdata( (int) $this->registry->post_author );
		return $author && $this->is_keeper( $author );
	}

	/** @return list<WP_User> Owners who are users of the site, the author first. */
	public function owners(): array {
		$users = array( get_userdata( (int) $this->registry->post_author ) );
		foreach ( self::entries_of( $this->registry, RegistryMeta::OWNERS ) as $entry ) {
			$users[] = self::user( $entry );
		}
		return array_values( array_column( array_filter( $users ), null, 'ID' ) );
	}

	/**
	 * Returns the e-mail addresses of the recipients, including recipients without an account. Never send a secret to
	 * these addresses, even if a giver has entered one of them.
	 *
	 * @return list<string>
	 */
	public function addresses_of_recipients(): array {
		$recipients = array_filter( $this->owners(), $this->is_recipient( ... ) );
		$keepers    = array_map(
			PeopleEntries::normalize( ... ),
			self::entries_of( $this->registry, RegistryMeta::KEEPERS )
		);
		$named      = array_filter(
			self::entries_of( $this->registry, RegistryMeta::OWNERS ),
			static fn ( string $entry ): bool => null === self::user( $entry )
				&& str_contains( $entry, '@' )
				&& ! in_array( PeopleEntries::normalize( $entry ), $keepers, true )
		);
		return array( ...array_column( $recipients, 'user_email' ), ...array_values( $named ) );
	}

	/**
	 * Checks whether an entry names an owner. Owners cannot be added as keepers, because they could then see all secret
	 * gifts. Only compares the entry with the owners. So the duration does not reveal whether an address has an account.
	 */
	public function names_an_owner( string $entry ): bool {
		$entry = PeopleEntries::normalize( $entry );
		// Also checks unconfirmed addresses, because an owner can confirm the address later.
		$names = array_column( $this->owners(), str_contains( $entry, '@' ) ? 'user_email' : 'user_login' );
		return in_array(
			$entry,
			array_map(
				PeopleEntries::normalize( ... ),
				array( ...$names, ...self::entries_of( $this->registry, RegistryMeta::OWNERS ) )
			),
			true
		);
	}

	/** Returns the user whom an entry names; null if no one on the site has that name or address. */
	public static function user( string $entry ): ?WP_User {
		$entry = PeopleEntries::normalize( $entry );
		$user  = get_user_by( str_contains( $entry, '@' ) ? 'email' : 'login', $entry );
		// Compare the entry with the found user again, because the database may treat two different texts as equal.
		return $user && self::is_user( $entry, $user ) ? $user : null;
	}

	/** @return list<string> Entries of a list as they were typed. A list that is no JSON array has no entries. */
	public static function entries_of( WP_Post $registry, string $key = RegistryMeta::INVITEES ): array {
		return PeopleEntries::entries( (string) get_post_meta( $registry->ID, $key, true ) );
	}

	/** @return list<string> Entries of a list that name a user. */
	public static function entries_for( WP_User $user, WP_Post $registry, string $key ): array {
		return array_values(
			array_filter(
				self::entries_of( $registry, $key ),
				static fn ( string $entry ): bool => self::is_user( $entry, $user )
			)
		);
	}

	/** Checks whether an entry names a user. The user may be a visitor who is not logged in. */
	public static function is_user( string $entry, WP_User $user ): bool {
		return self::is_claimed_by( $entry, $user )
			&& ( ! str_contains( $entry, '@' ) || ! ConfirmedAddress::is_pending( $user ) );
	}

	/** Checks whether an entry is the name or the address of a user, even if the user has not confirmed the address. */
	public static function is_claimed_by( string $entry, WP_User $user ): bool {
		$entry = $user->exists() ? PeopleEntries::normalize( $entry ) : '';
		return '' !== $entry
			&& PeopleEntries::normalize( str_contains( $entry, '@' ) ? $user->user_email : $user->user_login ) === $entry;
	}
}
