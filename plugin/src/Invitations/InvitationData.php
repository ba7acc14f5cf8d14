<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Mail\MailOptOuts;
use Largesse\PersonalData;
use Largesse\Registry\DataSubject;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Store;
use WP_Post;

/** Exports and erases the entries that name a person in the lists of other people's registries. */
final class InvitationData extends PersonalData {

	public const GROUP = 'largesse-invitations';

	private readonly Store $store;

	public function __construct( Store $store ) {
		$this->store = $store->in_background();
	}

	public function label(): string {
		return __( 'Invitations to gift registries', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$person = DataSubject::with_email( $email );
		$data   = array_map( fn ( WP_Post $registry ) => $this->invitation( $registry, $person ), $person->invitations() );
		if ( MailOptOuts::has_opted_out( $email ) ) {
			array_unshift( $data, $this->entry( 'invitation-mails', array( __( 'Mails', 'largesse' ) => __( 'No invitations by mail', 'largesse' ) ) ) );
		}
		return self::page( $data );
	}

	/** Removes the person from all lists. Keeps a refusal of mails, because the person would otherwise get mails again. */
	public function erase( string $email, int $page = 1 ): array {
		$person = DataSubject::with_email( $email );
		$found  = $person->invitations();
		$kept   = array_values( array_filter( $found, fn ( WP_Post $registry ): bool => ! $this->remove_from_lists( $registry, $person ) ) );
		$answer = self::erasure( count( $kept ) < count( $found ), array() !== $kept, array_map( DataSubject::failure( ... ), $kept ) );
		if ( MailOptOuts::has_opted_out( $email ) ) {
			$answer['items_retained'] = true;
			$answer['messages'][]     = esc_html__( 'The site still remembers that this person wants no invitations by mail. It stores a code that does not reveal the address. The person can change this with the link in any invitation.', 'largesse' );
		}
		return $answer;
	}

	/** Exports the entries in someone's registry, with the title only if it is shared. */
	private function invitation( WP_Post $registry, DataSubject $person ): array {
		$entries   = static fn ( string $key ): string => esc_html( implode( ', ', $person->entries_in( $registry, $key ) ) );
		$is_shared = RegistryPostType::is_shared( $registry );
		$invited   = $person->entries_in( $registry, RegistryMeta::INVITEES )[0] ?? null;
		$became    = null === $invited ? array() : InvitationStates::of( $registry, $invited );
		return $this->entry(
			"invitation-{$registry->ID}",
			array(
				__( 'Registry', 'largesse' )    => $is_shared ? esc_html( Registries::title( $registry ) ) : __( 'A registry that is no longer shared', 'largesse' ),
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

	private function remove_from_lists( WP_Post $registry, DataSubject $person ): bool {
		$invited = $person->entries_in( $registry, RegistryMeta::INVITEES );
		$is_done = ! $invited || ! is_wp_error( $this->store->people->uninvite( $registry->ID, $invited ) );
		foreach ( RegistryMeta::HELPERS as $key ) {
			foreach ( array( ...$person->entries_in( $registry, $key ), ...$person->entries_in( $registry, RegistryMeta::PROPOSED[ $key ] ) ) as $entry ) {
				$is_done = ! is_wp_error( $this->store->people->remove_person( $registry, $key, $entry ) ) && $is_done;
			}
		}
		return $is_done;
	}
}
