import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { IS_CITUS } from '../../tests/support/database.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertStatus, type Item, type Purchase } from './answers.ts';
import { addListedItem, addRegistry, dayFromNow, ITEM } from './world.ts';

/*
 * Walks the crossings of level, day, privacy, place, kind of promise, later changes and reader, and compares each
 * channel of the API with the table of the rules, which this file contains once more (rules: Who sees what).
 */

const LEVELS = ['hidden', 'counts', 'names'] as const;
const DAYS = ['none', 'later', 'over'] as const;
const LISTS = ['home', 'other'] as const;
type List = (typeof LISTS)[number];

/** When a reader sees something: a promise is open if it is not secret, and named if owners may see its giver. */
type When = 'never' | 'open' | 'named' | 'always';

/** What a reader sees of a promise through the list that they read. */
interface Seen {
  state: When;
  name: When;
  address: When;
  thanks: When;
  release: When;
}

const NOTHING: Seen = { state: 'never', name: 'never', address: 'never', thanks: 'never', release: 'never' };
const OWNER: Seen = { state: 'open', name: 'named', address: 'never', thanks: 'open', release: 'open' };
const KEEPER: Seen = { state: 'always', name: 'always', address: 'never', thanks: 'never', release: 'always' };
/** The author of a child's list, who is also its keeper. */
const PARENT: Seen = { ...KEEPER, thanks: 'always' };
const GIVER: Seen = { ...NOTHING, state: 'always', name: 'always', address: 'always' };

/** The readers of a list, each with their user on both lists, and the table of the rules. */
const TABLE = {
  author: { home: 'owner', other: 'owner', sees: OWNER },
  'co-owner': { home: 'homePartner', other: 'otherPartner', sees: OWNER },
  keeper: { home: 'homeKeeper', other: 'otherKeeper', sees: KEEPER },
  /** A keeper who is a recipient of the other list with the item. */
  'receiving keeper': { home: 'otherPartner', other: 'homePartner', sees: { ...OWNER, thanks: 'never' } },
  invitee: { home: 'homeGuest', other: 'otherGuest', sees: NOTHING },
  giver: { home: 'giver', other: 'giver', sees: GIVER },
} as const satisfies Record<string, { home: string; other: string; sees: Seen }>;
type ReaderName = keyof typeof TABLE;
const READERS = Object.keys(TABLE).filter((name): name is ReaderName => name in TABLE);

/** Readers whose numbers depend on their list. */
const COUNTING = ['author', 'co-owner', 'keeper', 'receiving keeper', 'invitee'] as const;

/** How the site names these readers (contract: `reader`); it does not ask for givers. */
const NAMED: Partial<Record<ReaderName, string>> = {
  author: 'author',
  'co-owner': 'co-owner',
  keeper: 'keeper',
  'receiving keeper': 'keeper',
  invitee: 'guest',
};

const KINDS = ['member', 'visitor', 'share', 'suggestion'] as const;

const listState = fc.record({
  level: fc.constantFrom(...LEVELS),
  day: fc.constantFrom(...DAYS),
  isPublic: fc.boolean(),
  /** Whether the author is also a keeper, as on a child's list. */
  isForChild: fc.boolean(),
});
const list = fc.constantFrom(...LISTS);
const change = fc.oneof(
  fc.record({ kind: fc.constant('level' as const), list, level: fc.constantFrom(...LEVELS) }),
  fc.record({ kind: fc.constant('reveal' as const), list }),
  fc.record({ kind: fc.constant('day comes' as const), list }),
  fc.record({ kind: fc.constant('leave' as const) }),
  fc.record({ kind: fc.constant('move' as const) }),
  fc.record({ kind: fc.constant('delete' as const), list }),
);
const crossing = fc.record({
  home: listState,
  other: listState,
  /** False if the item is only in its registry when it is promised. */
  isShared: fc.boolean(),
  through: list,
  kind: fc.constantFrom(...KINDS),
  changes: fc.array(change, { maxLength: 4 }),
  /** The reader who tries to release the promise in the end, and the list through which they try it. */
  releases: fc.record({ by: fc.constantFrom(...READERS), on: list }),
});

type Crossing = typeof crossing extends fc.Arbitrary<infer T> ? T : never;

