<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use Largesse\Owners\ChangedParts;
use Largesse\Owners\RegistryResponses;
use Largesse\Registry\PeopleEntries;
use Largesse\Registry\Store;
use Largesse\Service\FieldRules;
use Largesse\Service\MailAddress;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Routes of the namespace `largesse/v1` for the list of invitees, and for links that open a registry (rules: Invitations).
 * Callers must be allowed to edit the registry, because anyone who knows a link can open the registry.
 */
final class InviteeRoutes {

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store
	) {}

	/** Invites one or several people. People who are already invited stay invited. */
	public function invite( Body $body, int $id ): WP_REST_Response|WP_Error {
		$is_asking = true === $body->raw( 'ask' );
		$entries   = $body->invitees( ! $is_asking );
		$asked     = $is_asking ? self::questions( $entries ) : array();
		$good      = array_values( array_diff( $entries, array_column( $asked, 'entry' ) ) );
		$changed   = $this->before( $id );
		return $this->answer( $id, $good ? $this->store->people->invite( $id, $good ) : 0, $changed, $is_asking ? array( 'asked' => $asked ) : array() );
	}

	/** Withdraws invitations. Entries that are not on the list are ignored. */
	public function uninvite( Body $body, int $id ): WP_REST_Response|WP_Error {
		$entries = $body->invitees();
		$changed = $this->before( $id );
		return $this->answer( $id, $this->store->people->uninvite( $id, $entries ), $changed );
	}

	public function link( Body $body, int $id ): WP_REST_Response|WP_Error {
		$entries = $body->invitees();
		$link    = PersonalLink::url( get_post( $id ), $entries[0] );
		return '' === $link ? Errors::fields( array( 'invitee' => new FieldError( 'no_link', __( 'Only invited e-mail addresses have their own link.', 'largesse' ) ) ) ) : new WP_REST_Response( array( 'link' => $link ) );
	}

	public static function add_to_state( array $state, string $page, ?WP_Post $registry ): array {
		return $state + array( 'familyLink' => null === $registry ? null : self::link_state( $registry ) );
	}

	/** @return array{state: string, url: string} `state` is a constant of FamilyLink; `url` is empty unless it works. */
	private static function link_state( WP_Post $registry ): array {
		return array(
			'state' => FamilyLink::state( $registry ),
			'url'   => FamilyLink::url( $registry ),
		);
	}

	public static function read_family_link( Body $body, int $id ): WP_REST_Response {
		return self::family_link( $id );
	}

	/** Replaces the family link that the caller knows. If there is a newer link, keeps and returns the newer link. */
	public static function replace_family_link( Body $body, int $id ): WP_REST_Response|WP_Error {
		$made = FamilyLink::replace( get_post( $id ), $body->value( 'instead_of' ) ?? '' );
		return is_wp_error( $made ) ? $made : self::family_link( $id, $made ? 201 : 200 );
	}

	public static function revoke_family_link( Body $body, int $id ): WP_REST_Response {
		FamilyLink::revoke( get_post( $id ) );
		return self::family_link( $id );
	}

	/** Revokes the links of all invitees in mails. The invitees stay invited. */
	public static function renew_personal_links( Body $body, int $id ): WP_REST_Response {
		PersonalLink::renew( get_post( $id ) );
		return self::family_link( $id );
	}

	/** Returns the response with the family link. @param int $status HTTP status. */
	private static function family_link( int $id, int $status = 200 ): WP_REST_Response {
		return new WP_REST_Response( array( 'family_link' => self::link_state( get_post( $id ) ) ), $status );
	}

	private function before( int $id ): ChangedParts {
		return $this->responses->before( $id, new ChangedParts( array( ChangedParts::PEOPLE ), set: array( 'invitees', 'invitations' ) ) );
	}

	/**
	 * @param mixed $result Result of the change; may be an error.
	 * @param array<string, mixed> $more Additional data.
	 */
	private function answer( int $id, mixed $result, ChangedParts $changed, array $more = array() ): WP_REST_Response|WP_Error {
		return is_wp_error( $result ) ? Errors::fields( array( 'invitee' => FieldError::of_error( $result ) ) ) : $this->responses->registry( $id, $changed, $more );
	}

	/** @return list<array{entry: string, text: string}> A message for each entry that cannot be invited. */
	private static function questions( array $entries ): array {
		$rules = array_map( static fn ( string $entry ) => FieldRules::problem( 'invitee', FieldRules::trim( $entry ) ), $entries );
		$known = MemberNames::check( array_diff_key( $entries, array_filter( $rules ) ), MemberNames::INVITED );
		$asked = array();
		foreach ( $entries as $index => $entry ) {
			$is_known = str_contains( $entry, '@' ) ? '' !== MailAddress::of( FieldRules::trim( $entry ) ) : $known[ PeopleEntries::normalize( $entry ) ] ?? null;
			$text     = match ( true ) {
				null !== $rules[ $index ]   => FieldError::text( 'invitee', $rules[ $index ] ),
				true === $is_known          => '',
				null === $is_known          => MemberNames::unchecked_message( $entry ),
				/* translators: %s: what somebody typed. */
				str_contains( $entry, '@' ) => sprintf( __( '“%s” is not a complete e-mail address.', 'largesse' ), $entry ),
				/* translators: %s: what somebody typed. */
				default                     => sprintf( __( 'We don’t know anyone called “%s”. Enter an e-mail address instead.', 'largesse' ), $entry ),
			};
			if ( '' !== $text ) {
				$asked[] = compact( 'entry', 'text' );
			}
		}
		return $asked;
	}
}
