<?php
declare( strict_types=1 );

namespace Largesse\Together\Suggestions;

use Largesse\DataNote;
use Largesse\Promises\Giving\GiftFormPage;
use Largesse\Promises\Giving\ListView;
use Largesse\Hook;
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

	public static function hooks(): array {
		return array(
			new Hook( 'largesse_below_registry', array( SuggestPage::class, 'add_link' ) ),
			// The next four hooks run before WordPress's redirect to the canonical address of a page (priority 10). The
			// first of them runs before the form for a gift.
			new Hook( 'template_redirect', array( SuggestPage::class, 'prepare_giving' ), 4, when: 'has_input ' . ListView::GIVING . ' ' . GiftFormPage::PARAMETER . ' ' . SuggestPage::FIELD ),
			new Hook( 'template_redirect', array( SuggestPage::class, 'answer' ), 5, when: 'has_input ' . SuggestPage::FIELD ),
			new Hook( 'template_redirect', array( SuggestionSwitch::class, 'answer' ), 5, when: 'has_input ' . SuggestionSwitch::FIELD ),
			new Hook( 'template_redirect', array( AnswerForms::class, 'answer' ), 5, when: 'has_input ' . AnswerForms::FIELD ),
			new Hook( 'largesse_before_managed_registry', array( AnswerForms::class, 'show' ) ),
			new Hook( 'largesse_overview_facts', array( AnswerForms::class, 'add_number' ) ),
			new Hook( 'largesse_after_managed_registry', array( SuggestionSwitch::class, 'show' ) ),
			new Hook( 'largesse_gift_given_back', array( Answers::class, 'end_promise' ) ),
			new Hook( Answers::HOOK, array( Answers::class, 'run' ) ),
		);
	}

	public static function personal_data(): array {
		return array( SuggestionData::GROUP => SuggestionData::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				SuggestionSwitch::META => DataNote::of_members( 'whether guests of the registry may suggest wishes' ),
			),
			records: array(
				StoredSuggestions::KIND => DataNote::of_members( 'suggested wishes, with name and account of the guest; promises, with an address', 'the guest; owners, without promise and address', 'it is declined or taken back; 30 days after it was accepted' ),
			),
			events: array( Answers::HOOK => 'hourly' ),
		);
	}
}
