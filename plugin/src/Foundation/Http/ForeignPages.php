<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Closure;
use WP_Error;

/**
 * Limits how many requests of the site wait for pages of other sites at the same time. A slow shop keeps a process of
 * PHP busy for several seconds, and a small site has only three processes.
 */
final class ForeignPages {

	/** Number of processes that wait, unless a site changes it. */
	private const AT_ONCE = 2;

	/** Seconds after which a process counts as ended. The service answers earlier. */
	private const LONGEST_S = 15;

	/**
	 * Runs a function that waits for another site. Returns its result, or an error with the status 503 if others wait.
	 *
	 * @template T
	 * @param Closure(): T $read
	 * @return T|WP_Error
	 */
	public static function read( Closure $read ): mixed {
		/**
		 * Filters how many processes of PHP may wait for pages of shops at the same time. Other visitors fill in the form
		 * of a wish themselves. Raise it on a site with many processes.
		 *
		 * @param int $number Number of processes, by default 2.
		 */
		$most   = (int) apply_filters( 'largesse_foreign_pages_at_once', self::AT_ONCE );
		$places = new RateLimit( 'foreign pages', $most, self::LONGEST_S );
		if ( $places->take() > 0 ) {
			return new WP_Error( Errors::SERVICE, __( 'We cannot read the shop’s page right now. You can fill in the fields yourself.', 'largesse' ), array( 'status' => 503 ) );
		}
		try {
			return $read();
		} finally {
			$places->give_back();
		}
	}
}
