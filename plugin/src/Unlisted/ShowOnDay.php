<?php
declare( strict_types=1 );

namespace Largesse\Unlisted;

use Largesse\Records\Records;

/**
 * Shows hidden wishes in the first hour of their day, in the time zone of the site (rules: Hidden and received wishes).
 * If the service does not answer, the next hourly run tries again.
 */
final class ShowOnDay {

	/** Name of the cron event. */
	public const HOOK = 'largesse_show_hidden';

	/** Seconds after which a run shows no further wishes. */
	private const SECONDS = 20;

	public function __construct( private readonly WishMover $mover ) {}

	/** Shows due wishes. */
	public function run(): void {
		$today = (string) wp_date( 'Y-m-d' );
		$due   = Records::due( UnlistedWishes::KIND, UnlistedWishes::time_of( $today ), PHP_INT_MAX );
		// Otherwise wishes that cannot be shown could block all others.
		shuffle( $due );
		$end = time() + self::SECONDS;
		foreach ( $due as $record ) {
			$is_away = 'trash' === get_post_status( $record->registry );
			foreach ( $is_away ? array() : UnlistedWishes::from( $record )->all as $wish ) {
				if ( time() < $end && $wish->is_due( $today ) ) {
					$this->mover->put_on_list( $record->registry, $wish->id );
				}
			}
		}
	}
}
