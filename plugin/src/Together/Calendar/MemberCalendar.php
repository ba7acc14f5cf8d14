<?php
declare( strict_types=1 );

namespace Largesse\Together\Calendar;

use Largesse\Foundation\Format\CalendarEvent;
use Largesse\Foundation\Format\CalendarFile;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Registries\Registry\DayEvent;
use Largesse\Registries\Registry\Memberships;
use WP_Post;
use WP_User;

/**
 * Calendar file of a member: the days of the lists that they may open, and birthdays in their circles (rules: The
 * calendar of a member). It contains no gifts, so it does not depend on them.
 */
final class MemberCalendar {

	/** Days after which an event is no longer in the file. */
	private const PAST_DAYS = 366;

	/** Sends the calendar if the address of this request contains a token. */
	public static function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Reading needs no nonce, and the token is only compared.
		$token = wp_unslash( $_GET[ CalendarKey::PARAMETER ] ?? null );
		if ( null === $token ) {
			return;
		}
		NoCacheHeaders::send_headers();
		$user = CalendarKey::user( $token );
		header( 'X-Content-Type-Options: nosniff' );
		if ( null === $user ) {
			status_header( 404 );
			header( 'Content-Type: text/plain; charset=UTF-8' );
			echo esc_html__( 'There is no calendar at this address. Its owner may have renewed the address.', 'largesse' );
			exit;
		}
		status_header( 200 );
		header( 'Content-Type: text/calendar; charset=UTF-8' );
		header( 'Content-Disposition: inline; filename="calendar.ics"' );
		// The secret address opens the calendar without an account: with the rights and the language of the member.
		wp_set_current_user( $user->ID );
		switch_to_user_locale( $user->ID );
		// phpcs:ignore WordPress.Security.EscapeOutput -- The output is a file, not a page.
		echo CalendarFile::of( self::events( $user ), self::name() );
		exit;
	}

	/** Returns the name of the calendar. */
	private static function name(): string {
		/* translators: %s: name of the site. */
		return sprintf( __( '%s: birthdays and lists', 'largesse' ), html_entity_decode( (string) get_bloginfo( 'name' ), ENT_QUOTES | ENT_HTML5 ) );
	}

	/** @return list<CalendarEvent> The current user's events, each once. */
	private static function events( WP_User $user ): array {
		$registries = array(
			...Memberships::of_author( $user->ID ),
			...Memberships::co_owned( $user ),
			...Memberships::kept( $user ),
			...Memberships::inviting( $user ),
		);
		$events     = array_filter( array_map( DayEvent::of( ... ), $registries ) );
		/**
		 * Filters the events of a member's calendar. The member is the current user.
		 *
		 * @param list<array{uid: string, title: string, day: string, url: string, changed: int, is_yearly?: bool}> $events Events of the member's own lists, and of those to which they are invited. `uid` is a permanent identifier, `day` the first day (`YYYY-MM-DD`), `changed` the time of the last change in seconds since 1970.
		 * @param WP_User $user The member.
		 */
		$events = apply_filters(
			'largesse_calendar_events',
			array_map( get_object_vars( ... ), array_values( $events ) ),
			$user
		);
		$events = array_map( static fn ( array $event ): CalendarEvent => new CalendarEvent( ...$event ), $events );
		$first  = (string) wp_date( 'Y-m-d', time() - self::PAST_DAYS * DAY_IN_SECONDS );
		return array_values(
			array_column(
				array_filter( $events, static fn ( CalendarEvent $event ): bool => $event->is_yearly || $event->day >= $first ),
				null,
				'uid'
			)
		);
	}
}
