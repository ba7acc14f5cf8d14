<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Foundation\Service\FieldRules;
use WP_Post;

/** Sends the day of a registry as a file, without wishes and gifts (rules: The day as a calendar file). */
final class DayDownload {

	public const PARAMETER = 'calendar';

	/** Adds the button to the page of a registry whose day is not over. @param string $html HTML below the header. */
	public static function add_button( string $html, WP_Post $registry ): string {
		$day = self::day( $registry );
		if ( '' === $day || $day < (string) wp_date( 'Y-m-d' ) ) {
			return $html;
		}
		$url         = add_query_arg( self::PARAMETER, '1', (string) get_permalink( $registry ) );
		$text        = __( 'Save the date', 'largesse' );
		$is_download = true;
		return $html . Template::render( 'following/link', compact( 'url', 'text', 'is_download' ) );
	}

	/** Sends the file if the address of this request contains the parameter. */
	public static function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading needs no nonce.
		$registry = isset( $_GET[ self::PARAMETER ] ) ? Registries::shown_open() : null;
		$day      = null === $registry ? '' : self::day( $registry );
		if ( '' === $day ) {
			// The page of the registry is shown: it has no day, or reports that nothing was found, or asks for the password.
			return;
		}
		NoCacheHeaders::send_headers();
		header( 'Content-Type: text/calendar; charset=utf-8' );
		// WordPress stores slugs percent-encoded, as this form of the header needs them (RFC 6266).
		header( "Content-Disposition: attachment; filename*=UTF-8''" . ( '' === $registry->post_name ? 'registry' : $registry->post_name ) . '.ics' );
		header( 'X-Content-Type-Options: nosniff' );
		// phpcs:ignore WordPress.Security.EscapeOutput -- The output is a file, not a page.
		echo CalendarFile::of( self::uid( $registry ), self::title( $registry ), $day, (string) get_permalink( $registry ), (int) get_post_modified_time( 'U', true, $registry ) );
		exit;
	}

	/** Returns the day of a registry as YYYY-MM-DD; an empty text if it has none. */
	private static function day( WP_Post $registry ): string {
		$day = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
		return FieldRules::is_day( $day ) ? $day : '';
	}

	/** Returns a title such as "Birthday: Lena’s wishes". Omits the occasion if the registry's title contains it. */
	private static function title( WP_Post $registry ): string {
		$occasion = Occasion::type( $registry );
		$title    = Registries::title( $registry );
		return '' === $occasion || false !== mb_stripos( $title, $occasion ) ? $title : "{$occasion}: {$title}";
	}

	/** Returns the identifier of the event, which does not change with the registry's title, day or address. */
	private static function uid( WP_Post $registry ): string {
		$site = is_multisite() ? '-' . get_current_blog_id() : '';
		return "largesse-registry-{$registry->ID}{$site}@" . (string) wp_parse_url( home_url(), PHP_URL_HOST );
	}
}
