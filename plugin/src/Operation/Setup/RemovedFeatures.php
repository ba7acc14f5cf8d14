<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Features;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Records\Records;
use WP_Application_Passwords;

/** Removes what features have stored that the plugin no longer has, and answers requests for their addresses. */
final class RemovedFeatures {

	/** Application id of the keys for programs, when they were application passwords. */
	private const KEY_APP_ID = '5d1a1f0e-6b0c-4a5e-9a43-0c9d2f5b7e11';

	/** Keys of features that had a switch, and that each site has now. */
	private const ALWAYS_ON = array(
		'wishes',
		'pictures',
		'sharing',
		'export',
		'following',
		'reminders',
		'hidden-wishes',
		'appearances',
		'sizes',
	);

	/** Parameters of addresses that have ended: feeds of followers, and calendars of members. */
	public const FEED     = 'wishes-feed';
	public const CALENDAR = 'calendar-of';

	/** Answers requests for a feed or a calendar with 410, so that programs stop sending them. */
	public static function answer_feed(): void {
		NoCacheHeaders::send_headers();
		status_header( 410 );
		header( 'Content-Type: text/plain; charset=UTF-8' );
		echo esc_html__( 'This address no longer exists. Please remove it from your program. You can follow a list by mail.', 'largesse' );
		exit;
	}

	/** Removes the weekly check of shops. */
	public static function remove_watch(): void {
		wp_unschedule_hook( 'largesse_watch' );
		delete_transient( 'largesse_watch_paused' );
		Records::delete_all( 'shop_watch' );
		Records::delete( Records::LOCK, 'watch' );
	}

	/**
	 * Removes the keys for programs that were application passwords, because WordPress gives these all rights of the
	 * administrator where the plugin is not active. Administrators create new keys.
	 */
	public static function remove_old_keys(): void {
		$query = array(
			'blog_id'      => 0,
			'meta_key'     => '_application_passwords', // phpcs:ignore WordPress.DB.SlowDBQuery -- Runs once.
			'meta_value'   => self::KEY_APP_ID, // phpcs:ignore WordPress.DB.SlowDBQuery -- See above.
			'meta_compare' => 'LIKE',
			'fields'       => 'ID',
		);
		foreach ( get_users( $query ) as $user_id ) {
			foreach ( WP_Application_Passwords::get_user_application_passwords( (int) $user_id ) as $item ) {
				if ( self::KEY_APP_ID === $item['app_id'] ) {
					WP_Application_Passwords::delete_application_password( (int) $user_id, $item['uuid'] );
				}
			}
		}
		delete_option( 'largesse_keys' );
	}

	/** Removes the calendars of members. */
	public static function remove_calendars(): void {
		Records::delete_all( 'calendar' );
	}

	/** Removes the switches of features that no longer exist, or that each site has. */
	public static function remove_switches(): void {
		$stored = get_option( Features::OPTION );
		if ( is_array( $stored ) ) {
			$former = array_map( boolval( ... ), array_intersect_key( $stored, array_flip( self::ALWAYS_ON ) ) );
			if ( in_array( false, $former, true ) ) {
				UpdateNotice::store();
			}
			// Stores only the switches of features that exist.
			Features::store( array() );
		}
		PurposeAnswer::remove_unknown();
	}
}
