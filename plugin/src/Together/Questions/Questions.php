<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\Foundation\Format\Household;
use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use WP_Error;

/**
 * Stores questions and answers (rules: Questions). Nothing stores who asked: neither the account nor the browser nor
 * the network address, except in the counters of limits, which contain only hashes.
 */
final class Questions {

	/**
	 * Kind of the records. The data is a Question. A question about a wish belongs to the registry of the record. The time
	 * of an open question is the time when it is told to those who answer; 0 for an answered one.
	 */
	public const KIND = 'question';

	/** Maximum lengths in characters. */
	public const TEXT_CHARS   = QuestionRules::TEXT_CHARS;
	public const ANSWER_CHARS = QuestionRules::ANSWER_CHARS;

	/**
	 * Maximum numbers of questions in 24 hours: of a visitor, known by account or network address, about one wish and on a
	 * list or in a circle; of all visitors together; and of each visitor after others have reached the number of all.
	 */
	private const OF_VISITOR_ABOUT = 3;
	private const OF_VISITOR       = 10;
	private const OF_ALL           = 60;
	private const RESERVED         = 2;

	/** @var list<int>|null Ids of registries with open questions that owners know, as this request has read them. */
	private static ?array $waiting = null;

	/**
	 * @var array<string, array<string, list<Question>>> Answered questions of the last registry that this request has read,
	 *      by what they are about. The key names the site of a network and the registry.
	 */
	private static array $answered = array();

	/** Code of the error if a question no longer exists, or already has an answer. */
	public const GONE = 'largesse_question_gone';

	/**
	 * @param list<Question> $questions
	 * @return list<Question> Those without an answer.
	 */
	public static function open( array $questions ): array {
		return array_values( array_filter( $questions, static fn ( Question $one ): bool => $one->is_open() ) );
	}

	/**
	 * @param list<Question> $questions
	 * @return list<Question> The open questions that pages and mails contain now.
	 */
	public static function told( array $questions ): array {
		return QuestionRules::told( $questions, time() );
	}

	/** @return list<Question> Questions about the wishes of a registry, oldest first. */
	public static function of_registry( int $registry_id ): array {
		return self::questions( Records::all( self::KIND, registry: $registry_id ) );
	}

	/**
	 * Returns the answered questions of a registry, oldest first, by what they are about. A page asks for each wish, so
	 * this reads the registry once.
	 *
	 * @return array<string, list<Question>>
	 */
	public static function answered( int $registry_id ): array {
		$key = get_current_blog_id() . " {$registry_id}";
		if ( ! isset( self::$answered[ $key ] ) ) {
			$all = array();
			foreach ( self::questions( Records::all( self::KIND, registry: $registry_id, time: 0 ) ) as $question ) {
				$all[ $question->about ][] = $question;
			}
			self::$answered = array( $key => $all );
		}
		return self::$answered[ $key ];
	}

	/** @return list<int> Ids of the registries that have open questions of which the owners may know. */
	public static function waiting_registries(): array {
		return self::$waiting ??= Records::due_registries( self::KIND, time() );
	}

	/** @return list<Question> Questions to the people of a circle, oldest first. */
	public static function of_circle( string $circle_id ): array {
		return array_values(
			array_filter(
				self::questions( Records::containing( self::KIND, 'circle', $circle_id ) ),
				static fn ( Question $one ): bool => str_starts_with( $one->about, "{$circle_id} " )
			)
		);
	}

	/**
	 * Stores a question, unless the same form was sent before.
	 *
	 * @param string $place Identifier of the registry or circle, for the limit of a visitor.
	 * @param array{registry: int}|array{circle: string, user: int} $owner The registry; or the circle, and the account
	 *                                                                     with which the question is deleted.
	 */
	public static function ask( Question $question, string $place, array $owner ): Refusal|WP_Error|null {
		// The same form may arrive twice at once, but counts once.
		return Records::locked(
			"question {$question->id}",
			static fn (): Refusal|WP_Error|null => self::ask_locked( $question, $place, $owner )
		);
	}

