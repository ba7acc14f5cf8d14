<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Format\CalendarEvent;
use Largesse\Registries\Registry\DayEvent;
use WP_User;

/** Entries of circles in the calendar of a member: birthdays, and the days of lists that are open to the circle. */
final class CircleCalendar {

	/** Year of birthdays without a year. It has a 29 February. */
	private const YEAR = 2020;

	/**
	 * Adds the events of the member's circles.
	 *
	 * @param list<array<string, mixed>> $events As for the filter `largesse_calendar_events`.
	 * @return list<array<string, mixed>>
	 */
	public static function add( array $events, WP_User $user ): array {
		foreach ( Circles::of_user( $user->ID ) as $circle ) {
			$registries = OpenLists::registries( $circle, OpenLists::of_circle( $circle ) );
			$days       = array_values( array_filter( array_map( DayEvent::of( ... ), $registries ) ) );
			$events     = array(
				...$events,
				...array_map( get_object_vars( ... ), array( ...self::birthdays( $circle ), ...$days ) ),
			);
		}
		return $events;
	}

	/** @return list<CalendarEvent> A yearly event for each birthday in a circle. */
	private static function birthdays( Circle $circle ): array {
		$people = array_filter( $circle->people, static fn ( Person $person ): bool => '' !== $person->birthday );
		return array_map(
			static fn ( Person $person ): CalendarEvent => new CalendarEvent(
				// A member of several circles has one birthday.
				DayEvent::uid( null === $person->user ? "birthday-{$person->id}" : "birthday-of-member-{$person->user}" ),
				/* translators: %s: name of a person. */
				str_replace( '%s', $person->name, __( 'Birthday of %s', 'largesse' ) ),
				self::YEAR . "-{$person->birthday}",
				CirclePage::url( $circle->id ),
				$person->joined,
				true
			),
			array_values( $people )
		);
	}
}
