import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import * as fc from '../../../contract/testing/properties.ts';
import { IS_CITUS } from '../../../tests/support/database.ts';
import { SITE_ZONE } from '../../../tests/support/fake-host.ts';
import { openTestService } from '../../../tests/support/service.ts';
import { openDatabase } from '../../src/database/open.ts';
import { Promises } from '../../src/promises/promises.ts';
import { startOf } from '../../src/promises/surprise.ts';
import { readDatabaseSetting } from '../../src/settings.ts';
import { assertStatus, type Item, type Purchase } from '../answers.ts';
import {
  type Change,
  DAYS,
  HIDDEN_STATUSES,
  KEEPER,
  KINDS,
  LEVELS,
  LISTS,
  type List,
  type ListState,
  PARENT,
  PromiseModel,
  type ReaderRow,
  ROWS,
  type Seen,
  type When,
} from '../who-sees-what.ts';
import { addListedItem, addRegistry, dayFromNow, ITEM } from '../world.ts';

/*
 * Walks the crossings of level, day, privacy, place, kind of promise, later changes and reader, and compares each
 * channel of the API with the table of the rules (who-sees-what.ts). tests/e2e/secrecy/who-sees-what.test.ts does the
 * same with the channels of the site.
 */

/** The readers of a list, each with their user on both lists, and their row of the table. */
const PEOPLE = {
  author: { home: 'owner', other: 'owner', row: 'author' },
  'co-owner': { home: 'homePartner', other: 'otherPartner', row: 'co-owner' },
  keeper: { home: 'homeKeeper', other: 'otherKeeper', row: 'keeper' },
  'receiving keeper': { home: 'otherPartner', other: 'homePartner', row: 'receiving keeper' },
  invitee: { home: 'homeGuest', other: 'otherGuest', row: 'guest' },
  giver: { home: 'giver', other: 'giver', row: 'giver' },
} as const satisfies Record<string, { home: string; other: string; row: ReaderRow }>;
type ReaderName = keyof typeof PEOPLE;
const READERS = Object.keys(PEOPLE).filter((name): name is ReaderName => name in PEOPLE);

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

/** The first column of the table in the rules. */
const IN_RULES = {
  giver: 'the giver',
  keeper: 'keeper',
  'receiving keeper': 'keeper who is a recipient of another list of the item',
  author: 'author, co-owner',
  'co-owner': 'author, co-owner',
  guest: 'guest: invitee, anybody with a link, anybody on the pages for guests of a public list',
  'public page': 'anybody, on the own page of a list, which caches keep',
} as const satisfies Partial<Record<ReaderRow, string>>;
const WORDS: Readonly<Record<When, string>> = { never: '–', open: 'if open', named: 'if named', always: 'always' };

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
  fc.record({ kind: fc.constant('hide' as const), list, status: fc.constantFrom(...HIDDEN_STATUSES) }),
  fc.record({ kind: fc.constant('restore' as const), list }),
);
const crossing = fc.record({
  home: listState,
  other: listState,
  /** False if the item is only in its registry when it is promised. */
  isShared: fc.boolean(),
  through: list,
  kind: fc.constantFrom(...KINDS),
  changes: fc.array(change, { maxLength: 4 }),
  /** Whether the service reveals gifts of lists that items have left, as every hour. */
  isHourOver: fc.boolean(),
  /** The reader who tries to release the promise in the end, and the list through which they try it. */
  releases: fc.record({ by: fc.constantFrom(...READERS), on: list }),
});

type Crossing = typeof crossing extends fc.Arbitrary<infer T> ? T : never;

