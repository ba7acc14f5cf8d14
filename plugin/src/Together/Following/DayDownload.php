<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Format\CalendarFile;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Registries\Registry\DayEvent;
use Largesse\Registries\Registry\OpenedList;
use WP_Post;

/** Sends the day of a registry as a file, without wishes and gifts (rules: The day as a calendar file). */
final class DayDownload {

	public const PARAMETER = 'calendar';

	/** Adds the button to the page of a registry whose day is not over. @param string $html HTML below the header. */
	public static function add_button( string $html, WP_Post $registry ): string {
		if ( ( DayEvent::of( $registry )->day ?? '' ) < (string) wp_date( 'Y-m-d' ) ) {
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
		$registry = isset( $_GET[ self::PARAMETER ] ) ? OpenedList::shown()?->registry : null;
		$event    = null === $registry ? null : DayEvent::of( $registry );
		if ( null === $event ) {
			// The page of the registry is shown: it has no day, or reports that nothing was found, or asks for the password.
			return;
		}
		NoCacheHeaders::send_headers();
		header( 'Content-Type: text/calendar; charset=utf-8' );
		// WordPress stores slugs percent-encoded, as this form of the header needs them (RFC 6266).
		header(
			"Content-Disposition: attachment; filename*=UTF-8''"
			. ( '' === $registry->post_name ? 'registry' : $registry->post_name )
			. '.ics'
		);
		header( 'X-Content-Type-Options: nosniff' );
		// phpcs:ignore WordPress.Security.EscapeOutput -- The output is a file, not a page.
		echo CalendarFile::of( $event );
		exit;
	}
}
