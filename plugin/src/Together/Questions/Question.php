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
	 * @param int    $told     Time from which pages and mails contain an open question (seconds since 1970). Nothing
	 *                         stores when it was asked.
	 * @param string $answer   Plain text; empty for an open question.
	 * @param int    $answered Seconds since 1970; 0 for an open question.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $about,
		public readonly string $text,
		public readonly int $told,
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
}