/** Crossings that random choices seldom find. */
const SELDOM: readonly Crossing[] = KINDS.flatMap((kind) => {
  const hidden = { level: 'hidden', day: 'later', isPublic: false, isForChild: false } as const;
  const names = { ...hidden, level: 'names' } as const;
  const common = { isShared: true, kind, releases: { by: 'author', on: 'home' } } as const;
  const deleted = { kind: 'delete', list: 'other' } as const;
  return [
    // Recipients of a deleted list are keepers of the list on which its wishes stay, or on which they were before.
    { ...common, home: names, other: hidden, through: 'home', changes: [deleted] },
    { ...common, home: names, other: hidden, through: 'home', changes: [{ kind: 'leave' }, deleted] },
    { ...common, home: hidden, other: names, through: 'home', changes: [{ kind: 'delete', list: 'home' }] },
    // A list begins to hide numbers after a promise through another list.
    {
      ...common,
      home: names,
      other: names,
      through: 'home',
      changes: [{ kind: 'level', list: 'other', level: 'hidden' }],
    },
  ];
});

const t = await openTestService();
after(() => t.close());
for (const name of ['homePartner', 'otherPartner', 'homeKeeper', 'otherKeeper', 'homeGuest', 'otherGuest', 'giver'])
  t.host.users.add(name);

const NOTE = 'I can order it';
const SUGGESTED = { name: 'Red kettle', price: 50 };

const DATE = { none: null, later: dayFromNow(30), over: dayFromNow(-1) };

interface CountedItem extends Item {
  amount_promised?: number;
  amount_remaining?: number;
  quantity_remaining?: number;
}

interface ShareAnswer {
  id: string;
  giver_name: string | null;
  giver_email: string | null;
  note: string | null;
}

describe('rules: Who sees what', { skip: IS_CITUS && 'Citus has no appearances' }, () => {
  it('equals the table on each channel, for all crossings', async () => {
    await fc.assert(fc.asyncProperty(crossing, walk), {
      numRuns: 60,
      examples: SELDOM.map((one): [Crossing] => [one]),
    });
  });
});

