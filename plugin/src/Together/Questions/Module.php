<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'questions';

	public static function texts(): array {
		return array(
			'name'  => __( 'Questions without a name', 'largesse' ),
			'about' => __( 'For guests who want to know something before they give. Nobody learns who asked.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		add_filter( 'largesse_below_registry', array( QuestionsPage::class, 'add_link' ), 10, 3 );
		add_filter( 'largesse_wish_fields', array( QuestionsPage::class, 'add_answers' ), 10, 3 );
		if ( Request::has( 'ask' ) ) {
			// Before WordPress redirects to a canonical address.
			add_action( 'template_redirect', Services::callback( QuestionsPage::class, 'answer' ), 5 );
		}
		if ( Request::has( 'largesse-answer' ) ) {
			add_action( 'template_redirect', Services::callback( OwnerAnswers::class, 'answer' ), 5 );
		}
		if ( Request::has( 'largesse-questions' ) ) {
			add_action( 'template_redirect', Services::callback( QuestionSwitch::class, 'answer' ), 5 );
		}
		if ( Request::has( 'largesse-circle-question' ) ) {
			add_action( 'template_redirect', Services::callback( CircleQuestions::class, 'answer' ), 5 );
		}
		add_action( 'largesse_before_managed_registry', Services::callback( OwnerAnswers::class, 'show' ) );
		add_filter( 'largesse_overview_facts', array( OwnerAnswers::class, 'add_number' ), 10, 2 );
		add_action( 'largesse_guest_settings', array( QuestionSwitch::class, 'show' ) );
		add_action( 'largesse_circle_card', Services::callback( CircleQuestions::class, 'show' ), 10, 2 );
		add_action( 'largesse_circle_left', array( CircleQuestions::class, 'forget_person' ), 10, 2 );
		add_action( 'largesse_circle_removed', array( CircleQuestions::class, 'forget_person' ), 10, 2 );
		add_action( 'largesse_circle_deleted', array( CircleQuestions::class, 'forget_person' ), 10, 2 );
	}

	public static function mails(): array {
		return array(
			QuestionMailSender::class => array(
				QuestionMailSender::ASKED  => 'To each owner of a registry, at the next nine o’clock after guests have asked about wishes: the open questions, and a link to My registries.',
				QuestionMailSender::PERSON => 'To a person of a circle or their guardian, at the next nine o’clock after members have asked: the open questions, and a link to the circle.',
			),
		);
	}

	public static function personal_data(): array {
		return array( QuestionPrivacy::GROUP => QuestionPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				QuestionSwitch::META => DataNote::of_members( 'whether guests of the registry may ask about wishes' ),
			),
			records: array(
				Questions::KIND => DataNote::of_members( 'a question about a wish, or to a person of a circle, and the answer; nothing about who asked', 'the owner or the person; with an answer, also everybody who may open the list or the circle', 'the owner or the person deletes it; the registry is deleted; the person leaves the circle' ),
			),
		);
	}
}
