<?php
declare( strict_types=1 );

namespace Largesse\Together\Suggestions;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'suggestions';

	public const NEEDS = 'wishes';

	public static function texts(): array {
		return array(
			'name'  => __( 'Suggestions of guests', 'largesse' ),
			'about' => __( 'Guests suggest wishes for lists that allow it. The owner accepts, changes or declines them.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		add_filter( 'largesse_below_registry', array( SuggestPage::class, 'add_link' ), 10, 3 );
		if ( Request::has( 'giving', 'give', 'suggest' ) ) {
			// The next four hooks run before WordPress's redirect to the canonical address of a page (priority 10). The
			// first of them runs before the form for a gift.
			add_action( 'template_redirect', Services::callback( SuggestPage::class, 'prepare_giving' ), 4 );
		}
		if ( Request::has( 'suggest' ) ) {
			add_action( 'template_redirect', Services::callback( SuggestPage::class, 'answer' ), 5 );
		}
		if ( Request::has( 'largesse-suggestions' ) ) {
			add_action( 'template_redirect', Services::callback( SuggestionSwitch::class, 'answer' ), 5 );
		}
		if ( Request::has( 'largesse-suggestion' ) ) {
			add_action( 'template_redirect', Services::callback( AnswerForms::class, 'answer' ), 5 );
		}
		add_action( 'largesse_before_managed_registry', Services::callback( AnswerForms::class, 'show' ) );
		add_filter( 'largesse_overview_facts', array( AnswerForms::class, 'add_number' ), 10, 2 );
		add_action( 'largesse_after_managed_registry', array( SuggestionSwitch::class, 'show' ) );
		add_action( 'largesse_gift_given_back', array( Answers::class, 'end_promise' ), 10, 2 );
		add_action( 'largesse_suggestions', Services::callback( Answers::class, 'run' ) );
	}

	public static function events(): array {
		return array( 'largesse_suggestions' => 'hourly' );
	}

	public static function personal_data(): array {
		return array( SuggestionPrivacy::GROUP => SuggestionPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				SuggestionSwitch::META => DataNote::of_members( 'whether guests of the registry may suggest wishes' ),
			),
			records: array(
				StoredSuggestions::KIND => DataNote::of_members( 'suggested wishes, with name and account of the guest; promises, with an address', 'the guest; owners, without promise and address', 'it is declined or taken back; 30 days after it was accepted' ),
			),
		);
	}
}
