import type { Site } from '../wordpress/site.ts';

/** Runs the plugin's scheduled events that are due. WordPress's own cron is off in tests. */
export async function runCron({ wordpress }: Site): Promise<void> {
  await wordpress.run(`
    foreach ( wp_get_ready_cron_jobs() as $time => $hooks ) {
      foreach ( $hooks as $hook => $events ) {
        foreach ( str_starts_with( $hook, 'largesse' ) ? $events : array() as $event ) {
          if ( $event['schedule'] ) {
            wp_reschedule_event( $time, $event['schedule'], $hook, $event['args'] );
          }
          wp_unschedule_event( $time, $hook, $event['args'] );
          do_action_ref_array( $hook, $event['args'] );
        }
      }
    }`);
}