async function walk(given: Crossing): Promise<void> {
  const { isShared, kind } = given;
  const through = isShared ? given.through : 'home';
  const posts = {
    home: addList('home', given.home),
    other: addList('other', given.other),
  };
  const ids = { home: posts.home.id, other: posts.other.id };
  const item = (await addListedItem(t, ids.home, { price: 90 })).id;
  const appearance = `/registries/${ids.other}/appearances/${item}`;
  if (isShared) assertStatus(await t.request('PUT', appearance, { as: 'owner' }), 204);

  // The model: a promise waits for each list that hides it, or its giver.
  const levelOf = (one: { level: string; day: string }) => (one.day === 'over' ? 'names' : one.level);
  const places = isShared ? LISTS : (['home'] as const);
  const waits = new Map(
    places.map((name) => [name, levelOf(given[name])] as const).filter(([, level]) => level !== 'names'),
  );
  const isOpen = () => ![...waits.values()].includes('hidden');
  const isNamed = () => waits.size === 0;
  const days: Record<List, string> = { home: given.home.day, other: given.other.day };
  const on = new Set<List>(places);
  const was = new Set<List>(places);
  /** The lists that the item has left, and whether they have revealed their promises by hand since then. */
  const past = new Map<List, boolean>();
  const deleted = new Set<List>();
  let home: List = 'home';
  const levels: Record<List, string> = { home: given.home.level, other: given.other.level };
  const isOver: Record<List, boolean> = { home: given.home.day === 'over', other: given.other.day === 'over' };

  const id = await promise(kind, ids[through], item, levelOf(given[through]));
  const wasOpen = isOpen();

  /** Ends the waiting for a list, and for lists without a day that the item has left. */
  const reveal = (name: List) => {
    if (!was.has(name)) return;
    for (const one of past.keys()) if (one !== name && on.has(name) && days[one] === 'none') past.delete(one);
    if (past.has(name)) past.set(name, true);
    waits.delete(name);
    for (const past of waits.keys()) if (!on.has(past) && on.has(name) && days[past] === 'none') waits.delete(past);
  };
  for (const one of given.changes) {
    const name = 'list' in one ? one.list : 'other';
    if (deleted.has(name)) continue;
    switch (one.kind) {
      case 'level':
        await patch(ids[name], { registry_surprise: one.level });
        levels[name] = one.level;
        break;
      case 'reveal':
        assertStatus(await t.request('POST', `/registries/${ids[name]}/purchases/reveal`, { as: 'owner' }), 200);
        reveal(name);
        break;
      case 'day comes':
        // A list whose item has left keeps the day that it had then, until it reveals its gifts itself.
        await patch(ids[name], { registry_reveal_date: dayFromNow(0) });
        isOver[name] = true;
        days[name] = days[name] === 'over' || on.has(name) ? 'over' : days[name];
        waits.delete(name);
        break;
      case 'leave':
        if (home === 'other' || !on.has('other')) continue;
        assertStatus(await t.request('DELETE', appearance, { as: 'owner' }), 204);
        on.delete('other');
        past.set('other', false);
        break;
      case 'move':
        if (home === 'other' || !on.has('other')) continue;
        assertStatus(await t.request('PUT', `${appearance}?move=true`, { as: 'owner' }), 204);
        on.delete('home');
        past.set('home', false);
        home = 'other';
        break;
      case 'delete':
        if (on.has(name) && on.size === 1) continue;
        assertStatus(await t.request('DELETE', `/registries/${ids[name]}`, { as: 'owner' }), 204);
        if (on.delete(name)) past.set(name, false);
        deleted.add(name);
        home = name === home ? (name === 'home' ? 'other' : 'home') : home;
    }
  }

  /**
   * A keeper of a list is a recipient of the other list until it reveals its gifts, although the item has left it, or
   * the list was deleted. A deleted list reveals nothing by hand.
   */
  const isReceiving = (name: List): boolean => {
    const other = name === 'home' ? 'other' : 'home';
    const hides = on.has(other) || (past.get(other) === false && days[other] !== 'over');
    return hides && was.has(other) && (on.has(name) || past.has(name));
  };
  /** The row of the table for a reader of a list. The author of a deleted list is no keeper of it. */
  const rowOf = (reader: ReaderName, name: List): Seen => {
    if (reader === 'receiving keeper') return isReceiving(name) ? TABLE[reader].sees : KEEPER;
    const isParent = reader === 'author' && given[name].isForChild && name === through;
    const isRecipient = !given[name === 'home' ? 'other' : 'home'].isForChild && isReceiving(name);
    return isParent && !isRecipient ? PARENT : TABLE[reader].sees;
  };
  const when = (seen: When) => seen === 'always' || (seen === 'open' && isOpen()) || (seen === 'named' && isNamed());
  for (const name of LISTS) {
    if (deleted.has(name) || !(on.has(name) || name === through)) continue;
    for (const reader of READERS) {
      const who = `${reader} of ${name}`;
      const isHere = name === through || (deleted.has(through) && reader === 'author');
      const row = rowOf(reader, name);
      const seen = isHere || reader === 'giver' ? row : NOTHING;
      const as = TABLE[reader][name];
      if (reader === 'giver' && kind !== 'member') continue;
      if (kind !== 'share') {
        const gift = (await read<Purchase>(`/registries/${ids[name]}/purchases`, as)).find((one) => one.id === id);
        assert.equal(gift !== undefined, when(seen.state), `${who}: state`);
        if (gift) assert.deepEqual(shown(gift), [when(seen.name), false], who);
        if (gift) assert.equal(gift.item_name, kind === 'suggestion' ? SUGGESTED.name : ITEM.name, `${who}: wish`);
        const thanks = await t.request('PATCH', `/registries/${ids[name]}/purchases/${id}`, {
          as,
          body: { thanked: false },
        });
        assert.equal(thanks.status === 200, when(seen.thanks), `${who}: thanks, ${thanks.status}`);
      }
      const isParent = reader === 'author' && given[name].isForChild;
      const role = isParent ? 'keeper&is_author=true' : NAMED[reader];
      if (role === undefined) continue;
      const another = name === 'home' ? 'other' : 'home';
      const isNamed = reader === 'receiving keeper' || (isParent && !given[another].isForChild);
      const receives = isNamed ? `&receives=${ids[another]}` : '';
      const query = `registry_id=${ids[name]}&view=owner&reader=${role}${receives}`;
      const path = kind === 'share' ? `/shares?${query}` : `/purchases?${query}`;
      const found = (await read<ShareAnswer>(path, 'admin')).find((one) => one.id === id);
      // Guests see who shares a wish with them.
      const asked = kind === 'share' && reader === 'invitee' && isHere ? KEEPER : seen;
      assert.equal(found !== undefined, when(asked.state), `${who}: state, for the site`);
      if (found) assert.deepEqual(shown(found), [when(asked.name), false], `${who}: for the site`);
      if (!found || kind !== 'share') continue;
      // Only other givers of the wish read the note, and never its recipients.
      assert.equal(found.note, null, `${who}: note`);
      const [own] = await read<ShareAnswer>(`${path}&own_shares=${id}`, 'admin');
      assert.equal(own?.note, asked === KEEPER || asked === PARENT ? NOTE : null, `${who}: note, as a giver`);
    }
    const elsewhere = name === 'home' ? 'other' : 'home';
    const received = await read<Item>(`/items?receives=${ids[elsewhere]}`, 'admin');
    const isReceived = received.some((one) => one.id === item);
    assert.equal(isReceived, isReceiving(name), `recipients of the other list of ${name}`);
    await Promise.all(COUNTING.map((reader) => compareNumbers(name, reader)));
    const events = await read<{ purchase_id: string | null }>(`/events?registry_id=${ids[name]}`, 'owner');
    const isNamedInLog = events.some((event) => event.purchase_id === id);
    const isSeenByParent = name === through && rowOf('author', name) === PARENT;
    if (kind !== 'share' && !isSeenByParent && (name !== through || !wasOpen))
      assert.equal(isNamedInLog, false, `events of ${name}`);
  }
  await release();

  /** Compares what a reader counts in each list of items. An unchanged list must be 304. */
  async function compareNumbers(name: List, reader: (typeof COUNTING)[number]): Promise<void> {
    const who = `${reader} of ${name}`;
    const as = TABLE[reader][name];
    const isHere = name === through || (deleted.has(through) && reader === 'author');
    const isCounted = isOpen() && (isHere || levels[name] !== 'hidden' || isOver[name]);
    const [whole, wanted] = kind === 'share' ? [45, 90] : [1, 1];
    const countIn = (items: readonly CountedItem[], path: string): CountedItem | undefined => {
      const found = items.find((one) => one.id === item);
      const counted = kind === 'share' ? found?.amount_promised : found?.quantity_purchased;
      if (counted !== undefined) assert.equal(counted, isCounted ? whole : 0, `${who}: number in ${path}`);
      return found;
    };
    const own = `/registries/${ids[name]}/items?include=remaining`;
    const answer = await t.request<CountedItem[]>('GET', own, { as });
    assertStatus(answer, 200);
    const found = countIn(answer.body, own);
    // Guests and keepers must know what they can give, and recipients must not.
    const seesAll =
      reader === 'keeper' || reader === 'invitee' || (reader === 'receiving keeper' && !isReceiving(name));
    const left = kind === 'share' ? found?.amount_remaining : found?.quantity_remaining;
    if (found && !(reader === 'author' && given[name].isForChild))
      assert.equal(left, wanted - (seesAll || isCounted ? whole : 0), `${who}: rest`);
    const again = await t.request('GET', own, { as, headers: { 'if-none-match': answer.headers.etag } });
    assert.equal(again.status, found ? 304 : again.status, `${who}: unchanged`);
    const site = `/items?registry_id=${ids[name]}&include=remaining&numbers=of_list`;
    const path = reader === 'author' ? `${site}&is_author=true` : site;
    countIn(await read<CountedItem>(path, 'admin'), path);
    // Without asking the site, the service does not know the author.
    const items = `/items?registry_id=${ids[name]}`;
    if (reader !== 'author') countIn(await read<CountedItem>(items, as), items);
  }

  async function release(): Promise<void> {
    const { by, on: name } = given.releases;
    if (kind === 'share' || by === 'giver' || deleted.has(name)) return;
    const isHere = name === through || (deleted.has(through) && by === 'author' && on.has(name));
    const may = isHere && when(rowOf(by, name).release);
    const others = LISTS.filter((one) => one !== through && on.has(one) && levels[one] === 'hidden' && !isOver[one]);
    const feeds = () =>
      Promise.all(others.map((one) => read(`/events?registry_id=${ids[one]}`, TABLE['co-owner'][one])));
    const before = await feeds();
    const answer = await t.request('DELETE', `/registries/${ids[name]}/purchases/${id}`, { as: TABLE[by][name] });
    assert.equal(answer.status === 204, may, `${by} of ${name}: release, ${answer.status}`);
    assert.deepEqual(await feeds(), before, 'events of a list that hides numbers');
  }
}

