// Needs a service and site: walks pages, files, routes and mails of real lists.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { openForSuite } from '../../support/suite.ts';
import { deliver, openMailingSite } from '../plugin/mailing-site.ts';
import { abilitiesApi } from '../wordpress/abilities-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { ask, decoded } from '../wordpress/guest.ts';
import type { Received } from '../wordpress/post-office.ts';
import { type Channel, ChannelReader, type ReadAnswer } from './channels.ts';
import { idsIn, tryAsCookie, tryAsKey } from './key-probes.ts';
import { type Allowed, allowedOf, type ListReader, type ReadersOf, signIn } from './list-readers.ts';
import { NAMES, otherOf, planPairs } from './pair-plans.ts';
import { addPeople, type MadeList, type MadePair, type MadePromise, makePair } from './pairs.ts';

/** Number of pairs of lists; each pair has eight promises. `TEST_PAIRS=…` walks another number. */
const PAIRS = Number(process.env.TEST_PAIRS ?? 10);

/** Number of pages that each reader of a list opens in one run; other runs open other pages. */
const PAGES = 6;

/** `TEST_SEED=…` repeats an earlier run. */
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);

/** Number of readers who send requests at the same time. */
const LANES = 3;

/** Number of ids of promises, and of other ids, that a thief tries in one run; other runs try other ids. */
const MOST_IDS = 10;

/** Data of a list and its promises. Only its address, which a thief has sent, is missing. */
const OF_LIST = /viz(?!list)[a-z]{4,}q|Vizlist/;

/** Parts of a promise that only its giver sees. */
const OF_GIVER = /viz(?:note|mail|mess)[a-z]{3}q|[?&](?:gift-of|my-share)=|You are giving this|You will give it/;

/** Part of a promise that an answer may contain. */
type Part = 'name' | 'message' | 'note' | 'address' | 'amount' | 'id' | 'key';

/*
 * Members and guests promise wishes on pairs of lists with random levels, days, owners and privacy. Then the owners
 * change, reveal and delete lists, and move wishes. Each promise has its own names, texts and amounts, so a test finds
 * them in any byte of any answer. It compares with the table and the model that the API's test uses, too.
 */
