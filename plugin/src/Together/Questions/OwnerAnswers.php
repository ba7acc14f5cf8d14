<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Registries\Links\OwnerPage;
use WP_Error;
use WP_Post;

/**
 * Forms on My registries with which owners answer or delete questions about their wishes (rules: Questions).
 *
 * @extends Form<WP_Post>
 */
final class OwnerAnswers extends Form {

	/** Form field and parameter with the pressed button, and the buttons. */
	public const FIELD  = 'largesse-answer';
	public const ANSWER = 'answer';
	public const DELETE = 'delete';

	/** Button that deletes all open questions that the page shows. */
	public const DELETE_SHOWN = 'delete-shown';

	/** Number of open questions from which the page has this button. */
	private const MANY = 4;

	/** Fields with the id of the question (or the ids of all shown, with commas), and with the answer. */
	public const ID   = 'question';
	public const TEXT = 'answer_text';

	protected function subject( Submission $sent ): ?WP_Post {
		return OwnerPage::registry();
	}

	protected function proof( mixed $registry, string $button ): Proof {
		return Proof::nonce( self::nonce( $registry->ID ) );
	}

	protected function press( mixed $registry, string $button, Submission $sent ): Refusal|WP_Error|null {
		$is_theirs = static fn ( Record $record ): bool => $record->registry === $registry->ID;
		$text      = FieldRules::trim( $sent->text( self::TEXT ) );
		$problem   = self::ANSWER === $button ? self::problem( $text ) : '';
		return match ( true ) {
			'' !== $problem           => Refusal::incorrect( array( self::TEXT => $problem ) ),
			self::ANSWER === $button => Questions::answer( $sent->text( self::ID ), $text, $is_theirs ),
			self::DELETE === $button => Questions::delete( $sent->text( self::ID ), $is_theirs ),
			self::DELETE_SHOWN === $button => self::delete_all( explode( ',', $sent->text( self::ID ) ), $is_theirs ),
			default                   => self::unknown_button(),
		};
	}

	/** @param list<string> $ids */
	private static function delete_all( array $ids, callable $is_theirs ): ?WP_Error {
		foreach ( array_slice( $ids, 0, QuestionRules::SHOWN ) as $id ) {
			$failed = Questions::delete( $id, $is_theirs );
			if ( null !== $failed ) {
				return $failed;
			}
		}
		return null;
	}

	protected function next( mixed $registry, string $button ): string {
		return add_query_arg( self::FIELD, $button, OwnerPage::url( $registry->ID ) );
	}

	/** Returns the message about an answer; '' if it is valid. */
	public static function problem( string $text ): string {
		return Questions::problem(
			$text,
			Questions::ANSWER_CHARS,
			__( 'Write an answer, or delete the question.', 'largesse' )
		);
	}

	/** Prints the questions about the wishes of a registry that the user may change. */
	public function show( int $registry_id ): void {
		$sent    = Submission::from_request();
		$said    = match ( null === $this->refused ? Request::parameter( self::FIELD ) : '' ) {
			self::ANSWER => __( 'Your answer is on the wish.', 'largesse' ),
			self::DELETE => __( 'The question is deleted.', 'largesse' ),
			self::DELETE_SHOWN => __( 'The questions are deleted.', 'largesse' ),
			default      => '',
		};
		$problem = $this->refused->message ?? '';
		Template::print( 'owners/form-result', compact( 'said', 'problem' ) );
		$all       = Questions::of_registry( $registry_id );
		$told      = Questions::told( $all );
		$shown     = array_slice( $told, 0, QuestionRules::SHOWN );
		$questions = array(
			...$shown,
			...array_filter( $all, static fn ( Question $one ): bool => ! $one->is_open() ),
		);
		if ( array() === $questions ) {
			return;
		}
		$registry = get_post( $registry_id );
		$names    = $registry instanceof WP_Post ? QuestionForm::wishes( $registry ) : array();
		$rows     = array_map(
			fn ( Question $one ): array => array(
				'name'    => $names[ $one->about ] ?? '',
				'text'    => $one->text,
				'answer'  => $one->answer,
				'is_open' => $one->is_open(),
				'typed'   => null !== $this->refused && $sent->text( self::ID ) === $one->id ? $sent->text( self::TEXT ) : '',
				'problem' => null !== $this->refused && $sent->text( self::ID ) === $one->id
					? $this->refused->problems[ self::TEXT ] ?? ''
					: '',
				'hidden'  => array(
					'_wpnonce' => wp_create_nonce( self::nonce( $registry_id ) ),
					self::ID   => $one->id,
				),
			),
			$questions
		);
		$open     = array_filter( $rows, static fn ( array $row ): bool => $row['is_open'] );
		Template::print(
			'questions/answers',
			array(
				'open'     => array_values( $open ),
				'total'    => count( $told ),
				'delete'   => count( $shown ) < self::MANY ? null : array(
					'_wpnonce' => wp_create_nonce( self::nonce( $registry_id ) ),
					self::ID   => implode( ',', array_column( $shown, 'id' ) ),
				),
				'answered' => array_values( array_diff_key( $rows, $open ) ),
				'action'   => OwnerPage::url( $registry_id ),
				'buttons'  => array(
					'name'         => self::FIELD,
					'answer'       => self::ANSWER,
					'delete'       => self::DELETE,
					'delete_shown' => self::DELETE_SHOWN,
				),
				'field'    => array(
					'name'      => self::TEXT,
					'maxlength' => Questions::ANSWER_CHARS,
				),
			)
		);
	}

	/** @return list<string> The facts about a registry, with the number of open questions. */
	public static function add_number( array $facts, WP_Post $registry ): array {
		// One query for all registries of the page: most have no questions.
		$number = in_array( $registry->ID, Questions::waiting_registries(), true )
			? count( Questions::told( Questions::of_registry( $registry->ID ) ) )
			: 0;
		/* translators: %s: a number. */
		return 0 === $number ? $facts : array( ...$facts, sprintf( _n( '%s question', '%s questions', $number, 'largesse' ), Number::text( $number ) ) );
	}

	private static function nonce( int $registry_id ): string {
		return self::FIELD . "-{$registry_id}";
	}
}
