<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use DateTimeImmutable;
use DateTimeZone;
use Largesse\Foundation\Format\Distance;
use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Service\FieldRules;
use WP_Post;

/**
 * Renders the occasion and date of a registry: "Wedding · 12 June 2027 · in 23 days". Dates use the site's language,
 * date format and time zone. A line can break only after the dot, because the other spaces are no-break spaces.
 */
final class Occasion {

	/** Returns the occasion of a registry in WordPress's current language; '' for none. */
	public static function type( WP_Post $registry ): string {
		return self::translated( trim( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) ) );
	}

	/** Returns a suggested occasion in WordPress's current language; any other occasion as it is. */
	public static function translated( string $type ): string {
		$name = mb_strtolower( $type );
		foreach ( OccasionTexts::NAMES as $key => $names ) {
			if ( in_array( $name, $names, true ) ) {
				return OccasionTexts::name( $key );
			}
		}
		return $type;
	}

	/** Renders the line of a registry, whose content the visitor may see. */
	public static function of( WP_Post $registry, string $names = '' ): string {
		return self::html(
			self::type( $registry ),
			(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ),
			$names
		);
	}

	/**
	 * Renders the line; '' if all its parts are empty.
	 *
	 * @param string $day   Date as `YYYY-MM-DD`; may be empty.
	 * @param string $names Names by which search finds the registry; empty for none.
	 */
	public static function html( string $type, string $day, string $names = '' ): string {
		$date = self::date( $day );
		return '' === $names . $type . $date
			? ''
			: Template::render( 'registry/occasion', compact( 'names', 'type', 'day', 'date' ) );
	}

	/** Returns a date YYYY-MM-DD in the site's date format; an empty text for an invalid date. */
	public static function day( string $ymd ): string {
		$date   = self::parse( $ymd );
		$format = (string) get_option( 'date_format' );
		return $date ? self::format( $date, '' === $format ? 'j F Y' : $format ) : '';
	}

	/** Returns a date YYYY-MM-DD and its distance from today; an empty text for an invalid date. */
	public static function date( string $ymd ): string {
		$date = self::parse( $ymd );
		if ( null === $date ) {
			return '';
		}
		/* translators: 1: a date, 2: how far away it is, as in "12 June 2027 · in 23 days". */
		$both = str_replace( ' ·', "\u{A0}·", __( '%1$s · %2$s', 'largesse' ) );
		return sprintf( $both, self::unbroken( self::day( $ymd ) ), self::unbroken( self::distance( $date ) ) );
	}

	private static function unbroken( string $words ): string {
		return str_replace( ' ', "\u{A0}", $words );
	}

	/** Describes in words how far away the date is. @param DateTimeImmutable $date Midnight (UTC) of the day. */
	private static function distance( DateTimeImmutable $date ): string {
		$today = self::parse( (string) wp_date( 'Y-m-d' ) ) ?? $date;
		$days  = (int) $today->diff( $date )->format( '%r%a' );
		return match ( true ) {
			0 === $days             => __( 'today', 'largesse' ),
			1 === $days             => __( 'tomorrow', 'largesse' ),
			-1 === $days            => __( 'yesterday', 'largesse' ),
			/* translators: %s: a day of the week. */
			$days < 0 && $days > -7 => sprintf( __( 'last %s', 'largesse' ), self::format( $date, 'l' ) ),
			default                 => self::number_of_units( $days ),
		};
	}

	/** Describes a distance from today, such as "in 3 months". @param int $days Negative for the past. */
	private static function number_of_units( int $days ): string {
		list( $unit, $number ) = Distance::unit( abs( $days ) );
		$text                  = match ( $days < 0 ? "{$unit} ago" : $unit ) {
			/* translators: %s: a number of days. */
			'day'       => _n( 'in %s day', 'in %s days', $number, 'largesse' ),
			/* translators: %s: a number of months. */
			'month'     => _n( 'in %s month', 'in %s months', $number, 'largesse' ),
			/* translators: %s: a number of years. */
			'year'      => _n( 'in %s year', 'in %s years', $number, 'largesse' ),
			/* translators: %s: a number of days. */
			'day ago'   => _n( '%s day ago', '%s days ago', $number, 'largesse' ),
			/* translators: %s: a number of months. */
			'month ago' => _n( '%s month ago', '%s months ago', $number, 'largesse' ),
			/* translators: %s: a number of years. */
			default     => _n( '%s year ago', '%s years ago', $number, 'largesse' ),
		};
		return sprintf( $text, Number::text( $number ) );
	}

	/** Formats a day as WordPress does, in the site's language. */
	private static function format( DateTimeImmutable $date, string $format ): string {
		return (string) wp_date( $format, $date->getTimestamp(), $date->getTimezone() );
	}

	/** Parses a day; null if the text is not a day. Uses UTC, in which each day has 24 hours. */
	private static function parse( string $ymd ): ?DateTimeImmutable {
		return FieldRules::is_day( $ymd ) ? new DateTimeImmutable( $ymd, new DateTimeZone( 'UTC' ) ) : null;
	}
}
