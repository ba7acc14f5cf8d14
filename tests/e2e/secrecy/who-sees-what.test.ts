// Needs a service and site: walks pages, files, routes and mails of real lists.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as fc from '../../../contract/testing/properties.ts';
import { SEED } from '../../../contract/testing/random.ts';
import { inLanes } from '../../support/lanes.ts';
import { openForSuite } from '../../support/suite.ts';
import { deliver, openMailingSite, sendNews } from '../plugin/mailing-site.ts';
import { abilitiesApi } from '../wordpress/abilities-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { ask, decoded } from '../wordpress/guest.ts';
import type { Received } from '../wordpress/post-office.ts';
import { describePromise, faultsIn, foreignIn } from './answer-faults.ts';
import { ChannelReader } from './channels.ts';
import { idsIn, tryAsCookie, tryAsKey } from './key-probes.ts';
import { type ListReader, signIn } from './list-readers.ts';
import { NAMES, planPairs } from './pair-plans.ts';
import { addPeople, type MadeList, type MadePair, type MadePromise, makePair, PEOPLE, type People } from './pairs.ts';
import { openHooks, promiseEventsIn, runCommands, subscribe } from './side-channels.ts';

/** Number of pairs of lists; each pair has eight promises. `TEST_PAIRS=…` walks another number. */
const PAIRS = Number(process.env.TEST_PAIRS ?? 10);

/** Number of readers who send requests at the same time. */
const LANES = 3;

/** Number of ids of promises, and of other ids, that a thief tries; `TEST_SEED` chooses others. */
const MOST_IDS = 10;

/** Data of a list and its promises. Only its address, which a thief has sent, is missing. */
const OF_LIST = /viz(?!list)[a-z]{4,}q|Vizlist/;

/** Parts of a promise that only its giver sees. */
const OF_GIVER = /viz(?:note|mail|mess)[a-z]{3}q|[?&](?:gift-of|my-share)=|You are giving this|You will give it/;

/** Data of givers. */
const OF_PROMISE = /viz(?:name|mess|note|mail)[a-z]{3}q/g;

const AT_TERMINAL = { account: null, cookie: '', mayOpen: true, isReceiving: false };

/** Reader of an export with `--gifts`, and of one without. */
const OPERATOR: ListReader = {
  ...AT_TERMINAL,
  ...{ name: 'operator', row: 'administrator', isManager: true, knowsOther: true },
};
const NOBODY: ListReader = {
  ...AT_TERMINAL,
  ...{ name: 'nobody', row: 'public page', isManager: false, knowsOther: false },
};

/*
 * Members and guests promise wishes on pairs of lists with random levels, days, owners and privacy. Then the owners
 * change, reveal and delete lists, and move wishes. Each promise has its own names, texts and amounts, so a test finds
 * them in any byte of any answer. It compares with the table and the model that the API's test uses, too.
 */
