<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Giving\Purchases;
use Largesse\Registry\RegistryPostType;

/**
 * Erases data about givers after the deletion of a giver's account or of a registry. WordPress's cron runs each
 * erasure. If the erasure fails, the cron repeats it every hour.
 */
final class DueErasures {

	/** Event of the cron. Its arguments are the kind of erasure, and the id of the user or registry. */
	public const HOOK = 'largesse_erase_givers';

	/** Kinds of erasures, as the service names them. */
	private const USER     = 'giver_user_id';
	private const REGISTRY = 'registry_id';

	public function __construct( private readonly Purchases $purchases ) {}

	public function schedule_for_user( mixed $id ): void {
		$this->schedule( self::USER, (int) $id );
	}

	/** Schedules the erasure on each of the user's sites, before WordPress deletes the user from the network. */
	public function schedule_for_network_user( mixed $id ): void {
		foreach ( array_keys( get_blogs_of_user( (int) $id, true ) ) as $site ) {
			switch_to_blog( $site );
			$this->schedule( self::USER, (int) $id );
			restore_current_blog();
		}
	}

	public function schedule_for_registry( mixed $id, mixed $post ): void {
		if ( RegistryPostType::is( $post ) ) {
			// Erase later, because the registry's givers must still get a mail.
			$this->schedule( self::REGISTRY, (int) $id, HOUR_IN_SECONDS );
		}
	}

	/** Runs a scheduled erasure. Does nothing if the user or the registry still exists. */
	public function erase( mixed $what, mixed $id ): void {
		$event    = array( (string) $what, (int) $id );
		$is_there = match ( $what ) {
			self::USER     => false !== get_userdata( (int) $id ),
			self::REGISTRY => RegistryPostType::is( get_post( (int) $id ) ),
			default        => true,
		};
		if ( $is_there ) {
			return;
		}
		// Schedule the retry first, because PHP may end before the service has answered.
		wp_schedule_single_event( time() + HOUR_IN_SECONDS, self::HOOK, $event );
		if ( is_int( $this->purchases->erase( array( $what => (int) $id ) ) ) ) {
			wp_clear_scheduled_hook( self::HOOK, $event );
		}
	}

	/** Schedules an erasure after a delay in seconds. A site without a service has nothing to erase. */
	private function schedule( string $what, int $id, int $delay = 0 ): void {
		if ( $this->purchases->has_service() ) {
			wp_schedule_single_event( time() + $delay, self::HOOK, array( $what, $id ) );
		}
	}
}
