<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'presents';

	public static function texts(): array {
		return array(
			'name'  => __( 'Presents that are not on a list', 'largesse' ),
			'about' => __( 'For guests who give something else: they tell the other guests without the owner seeing it, or suggest it to the owner.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		add_filter( 'largesse_below_registry', array( PresentPage::class, 'add_link' ), 10, 3 );
		if ( Request::has( 'giving', 'give', 'present' ) ) {
			// The next five hooks run before WordPress's redirect to the canonical address of a page (priority 10). The
			// first of them runs before the form for a gift.
			add_action( 'template_redirect', Services::callback( PresentPage::class, 'prepare_giving' ), 4 );
		}
		if ( Request::has( 'largesse-ideas' ) ) {
			add_action( 'template_redirect', Services::callback( IdeaSwitch::class, 'answer' ), 5 );
		}
		if ( Request::has( 'largesse-suggestions' ) ) {
			add_action( 'template_redirect', Services::callback( SuggestionSwitch::class, 'answer' ), 5 );
		}
		if ( Request::has( 'largesse-suggestion' ) ) {
			add_action( 'template_redirect', Services::callback( AnswerForms::class, 'answer' ), 5 );
		}
		if ( Request::has( 'present' ) ) {
			add_action( 'template_redirect', Services::callback( PresentPage::class, 'answer' ), 5 );
		}
		add_action( 'largesse_before_managed_registry', Services::callback( AnswerForms::class, 'show' ) );
		add_filter( 'largesse_overview_facts', array( AnswerForms::class, 'add_number' ), 10, 2 );
		add_action( 'largesse_guest_settings', array( IdeaSwitch::class, 'show' ) );
		add_action( 'largesse_guest_settings', array( SuggestionSwitch::class, 'show' ) );
		add_action( 'largesse_after_gifts', Services::callback( Ideas::class, 'show_to_recipient' ) );
		add_filter( 'largesse_giver_promises', Services::callback( GivenIdeas::class, 'add_of_giver' ), 10, 3 );
		add_action( 'largesse_gift_given_back', array( Answers::class, 'end_promise' ), 10, 2 );
		add_action( 'largesse_suggestions', Services::callback( Answers::class, 'run' ) );
	}

	public static function events(): array {
		return array( 'largesse_suggestions' => 'hourly' );
	}

	public static function personal_data(): array {
		return array(
			IdeaPrivacy::GROUP       => IdeaPrivacy::class,
			SuggestionPrivacy::GROUP => SuggestionPrivacy::class,
		);
	}

	public static function upgrades(): array {
		return array( 2 => array( PresentsUpgrade::class, 'run' ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				IdeaSwitch::META       => DataNote::of_members( 'whether guests of the registry may tell each other about presents' ),
				SuggestionSwitch::META => DataNote::of_members( 'whether guests of the registry may suggest wishes' ),
			),
			records: array(
				StoredSuggestions::KIND => DataNote::of_members(
					'suggested wishes, with name and account of the guest, and how the guest has opened the list',
					'the guest; owners',
					'it is declined or taken back; 30 days after it was accepted'
				),
			),
		);
	}
}
