<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/** An event of a calendar file. It lasts a whole day. */
final class CalendarEvent {

	/**
	 * @param string $uid     Permanent identifier. With it, calendars update the event instead of adding another one.
	 * @param string $day     The day, `YYYY-MM-DD`.
	 * @param string $url     Address with more about the event.
	 * @param int    $changed Time of the last change (Unix, in seconds).
	 */
	public function __construct(
		public readonly string $uid,
		public readonly string $title,
		public readonly string $day,
		public readonly string $url,
		public readonly int $changed
	) {}
}
