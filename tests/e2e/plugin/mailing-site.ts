import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { addCode } from '../wordpress/add-code.ts';
import { openPostOffice, type PostOffice, type Received } from '../wordpress/post-office.ts';
import type { Site } from '../wordpress/site.ts';
import { openConnected } from './connected.ts';

/**
 * Boots a site that sends its mails to a test server, and that has German as a second language.
 * @param env additional settings of the service
 */
export async function openMailingSite(version?: WordPressVersion, env?: Record<string, string>) {
  await using opened = new AsyncDisposableStack();
  const connected = opened.use(await openConnected(version, env));
  // The stack closes the mail server before the site.
  const office = opened.use(await openPostOffice(connected.site));
  opened.use(
    await addCode(
      connected.site,
      `add_filter( 'get_available_languages', fn ( $languages ) => array( ...$languages, 'de_DE' ) );`,
    ),
  );
  const all = opened.move();
  return { ...connected, office, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/**
 * PHP that defines `$counted`: a function that replaces the times of earlier events in a limit. Its parameters are the
 * name of the counter, and the times in seconds since 1970, the oldest first.
 */
export const COUNTED = `$counted = static fn ( string $name, array $times ) => Largesse\\Foundation\\Records\\Records::change(
  'limit',
  Largesse\\Foundation\\Http\\KeyedHash::of( $name ),
  static fn ( $now ) => $now->with( data: $times, time: time() + DAY_IN_SECONDS )
);`;

/** The parts of a site that `deliver()` needs. */
interface Mailing {
  site: { wordpress: { run(php: string, input?: unknown): Promise<string> } };
  office: PostOffice;
}

/**
 * Sends mails like WordPress's cron, and returns the received mails.
 * @param pauses `over`: makes all queued mails due, and resets all rate limits, so no mail waits. `limited`: only makes
 *   all queued mails due, so a mail waits only if a limit is reached, for example the limit of mails to its address.
 *   `kept`: changes nothing, so a mail also waits until it is due.
 */
export async function deliver(
  { site, office }: Mailing,
  pauses: 'over' | 'limited' | 'kept' = 'over',
): Promise<Received[]> {
  await site.wordpress.run(
    `global $wpdb;
    if ( 'kept' !== $input ) {
      $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->prefix}largesse_records SET time = %d WHERE kind IN ( 'mail', 'first_mail' )", time() ) );
    }
    if ( 'over' === $input ) {
      $wpdb->query( "DELETE FROM {$wpdb->prefix}largesse_records WHERE kind = 'limit'" );
    }
    do_action( 'largesse_send_mails' );`,
    pauses,
  );
  return office.collect();
}

/** Makes the last mail of each follower a day older, and queues the mails about new wishes like the daily event. */
export async function sendNews({ wordpress }: Site): Promise<void> {
  await wordpress.run(
    `use Largesse\\Foundation\\Records\\Records;
    foreach ( Records::all( 'follower' ) as $record ) {
      $older = array( 'mailed' => max( 0, $record->data['mailed'] - DAY_IN_SECONDS ) ) + $record->data;
      Records::replace( $record, $record->with( data: $older ) );
    }
    do_action( 'largesse_daily_news' );`,
  );
}
