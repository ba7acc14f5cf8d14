<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Format\CalendarEvent;
use Largesse\Foundation\Service\ConnectedSite;
use Largesse\Foundation\Service\FieldRules;
use WP_Post;

/** The day of a registry as an event of a calendar, without wishes and gifts (rules: The day as a calendar file). */
final class DayEvent {

	/**
	 * Option with what the identifiers of events contain of the site, as Base64, so that tools that move a site do not
	 * replace it. With another identifier, calendars would show the event twice.
	 */
	public const ORIGIN = 'largesse_event_origin';

	/** Returns the event; null if the registry has no day. Callers check whether the reader may open the registry. */
	public static function of( WP_Post $registry ): ?CalendarEvent {
		$day = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
		$url = (string) get_permalink( $registry );
		return FieldRules::is_day( $day )
			? new CalendarEvent(
				self::uid( $registry ),
				self::title( $registry ),
				$day,
				$url,
				(int) get_post_modified_time( 'U', true, $registry )
			)
			: null;
	}

	/** Returns an identifier of the event that is unique on the internet, and stays the same if the site moves. */
	private static function uid( WP_Post $registry ): string {
		$site = is_multisite() ? '-' . get_current_blog_id() : '';
		return "largesse-registry-{$registry->ID}{$site}@" . self::origin();
	}

	/**
	 * Returns the host at which the site was when it named an event for the first time. Returns a random text if the host
	 * has no domain: while sites are made, many of them have the host localhost.
	 */
	private static function origin(): string {
		// phpcs:disable WordPress.PHP.DiscouragedPHPFunctions -- See ORIGIN.
		if ( '' === get_option( self::ORIGIN, '' ) ) {
			$host   = (string) wp_parse_url( home_url(), PHP_URL_HOST );
			$is_own = str_contains( $host, '.' ) && false === filter_var( $host, FILTER_VALIDATE_IP );
			add_option( self::ORIGIN, base64_encode( $is_own ? $host : wp_generate_uuid4() ), '', false );
		}
		return (string) base64_decode( (string) get_option( self::ORIGIN, '' ), true );
		// phpcs:enable
	}

	/** Deletes the origin when a copy of a site becomes a site of its own, which names other events. */
	public static function forget_origin( mixed $before, mixed $connected ): void {
		if ( ConnectedSite::NONE === $connected ) {
			delete_option( self::ORIGIN );
		}
	}

	/** Returns a title such as "Birthday: Lena’s wishes". Omits the occasion if the registry's title contains it. */
	private static function title( WP_Post $registry ): string {
		$occasion = Occasion::type( $registry );
		$title    = Registries::title( $registry );
		return '' === $occasion || false !== mb_stripos( $title, $occasion ) ? $title : "{$occasion}: {$title}";
	}
}
