<?php
declare( strict_types=1 );

namespace Largesse\Following;

use DateTimeImmutable;
use DateTimeZone;
use Largesse\Format\Utf8;

/**
 * Writes the day of a registry as a calendar file (iCalendar, RFC 5545) with one all-day event.
 */
final class CalendarFile {

	/** Maximum length of a line in bytes, without its line break. */
	private const LINE = 75;

	/** Program that wrote the file. */
	private const PRODUCT = '-//Largesse//Gift registry//EN';

	/**
	 * Returns the file.
	 *
	 * @param string $uid       Permanent identifier of the event. With this identifier, calendars update the event instead of adding another event.
	 * @param string $title     Plain text.
	 * @param string $ymd       Day as `YYYY-MM-DD`.
	 * @param bool   $is_yearly Whether the event recurs each year.
	 * @param string $url       Address of the registry.
	 * @param int    $changed   Time of the last change (Unix, in seconds).
	 */
	public static function of( string $uid, string $title, string $ymd, bool $is_yearly, string $url, int $changed ): string {
		$day   = new DateTimeImmutable( $ymd, new DateTimeZone( 'UTC' ) );
		$after = $day->modify( '+1 day' )->format( 'Ymd' );
		$lines = array(
			'BEGIN:VCALENDAR',
			'VERSION:2.0',
			'PRODID:' . self::PRODUCT,
			'CALSCALE:GREGORIAN',
			'BEGIN:VEVENT',
			'UID:' . self::text( $uid ),
			'DTSTAMP:' . gmdate( 'Ymd\THis\Z', $changed ),
			'DTSTART;VALUE=DATE:' . $day->format( 'Ymd' ),
			// An event on 9999-12-31 would end in the year 10000, which the format does not allow. So the event has no
			// end. Without an end, an event also lasts one day.
			8 === strlen( $after ) ? "DTEND;VALUE=DATE:{$after}" : '',
			$is_yearly ? 'RRULE:FREQ=YEARLY' . self::leap_day( $day ) : '',
			'SUMMARY:' . self::text( $title ),
			'DESCRIPTION:' . self::text( $url ),
			'URL:' . (string) preg_replace( '/[\x00-\x20\x7F]/', '', $url ),
			'TRANSP:TRANSPARENT',
			'END:VEVENT',
			'END:VCALENDAR',
		);
		return implode( '', array_map( self::folded( ... ), array_filter( $lines, 'strlen' ) ) );
	}

	/**
	 * Returns an addition to the recurrence rule for an event on 29 February. In years without this day, the event is
	 * on 28 February.
	 */
	private static function leap_day( DateTimeImmutable $day ): string {
		return '02-29' === $day->format( 'm-d' ) ? ';BYMONTH=2;BYMONTHDAY=-1' : '';
	}

	/**
	 * Returns a text as a calendar value. Escapes separators, and removes all control characters except line breaks.
	 */
	private static function text( string $text ): string {
		$clean = (string) preg_replace( '/[^\P{Cc}\n]/u', '', (string) preg_replace( '/\R/u', "\n", Utf8::clean( $text ) ) );
		return str_replace( array( '\\', ';', ',', "\n" ), array( '\\\\', '\\;', '\\,', '\\n' ), $clean );
	}

	/**
	 * Returns a line with its line break. Splits lines that exceed the maximum length, but never splits a character.
	 */
	private static function folded( string $line ): string {
		$parts = array();
		while ( strlen( $line ) > self::LINE - ( $parts ? 1 : 0 ) ) {
			$part    = mb_strcut( $line, 0, self::LINE - ( $parts ? 1 : 0 ), 'UTF-8' );
			$parts[] = $part;
			$line    = substr( $line, strlen( $part ) );
		}
		return implode( "\r\n ", array( ...$parts, $line ) ) . "\r\n";
	}
}
