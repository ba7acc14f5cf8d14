import { openReceiver, type Receiver } from '../../support/receiver.ts';
import { until } from '../../support/wait.ts';
import type { SiteWithApi } from '../api/site-with-api.ts';
import { addCommandLine, wpAll } from '../plugin/wp-cli.ts';
import { decoded } from '../wordpress/guest.ts';
import type { Site } from '../wordpress/site.ts';
import type { ReadAnswer } from './channels.ts';
import type { MadeList } from './pairs.ts';

/**
 * Lets members follow lists that they may open, and choose all reminders.
 * @param followers ids of the accounts that follow each list
 */
export async function subscribe(site: Site, users: readonly number[], followers: ReadonlyMap<number, number[]>) {
  await site.wordpress.run(SUBSCRIBE, {
    users,
    lists: [...followers].map(([list, ofList]) => ({ list, followers: ofList })),
  });
}

/** Runs commands about lists, as an operator does. */
export async function runCommands(site: Site, lists: readonly MadeList[]): Promise<Map<MadeList, ReadAnswer[]>> {
  await addCommandLine(site);
  const commands = lists.flatMap((list) =>
    COMMANDS.map(({ args, channel }) => ({ list, channel, args: ['largesse', 'export', `${list.id}`, ...args] })),
  );
  const outcomes = await wpAll(
    site,
    commands.map(({ args }) => args),
  );
  const answers = new Map<MadeList, ReadAnswer[]>();
  for (const [n, { list, channel }] of commands.entries()) {
    const { stdout = '', stderr = '' } = outcomes[n] ?? {};
    answers.set(list, [...(answers.get(list) ?? []), { channel, text: decoded(stdout + stderr) }]);
  }
  return answers;
}

/** With `--gifts`, an export contains what keepers see. Without, nobody in particular reads it. */
const COMMANDS = [
  ...['json', 'csv', 'html'].map((format) => ({
    args: [`--format=${format}`],
    channel: { name: `wp largesse export --format=${format}`, numbers: 'public' as const },
  })),
  ...['json', 'html'].map((format) => ({
    args: [`--format=${format}`, '--gifts'],
    channel: {
      name: `wp largesse export --format=${format} --gifts`,
      numbers: 'reader' as const,
      made: 'gifts' as const,
    },
  })),
];

/** Receivers of all events, with and without those of secret promises. */
export interface Hooks extends AsyncDisposable {
  readonly hosts: string;
  /** Begins to receive the events of a service. */
  begin(system: SiteWithApi): Promise<void>;
  /** Waits until both have received all events, and returns the bodies of the requests. */
  received(system: SiteWithApi): Promise<Record<'all' | 'open', Receiver['requests']>>;
}

/** Opens receivers of webhooks. */
export async function openHooks(): Promise<Hooks> {
  await using opened = new AsyncDisposableStack();
  const receivers = { all: opened.use(await openReceiver()), open: opened.use(await openReceiver()) };
  const all = opened.move();
  let cursor: string | undefined;
  return {
    hosts: `${receivers.all.host},${receivers.open.host}`,
    begin: async (system) => {
      for (const [name, { url }] of Object.entries(receivers))
        await system.request('admin', 'POST', '/webhooks', { body: { url, include_secret: name === 'all' } });
      cursor = (await system.request('admin', 'GET', '/events?after=now')).headers['next-cursor']?.toString();
    },
    received: async (system) => {
      const wanted: Record<'all' | 'open', string[]> = { all: [], open: [] };
      for (const [view, ids] of [['', wanted.all] as const, ['&view=owner', wanted.open] as const]) {
        for (let after = cursor; after !== undefined; ) {
          const path = `/events?limit=1000&after=${encodeURIComponent(after)}${view}`;
          const { body, headers } = await system.request<{ id: string }[]>('admin', 'GET', path);
          ids.push(...body.map(({ id }) => id));
          after = body.length > 0 ? headers['next-cursor']?.toString() : undefined;
        }
      }
      const isThere = (name: 'all' | 'open') => {
        const ids = new Set(receivers[name].ids);
        return wanted[name].every((id) => ids.has(id));
      };
      await until('the webhooks have arrived', () => isThere('all') && isThere('open'));
      return { all: receivers.all.requests, open: receivers.open.requests };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Returns the types of the events about promises for a wish of a list that a webhook has received. */
export const promiseEventsIn = (requests: Receiver['requests'], list: number, item: number): string[] =>
  requests
    .map(({ body: { data } }) => data)
    .filter((data) => data.registry_id === list && data.item_id === item)
    .map(({ type }) => String(type))
    .filter((type) => /^(?:purchase|share|idea)\./.test(type));

const SUBSCRIBE = `
  use Largesse\\Together\\Digest\\Reminders;
  use Largesse\\Together\\Following as F;
  foreach ( $input['users'] as $user ) {
    wp_set_current_user( $user );
    Reminders::choose( $user, array_keys( Reminders::offered() ) );
  }
  foreach ( $input['lists'] as $one ) {
    $registry = get_post( $one['list'] );
    foreach ( $one['followers'] as $user ) {
      wp_set_current_user( $user );
      $follower = F\\Followers::start( new F\\Follower(
        bin2hex( random_bytes( 16 ) ),
        $registry->ID,
        $user,
        '',
        F\\FollowerAccess::of_request( $registry ),
        '',
        time(),
        known: array()
      ) );
      if ( is_wp_error( $follower ) ) { throw new RuntimeException( $follower->get_error_message() ); }
    }
  }`;
