<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\FeatureFields;
use Largesse\Http\Schema;
use WP_Post;

/**
 * Field with the states of a registry's invitations.
 */
final class InvitationFields extends FeatureFields {

	public static function schema(): array {
		$state      = array(
			'key'  => Schema::text( 'Name of the state.', InviteeView::STATES ),
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
		return array( 'invitations' => current_user_can( 'edit_post', $registry->ID ) ? InviteeView::all( $registry ) : array() );
	}
}
