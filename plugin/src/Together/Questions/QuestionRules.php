<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\Foundation\Service\FieldRules;

/** Rules for questions and answers (rules: Questions). */
final class QuestionRules {

	/** Maximum number of open questions about a wish, or to a person. */
	public const MOST_OPEN = 3;

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
	 * Checks whether a wish or a person already has the maximum number of open questions.
	 *
	 * @param array<Question> $questions Questions of the registry or circle.
	 */
	public static function is_full( array $questions, string $about ): bool {
		$open = array_filter(
			$questions,
			static fn ( Question $one ): bool => $one->is_open() && $one->about === $about
		);
		return count( $open ) >= self::MOST_OPEN;
	}

	/** Checks whether an answer can be stored: nobody changes an answer, but a form may be sent twice. */
	public static function is_answerable( Question $question, string $text ): bool {
		return $question->is_open() || $question->answer === $text;
	}
}
