<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/** Writes a calendar file (iCalendar, RFC 5545) with an all-day event. */
final class CalendarFile {

	/** Maximum length of a line in bytes, without its line break. */
	private const LINE = 75;

	private const PRODUCT = '-//Largesse//Gift registry//EN';

	/** Returns the file. */
	public static function of( CalendarEvent $event ): string {
		$lines = array(
			'BEGIN:VCALENDAR',
			'VERSION:2.0',
			'PRODID:' . self::PRODUCT,
			'CALSCALE:GREGORIAN',
			'BEGIN:VEVENT',
			'UID:' . self::text( $event->uid ),
			'DTSTAMP:' . gmdate( 'Ymd\THis\Z', $event->changed ),
			// Without an end, the event lasts one day.
			'DTSTART;VALUE=DATE:' . str_replace( '-', '', $event->day ),
			'SUMMARY:' . self::text( $event->title ),
			'DESCRIPTION:' . self::text( $event->url ),
			'URL:' . $event->url,
			'TRANSP:TRANSPARENT',
			'END:VEVENT',
			'END:VCALENDAR',
		);
		return implode( '', array_map( self::folded( ... ), $lines ) );
	}

	/** Escapes separators, and removes all control characters except line breaks. */
	private static function text( string $text ): string {
		$clean = (string) preg_replace(
			'/[^\P{Cc}\n]/u',
			'',
			(string) preg_replace( '/\R/u', "\n", StoredText::valid_utf8( $text ) )
		);
		return str_replace( array( '\\', ';', ',', "\n" ), array( '\\\\', '\\;', '\\,', '\\n' ), $clean );
	}

	/** Adds the line break. Splits lines that exceed the maximum length, but never splits a character. */
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
