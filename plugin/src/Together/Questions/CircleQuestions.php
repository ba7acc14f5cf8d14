<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Registries\Links\OwnerPage;
use WP_Error;

/**
 * Questions to a person of a circle, for example to the person whom the visitor has drawn. Any member may ask any
 * person, so a question says nothing about a draw (rules: Questions).
 *
 * @extends Form<array{circle: string, person: string, name: string, may_act: bool, contact: int, url: string}>
 */
final class CircleQuestions extends Form {

	/** Field with the pressed button, and the buttons. */
	public const FIELD = 'largesse-circle-question';
	public const ASK   = 'ask';

	/** Fields with the ids of the circle and the person, of the question, and with the question or the answer. */
	public const CIRCLE = 'question_circle';
	public const PERSON = 'question_person';
	public const ID     = 'question_id';
	public const TEXT   = 'question_words';

	public function __construct( private readonly QuestionMailSender $mails ) {}

	protected function subject( Submission $sent ): ?array {
		return is_user_logged_in() && OwnerPage::is_shown()
			? self::person( $sent->text( self::CIRCLE ), $sent->text( self::PERSON ) )
			: null;
	}

	protected function proof( mixed $person, string $button ): Proof {
		return Proof::nonce( self::FIELD );
	}

	protected function press( mixed $person, string $button, Submission $sent ): NextPage|Refusal|WP_Error {
		$about     = Question::about_person( $person['circle'], $person['person'] );
		$text      = FieldRules::trim( (string) preg_replace( '/[\r\n\t]+/', ' ', $sent->text( self::TEXT ) ) );
		$is_theirs = static fn ( Record $record ): bool => $person['may_act'] && ( $record->data['about'] ?? '' ) === $about;
		$problem   = match ( $button ) {
			self::ASK            => Questions::problem( $text, Questions::TEXT_CHARS, __( 'Write your question.', 'largesse' ) ),
			OwnerAnswers::ANSWER => OwnerAnswers::problem( $text ),
			default              => '',
		};
		$refused   = match ( true ) {
			'' !== $problem                   => Refusal::incorrect( array( self::TEXT => $problem ) ),
			self::ASK === $button            => $this->ask( $person, $sent->text( self::ID ), $about, $text ),
			OwnerAnswers::ANSWER === $button => Questions::answer( $sent->text( self::ID ), $text, $is_theirs ),
			OwnerAnswers::DELETE === $button => Questions::delete( $sent->text( self::ID ), $is_theirs ),
			default                           => self::unknown_button(),
		};
		return $refused ?? new NextPage(
			self::ASK === $button ? add_query_arg( self::FIELD, $person['person'], $person['url'] ) : $person['url']
		);
	}

	/** Prints the questions to a person, on the person's card. */
	public function show( string $circle_id, string $person_id ): void {
		$person = self::person( $circle_id, $person_id );
		if ( null === $person ) {
			return;
		}
		$sent       = Submission::from_request();
		$about      = Question::about_person( $circle_id, $person_id );
		$all        = array_filter(
			Questions::of_circle( $circle_id ),
			static fn ( Question $one ): bool => $one->about === $about
		);
		$open       = array_filter( $all, static fn ( Question $one ): bool => $one->is_open() );
		$is_asked   = null === $this->refused && Request::parameter( self::FIELD ) === $person_id;
		$is_refused = null !== $this->refused && $sent->text( self::PERSON ) === $person_id;
		$hidden     = array(
			'_wpnonce'   => wp_create_nonce( self::FIELD ),
			self::CIRCLE => $circle_id,
			self::PERSON => $person_id,
		);
		$row        = static fn ( Question $one ): array => array(
			'id'     => $one->id,
			'text'   => $one->text,
			'answer' => $one->answer,
			'hidden' => array( self::ID => $one->id ) + $hidden,
		);
		Template::print(
			'questions/person',
			array(
				'id'       => $person_id,
				'name'     => $person['name'],
				'answered' => array_map( $row, array_values( array_diff_key( $all, $open ) ) ),
				'open'     => $person['may_act'] ? array_map( $row, Questions::told( $open ) ) : array(),
				'waiting'  => $person['may_act'] ? array() : array_column( array_map( $row, array_values( $open ) ), 'text' ),
				'told'     => $is_asked && ! $person['may_act'] ? __( 'Your question is waiting for an answer.', 'largesse' ) : '',
				'ask'      => $person['may_act'] ? null : array( self::ID => wp_generate_uuid4() ) + $hidden,
				'may_act'  => $person['may_act'],
				'action'   => $person['url'],
				'typed'    => $is_refused ? $sent->text( self::TEXT ) : '',
				'asked'    => $is_refused ? $sent->text( self::ID ) : '',
				'problem'  => $is_refused ? $this->refused->message : '',
				'buttons'  => array(
					'name'   => self::FIELD,
					'ask'    => self::ASK,
					'answer' => OwnerAnswers::ANSWER,
					'delete' => OwnerAnswers::DELETE,
				),
				'text_field' => array(
					'name'             => self::TEXT,
					'most_of_answer'   => Questions::ANSWER_CHARS,
					'most_of_question' => Questions::TEXT_CHARS,
				),
			)
		);
	}

	public static function forget_person( string $circle_id, string $person_id = '' ): void {
		Questions::forget_person( $circle_id, $person_id );
	}

	private function ask( array $person, string $id, string $about, string $text ): Refusal|WP_Error|null {
		if ( ! wp_is_uuid( $id ) || $person['may_act'] ) {
			return self::unknown_button();
		}
		$owner = array(
			'circle' => $person['circle'],
			'user'   => $person['contact'],
		);
		$question = new Question( strtolower( $id ), $about, $text, QuestionRules::told_at( time(), wp_timezone() ) );
		$refused  = Questions::ask( $question, $person['circle'], $owner );
		if ( null === $refused ) {
			$this->mails->queue_to_person( $person, $question );
		}
		return $refused;
	}

	/** Returns a person of a circle of the current user; null if there is none. */
	public static function person( string $circle_id, string $person_id ): ?array {
		/**
		 * Filters a person of a circle, for a member of the circle.
		 *
		 * @param array{circle: string, person: string, name: string, may_act: bool, contact: int, url: string}|null $person
		 *        Ids and name; whether the current user may act for the person; id of the account that gets the person's
		 *        mails; and address of the page. Null if the user is not in the circle, or the person is not.
		 * @param string $circle_id Id of the circle.
		 * @param string $person_id Id of the person.
		 */
		return apply_filters( 'largesse_circle_person', null, $circle_id, $person_id );
	}
}
