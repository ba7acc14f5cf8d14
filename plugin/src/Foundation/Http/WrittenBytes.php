<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use WP_Error;
use WP_REST_Request;

/**
 * Limits the bytes that a member sends in a day, and those of copies: nothing that members store is deleted soon, so
 * the disk must be large enough for it. The service has the same limit for members' programs (rules: Requests 4), but
 * calls of the site do not count there, because they use the account of an administrator. Pictures have their own
 * limits.
 */
final class WrittenBytes {

	/** Megabytes in a day, unless a site changes it: as WRITTEN_MB_PER_DAY. */
	private const A_DAY = 100;

	/** Counts the body of a member's request that writes, after WordPress has checked the member's permission. */
	public static function limit_rest( mixed $result, WP_REST_Request $request ): mixed {
		if ( null !== $result || 'GET' === $request->get_method() || ! self::writes( $request ) ) {
			return $result;
		}
		$body = (string) $request->get_body();
		// A request of a batch has parameters instead of a body.
		return self::count( strlen( '' === $body ? (string) wp_json_encode( $request->get_body_params() ) : $body ) );
	}

	/**
	 * Counts bytes of the current member. Administrators of registries have no limit.
	 *
	 * @return WP_Error|null The error if the member has sent too many bytes; it does not count these bytes.
	 */
	public static function count( int $bytes ): ?WP_Error {
		$member = get_current_user_id();
		if ( 0 === $member || current_user_can( 'edit_others_registries' ) ) {
			return null;
		}
		/**
		 * Filters how many megabytes a member may send to this site in a day, with forms, files and programs. Copies of
		 * lists count, too.
		 *
		 * @param int $megabytes Megabytes, by default 100; 0 for no limit.
		 */
		$most    = (int) apply_filters( 'largesse_megabytes_per_day', self::A_DAY ) * 1_000_000;
		$is_full = false;
		$change  = static function ( Record $now ) use ( $bytes, $most, &$is_full ): Record {
			$is_running = $now->time > time();
			$sum        = $bytes + ( $is_running ? (int) ( $now->data[0] ?? 0 ) : 0 );
			$is_full    = $sum > $most;
			$until      = $is_running ? $now->time : time() + DAY_IN_SECONDS;
			return $is_full ? $now : $now->with( data: array( $sum ), time: $until );
		};
		$stored  = 0 === $most ? null : Records::change( RateLimit::KIND, KeyedHash::of( "bytes of {$member}" ), $change );
		if ( is_wp_error( $stored ) ) {
			return $stored;
		}
		return $is_full
			? new WP_Error( Errors::TOO_MANY, __( 'Nothing was saved: you have sent a great deal of data today. Please continue tomorrow.', 'largesse' ), array( 'status' => 429 ) )
			: null;
	}

	/** Checks whether a request stores data of this plugin. Changes of a registry with WordPress's route replace data. */
	private static function writes( WP_REST_Request $request ): bool {
		$route = strtolower( $request->get_route() );
		return str_contains( $route, '/largesse/' ) || '/wp/v2/registries' === rtrim( $route, '/' );
	}
}
