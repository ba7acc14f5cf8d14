<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/** An event of a calendar file. It lasts a whole day. */
final class CalendarEvent {

	/**
	 * @param string $uid       Permanent identifier. With it, calendars update the event instead of adding another one.
	 * @param string $day       First day, `YYYY-MM-DD`.
	 * @param string $url       Address with more about the event.
	 * @param int    $changed   Time of the last change (Unix, in seconds).
	 * @param bool   $is_yearly Whether the event repeats each year. On 29 February, it repeats on the last day of
	 *         February.
	 */
	public function __construct(
		public readonly string $uid,
		public readonly string $title,
		public readonly string $day,
		public readonly string $url,
		public readonly int $changed,
		public readonly bool $is_yearly = false
	) {}
}
