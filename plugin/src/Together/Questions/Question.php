<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\Foundation\Records\StoredValue;

/** A question about a wish, or to a person of a circle. It contains nothing about who asked (rules: Questions). */
final class Question {

	use StoredValue;

	/**
	 * @param string $id       UUID.
	 * @param string $about    Wish or person: the id of an item, or the ids of a circle and a person.
	 * @param string $text     Plain text.
	 * @param int    $asked    Seconds since 1970.
	 * @param string $answer   Plain text; empty for an open question.
	 * @param int    $answered Seconds since 1970; 0 for an open question.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $about,
		public readonly string $text,
		public readonly int $asked,
		public readonly string $answer = '',
		public readonly int $answered = 0
	) {}

	/** Returns the text that identifies a person of a circle. */
	public static function about_person( string $circle_id, string $person_id ): string {
		return "{$circle_id} {$person_id}";
	}

	public function is_open(): bool {
		return 0 === $this->answered;
	}

	/**
	 * Returns the time (in seconds since 1970) at which those who answer learn of the question, by mail and on their
	 * pages: the second full hour after it was asked. So they do not learn when somebody has asked.
	 */
	public function told_at(): int {
		return ( intdiv( $this->asked, 3600 ) + 2 ) * 3600;
	}
}
