<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Features;
use Largesse\Foundation\Service\ConnectedSite;
use Largesse\Plugin;
use Largesse\Registries\Registry\RegistryPostType;

/** Schedules and unschedules the cron events that the modules declare. */
final class Cron {

	/** Transient that keeps a copy from filling the log. */
	public const LOGGED = 'largesse_copy_logged';

	/** @param array<string, array<string, mixed>> $recurrences Recurrences by name. */
	public static function add_recurrence( array $recurrences ): array {
		// The texts are not translated, because translations may not be loaded yet. Only plugins that list events show
		// them.
		$own = array(
			Module::EVERY_MINUTE       => array(
				'interval' => MINUTE_IN_SECONDS,
				'display'  => 'Largesse (60 s)',
			),
			Module::EVERY_FIVE_MINUTES => array(
				'interval' => 5 * MINUTE_IN_SECONDS,
				'display'  => 'Largesse (300 s)',
			),
		);
		return $own + $recurrences;
	}

	/**
	 * Puts a guard before the callbacks of all events of the plugin. It runs first, no matter what runs the event:
	 * WordPress's cron, the command line or another plugin.
	 */
	public static function guard_events(): void {
		foreach ( array_keys( self::events( Features::modules() ) ) as $hook ) {
			add_action( $hook, self::guard( ... ), PHP_INT_MIN, PHP_INT_MAX );
		}
	}

	/**
	 * Ends the running event on a copy of a site, and as long as nobody knows whether this is a copy (rules: A copied
	 * site). An event that code has scheduled once stays scheduled, because the site may only have moved.
	 */
	private static function guard( mixed ...$args ): void {
		$is_known = ConnectedSite::confirm_first();
		if ( $is_known && ! ConnectedSite::is_copy() ) {
			return;
		}
		$hook = current_action();
		self::skip_callbacks( $hook );
		if ( ! wp_next_scheduled( $hook, $args ) ) {
			wp_schedule_single_event( time() + HOUR_IN_SECONDS, $hook, $args );
		}
		if ( $is_known && false === get_transient( self::LOGGED ) ) {
			set_transient( self::LOGGED, 1, DAY_IN_SECONDS );
			// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- No user is present.
			error_log( 'Largesse: this site is a copy, so it changes nothing and sends no mails. See Settings > Largesse.' );
		}
	}

	/** Removes the callbacks of an action while it runs, except the guard. The last callback adds them again. */
	private static function skip_callbacks( string $hook ): void {
		$skipped = array_diff_key( $GLOBALS['wp_filter'][ $hook ]->callbacks, array( PHP_INT_MIN => true ) );
		$restore = static function () use ( $hook, $skipped, &$restore ): void {
			remove_action( $hook, $restore, PHP_INT_MAX );
			foreach ( $skipped as $priority => $callbacks ) {
				foreach ( $callbacks as $callback ) {
					add_action( $hook, $callback['function'], $priority, $callback['accepted_args'] );
				}
			}
		};
		add_action( $hook, $restore, PHP_INT_MAX );
		foreach ( $skipped as $priority => $callbacks ) {
			foreach ( $callbacks as $callback ) {
				remove_action( $hook, $callback['function'], $priority );
			}
		}
	}

	/** Schedules the recurring events of features that are on, and unschedules all others. */
	public static function schedule(): void {
		$events = self::events( Features::modules() );
		array_map( 'wp_unschedule_hook', array_keys( array_diff_key( self::events( Plugin::MODULES ), $events ) ) );
		foreach ( array_filter( $events ) as $hook => $recurrence ) {
			if ( wp_get_schedule( $hook ) !== $recurrence ) {
				wp_clear_scheduled_hook( $hook );
				wp_schedule_event(
					time() + ( Module::EVERY_FIVE_MINUTES === $recurrence ? 0 : HOUR_IN_SECONDS ),
					$recurrence,
					$hook
				);
			}
		}
	}

	/**
	 * Returns the recurrences of the events that modules declare, by hook; null for an event that code schedules.
	 *
	 * @param list<class-string<\Largesse\Module>> $modules
	 * @return array<string, string|null>
	 */
	private static function events( array $modules ): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::events(), $modules ) );
	}

	/**
	 * Removes the rewrite rules and unschedules the events when the plugin is deactivated. Pending erasures and mails
	 * remain stored.
	 *
	 * @param mixed $is_network_wide True if the plugin is deactivated for all sites of a network.
	 */
	public static function deactivate( mixed $is_network_wide = false ): void {
		$all = array(
			'fields' => 'ids',
			'number' => 0,
		);
		foreach ( $is_network_wide ? get_sites( $all ) : array( get_current_blog_id() ) as $site ) {
			$is_other = get_current_blog_id() !== $site;
			if ( $is_other ) {
				switch_to_blog( $site );
			}
			array_map( 'wp_unschedule_hook', array_keys( self::events( Plugin::MODULES ) ) );
			RegistryPostType::deactivate();
			if ( $is_other ) {
				restore_current_blog();
			}
		}
	}
}
