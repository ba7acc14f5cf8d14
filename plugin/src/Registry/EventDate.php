<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use DateTimeImmutable;
use DateTimeZone;
use Largesse\Format\Distance;
use Largesse\Service\FieldRules;

/**
 * Renders when something is, and how far away that is: "12 June 2027 · in 23 days". In the language of the site, in the
 * format of its settings, and by the day that it is in its time zone. Where a line is too short, it breaks after the dot
 * alone: the other spaces are no-break ones.
 */
final class EventDate {

	/** Returns a date YYYY-MM-DD as the site writes dates; an empty text if there is none. */
	public static function day( string $ymd ): string {
		$date   = self::parse( $ymd );
		$format = (string) get_option( 'date_format' );
		return $date ? self::format( $date, '' === $format ? 'j F Y' : $format ) : '';
	}

	/** Returns a date YYYY-MM-DD in words, with how far away it is; an empty text if there is none. */
	public static function text( string $ymd ): string {
		$date = self::parse( $ymd );
		if ( null === $date ) {
			return '';
		}
		/* translators: 1: a date, 2: how far away it is, as in "12 June 2027 · in 23 days". */
		$both = str_replace( ' ·', "\u{A0}·", __( '%1$s · %2$s', 'largesse' ) );
		return sprintf( $both, self::unbroken( self::day( $ymd ) ), self::unbroken( self::distance( $date ) ) );
	}

	/** Keeps words on one line. */
	private static function unbroken( string $words ): string {
		return str_replace( ' ', "\u{A0}", $words );
	}

	/**
	 * Tells how far away the date is, as people say it.
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

	/** Names a day of the last week. */
	private static function last_weekday( DateTimeImmutable $date ): string {
		/* translators: %s: a day of the week. */
		return sprintf( __( 'last %s', 'largesse' ), self::format( $date, 'l' ) );
	}

	/**
	 * Tells how long there is still to wait.
	 *
	 * @param int $days Days, at least two.
	 */
	private static function ahead( int $days ): string {
		list( $unit, $number ) = Distance::unit( $days );
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
	 * Tells how long ago it was.
	 *
	 * @param int $days Days, at least seven.
	 */
	private static function ago( int $days ): string {
		list( $unit, $number ) = Distance::unit( $days );
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

	/** Writes a day as WordPress does, in the language of the site. */
	private static function format( DateTimeImmutable $date, string $format ): string {
		return (string) wp_date( $format, $date->getTimestamp(), $date->getTimezone() );
	}

	/** Returns the day that a text names; null for none. All days are taken in one zone, in which every day has 24 hours. */
	private static function parse( string $ymd ): ?DateTimeImmutable {
		return FieldRules::is_day( $ymd ) ? new DateTimeImmutable( $ymd, new DateTimeZone( 'UTC' ) ) : null;
	}
}
