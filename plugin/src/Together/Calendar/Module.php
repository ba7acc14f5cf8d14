<?php
declare( strict_types=1 );

namespace Largesse\Together\Calendar;

use Largesse\DataNote;
use Largesse\Hook;
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

	public static function hooks(): array {
		return array(
			// Before WordPress redirects to a canonical address.
			new Hook( 'template_redirect', array( MemberCalendar::class, 'answer' ), 2, when: 'has_input ' . CalendarKey::PARAMETER ),
			new Hook( 'template_redirect', array( CalendarPage::class, 'answer' ), 5, when: 'has_input ' . CalendarPage::FIELD ),
			new Hook( 'largesse_owner_page', array( CalendarPage::class, 'choose_page' ) ),
			new Hook( 'largesse_overview_sections', array( CalendarPage::class, 'show_link' ), 15 ),
		);
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