describe('rules: Who sees what, on each channel of the site', () => {
  const t = openForSuite(openWalkedSite);
  let pairs: MadePair[];
  let people: People;
  const readers = new Map<MadeList, ListReader[]>();
  /** Mails about promises and reveals, and mails to followers and members. */
  let given: Received[];
  let news: Received[];
  /** All ids that somebody else than the giver has read, and where they were first. */
  const ids = new Map<string, string>();
  const noteIds = (text: string, place: string) => {
    for (const id of idsIn(text)) if (!ids.has(id)) ids.set(id, place);
  };
  const lists = (): { pair: MadePair; list: MadeList }[] =>
    pairs.flatMap((pair) => NAMES.map((name) => ({ pair, list: pair.lists[name] })));
  const shown = () => lists().filter(({ list }) => !list.isDeleted && !list.isHidden);
  const readersOf = (list: MadeList): ListReader[] => readers.get(list) ?? [];

  before(async () => {
    console.log(`who sees what: TEST_SEED=${SEED}`);
    await addCode(t.site, abilitiesApi());
    await t.site.wordpress.run(`update_option( 'largesse_currency', 'EUR' );`);
    people = await addPeople(t, PAIRS);
    await t.hooks.begin(t);
    const plans = planPairs(PAIRS, SEED);
    pairs = await inLanes(LANES, plans, (plan, n) => makePair(t, plan, people.authors[n] ?? assert.fail(), n));
    const findReaders = await signIn(t.site, people);
    await inLanes(LANES, lists(), async ({ pair, list }) => readers.set(list, await findReaders(pair, list)));
    await subscribe(
      t.site,
      [...PEOPLE.map(people.of), ...people.authors].map(({ id }) => id),
      new Map(lists().map(({ list }) => [list.id, followersOf(list, readersOf(list))])),
    );
    await t.site.wordpress.run(`do_action( 'largesse_reveals' );`);
    given = await deliver(t);
    await t.site.wordpress.run(`do_action( 'largesse_daily_reminders' );`);
    await sendNews(t.site);
    news = await deliver(t);
  });

  it('shows each reader of a list what the table names, and nothing else', async () => {
    const channels = new ChannelReader(t);
    const faults: string[] = [];
    const seen = { answers: 0, wanted: 0 };
    const reading = lists().flatMap(({ pair, list }) => readersOf(list).map((reader) => ({ pair, list, reader })));
    await inLanes(LANES, reading, async ({ pair, list, reader }) => {
      const forms = pair.promises.filter((one) => one.isOn(list.name)).slice(0, 3);
      for (const answer of await channels.read(reader, list, forms)) {
        const { found, wanted } = faultsIn(answer, reader, list, pair);
        faults.push(...found);
        if (reader.row !== 'giver') noteIds(answer.text, answer.channel.name);
        seen.answers++;
        seen.wanted += wanted;
      }
    });
    console.log(`who sees what: ${seen.answers} answers, ${seen.wanted} promised data found in them`);
    assert.deepEqual(faults.slice(0, 20), []);
    assert.ok(seen.wanted > 50 * PAIRS, 'most readers see something');
  });

  it('shows a giver their own promises, and no other promise or list', async () => {
    const faults: string[] = [];
    await inLanes(LANES, pairs, async (pair) => {
      const ofGuests = pair.promises.filter(({ plan }) => plan.kind !== 'member');
      const addresses = ofGuests.map(({ markers }) => markers.address);
      const ofAddress: Record<string, { link: string; exported: string }> = JSON.parse(
        await t.site.wordpress.run(OF_ADDRESSES, addresses),
      );
      for (const promise of ofGuests) {
        const { link, exported } = ofAddress[promise.markers.address] ?? assert.fail(promise.markers.address);
        const page = decoded((await ask(t.site, promise.url)).html);
        const all = decoded((await ask(t.site, link)).html);
        for (const [place, text] of Object.entries({ page, all, exported })) {
          const isListGone = pair.lists[promise.plan.through].isDeleted;
          // The link to a part contains its list.
          const isClosed = promise.isGone || (place === 'page' && promise.plan.kind === 'share' && isListGone);
          const wanted = isClosed || pair.lists[promise.plan.through].isHidden ? [] : [promise.markers.wish];
          for (const part of wanted)
            if (!text.includes(part)) faults.push(`no ${part} in ${place}: ${describePromise(promise, pair)}`);
          for (const part of foreignIn(text, promise, pair))
            faults.push(`${part} in ${place}: ${describePromise(promise, pair)}`);
        }
      }
    });
    assert.deepEqual(faults.slice(0, 20), []);
  });

  it('puts no other data of promises into exports and webhooks', async () => {
    const faults: string[] = [];
    const kept = shown();
    const exported = await runCommands(
      t.site,
      kept.map(({ list }) => list),
    );
    for (const { pair, list } of kept)
      for (const answer of exported.get(list) ?? [])
        faults.push(...faultsIn(answer, answer.channel.made ? OPERATOR : NOBODY, list, pair).found);
    const { all, open } = await t.hooks.received(t);
    for (const { text } of all) {
      noteIds(text, 'webhook');
      for (const [part] of text.toLowerCase().matchAll(OF_PROMISE)) faults.push(`${part} in a webhook`);
    }
    for (const pair of pairs)
      for (const promise of pair.promises) {
        const { id, key, item, plan, model } = promise;
        for (const { text } of all)
          if (text.includes(id) || text.includes(key))
            faults.push(`id in a webhook: ${describePromise(promise, pair)}`);
        const made = plan.kind === 'share' ? 'share.created' : 'purchase.created';
        const through = pair.lists[plan.through].id;
        if (!promiseEventsIn(all, through, item).includes(made))
          faults.push(`no ${made}: ${describePromise(promise, pair)}`);
        if (promiseEventsIn(open, through, item).includes(made) !== model.wasOpen)
          faults.push(`${made} in a webhook for owners: ${describePromise(promise, pair)}`);
        const events = NAMES.flatMap((name) => promiseEventsIn(open, pair.lists[name].id, item));
        if (!model.isOpen() && events.length > 0)
          faults.push(`${events} in a webhook for owners: ${describePromise(promise, pair)}`);
      }
    assert.deepEqual(faults.slice(0, 20), []);
  });

  it('opens no private page with an id that other people have read', async () => {
    for (const { source } of [...given, ...news]) noteIds(source, 'mail');
    const closed = shown().filter(({ list }) => !list.isPublic && !list.hasPassword);
    const open = shown().filter(({ list }) => list.isPublic);
    const of = ({ pair, list }: { pair: MadePair; list: MadeList }) =>
      pair.promises.filter((one) => one.plan.through === list.name && one.isOn(list.name));
    const promised = new Set(pairs.flatMap(({ promises }) => promises.map(({ id }) => id)));
    const read = shuffled([...ids.keys()]);
    const known = read.filter((id) => promised.has(id));
    // One id of each place is first, then others.
    const first = new Map(read.filter((id) => !promised.has(id)).map((id) => [ids.get(id), id]));
    const others = [...new Set([...first.values(), ...read.filter((id) => !promised.has(id))])];
    console.log(`who sees what: ${known.length} ids of promises and ${others.length} other ids`);
    assert.ok(known.length > 0 && others.length > 0 && closed.length + open.length > 0);
    const tried = [...known.slice(0, MOST_IDS), ...others.slice(0, MOST_IDS)];
    const faults: string[] = [];
    await inLanes(LANES, tried, async (id, n) => {
      const one = closed[n % closed.length];
      const keys = one ? await tryAsKey(t, id, one.list, of(one).slice(0, 2), one.pair.author.id) : [];
      for (const { sent, text } of keys) if (OF_LIST.test(text)) faults.push(`${id} opens ${sent}`);
      const other = open[n % open.length];
      const cookies = other ? await tryAsCookie(t, id, other.list, of(other)) : [];
      for (const { sent, text } of cookies) if (OF_GIVER.test(text)) faults.push(`${id} opens ${sent}`);
    });
    assert.deepEqual(faults.slice(0, 20), []);
  });

  it('mails each giver only about their own promises, and owners nothing of a giver', async () => {
    const all = pairs.flatMap((pair) => pair.promises.map((promise) => ({ pair, promise })));
    const told = (mails: readonly Received[]) => mails.flatMap(({ recipients }) => recipients);
    for (const { promise, pair } of all) {
      const isMailed = ['visitor', 'suggestion'].includes(promise.plan.kind) && promise.isOn(promise.plan.through);
      const { isDeleted, isHidden } = pair.lists[promise.plan.through];
      if (isMailed && !isDeleted && !isHidden)
        assert.ok(told(given).includes(promise.markers.address), describePromise(promise, pair));
    }
    const kept = all.filter(({ promise }) => !promise.isGone);
    const change = async (php: string) => {
      await inLanes(LANES, pairs, (pair) =>
        t.site.wordpress.run(
          `wp_set_current_user( $input['user'] );
           $items = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items;
           foreach ( $input['wishes'] as list( 'item' => $item, 'list' => $list ) ) { ${php} }`,
          {
            user: pair.author.id,
            wishes: pair.promises.flatMap((promise) =>
              NAMES.filter(
                (name) =>
                  promise.isOn(name) && promise.listOf(name) === promise.model.home && !pair.lists[name].isHidden,
              ).map((name) => ({ item: promise.item, list: pair.lists[name].id })),
            ),
          },
        ),
      );
      // The site first finds the givers, and then mails them.
      return [...(await deliver(t)), ...(await deliver(t))];
    };
    const changed = await change(`$items->update( $list, $item, array( 'name' => 'Blue bicycle', 'price' => 20.0 ) );`);
    const removed = await change(`$items->remove( $list, $item );`);
    // Visitors get these mails as long as they may open the list.
    const isTold = kept.some(
      ({ promise, pair }) =>
        promise.plan.kind === 'visitor' && isOpenTo(pair, promise) && promise.isOn(promise.plan.through),
    );
    if (isTold) for (const mails of [changed, removed]) assert.ok(mails.length > 0);
    const ofMember = all.filter(({ promise }) => promise.plan.kind === 'member');
    const mine = new Set(ofMember.map(({ promise }) => promise.markers.wish));
    const faults: string[] = [];
    for (const { recipients, source, text, html, subject } of [...given, ...changed, ...removed]) {
      const bytes = decoded(`${subject} ${text} ${html} ${source}`).toLowerCase();
      const own = all.find(({ promise }) => recipients.includes(promise.markers.address));
      const isOfMember = recipients.includes('giver@people.example');
      const found = own
        ? foreignIn(bytes, own.promise, own.pair)
        : (bytes.match(/viz(?:name|mess|note|mail|wish)[a-z]{3}q/g) ?? []).filter(
            (one) => !isOfMember || !mine.has(one),
          );
      for (const part of found) faults.push(`${part} in “${subject}” to ${recipients}`);
    }
    for (const { recipients, subject } of given) {
      const [, number, title] = /(\d+) gifts? for “(\w+)”/.exec(subject) ?? [];
      const of = lists().find(({ list }) => list.title === title);
      if (of && Number(number) !== namedIn(of.pair, of.list))
        faults.push(`“${subject}” to ${recipients}, not ${namedIn(of.pair, of.list)}: ${JSON.stringify(of.pair.plan)}`);
    }
    assert.ok(news.length > 0);
    for (const { recipients, source, text, html, subject } of news) {
      const bytes = decoded(`${subject} ${text} ${html} ${source}`);
      const isReader = ({ account, mayOpen }: ListReader) => mayOpen && recipients.includes(account?.email ?? '');
      for (const [part] of bytes.toLowerCase().matchAll(OF_PROMISE)) faults.push(`${part} in “${subject}”`);
      for (const { list } of lists())
        if (bytes.includes(list.title) && !readersOf(list).some(isReader)) faults.push(`“${subject}” to ${recipients}`);
    }
    assert.deepEqual(faults.slice(0, 20), []);
  });
});

