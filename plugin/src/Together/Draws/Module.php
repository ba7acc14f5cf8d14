<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'draws';

	public const NEEDS = 'circles';

	public static function texts(): array {
		return array(
			'name'  => __( 'Drawing names', 'largesse' ),
			'about' => __( 'For families and friends in which each person gives a present to one other, who is drawn.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		add_filter( 'largesse_reminders', array( DrawReminders::class, 'offer' ) );
		add_filter( 'largesse_reminder_entries', array( DrawReminders::class, 'add' ), 10, 4 );
		if ( Request::has( 'largesse_draw' ) ) {
			// The circle's page has the same address, and runs later.
			add_action( 'template_redirect', Services::callback( DrawSection::class, 'answer' ), 0 );
		}
		add_filter( 'largesse_circle_tabs', array( DrawSection::class, 'add_tab' ) );
		add_filter( 'largesse_circle_tab', Services::callback( DrawSection::class, 'show_tab' ), 10, 3 );
		add_action( 'largesse_circle_head', array( DrawSection::class, 'show_drawn' ) );
		add_filter( 'largesse_circle_leave_notes', array( DrawSection::class, 'add_leave_note' ), 10, 3 );
		add_action( 'largesse_circle_left', Services::callback( Draws::class, 'person_left' ), 10, 2 );
		add_action( 'largesse_circle_removed', Services::callback( Draws::class, 'person_left' ), 10, 2 );
		add_action( 'largesse_circle_deleted', array( CircleDraws::class, 'delete' ) );
	}

	public static function mails(): array {
		return array(
			DrawMails::class => array(
				DrawMails::DRAWN => 'To everybody who takes part in a draw or draws for a child: the drawn name, the day, the budget, and links to the lists of the drawn person. After another draw, everybody gets the mail again.',
				DrawMails::CANCELLED => 'To the same people after a draw was cancelled, or replaced without them.',
				DrawMails::LEFT  => 'To the organizers of the circle and the member who started the draw, after somebody has left: a request to draw again.',
			),
		);
	}

	public static function personal_data(): array {
		return array( DrawPrivacy::GROUP => DrawPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				CircleDraws::KIND => DataNote::of_members( 'at most ten draws of a circle: day, budget, names and accounts of participants and guardians, exclusions, and the encrypted pairs', 'nobody; each member sees their own pairs', 'later draws exceed the limit of ten, the circle or the account is deleted, or the person is erased' ),
			),
		);
	}
}
