<?php
/**
 * The date of an occasion, for people.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Pages;

use DateTimeImmutable;
use DateTimeZone;

/**
 * Says when something is, and how far away that is: "12 June 2027 · in 23 days". In the language of the site, in the
 * format of its settings, and by the day that it is in its time zone. Where a line is too short, it breaks after the dot
 * alone: the other spaces are no-break ones.
 */
final class EventDate {

	/** Up to here one counts days, then months, then years. */
	private const MOST_DAYS   = 99;
	private const MOST_MONTHS = 23;

	/** Days of an average month and year. */
	private const MONTH = 30.44;
	private const YEAR  = 365.25;

	/**
	 * The date in words; an empty text where there is none.
	 *
	 * @param string $ymd The date as YYYY-MM-DD, or nothing.
	 */
	public static function text( string $ymd ): string {
		$date = self::parse( $ymd );
		if ( null === $date ) {
			return '';
		}
		$format = (string) get_option( 'date_format' );
		/* translators: 1: a date, 2: how far away it is, as in "12 June 2027 · in 23 days". */
		$both = str_replace( ' ·', "\u{A0}·", __( '%1$s · %2$s', 'largesse' ) );
		return sprintf( $both, self::whole( self::format( $date, '' === $format ? 'j F Y' : $format ) ), self::whole( self::distance( $date ) ) );
	}

	/**
	 * Words that stay on one line.
	 *
	 * @param string $words The words.
	 */
	private static function whole( string $words ): string {
		return str_replace( ' ', "\u{A0}", $words );
	}

	/**
	 * How far away the date is, as people say it.
	 *
	 * @param DateTimeImmutable $date Midnight of the day, as if the site were in Greenwich.
	 */
	private static function distance( DateTimeImmutable $date ): string {
		$today = self::parse( (string) wp_date( 'Y-m-d' ) ) ?? $date;
		$days  = (int) $today->diff( $date )->format( '%r%a' );
		return match ( true ) {
			0 === $days             => __( 'today', 'largesse' ),
			1 === $days             => __( 'tomorrow', 'largesse' ),
			-1 === $days            => __( 'yesterday', 'largesse' ),
			$days < 0 && $days > -7 => self::last_weekday( $date ),
			$days > 0               => self::ahead( $days ),
			default                 => self::ago( -$days ),
		};
	}

	/**
	 * A day of the last week.
	 *
	 * @param DateTimeImmutable $date The day.
	 */
	private static function last_weekday( DateTimeImmutable $date ): string {
		/* translators: %s: a day of the week. */
		return sprintf( __( 'last %s', 'largesse' ), self::format( $date, 'l' ) );
	}

	/**
	 * How long there is still to wait.
	 *
	 * @param int $days Days, at least two.
	 */
	private static function ahead( int $days ): string {
		list( $unit, $number ) = self::measure( $days );
		$shown                 = number_format_i18n( $number );
		return match ( $unit ) {
			/* translators: %s: a number of days. */
			'day'   => sprintf( _n( 'in %s day', 'in %s days', $number, 'largesse' ), $shown ),
			/* translators: %s: a number of months. */
			'month' => sprintf( _n( 'in %s month', 'in %s months', $number, 'largesse' ), $shown ),
			/* translators: %s: a number of years. */
			default => sprintf( _n( 'in %s year', 'in %s years', $number, 'largesse' ), $shown ),
		};
	}

	/**
	 * How long ago it was.
	 *
	 * @param int $days Days, at least seven.
	 */
	private static function ago( int $days ): string {
		list( $unit, $number ) = self::measure( $days );
		$shown                 = number_format_i18n( $number );
		return match ( $unit ) {
			/* translators: %s: a number of days. */
			'day'   => sprintf( _n( '%s day ago', '%s days ago', $number, 'largesse' ), $shown ),
			/* translators: %s: a number of months. */
			'month' => sprintf( _n( '%s month ago', '%s months ago', $number, 'largesse' ), $shown ),
			/* translators: %s: a number of years. */
			default => sprintf( _n( '%s year ago', '%s years ago', $number, 'largesse' ), $shown ),
		};
	}

	/**
	 * A number of days in the unit that people would take.
	 *
	 * @param int $days The days.
	 * @return array{0: string, 1: int}
	 */
	private static function measure( int $days ): array {
		$months = (int) round( $days / self::MONTH );
		return match ( true ) {
			$days <= self::MOST_DAYS     => array( 'day', $days ),
			$months <= self::MOST_MONTHS => array( 'month', $months ),
			default                      => array( 'year', (int) round( $days / self::YEAR ) ),
		};
	}

	/**
	 * A day in words.
	 *
	 * @param DateTimeImmutable $date   The day.
	 * @param string            $format Format of the date.
	 */
	private static function format( DateTimeImmutable $date, string $format ): string {
		return (string) wp_date( $format, $date->getTimestamp(), $date->getTimezone() );
	}

	/**
	 * The day that a text names. All days are taken in one zone, in which every day has 24 hours.
	 *
	 * @param string $ymd The date.
	 */
	private static function parse( string $ymd ): ?DateTimeImmutable {
		$date = DateTimeImmutable::createFromFormat( '!Y-m-d', $ymd, new DateTimeZone( 'UTC' ) );
		return $date && $date->format( 'Y-m-d' ) === $ymd ? $date : null;
	}
}
