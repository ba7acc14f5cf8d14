<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Schema;
use Largesse\Foundation\Service\Rules;
use Largesse\Pages\Owners\RegistrySchema;
use Largesse\Registries\Registry\Access;
use Largesse\Route;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		// Runs before other responses at the address of a registry.
		add_filter( 'largesse_ways_in', array( LinkVisitor::class, 'add_way_in' ), 10, 2 );
		add_filter( 'largesse_way_of_mailbox', array( LinkVisitor::class, 'way_of_mailbox' ), 10, 3 );
		add_filter( 'largesse_is_way_open', array( LinkVisitor::class, 'is_way_open' ), 10, 3 );
		if ( Request::has_input() ) {
			add_action( 'template_redirect', Services::callback( RegistryLinkPage::class, 'answer' ), 1 );
			add_filter( 'the_posts', array( GuestAccess::class, 'restore_requested' ), 10, 2 );
			add_filter( 'map_meta_cap', array( GuestAccess::class, 'grant_read' ), 10, 4 );
			add_filter( 'post_password_required', array( GuestAccess::class, 'skip_password' ), 10, 2 );
		}
		add_action( 'template_redirect', array( GuestAccess::class, 'record_member_visit' ) );
		add_action( 'template_redirect', array( GuestAccess::class, 'add_to_account' ) );
		if ( Request::has( 'largesse-remove-list' ) ) {
			add_action( 'template_redirect', Services::callback( OpenedListForm::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_may_read_registry', array( OpenedLists::class, 'grant_read' ), 10, 3 );
		add_filter( 'largesse_open_without_password', array( OpenedLists::class, 'skip_password' ), 10, 3 );
		add_filter( 'largesse_invitations', array( OpenedListForm::class, 'add_to_overview' ), 10, 2 );
		add_filter( 'largesse_lists_to_open', array( OpenedLists::class, 'add_lists' ), 10, 2 );
		add_action( 'largesse_before_overview', Services::callback( OpenedListForm::class, 'show_result' ) );
		add_action( 'updated_post_meta', array( InvitationStates::class, 'delete_outdated' ), 10, 3 );
		add_action( 'deleted_post_meta', array( InvitationStates::class, 'delete_outdated' ), 10, 3 );
		add_action( 'largesse_gift_page', array( GiftEntrance::class, 'open' ), 10, 2 );
		add_filter( 'largesse_giver_knows_owner', array( GiftEntrance::class, 'is_known' ), 10, 2 );
		add_filter( 'largesse_owner_page_state', array( InviteeRoutes::class, 'add_to_state' ), 10, 3 );
		add_action( 'largesse_mail_given_up', array( Invitations::class, 'record_given_up' ), 10, 2 );
		if ( is_admin() ) {
			add_action( 'largesse_registry_sections', array( InviteeView::class, 'show_section' ) );
		}
		add_action( 'largesse_uninvited', Services::callback( Invitations::class, 'remove' ), 10, 2 );
		if ( Request::has_input() ) {
			add_action( 'plugins_loaded', array( LinkKey::class, 'extract' ), PHP_INT_MIN );
		}
	}

	public static function fields(): array {
		return array( InviteeView::class );
	}

	public static function routes(): array {
		$family_link = array(
			'family_link' => Schema::object(
				'The family link.',
				array(
					'state' => Schema::text( 'State of the link. A link is dead if the secret keys of the site have changed since its creation.', array( FamilyLink::NONE, FamilyLink::GOOD, FamilyLink::DEAD ) ),
					'url'   => Schema::text( 'Address; empty unless the link works.' ),
				)
			),
		);
		$invitees    = array(
			'invitee?'  => Schema::field( 'invitee', 'User name or e-mail address.' ),
			'invitees?' => Schema::listing(
				'User names and e-mail addresses, in place of invitee.',
				Schema::field( 'invitee', 'User name or e-mail address.' ),
				Rules::MAX_INVITEES_AT_ONCE
			),
		);
		$question    = array(
			'entry' => Schema::text( 'The entry.' ),
			'text'  => Schema::text( 'Problem, in words.' ),
		);
		$mail_preview = array(
			'subject'  => Schema::text( 'Subject.' ),
			'without'  => Schema::text( 'Whole text of the mail if the owner writes no message.' ),
			'before'   => Schema::text( 'Text of the mail above the message of the owner.' ),
			'after'    => Schema::text( 'Text of the mail below the message of the owner.' ),
			'reply_to' => Schema::text( 'Recipient of replies, in words.' ),
			'left'     => Schema::text( 'How many mails the owner may still send today, in words.' ),
		);
		$link   = static fn (
			string $method,
			string $path,
			string $handler,
			string $description,
			array $args = array()
		): Route
			=> new Route(
				$method,
				Route::REGISTRY . $path,
				array( InviteeRoutes::class, $handler ),
				array( Access::class, 'edit' ),
				$description,
				$args,
				$family_link
			);
		$read   = static fn ( string $path, array $handler, string $description, array $answer ): Route
			=> new Route(
				'POST',
				Route::REGISTRY . "/invitees/{$path}",
				$handler,
				array( Access::class, 'edit' ),
				$description,
				$invitees,
				$answer
			);
		$change = static fn (
			string $method,
			string $path,
			array $handler,
			string $description,
			array $args = array(),
			array $answer = array()
		): Route
			=> RegistrySchema::change_route(
				$method,
				Route::REGISTRY . $path,
				$handler,
				$description,
				$args + $invitees,
				$answer
			);
		$ask    = array( 'ask?' => Schema::boolean( 'If true, the site skips entries that cannot match a person, and returns these entries in asked.' ) );
		$asked  = array(
			'asked?' => Schema::listing(
				'Only if ask is true: entries that cannot match a person.',
				Schema::object( 'An entry.', $question )
			),
		);
		return array(
			$change( 'POST', '/invitees', array( InviteeRoutes::class, 'invite' ), 'Invites people.', $ask, $asked ),
			$change(
				'DELETE',
				'/invitees',
				array( InviteeRoutes::class, 'uninvite' ),
				'Removes people from the list of invitees.'
			),
			$read(
				'link',
				array( InviteeRoutes::class, 'link' ),
				'Answers the personal link of an invited address.',
				array( 'link' => Schema::text( 'Address of the registry for this person.' ) )
			),
			$read(
				'letter',
				array( InviteeRoutes::class, 'mail_text' ),
				'Previews the mail to invitees.',
				array( 'letter' => Schema::object( 'The mail.', $mail_preview ) )
			),
			$change(
				'POST',
				'/invitees/mail',
				array( InviteeRoutes::class, 'queue_mails' ),
				'Queues the mail to invitees.',
				array( 'message?' => Schema::field( 'message', 'Message of the owner.' ) ),
				array( 'told' => Schema::text( 'When the mails are sent, in words.' ) )
			),
			$link( 'GET', '/family-link', 'read_family_link', 'Answers the family link.' ),
			$link(
				'POST',
				'/family-link',
				'replace_family_link',
				'Creates a family link that replaces instead_of. If another link works already, answers 200 with that link.',
				array( 'instead_of?' => Schema::text( 'Address of the link to replace.', is_nullable: true ) )
			),
			$link( 'DELETE', '/family-link', 'revoke_family_link', 'Revokes the family link.' ),
			$link( 'DELETE', '/personal-links', 'renew_personal_links', 'Replaces all personal links, so that the links in sent mails no longer work. All invitees stay invited.' ),
		);
	}

	public static function commands(): array {
		return array(
			'largesse invitees' => array( InviteesCommand::class, 'invitees' ),
			'largesse invite'   => array( InviteesCommand::class, 'invite' ),
		);
	}

	public static function mails(): array {
		return array(
			Invitations::class => array(
				Invitations::INVITED => 'To an invitee when an owner asks for it: the name and address of the owner, their message, the registry, and a link.',
			),
		);
	}

	public static function open_mails(): array {
		return array( Invitations::INVITED );
	}

	public static function personal_data(): array {
		return array(
			InvitationPrivacy::GROUP => InvitationPrivacy::class,
			OpenedListPrivacy::GROUP => OpenedListPrivacy::class,
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				FamilyLink::KIND       => DataNote::of_members( 'random number of the family link; its key also needs the site’s salts', 'nobody', 'the owner ends the link' ),
				PersonalLink::KIND     => DataNote::of_members( 'how often all personal links of the registry were renewed' ),
				OpenedLists::KIND      => DataNote::of_members(
					'a list that the member has opened with a link: a hash of this link',
					'the member',
					'the member removes the list, or the account is deleted'
				),
				InvitationStates::KIND => DataNote::of_members( 'for each invitee, under a hash: when the site mailed the invitation, whether it could send the mail, and when the invitee first opened the registry', 'owners of the registry', 'the invitation is withdrawn' ),
			),
			transients: array(
				MemberNames::PREFIX => new DataNote( 'hashes of user names that the site has checked for a member', 'nobody', 'a day is over' ),
			),
		);
	}

	public static function offered_classes(): array {
		return array(
			ContinuePage::class,
			FamilyLink::class,
			GuestAccess::class,
			InvitationStates::class,
			LinkKey::class,
			LinkVisitor::class,
			MemberNames::class,
			PersonalLink::class,
		);
	}
}