/** Opens a site with a mail server, and receivers of webhooks. */
async function openWalkedSite() {
  await using opened = new AsyncDisposableStack();
  const hooks = opened.use(await openHooks());
  const system = opened.use(await openMailingSite(undefined, { WEBHOOKS_ALLOW: hooks.hosts }));
  const all = opened.move();
  return { ...system, hooks, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Returns the ids of the accounts that may follow a list: of all its readers but owners. */
const followersOf = (list: MadeList, readers: readonly ListReader[]): number[] =>
  readers
    .filter(({ row, mayOpen }) => mayOpen && !list.isDeleted && !['author', 'co-owner', 'administrator'].includes(row))
    .flatMap(({ account }) => account?.id ?? []);

/** Returns whether everybody may open the list through which a promise was made. */
const isOpenTo = ({ lists }: MadePair, { plan }: MadePromise): boolean =>
  lists[plan.through].isPublic && !lists[plan.through].isDeleted && !lists[plan.through].isHidden;

/** Returns the number of gifts of a list whose givers its owners see. */
const namedIn = ({ promises }: MadePair, { name }: MadeList): number =>
  promises.filter((promise) => {
    const { plan, model, isGone } = promise;
    return !isGone && model.isTrue(model.seen('co-owner', promise.listOf(name)).name) && plan.through === name;
  }).length;

/** Returns the values in an order that depends on the seed. */
const shuffled = <T>(values: readonly T[]): T[] =>
  fc.sample(fc.shuffledSubarray([...values], { minLength: values.length }), 1).flat();

const OF_ADDRESSES = `
  $found = array();
  foreach ( $input as $address ) {
    $exported = array();
    foreach ( apply_filters( 'wp_privacy_personal_data_exporters', array() ) as $name => $exporter ) {
      for ( $page = 1, $part = array( 'done' => ! str_starts_with( $name, 'largesse' ) ); ! $part['done']; $page++ ) {
        $part       = call_user_func( $exporter['callback'], $address, $page );
        $exported[] = is_wp_error( $part ) ? $part->get_error_message() : $part['data'];
        $part       = is_wp_error( $part ) ? array( 'done' => true ) : $part;
      }
    }
    $found[ $address ] = array(
      'link'     => Largesse\\Promises\\Giving\\GiverLink::create( $address ),
      'exported' => wp_json_encode( $exported ),
    );
  }
  echo wp_json_encode( $found );`;
