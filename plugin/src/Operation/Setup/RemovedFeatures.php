<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Records\Records;

/** Removes what features have stored that the plugin no longer has. */
final class RemovedFeatures {

	/** Removes the weekly check of shops. */
	public static function remove_watch(): void {
		wp_unschedule_hook( 'largesse_watch' );
		delete_transient( 'largesse_watch_paused' );
		Records::delete_all( 'shop_watch' );
		Records::delete( Records::LOCK, 'watch' );
	}
}