	/** Does what `ask()` does, while no other process does it for the same form. */
	private static function ask_locked( Question $question, string $place, array $owner ): Refusal|WP_Error|null {
		if ( Records::read_again( self::KIND, $question->id )->is_stored() ) {
			return null;
		}
		$limits = self::limits( $question->about, $place );
		$wait   = RateLimit::take_all( ...$limits );
		if ( $wait > 0 ) {
			$limits = self::limits( $question->about, $place, true );
			$wait   = min( $wait, RateLimit::take_all( ...$limits ) );
		}
		if ( $wait > 0 ) {
			return new Refusal( 429, __( 'You have asked a lot of questions here. Please try again later.', 'largesse' ), wait: $wait );
		}
		$data   = $question->to_array() + array_intersect_key( $owner, array( 'circle' => '' ) );
		$stored = Records::change(
			self::KIND,
			$question->id,
			static fn ( Record $now ): Record => $now->with(
				data: $data,
				time: $question->told,
				registry: $owner['registry'] ?? 0,
				user: $owner['user'] ?? 0
			)
		);
		if ( ! is_wp_error( $stored ) ) {
			return null;
		}
		RateLimit::give_back_all( ...$limits );
		return $stored;
	}

	/**
	 * Returns the limits for a question of the visitor. No visitor can use up those of others: with `$is_reserved`, the
	 * questions of others do not count.
	 *
	 * @return list<RateLimit>
	 */
	private static function limits( string $about, string $place, bool $is_reserved = false ): array {
		$visitor = static fn ( string $what ): string => is_user_logged_in()
			? "{$what} of " . get_current_user_id()
			: Household::limited( $what );
		return array(
			new RateLimit( $visitor( "questions about {$about}" ), self::OF_VISITOR_ABOUT, DAY_IN_SECONDS ),
			new RateLimit( $visitor( "questions on {$place}" ), self::OF_VISITOR, DAY_IN_SECONDS ),
			$is_reserved
				? new RateLimit( $visitor( "questions on {$place}, reserved" ), self::RESERVED, DAY_IN_SECONDS )
				: new RateLimit( "questions on {$place}", self::OF_ALL, DAY_IN_SECONDS ),
		);
	}

	/**
	 * Stores the answer to an open question. Nobody can change an answer, but it can be deleted with its question.
	 *
	 * @param callable(Record): bool $is_theirs Checks whether the visitor may answer the question of a record.
	 */
	public static function answer( string $id, string $text, callable $is_theirs ): ?WP_Error {
		$change = static function ( Record $now ) use ( $text, $is_theirs ): Record|WP_Error {
			$question = self::question( $now );
			if ( null === $question || ! $is_theirs( $now ) || ! QuestionRules::is_answerable( $question, $text ) ) {
				return self::gone();
			}
			return $question->is_open()
				? $now->with(
					data: array( 'told' => 0, 'answer' => $text, 'answered' => time() )
						+ array_diff_key( $now->data, array( 'asked' => 0 ) ),
					time: 0
				)
				: $now;
		};
		$answered       = Records::change( self::KIND, $id, $change );
		self::$answered = array();
		return is_wp_error( $answered ) ? $answered : null;
	}

	/**
	 * Deletes a question with its answer. Succeeds if it no longer exists.
	 *
	 * @param callable(Record): bool $is_theirs Checks whether the visitor may delete the question of a record.
	 */
	public static function delete( string $id, callable $is_theirs ): ?WP_Error {
		$deleted = Records::change(
			self::KIND,
			$id,
			static fn ( Record $now ): Record|WP_Error|null => ! $now->is_stored() || $is_theirs( $now ) ? null : self::gone()
		);
		self::$answered = array();
		return is_wp_error( $deleted ) ? $deleted : null;
	}

	/** Deletes the questions to a person who has left a circle; with an empty id, all questions of the circle. */
	public static function forget_person( string $circle_id, string $person_id = '' ): void {
		foreach ( self::of_circle( $circle_id ) as $question ) {
			if ( '' === $person_id || Question::about_person( $circle_id, $person_id ) === $question->about ) {
				Records::delete( self::KIND, $question->id );
			}
		}
	}

	/** Returns the message about a typed text; '' if it is valid. @param int $most Maximum number of characters. */
	public static function problem( string $text, int $most, string $missing ): string {
		return match ( QuestionRules::broken_rule( $text, $most ) ) {
			null        => '',
			'not_blank' => $missing,
			/* translators: %s: a number of characters. */
			'maxLength' => sprintf( __( 'Please shorten this to %s characters.', 'largesse' ), Number::text( $most ) ),
			default     => __( 'Remove the invisible or damaged characters.', 'largesse' ),
		};
	}

	private static function gone(): WP_Error {
		return new WP_Error(
			self::GONE,
			__( 'This question was deleted or has an answer already.', 'largesse' ),
			array( 'status' => 409 )
		);
	}

	/** @param list<Record> $records @return list<Question> */
	private static function questions( array $records ): array {
		return array_values( array_filter( array_map( self::question( ... ), $records ) ) );
	}

	private static function question( Record $record ): ?Question {
		return $record->is_stored() ? Question::from_array( array( 'told' => $record->time ) + $record->data ) : null;
	}
}
