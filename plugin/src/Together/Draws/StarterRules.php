<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Person;

/** Decides who may draw the names of a circle, and when (rules: Draws). */
final class StarterRules {

	/** Broken rules: the user is not in the circle; the names are drawn; the last draw was started less than a day ago. */
	public const NO_MEMBER = 'no_member';
	public const DRAWN     = 'drawn';
	public const ONCE      = 'once_a_day';

	/** Seconds between two draws of a circle. */
	private const PAUSE = 86_400;

	/**
	 * Returns the rule that a user would break by drawing the names now; null for none. After somebody has left, the names
	 * can be drawn again at once: the new draw has no gap, so this works once for each person who leaves.
	 *
	 * @param list<Person> $people     People of the circle.
	 * @param Draw|null    $open       Draw whose day is not over yet; null for none.
	 * @param int          $last_start Time when the last draw was started, in seconds since 1970; 0 for never.
	 * @param int          $now        Seconds since 1970.
	 */
	public static function broken_rule( array $people, int $user_id, ?Draw $open, int $last_start, int $now ): ?string {
		return match ( true ) {
			! in_array( $user_id, array_column( $people, 'user' ), true ) => self::NO_MEMBER,
			null !== $open && ! in_array( $user_id, $open->changers( $people ), true ) => self::DRAWN,
			true !== $open?->has_gap( $people ) && $last_start > $now - self::PAUSE => self::ONCE,
			default => null,
		};
	}
}