describe('rules: Who sees what, on each channel of the site', () => {
  const t = openForSuite(() => openMailingSite());
  let pairs: MadePair[];
  let readersOf: ReadersOf;
  let given: Received[];
  /** All ids that somebody else than the giver has read. */
  const ids = new Set<string>();

  before(async () => {
    console.log(`who sees what: TEST_SEED=${SEED}`);
    await addCode(t.site, abilitiesApi());
    await t.site.wordpress.run(`update_option( 'largesse_currency', 'EUR' );`);
    const people = await addPeople(t, PAIRS);
    const plans = planPairs(PAIRS, SEED);
    pairs = await inLanes(plans, (plan, n) => makePair(t, plan, people.authors[n] ?? assert.fail(), n));
    readersOf = await signIn(t.site, people);
    await t.site.wordpress.run(`do_action( 'largesse_reveals' );`);
    given = await deliver(t);
  });

  it('shows each reader of a list what the table names, and nothing else', async () => {
    const channels = new ChannelReader(t);
    const faults: string[] = [];
    const seen = { answers: 0, wanted: 0 };
    for (const pair of pairs)
      for (const name of NAMES) {
        const list = pair.lists[name];
        const forms = pair.promises.filter((one) => one.isOn(name)).slice(0, 3);
        await inLanes(await readersOf(pair, list), async (reader) => {
          for (const answer of await channels.read(reader, list, forms, list.isDeleted ? 1 : PAGES)) {
            const { found, wanted } = faultsIn(answer, reader, list, pair);
            faults.push(...found);
            if (reader.row !== 'giver') for (const id of idsIn(answer.text)) ids.add(id);
            seen.answers++;
            seen.wanted += wanted;
          }
        });
      }
    console.log(`who sees what: ${seen.answers} answers, ${seen.wanted} promised data found in them`);
    assert.deepEqual(faults.slice(0, 20), []);
    assert.ok(seen.wanted > 50 * PAIRS, 'most readers see something');
  });

  it('shows a giver their own promises, and no other promise or list', async () => {
    const faults: string[] = [];
    await inLanes(pairs, async (pair) => {
      for (const promise of pair.promises) {
        if (promise.plan.kind === 'member') continue;
        const link = await t.site.wordpress.run(
          'echo Largesse\\Together\\MyGifts\\GiverLink::create( $input );',
          promise.markers.address,
        );
        const exported = await t.site.wordpress.run(EXPORT, promise.markers.address);
        const page = decoded((await ask(t.site, promise.url)).html);
        const all = decoded((await ask(t.site, link)).html);
        for (const [place, text] of Object.entries({ page, all, exported })) {
          const wanted = promise.isGone ? [] : [promise.markers.wish];
          for (const part of wanted)
            if (!text.includes(part)) faults.push(`no ${part} in ${place}: ${describePromise(promise, pair)}`);
          for (const part of foreignIn(text, promise, pair))
            faults.push(`${part} in ${place}: ${describePromise(promise, pair)}`);
        }
      }
    });
    assert.deepEqual(faults.slice(0, 20), []);
  });

  it('opens no private page with an id that other people have read', async () => {
    for (const { source } of given) for (const id of idsIn(source)) ids.add(id);
    const lists = pairs.flatMap((pair) => NAMES.map((name) => ({ pair, list: pair.lists[name] })));
    const closed = lists.filter(({ list }) => !list.isPublic && !list.hasPassword && !list.isDeleted);
    const open = lists.filter(({ list }) => list.isPublic && !list.isDeleted);
    const of = ({ pair, list }: { pair: MadePair; list: MadeList }) =>
      pair.promises.filter((one) => one.plan.through === list.name && one.isOn(list.name));
    const promised = new Set(pairs.flatMap(({ promises }) => promises.map(({ id }) => id)));
    const [known, others] = [[...ids].filter((id) => promised.has(id)), [...ids].filter((id) => !promised.has(id))];
    console.log(`who sees what: ${known.length} ids of promises and ${others.length} other ids`);
    assert.ok(known.length > 0 && others.length > 0 && closed.length + open.length > 0);
    const tried = [...shuffled(known).slice(0, MOST_IDS), ...shuffled(others).slice(0, MOST_IDS)];
    const faults: string[] = [];
    await inLanes(tried, async (id, n) => {
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
      if (isMailed && !pair.lists[promise.plan.through].isDeleted)
        assert.ok(told(given).includes(promise.markers.address), describePromise(promise, pair));
    }
    const kept = all.filter(({ promise }) => !promise.isGone);
    const change = async (php: string) => {
      await inLanes(kept, ({ promise, pair }) =>
        t.site.wordpress.run(
          `wp_set_current_user( $input['user'] );
           $item  = $input['item'];
           $items = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items;
           foreach ( $input['lists'] as $list ) { ${php} }`,
          {
            user: pair.author.id,
            item: promise.item,
            lists: NAMES.flatMap((name) =>
              promise.isOn(name) && promise.listOf(name) === promise.model.home ? [pair.lists[name].id] : [],
            ),
          },
        ),
      );
      return deliver(t);
    };
    const changed = await change(`$items->update( $list, $item, array( 'name' => 'Blue bicycle', 'price' => 20.0 ) );`);
    const removed = await change(`$items->remove( $list, $item );`);
    for (const mails of [changed, removed]) assert.ok(mails.length > 0);
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
    assert.deepEqual(faults.slice(0, 20), []);
  });
});

/** Runs a function for each value, some at the same time. Returns the results in the order of the values. */
async function inLanes<T, R>(values: readonly T[], act: (value: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = [...values.entries()];
  const lane = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift())
      results[next[0]] = await act(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

/** Returns the values in an order that depends on the seed. */
const shuffled = <T>(values: readonly T[]): T[] =>
  fc.sample(fc.shuffledSubarray([...values], { minLength: values.length }), { seed: SEED, numRuns: 1 }).flat();

/** Describes a promise, and what happened to its lists. */
const describePromise = ({ plan }: MadePromise, pair: MadePair): string =>
  JSON.stringify({ ...plan, ...pair.plan.lists, changes: pair.plan.changes });

/** Returns what an answer shows against the table, and what it lacks although it is made for it. */
function faultsIn(
  { channel, text }: ReadAnswer,
  reader: ListReader,
  list: MadeList,
  pair: MadePair,
): { found: string[]; wanted: number } {
  const found: string[] = [];
  let wanted = 0;
  const note = (part: string, promise?: MadePromise) => {
    const about = promise ? describePromise(promise, pair) : JSON.stringify(pair.plan);
    found.push(`${part}: ${channel.name}, ${reader.name} of ${list.name}: ${about}`);
  };
  const lower = text.toLowerCase();
  for (const promise of pair.promises) {
    const allowed = allowedOf(promise, reader, list, pair);
    const parts = partsIn(lower, promise);
    for (const part of parts) if (!mayContain(part, allowed, channel)) note(part, promise);
    for (const part of wantedIn(channel, promise, allowed, reader, list)) {
      wanted++;
      if (!parts.has(part)) note(`no ${part}`, promise);
    }
    const number = numberIn(channel, text, promise, reader, list);
    if (number === null) continue;
    wanted++;
    if (number !== isCounted(channel, allowed)) note(`number ${number}`, promise);
  }
  if (channel.made !== 'own')
    for (const [, code = ''] of lower.matchAll(/viz(?:name|mess|note|mail)([a-z]{3})q/g))
      if (!pair.promises.some(({ markers }) => markers.name.includes(code)))
        note(`a promise on lists of others, ${code}`);
  const other = pair.lists[otherOf(list.name)];
  if (!reader.knowsOther && channel.made !== 'own')
    for (const part of [other.title.toLowerCase(), `"registry_id":${other.id},`, `registry=${other.id}&`])
      if (lower.includes(part)) note(`${part} of the other list`);
  const isOwnData = channel.name === 'exported personal data' && reader.row === 'author';
  for (const { street } of Object.values(pair.lists))
    if (lower.includes(street) && !isOwnData) note('delivery address');
  return { found, wanted };
}

function mayContain(part: Part, allowed: Allowed, { numbers }: Channel): boolean {
  switch (part) {
    case 'name':
    case 'message':
      return allowed.name;
    case 'id':
      return allowed.state;
    case 'amount':
      return allowed.state || allowed.numbers[numbers];
    case 'key':
      return allowed.own;
    case 'note':
    case 'address':
      return false;
  }
}

/** Returns the parts of a promise that a text in lower case contains. */
function partsIn(text: string, { markers, amount, id, key }: MadePromise): Set<Part> {
  const amounts = amount === null ? [] : [amount.toFixed(2), (900 - amount).toFixed(2)];
  const found: Readonly<Record<Part, boolean>> = {
    name: text.includes(markers.name),
    message: text.includes(markers.message),
    note: text.includes(markers.note),
    address: text.includes(markers.address.slice(0, markers.address.indexOf('@'))),
    amount: amounts.some((one) => text.includes(one)),
    id: text.includes(id) || text.includes(id.replaceAll('-', '')),
    key: text.includes(key),
  };
  const parts: readonly Part[] = ['name', 'message', 'note', 'address', 'amount', 'id', 'key'];
  return new Set(parts.filter((part) => found[part]));
}

/** Returns what a channel must contain of a promise, because it is made for that. */
function wantedIn(
  { name, made }: Channel,
  promise: MadePromise,
  allowed: Allowed,
  reader: ListReader,
  list: MadeList,
): Part[] {
  const isPart = promise.plan.kind === 'share';
  if (made === 'own' && allowed.own && !promise.isGone) return ['id'];
  if (list.isDeleted || !reader.mayOpen) return [];
  const isHere = promise.isOn(list.name);
  const isNoted = name === 'page for givers' || (made === 'notes' && promise.model.isOpen());
  if (allowed.own && isHere && isNoted) return ['key'];
  if (made === 'gifts' && reader.isManager && allowed.name) return ['name'];
  if (made === 'whole gifts' && allowed.name && !isPart && (isHere || !allowed.own)) return ['name'];
  const isOwner = reader.row === 'author' || reader.row === 'co-owner';
  return made === 'parts' && !isOwner && isPart && isHere && allowed.name ? ['name', 'amount'] : [];
}

/** Returns whether a channel counts a whole gift; null if it has no number of the wish. */
function numberIn(
  { made }: Channel,
  text: string,
  { plan, item }: MadePromise,
  reader: ListReader,
  list: MadeList,
): boolean | null {
  if (plan.kind === 'share' || list.isDeleted || !reader.mayOpen) return null;
  if (made === 'cards') {
    const card = text.split('<li class="largesse-item').find((one) => one.includes(` data-item="${item}"`));
    return card === undefined ? null : card.includes('Taken');
  }
  if (made !== 'all numbers' && made !== 'public numbers') return null;
  const answer: { registry?: { items?: Wish[] }; items?: Wish[] } | null = JSON.parse(text);
  const wish = (answer?.registry?.items ?? answer?.items ?? []).find(({ id }) => id === item);
  return wish === undefined ? null : wish.quantity_purchased === 1;
}

interface Wish {
  id: number;
  quantity_purchased: number;
}

/** Returns whether the table shows the number of a promise on a channel. */
function isCounted({ name, made }: Channel, { data, numbers }: Allowed): boolean {
  if (made === 'all numbers' || made === 'public numbers') return data[made];
  return numbers[name === 'public page' ? 'public' : 'reader'];
}

/** Returns what a text for a giver contains of other promises, and of lists that its readers may not open. */
function foreignIn(text: string, { markers, plan }: MadePromise, { lists }: MadePair): string[] {
  const own = new Set(Object.values(markers).map((marker) => marker.replace(/@.*/, '')));
  const other = lists[otherOf(plan.through)];
  const { street, isPublic, isDeleted } = lists[plan.through];
  return [
    ...(text.toLowerCase().match(/viz(?:name|mess|note|mail|wish)[a-z]{3}q/g) ?? []).filter((one) => !own.has(one)),
    ...(text.includes(other.title) ? ['other list'] : []),
    ...[other.street, ...(isPublic && !isDeleted ? [] : [street])].filter((one) => text.includes(one)),
  ];
}

const EXPORT = `
  foreach ( apply_filters( 'wp_privacy_personal_data_exporters', array() ) as $name => $exporter ) {
    for ( $page = 1, $part = array( 'done' => ! str_starts_with( $name, 'largesse' ) ); ! $part['done']; $page++ ) {
      $part = call_user_func( $exporter['callback'], $input, $page );
      echo is_wp_error( $part ) ? $part->get_error_message() : wp_json_encode( $part['data'] );
      $part = is_wp_error( $part ) ? array( 'done' => true ) : $part;
    }
  }`;
