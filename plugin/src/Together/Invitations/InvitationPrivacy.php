<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\People\Mail\MailOptOuts;
use Largesse\PersonalData;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\WayIn;
use WP_Post;

/** Exports and erases the entries that name a person in the lists of other people's registries. */
final class InvitationPrivacy extends PersonalData {

	public const GROUP = 'largesse-invitations';

	public function __construct( private readonly Store $store ) {}

	public function label(): string {
		return __( 'Invitations to gift registries', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$names = self::names( $email );
		$data  = array_map(
			fn ( WP_Post $registry ) => $this->invitation( $registry, $names, self::list_of( $registry, $email ) ),
			self::invitations( $names )
		);
		if ( MailOptOuts::has_opted_out( $email ) ) {
			array_unshift(
				$data,
				$this->entry( 'invitation-mails', array( __( 'Mails', 'largesse' ) => __( 'No invitations by mail', 'largesse' ) ) )
			);
		}
		return self::page( $data );
	}

	/** Removes the person from all lists. Keeps a refusal of mails, because the person would otherwise get mails again. */
	public function erase( string $email, int $page = 1 ): array {
		$names  = self::names( $email );
		$found  = self::invitations( $names );
		$kept   = array_values(
			array_filter( $found, fn ( WP_Post $registry ): bool => ! $this->remove_from_lists( $registry, $names ) )
		);
		$answer = self::erasure(
			count( $kept ) < count( $found ),
			array() !== $kept,
			array_map( self::failure( ... ), $kept )
		);
		if ( MailOptOuts::has_opted_out( $email ) ) {
			$answer['items_retained'] = true;
			$answer['messages'][]     = esc_html__( 'The site still remembers that this person wants no invitations by mail. It stores a code that does not reveal the address. The person can change this with the link in any invitation.', 'largesse' );
		}
		return $answer;
	}

	/** Returns a registry if it is open to a person with this address, or to the account with it. */
	private static function list_of( WP_Post $registry, string $email ): ?OpenedList {
		$user = get_user_by( 'email', $email );
		return ( $user ? OpenedList::of_member( $registry, $user ) : null )
			?? OpenedList::through( $registry, WayIn::of_mailbox( $registry, $email ) );
	}

	/** Exports the entries in someone's registry, with the title only if the person may open it. */
	private function invitation( WP_Post $registry, array $names, ?OpenedList $list ): array {
		$entries   = static fn ( string $key ): string => esc_html(
			implode( ', ', self::entries_in( $registry, $names, $key ) )
		);
		$invited   = self::entries_in( $registry, $names, RegistryMeta::INVITEES )[0] ?? null;
		$became    = null === $invited ? array() : InvitationStates::of( $registry, $invited );
		return $this->entry(
			"invitation-{$registry->ID}",
			array(
				__( 'Registry', 'largesse' )    => self::title( $list ),
				__( 'Mailed', 'largesse' )      => self::time( $became[ InvitationStates::MAILED ] ?? null ),
				__( 'First visit', 'largesse' ) => self::time( $became[ InvitationStates::HERE ] ?? null ),
				__( 'Invited as', 'largesse' )  => $entries( RegistryMeta::INVITEES ),
				__( 'Co-owner as', 'largesse' ) => $entries( RegistryMeta::OWNERS ),
				__( 'Keeper as', 'largesse' )   => $entries( RegistryMeta::KEEPERS ),
				__( 'Asked to be co-owner as', 'largesse' ) => $entries( RegistryMeta::PROPOSED_OWNERS ),
				__( 'Asked to be keeper as', 'largesse' ) => $entries( RegistryMeta::PROPOSED_KEEPERS ),
			)
		);
	}

	private function remove_from_lists( WP_Post $registry, array $names ): bool {
		$invited = self::entries_in( $registry, $names, RegistryMeta::INVITEES );
		$is_done = ! $invited || ! is_wp_error( $this->store->people->uninvite( $registry->ID, $invited ) );
		foreach ( RegistryMeta::HELPERS as $key ) {
			foreach (
				array(
					...self::entries_in( $registry, $names, $key ),
					...self::entries_in( $registry, $names, RegistryMeta::PROPOSED[ $key ] ),
				) as $entry
			) {
				$is_done = ! is_wp_error( $this->store->people->remove_person( $registry, $key, $entry ) ) && $is_done;
			}
		}
		return $is_done;
	}

	/**
	 * Returns the normalized names of a person on lists. The person may be a user of the site, or someone who was only
	 * invited. An entry with "@" matches only e-mail addresses.
	 *
	 * @return list<string>
	 */
	private static function names( string $email ): array {
		$user  = get_user_by( 'email', $email );
		$names = $user && ! str_contains( $user->user_login, '@' ) ? array( $email, $user->user_login ) : array( $email );
		return array_values( array_filter( array_map( PeopleEntries::normalize( ... ), $names ), 'strlen' ) );
	}

	/** @return list<WP_Post> Registries in any status with a list that has one of the names. */
	private static function invitations( array $names ): array {
		$is_named = static fn ( string $entry ): bool => in_array( PeopleEntries::normalize( $entry ), $names, true );
		return iterator_to_array( Memberships::listing( $names, $is_named, RegistryMeta::NAMED ), false );
	}

	/** @return list<string> Entries of a list with one of the names. */
	private static function entries_in( WP_Post $registry, array $names, string $key ): array {
		$entries = Roles::entries_of( $registry, $key );
		return array_values( array_diff( $entries, PeopleEntries::without( $entries, $names ) ) );
	}
}
