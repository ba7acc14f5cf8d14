<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\Registries\Links\OwnerPage;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'circles';

	public static function texts(): array {
		return array(
			'name'  => __( 'Circles', 'largesse' ),
			'about' => __( 'Families and groups of friends see each other’s registries on one page.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			new Hook( 'largesse_may_read_registry', array( OpenLists::class, 'grant_read' ) ),
			new Hook( 'largesse_open_without_password', array( OpenLists::class, 'skip_password' ) ),
			// Runs before WordPress's redirect to the canonical address (priority 10).
			new Hook( 'template_redirect', array( CircleLinkPage::class, 'answer' ), 4, 'has_input ' . CirclePage::PARAMETER ),
			new Hook( 'template_redirect', array( CircleForms::class, 'answer' ), 5, 'has_input ' . CircleForms::FIELD ),
			new Hook( 'document_title_parts', array( CirclePage::class, 'set_title' ), when: OwnerPage::IS_SHOWN ),
			new Hook( 'largesse_owner_page', array( CirclePage::class, 'choose_page' ) ),
			new Hook( 'largesse_sign_in_notice', array( CirclePage::class, 'word_sign_in' ) ),
			new Hook( 'largesse_sign_up_invitation', array( InvitedSignUp::class, 'add_invitation' ) ),
			new Hook( 'largesse_account_opened', array( InvitedSignUp::class, 'join' ) ),
			new Hook( 'largesse_lists_to_open', array( OpenLists::class, 'add_lists' ) ),
			new Hook( 'largesse_overview_sections', array( CircleView::class, 'show_overview' ) ),
			new Hook( 'largesse_circle_person', array( CircleView::class, 'describe_person' ) ),
			new Hook( 'largesse_reminders', array( CircleReminders::class, 'offer' ) ),
			new Hook( 'largesse_reminder_entries', array( CircleReminders::class, 'add' ) ),
			new Hook( 'largesse_calendar_events', array( CircleCalendar::class, 'add' ) ),
			new Hook( 'largesse_sharing_sections', array( ListChoice::class, 'show' ) ),
			new Hook( 'wxr_export_skip_postmeta', array( OpenLists::class, 'skip_export' ), when: 'is_without_theme' ),
		);
	}

	public static function mails(): array {
		return array(
			CircleMails::class => array(
				CircleMails::KIND => 'To an address that an organizer invites to a circle: the name and address of the organizer, the name of the circle, and a link.',
			),
		);
	}

	public static function personal_data(): array {
		return array( PersonalCircles::GROUP => PersonalCircles::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				OpenLists::META => DataNote::of_members( 'circles to which an owner has opened the registry; for each, the person to whom the list belongs', 'members of the circle', 'the owner closes the registry to the circle' ),
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
