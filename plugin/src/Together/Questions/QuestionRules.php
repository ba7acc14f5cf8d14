<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use DateTimeImmutable;
use DateTimeZone;
use Largesse\Foundation\Service\FieldRules;

/** Rules for questions and answers (rules: Questions). */
final class QuestionRules {

	/** Hour of the day, in the site's time zone, when all questions of the last 24 hours appear. */
	private const HOUR = 9;

	/** Maximum number of open questions that a page shows at once. */
	public const SHOWN = 20;

	/** Maximum lengths in characters. */
	public const TEXT_CHARS   = 200;
	public const ANSWER_CHARS = 300;

	/** Returns the rule that a trimmed text breaks; null for none. @param int $most Maximum number of characters. */
	public static function broken_rule( string $text, int $most ): ?string {
		return match ( true ) {
			'' === $text                        => 'not_blank',
			mb_strlen( $text, 'UTF-8' ) > $most => 'maxLength',
			! FieldRules::is_visible( $text )   => 'clean_text',
			default                             => null,
		};
	}

	/**
	 * Returns when a question appears that is asked now: at the next HOUR. All questions of 24 hours appear together, so
	 * the time reveals nothing.
	 *
	 * @param int $now In seconds since 1970, like the result.
	 */
	public static function told_at( int $now, DateTimeZone $zone ): int {
		$today = ( new DateTimeImmutable( "@{$now}" ) )->setTimezone( $zone )->setTime( self::HOUR, 0 );
		return ( $today->getTimestamp() > $now ? $today : $today->modify( '+1 day' ) )->getTimestamp();
	}

	/**
	 * Returns the open questions that pages and mails contain now. Within a day, their order is random.
	 *
	 * @param array<Question> $questions
	 * @return list<Question>
	 */
	public static function told( array $questions, int $now ): array {
		$told = array_filter( $questions, static fn ( Question $one ): bool => $one->is_open() && $one->told <= $now );
		usort(
			$told,
			static fn ( Question $one, Question $other ): int => array( $one->told, $one->id ) <=> array(
				$other->told,
				$other->id,
			)
		);
		return $told;
	}

	/** Checks whether an answer can be stored: nobody changes an answer, but a form may be sent twice. */
	public static function is_answerable( Question $question, string $text ): bool {
		return $question->is_open() || $question->answer === $text;
	}
}
