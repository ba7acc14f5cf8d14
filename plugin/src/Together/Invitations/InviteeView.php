<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\FeatureFields;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Schema;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\Roles;
use Largesse\Foundation\Service\MailAddress;
use WP_Post;

/** Converts invitees to the data that owners see: the state of each invitation, and the possible actions. */
final class InviteeView extends FeatureFields {

	/** States of an invitee; `nobody` for an invalid e-mail address, or a user name that does not exist. */
	private const STATES = array( 'invited', 'waiting', 'mailed', 'failed', 'here', 'nobody' );

	public static function schema(): array {
		$state      = array(
			'key'  => Schema::text( 'Name of the state.', self::STATES ),
			'text' => Schema::text( 'State in words.' ),
		);
		$invitation = array(
			'entry'    => Schema::text( 'User name or e-mail address.' ),
			'name'     => Schema::text( 'Display name of a member who was invited by user name and has visited; otherwise empty.' ),
			'states'   => Schema::listing( 'States.', Schema::object( 'A state.', $state ) ),
			'may_mail' => Schema::boolean( 'True if the site can mail the invitation.' ),
			'has_link' => Schema::boolean( 'True for an address with a personal link.' ),
		);
		return array( 'invitations?' => Schema::listing( 'State of each invitation; empty unless the caller may change the registry.', Schema::object( 'An invitation.', $invitation ) ) );
	}

	public static function people( WP_Post $registry ): array {
		return array( 'invitations' => current_user_can( 'edit_post', $registry->ID ) ? self::all( $registry ) : array() );
	}

	/** Prints the section with the invited people on a registry's screen in wp-admin. */
	public static function show_section( WP_Post $registry ): void {
		Template::print( 'invitations/invitee-section', array( 'people' => self::all( $registry ) ) );
	}

	/** @return list<array<string, mixed>> Invitees in the order of the list. As in `schema()`. */
	public static function all( WP_Post $registry ): array {
		$entries = Roles::entries_of( $registry );
		$known   = MemberNames::check( $entries, MemberNames::LISTED );
		$became  = InvitationStates::of_all( $registry, $entries );
		// Anyone could guess user names to learn other display names.
		$visited = array_filter(
			$entries,
			static fn ( int $index ): bool => null !== $became[ $index ][ InvitationStates::HERE ],
			ARRAY_FILTER_USE_KEY
		);
		$shown   = MemberNames::display_names( $visited );
		return array_map(
			static function ( string $entry, array $was ) use ( $known, $shown ): array {
				$is_address = str_contains( $entry, '@' );
				$can_be     = $is_address
					? '' !== MailAddress::of( $entry )
					: ( $known[ PeopleEntries::normalize( $entry ) ] ?? null );
				return array(
					'entry'    => $entry,
					'name'     => $shown[ PeopleEntries::normalize( $entry ) ] ?? '',
					'states'   => self::states( $was, false === $can_be ? $is_address : null ),
					// Do not offer a mail to an unchecked user name: the result would reveal whether the name exists.
					'may_mail' => true === $can_be && null === $was[ InvitationStates::ASKED ],
					'has_link' => $is_address,
				);
			},
			$entries,
			$became
		);
	}

	/**
	 * @param array<string, int|null> $was See InvitationStates.
	 * @param bool|null $wrong_address False: unknown name.
	 */
	private static function states( array $was, ?bool $wrong_address ): array {
		$told = array();
		if ( null !== $wrong_address ) {
			$told['nobody'] = $wrong_address
				? __( 'Enter a complete e-mail address', 'largesse' )
				: __( 'Nobody here has this name', 'largesse' );
		}
		if ( null !== $was[ InvitationStates::HERE ] ) {
			$told['here'] = __( 'Has opened the registry', 'largesse' );
		}
		if ( null !== $was[ InvitationStates::FAILED ] ) {
			$told['failed'] = null === $was[ InvitationStates::ASKED ]
				? __( 'Could not be sent', 'largesse' )
				: __( 'Could not be sent yet; we will try again', 'largesse' );
		} elseif ( null !== $was[ InvitationStates::ASKED ] ) {
			$told['waiting'] = __( 'The mail is on its way', 'largesse' );
		}
		if ( null !== $was[ InvitationStates::MAILED ] ) {
			/* translators: %s: a date. */
			$told['mailed'] = sprintf( __( 'Mailed on %s', 'largesse' ), Occasion::day( (string) wp_date( 'Y-m-d', $was[ InvitationStates::MAILED ] ) ) );
		}
		$told = $told ? $told : array( 'invited' => __( 'Invited', 'largesse' ) );
		return array_map(
			static fn ( string $key, string $text ): array => compact( 'key', 'text' ),
			array_keys( $told ),
			$told
		);
	}
}