/** Returns whether an answer shows the name and the address of the giver. */
const shown = (one: { giver_name: string | null; giver_email: string | null }): boolean[] => [
  one.giver_name !== null,
  one.giver_email !== null,
];

interface ListState {
  level: string;
  day: keyof typeof DATE;
  isPublic: boolean;
  isForChild: boolean;
}

function addList(name: List, { level, day, isPublic, isForChild }: ListState) {
  const post = addRegistry(t, {
    status: isPublic ? 'publish' : 'private',
    surprise: level,
    owners: [TABLE['co-owner'][name]],
    keepers: [TABLE.keeper[name], TABLE['receiving keeper'][name], ...(isForChild ? ['owner'] : [])],
    invitees: [TABLE.invitee[name], 'giver'],
  });
  if (DATE[day] !== null) post.meta.set('registry_reveal_date', DATE[day]);
  return post;
}

/** Makes a promise through a list, as a member, or as the site does for a visitor, or for an accepted suggestion. */
async function promise(kind: string, registry_id: number, item_id: number, level: string): Promise<string> {
  const id = randomUUID();
  const giver = { giver_name: 'Ada', ...(kind === 'member' ? {} : { giver_email: 'ada@mail.example' }) };
  const secrecy = { level, secret: level === 'hidden' };
  const suggested = kind === 'suggestion' ? await suggest(id, registry_id) : {};
  const answer =
    kind === 'member'
      ? await t.request('PUT', `/registries/${registry_id}/purchases/${id}`, {
          as: 'giver',
          body: { item_id, ...giver },
        })
      : kind !== 'share'
        ? await t.request('PUT', `/purchases/${id}`, {
            as: 'admin',
            body: { item_id, registry_id, ...secrecy, ...giver, ...suggested },
          })
        : await t.request('PUT', `/registries/${registry_id}/shares/${id}`, {
            as: 'admin',
            body: {
              item_id,
              amount: 45,
              ...secrecy,
              ...giver,
              note: NOTE,
              ends_at: new Date(Date.now() + 1e8).toISOString(),
            },
          });
  assertStatus(answer, 201);
  return id;
}

