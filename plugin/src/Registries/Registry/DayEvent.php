<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Format\CalendarEvent;
use Largesse\Foundation\Service\FieldRules;
use WP_Post;

/** The day of a registry as an event of a calendar, without wishes and gifts (rules: The day as a calendar file). */
final class DayEvent {

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

	/** Returns an identifier of the event that is unique on the internet. */
	private static function uid( WP_Post $registry ): string {
		$site = is_multisite() ? '-' . get_current_blog_id() : '';
		return "largesse-registry-{$registry->ID}{$site}@" . (string) wp_parse_url( home_url(), PHP_URL_HOST );
	}

	/** Returns a title such as "Birthday: Lena’s wishes". Omits the occasion if the registry's title contains it. */
	private static function title( WP_Post $registry ): string {
		$occasion = Occasion::type( $registry );
		$title    = Registries::title( $registry );
		return '' === $occasion || false !== mb_stripos( $title, $occasion ) ? $title : "{$occasion}: {$title}";
	}
}
