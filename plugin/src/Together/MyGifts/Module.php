<?php
declare( strict_types=1 );

namespace Largesse\Together\MyGifts;

use Largesse\Promises\Giving\GiverLink;
use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( Request::has( 'my-gifts' ) ) {
			// Before WordPress redirects to a canonical address.
			add_action( 'template_redirect', Services::callback( MyGiftsPage::class, 'answer' ), 2 );
		}
		add_filter( 'largesse_above_gift_form', array( GiverMemory::class, 'add_to_form' ), 10, 2 );
		add_action( 'largesse_remember_gifts', Services::callback( GiverMemory::class, 'run' ) );
		add_action( 'largesse_gift_given_back', array( RememberedGifts::class, 'forget_gift' ), 10, 3 );
		add_action( 'largesse_promise_ended', array( RememberedGifts::class, 'forget' ), 10, 2 );
		add_filter( 'largesse_reminders', array( GiverReminders::class, 'offer' ), 5 );
		add_filter( 'largesse_reminder_entries', Services::callback( GiverReminders::class, 'add' ), 5, 4 );
	}

	public static function events(): array {
		return array( 'largesse_remember_gifts' => 'daily' );
	}

	public static function mails(): array {
		return array(
			LinkMailSender::class => array(
				LinkMailSender::LINK => 'To an address that a visitor entered on the page My gifts, whether or not it has gifts: a link that opens the page for a day.',
			),
		);
	}

	public static function personal_data(): array {
		return array( GiverPrivacy::GROUP => GiverPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				GiverLink::KIND       => DataNote::of_members( 'e-mail address whose gifts a link opens, under a hash of the link’s key', 'nobody', 'a day after the mail' ),
				RememberedGifts::KIND => DataNote::of_members( 'past gifts of a member who wants to remember them: wish, and title, author and day of the list if the member could open it', 'the member', 'the member erases them' ),
			),
		);
	}
}