/** Promises a suggested wish, which nobody notices until it is a gift. Returns the wish. */
async function suggest(id: string, registry_id: number): Promise<object> {
  const person = { author_name: 'Ada', giver_name: 'Ada', giver_email: 'ada@mail.example' };
  const body = { registry_id, audience: 'owners', ...SUGGESTED, ...person, state: 'reserved' };
  assertStatus(await t.request('PUT', `/ideas/${id}`, { as: 'admin', body }), 201);
  assertStatus(await t.request('DELETE', `/ideas/${id}?registry_id=${registry_id}`, { as: 'admin' }), 204);
  for (const reader of READERS)
    for (const as of new Set(Object.values(TABLE[reader]).filter((one) => typeof one === 'string'))) {
      const feed = await t.request<{ type: string }[]>('GET', `/events?registry_id=${registry_id}`, { as });
      if (feed.status === 403) continue;
      assertStatus(feed, 200);
      assert.deepEqual(
        feed.body.filter(({ type }) => type.startsWith('idea.')),
        [],
        `${as}: events of a suggestion`,
      );
    }
  return { wish: SUGGESTED };
}

async function patch(id: number, meta: object): Promise<void> {
  const order = t.host.registries.itemIds(id);
  const body = { meta: { ...meta, registry_item_ids: order } };
  assertStatus(await t.request('PATCH', `/registries/${id}`, { as: 'owner', body }), 200);
  // The next read reveals the gifts if the day has come.
  await read(`/registries/${id}/items`, 'owner');
}

async function read<T>(path: string, as: string): Promise<T[]> {
  const answer = await t.request<T[]>('GET', path, { as });
  assertStatus(answer, 200);
  return answer.body;
}
