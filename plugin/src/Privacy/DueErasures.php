<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Giving\Purchases;
use Largesse\Registry\RegistryPostType;

/**
 * Erases what a user gave after their account was deleted, and who gave something on a registry after that was deleted.
 * WordPress's cron does it, and does it again every hour until the service has answered.
 */
final class DueErasures {

	/** Event of the cron; its arguments are what is erased and its id. */
	public const HOOK = 'largesse_erase_givers';

	/** What is erased, as the service calls it. */
	private const USER     = 'giver_user_id';
	private const REGISTRY = 'registry_id';

	public function __construct( private readonly Purchases $purchases ) {}

	/**
	 * Notes a user who was deleted.
	 *
	 * @param mixed $id Their id.
	 */
	public function note_user( mixed $id ): void {
		$this->note( self::USER, (int) $id );
	}

	/**
	 * Notes a user whom a network is about to delete, on each site that they belong to.
	 *
	 * @param mixed $id Their id.
	 */
	public function note_user_of_network( mixed $id ): void {
		foreach ( array_keys( get_blogs_of_user( (int) $id, true ) ) as $site ) {
			switch_to_blog( $site );
			$this->note( self::USER, (int) $id );
			restore_current_blog();
		}
	}

	/**
	 * Notes a registry that was deleted.
	 *
	 * @param mixed $id   Id of the post.
	 * @param mixed $post The post as it was.
	 */
	public function note_post( mixed $id, mixed $post ): void {
		if ( RegistryPostType::is( $post ) ) {
			// Later, because its givers are still to be told by mail.
			$this->note( self::REGISTRY, (int) $id, HOUR_IN_SECONDS );
		}
	}

	/**
	 * Erases something that was noted.
	 *
	 * @param mixed $what What it is, as the service calls it.
	 * @param mixed $id   Its id.
	 */
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
		// First, because PHP may end while the service has not answered yet.
		wp_schedule_single_event( time() + HOUR_IN_SECONDS, self::HOOK, $event );
		$erased = $this->purchases->erase( array( $what => (int) $id ) );
		if ( is_int( $erased ) || Purchases::is_older_service( $erased ) ) {
			wp_clear_scheduled_hook( self::HOOK, $event );
		}
	}

	/** Lets the cron erase something after some seconds. A site without a service has nothing to erase. */
	private function note( string $what, int $id, int $delay = 0 ): void {
		if ( $this->purchases->has_service() ) {
			wp_schedule_single_event( time() + $delay, self::HOOK, array( $what, $id ) );
		}
	}
}