/** Crossings that random choices seldom find. */
const SELDOM: readonly Crossing[] = KINDS.flatMap((kind) => {
  const hidden = { level: 'hidden', day: 'later', isPublic: false, isForChild: false } as const;
  const names = { ...hidden, level: 'names' } as const;
  const common = { isShared: true, kind, isHourOver: false, releases: { by: 'author', on: 'home' } } as const;
  const deleted = { kind: 'delete', list: 'other' } as const;
  return [
    // Recipients of a deleted list are keepers of the list on which its wishes stay, or on which they were before.
    { ...common, home: names, other: hidden, through: 'home', changes: [deleted] },
    { ...common, home: names, other: hidden, through: 'home', changes: [{ kind: 'leave' }, deleted] },
    { ...common, home: hidden, other: names, through: 'home', changes: [{ kind: 'delete', list: 'home' }] },
    // The recipients of a list that is hidden, then perhaps deleted or restored.
    ...HIDDEN_STATUSES.map((status) => ({
      ...common,
      home: names,
      other: hidden,
      through: 'home' as const,
      changes: [{ kind: 'hide' as const, list: 'other' as const, status }],
    })),
    {
      ...common,
      home: names,
      other: hidden,
      through: 'home',
      changes: [{ kind: 'hide', list: 'other', status: 'trash' }, deleted],
    },
    {
      ...common,
      home: names,
      other: hidden,
      through: 'home',
      changes: [
        { kind: 'hide', list: 'other', status: 'trash' },
        { kind: 'restore', list: 'other' },
      ],
    },
    // A list begins to hide numbers after a promise through another list.
    {
      ...common,
      home: names,
      other: names,
      through: 'home',
      changes: [{ kind: 'level', list: 'other', level: 'hidden' }],
    },
    // A wish moves from a list whose day has come to a list whose day is over.
    {
      ...common,
      home: { ...hidden, day: 'none' },
      other: { ...hidden, day: 'over' },
      through: 'home',
      changes: [{ kind: 'day comes', list: 'home' }, { kind: 'move' }],
      isHourOver: true,
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
  it('has the same table in the rules', () => {
    const rules = readFileSync(new URL('../../../docs/api-rules.md', import.meta.url), 'utf8');
    const table = rules.slice(rules.indexOf('## Who sees what')).match(/^\|.*\|$/gm) ?? [];
    const cells = table.map((line) => line.split('|').map((cell) => cell.trim()));
    for (const [row, reader] of Object.entries(IN_RULES)) {
      const [, , , state, name, address] = cells.find(([, first]) => first === reader) ?? assert.fail(reader);
      // Guests see no promise but the shares.
      const shown = [state, name, address].map((cell) => cell?.replace('shares', '–'));
      const { [row]: seen }: Record<string, Seen> = ROWS;
      assert.deepEqual(
        shown,
        [seen?.state, seen?.name, seen?.address].map((when) => when && WORDS[when]),
        reader,
      );
    }
  });

  it('equals the table on each channel, for all crossings', async () => {
    await fc.assert(fc.asyncProperty(crossing, walk), {
      numRuns: 60,
      examples: SELDOM.map((one): [Crossing] => [one]),
    });
  });
});

async function walk(given: Crossing): Promise<void> {
  const { isShared, kind } = given;
  const posts = {
    home: addList('home', given.home),
    other: addList('other', given.other),
  };
  const ids = { home: posts.home.id, other: posts.other.id };
  const item = (await addListedItem(t, ids.home, { price: 90 })).id;
  const appearance = `/registries/${ids.other}/appearances/${item}`;
  if (isShared) assertStatus(await t.request('PUT', appearance, { as: 'owner' }), 204);

  const model = new PromiseModel(given);
  const { through, on, deleted, hidden, wasOpen } = model;
  const when = (seen: When) => model.isTrue(seen);
  const own = { home: await addOwnWish('home'), other: await addOwnWish('other') };

  const id = await promise(kind, ids[through], item, model.level(through));
  for (const one of given.changes) {
    if (!model.can(one)) continue;
    await makeChange(one);
    model.apply(one);
  }

  if (given.isHourOver) {
    await revealPast();
    model.forgetPast();
  }

  for (const name of LISTS) {
    if (deleted.has(name) || hidden.has(name) || !(on.has(name) || name === through)) continue;
    const elsewhere = name === 'home' ? 'other' : 'home';
    const isReceived = await isOnPlace(`registry_ids=${ids[elsewhere]}`, ids[elsewhere]);
    assert.equal(await isOnPlace(`ids=${item}`, ids[elsewhere]), isReceived, 'recipients of the item');
    assert.equal(
      await isOnPlace(`registry_ids=${ids[name]}`, ids[elsewhere]),
      model.isReceiving(name),
      `places of ${name}`,
    );
    for (const reader of READERS) {
      const who = `${reader} of ${name}`;
      const { row, [name]: as } = PEOPLE[reader];
      const seen = model.seen(row, name);
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
      const isNamed = reader === 'receiving keeper' || (isParent && !given[elsewhere].isForChild);
      const receives = isNamed && isReceived ? '&receives=true' : '';
      const query = `registry_id=${ids[name]}&view=owner&reader=${role}${receives}`;
      const path = kind === 'share' ? `/shares?${query}` : `/purchases?${query}`;
      const found = (await read<ShareAnswer>(path, 'admin')).find((one) => one.id === id);
      const asked = kind === 'share' ? model.seenPart(row, name) : seen;
      assert.equal(found !== undefined, when(asked.state), `${who}: state, for the site`);
      if (found) assert.deepEqual(shown(found), [when(asked.name), false], `${who}: for the site`);
      if (!found || kind !== 'share') continue;
      // Only other givers of the wish read the note, and never its recipients.
      assert.equal(found.note, null, `${who}: note`);
      // The service alone knows who is a recipient on a list that it may forget.
      const isKnown = reader !== 'receiving keeper' || model.remembers(name);
      const seesNote = isKnown ? asked === KEEPER || asked === PARENT : !isReceived;
      const [own] = await read<ShareAnswer>(`${path}&own_shares=${id}`, 'admin');
      assert.equal(own?.note, seesNote ? NOTE : null, `${who}: note, as a giver`);
    }
    if (model.remembers(name))
      assert.equal(isReceived, model.isReceiving(name), `recipients of the other list of ${name}`);
    await Promise.all(COUNTING.map((reader) => compareNumbers(name, reader)));
    await compareOwnWish(name);
    const events = await read<{ purchase_id: string | null }>(`/events?registry_id=${ids[name]}`, 'owner');
    const isNamedInLog = events.some((event) => event.purchase_id === id);
    const isSeenByParent = name === through && model.rowOf('author', name) === PARENT;
    if (kind !== 'share' && !isSeenByParent && (name !== through || !wasOpen))
      assert.equal(isNamedInLog, false, `events of ${name}`);
  }
  await release();

  /** Adds a wish with a gift to one list alone. Recipients of the other list do not receive it. */
  async function addOwnWish(name: List) {
    const wish = (await addListedItem(t, ids[name], { price: 90 })).id;
    return { wish, gift: await promise('member', ids[name], wish, '') };
  }

  /** Checks that keepers and guests see the wish that is on this list alone, and its gift. */
  async function compareOwnWish(name: List): Promise<void> {
    const { wish, gift } = own[name];
    for (const reader of ['receiving keeper', 'invitee'] as const) {
      const as = PEOPLE[reader][name];
      const who = `${reader} of ${name}: wish of this list`;
      const items = await read<CountedItem>(`/registries/${ids[name]}/items?include=remaining`, as);
      assert.equal(items.find((one) => one.id === wish)?.quantity_remaining, 0, `${who}: rest`);
      const events = await read<{ item_id: number | null; purchase_id: string | null }>(
        `/events?registry_id=${ids[name]}`,
        as,
      );
      const made = events.filter(
        (event) => event.item_id === wish && event.purchase_id === (reader === 'invitee' ? null : gift),
      );
      assert.ok(made.length > (reader === 'invitee' ? 1 : 0), `${who}: event`);
      if (reader === 'invitee') continue;
      const gifts = await read<Purchase>(`/registries/${ids[name]}/purchases`, as);
      assert.ok(gifts.find((one) => one.id === gift)?.giver_name, `${who}: gift`);
    }
  }

  /** Returns whether the service names a list as a place of the item. */
  async function isOnPlace(query: string, registryId: number): Promise<boolean> {
    const places = await read<{ item_id: number; registry_ids: number[] }>(`/items/places?${query}`, 'admin');
    return places.some((one) => one.item_id === item && one.registry_ids.includes(registryId));
  }

  async function makeChange(one: Change): Promise<void> {
    switch (one.kind) {
      case 'level':
        return patch(ids[one.list], { registry_surprise: one.level });
      case 'reveal':
        return assertStatus(
          await t.request('POST', `/registries/${ids[one.list]}/purchases/reveal`, { as: 'owner' }),
          200,
        );
      case 'day comes':
        await patch(ids[one.list], { registry_reveal_date: dayFromNow(0) });
        // The cron of the site asks for the reveal, too, and repeats it.
        return assertStatus(
          await t.request('POST', '/purchases/reveal', { as: 'admin', body: byDay(ids[one.list]) }),
          200,
        );
      case 'leave':
        return assertStatus(await t.request('DELETE', appearance, { as: 'owner' }), 204);
      case 'move':
        return assertStatus(await t.request('PUT', `${appearance}?move=true`, { as: 'owner' }), 204);
      case 'hide':
        posts[one.list].status = one.status;
        return;
      case 'restore':
        posts[one.list].status = given[one.list].isPublic ? 'publish' : 'private';
        return;
      case 'delete':
        if (hidden.has(one.list)) {
          // WordPress empties the trash, and an administrator then retires the items.
          t.host.registries.remove(ids[one.list]);
          return assertStatus(await t.request('DELETE', `/registries/${ids[one.list]}`, { as: 'admin' }), 204);
        }
        return assertStatus(await t.request('DELETE', `/registries/${ids[one.list]}`, { as: 'owner' }), 204);
    }
  }

  /** Compares what a reader counts in each list of items. An unchanged list must be 304. */
  async function compareNumbers(name: List, reader: (typeof COUNTING)[number]): Promise<void> {
    const who = `${reader} of ${name}`;
    const as = PEOPLE[reader][name];
    const isHere = name === through || (deleted.has(through) && reader === 'author');
    const isCounted = model.isOpen() && (isHere || model.showsNumbers(name));
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
      reader === 'keeper' || reader === 'invitee' || (reader === 'receiving keeper' && !model.isReceiving(name));
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
    if (kind === 'share' || by === 'giver' || deleted.has(name) || hidden.has(name)) return;
    const isHere = name === through || (deleted.has(through) && by === 'author' && on.has(name));
    const may = isHere && when(model.rowOf(PEOPLE[by].row, name).release);
    const others = LISTS.filter(
      (one) => one !== through && on.has(one) && !hidden.has(one) && !model.showsNumbers(one),
    );
    const feeds = () =>
      Promise.all(others.map((one) => read(`/events?registry_id=${ids[one]}`, PEOPLE['co-owner'][one])));
    const before = await feeds();
    const answer = await t.request('DELETE', `/registries/${ids[name]}/purchases/${id}`, { as: PEOPLE[by][name] });
    assert.equal(answer.status === 204, may, `${by} of ${name}: release, ${answer.status}`);
    assert.deepEqual(await feeds(), before, 'events of a list that hides numbers');
  }
}

/** Returns whether an answer shows the name and the address of the giver. */
const shown = (one: { giver_name: string | null; giver_email: string | null }): boolean[] => [
  one.giver_name !== null,
  one.giver_email !== null,
];

function addList(name: List, { level, day, isPublic, isForChild }: ListState) {
  const post = addRegistry(t, {
    status: isPublic ? 'publish' : 'private',
    surprise: level,
    owners: [PEOPLE['co-owner'][name]],
    keepers: [PEOPLE.keeper[name], PEOPLE['receiving keeper'][name], ...(isForChild ? ['owner'] : [])],
    invitees: [PEOPLE.invitee[name], 'giver'],
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
              ends_at: new Date(realNow() + 1e8).toISOString(),
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
    for (const as of new Set(LISTS.map((name) => PEOPLE[reader][name]))) {
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

/** The body of the site's request on the day of the reveal. */
const byDay = (registry_id: number) => ({
  registry_id,
  names_since: '1970-01-01',
  day_began: startOf(dayFromNow(0), SITE_ZONE),
});

async function revealPast(): Promise<void> {
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: t.database.url }), null, undefined, 1, true);
  await new Promises(database).revealPast(dayFromNow(0));
  await database.close();
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
