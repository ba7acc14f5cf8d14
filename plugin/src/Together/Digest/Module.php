<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'reminders';

	public static function texts(): array {
		return array(
			'name'  => __( 'Reminders', 'largesse' ),
			'about' => __( 'Members choose what they are reminded of, in at most one mail a week.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			// Before WordPress redirects to a canonical address.
			new Hook( 'template_redirect', array( EndReminders::class, 'answer' ), 2, when: 'has_input ' . EndReminders::FIELD ),
			new Hook( 'template_redirect', array( RemindersPage::class, 'answer' ), 5, when: 'has_input ' . RemindersPage::FIELD ),
			new Hook( 'largesse_owner_page', array( RemindersPage::class, 'choose_page' ) ),
			new Hook( 'largesse_overview_sections', array( RemindersPage::class, 'show_link' ), 15 ),
			new Hook( 'largesse_reminders', array( EmptyLists::class, 'offer' ), 20 ),
			new Hook( 'largesse_reminder_entries', array( EmptyLists::class, 'add' ), 20 ),
			new Hook( DigestMails::HOOK, array( DigestMails::class, 'run' ) ),
		);
	}

	public static function mails(): array {
		return array(
			DigestMails::class => array(
				DigestMails::DIGEST => 'To a member, at most once a week: everything that is due of the reminders that the member has chosen, and a link that ends all of them.',
			),
		);
	}

	public static function personal_data(): array {
		return array( RemindersPrivacy::GROUP => RemindersPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				Reminders::KIND => DataNote::of_members( 'the reminders that a member has chosen, the day of the last mail, and identifiers of what it contained' ),
			),
			events: array( DigestMails::HOOK => 'daily' ),
		);
	}
}
