<?php
declare( strict_types=1 );

namespace Largesse\Together\Calendar;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'calendar';

	public static function texts(): array {
		return array(
			'name'  => __( 'Calendar of members', 'largesse' ),
			'about' => __( 'Members see birthdays of their circles and days of lists in the calendar of their phone.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		if ( Request::has( 'calendar-of' ) ) {
			// Before WordPress redirects to a canonical address.
			add_action( 'template_redirect', array( MemberCalendar::class, 'answer' ), 2 );
		}
		if ( Request::has( 'largesse-calendar' ) ) {
			add_action( 'template_redirect', Services::callback( CalendarPage::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', Services::callback( CalendarPage::class, 'choose_page' ), 10, 2 );
		add_action( 'largesse_overview_sections', array( CalendarPage::class, 'show_link' ), 15 );
	}

	public static function personal_data(): array {
		return array( CalendarPrivacy::GROUP => CalendarPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				CalendarKey::KIND => DataNote::of_members( 'random number of the address of a member’s calendar; its key also needs the site’s salts', 'nobody', 'the member ends the calendar' ),
			),
		);
	}
}
