<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'circles';

	public static function texts(): array {
		return array(
			'name'  => __( 'Circles', 'largesse' ),
			'about' => __( 'For families and groups of friends: they see each other’s lists, and who celebrates next.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		add_filter( 'largesse_may_read_registry', array( OpenLists::class, 'grant_read' ), 10, 3 );
		add_filter( 'largesse_open_without_password', array( OpenLists::class, 'skip_password' ), 10, 3 );
		if ( Request::has( 'circle' ) ) {
			// Runs before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', Services::callback( CircleLinkPage::class, 'answer' ), 4 );
			add_filter( 'document_title_parts', array( CirclePage::class, 'set_title' ) );
		}
		if ( Request::has( 'largesse-circle' ) ) {
			add_action( 'template_redirect', Services::callback( CircleForms::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', array( CirclePage::class, 'choose_page' ), 10, 2 );
		add_filter( 'largesse_sign_in_notice', array( CirclePage::class, 'word_sign_in' ) );
		add_filter( 'largesse_sign_up_invitation', array( InvitedSignUp::class, 'add_invitation' ), 10, 2 );
		add_action( 'largesse_account_opened', Services::callback( InvitedSignUp::class, 'join' ), 10, 2 );
		add_filter( 'largesse_lists_to_open', array( OpenLists::class, 'add_lists' ), 10, 2 );
		add_action( 'largesse_overview_sections', array( CircleView::class, 'show_overview' ) );
		add_filter( 'largesse_circle_person', array( CircleView::class, 'describe_person' ), 10, 3 );
		add_filter( 'largesse_erase_account_notes', array( CircleView::class, 'add_erase_notes' ), 10, 2 );
		add_filter( 'largesse_reminders', array( CircleReminders::class, 'offer' ) );
		add_filter( 'largesse_reminder_entries', Services::callback( CircleReminders::class, 'add' ), 10, 4 );
		add_action( 'largesse_registry_copied', array( OpenLists::class, 'copy' ), 10, 3 );
		add_action( 'largesse_sharing_sections', array( ListChoice::class, 'show' ) );
		if ( Request::is_without_theme() ) {
			add_filter( 'wxr_export_skip_postmeta', array( OpenLists::class, 'skip_export' ), 10, 2 );
		}
	}

	public static function mails(): array {
		return array(
			CircleMails::class => array(
				CircleMails::KIND => 'To an address that an organizer invites to a circle: the name and address of the organizer, the name of the circle, and a link.',
			),
		);
	}

	public static function personal_data(): array {
		return array( CirclePrivacy::GROUP => CirclePrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				OpenLists::META => DataNote::of_members(
					'circles to which an owner has opened the registry; for each, the person to whom the list belongs',
					'members of the circle',
					'the owner closes the registry to the circle'
				),
			),
			records: array(
				Circles::KIND  => DataNote::of_members( 'a circle: its name; the names, accounts and birthdays (without a year) of its people, and who looks after whom; e-mail addresses of open invitations', 'members of the circle; only organizers see the addresses of invitations', 'the person leaves the circle; an invitation is accepted or withdrawn, or is 30 days old' ),
			),
		);
	}

	public static function offered_classes(): array {
		return array( CirclePage::class, Circles::class, OpenLists::class, Person::class );
	}
}
