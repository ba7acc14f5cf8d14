<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( Request::has( 'no-reminders' ) ) {
			// Before WordPress redirects to a canonical address.
			add_action( 'template_redirect', Services::callback( EndReminders::class, 'answer' ), 2 );
		}
		if ( Request::has( 'largesse-reminders' ) ) {
			add_action( 'template_redirect', Services::callback( RemindersPage::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', Services::callback( RemindersPage::class, 'choose_page' ), 10, 2 );
		add_action( 'largesse_overview_sections', array( RemindersPage::class, 'show_link' ), 15 );
		add_filter( 'largesse_reminders', array( EmptyLists::class, 'offer' ), 20 );
		add_filter( 'largesse_reminder_entries', Services::callback( EmptyLists::class, 'add' ), 20, 4 );
		add_action( 'largesse_daily_reminders', Services::callback( DigestMails::class, 'run' ) );
	}

	public static function events(): array {
		return array( 'largesse_daily_reminders' => 'daily' );
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
		);
	}
}
