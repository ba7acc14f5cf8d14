import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Event, SURPRISE_LEVELS } from '@largesse/contract';
import { realNow } from '../../contract/testing/clock.ts';
import * as fc from '../../contract/testing/properties.ts';
import { IS_CITUS } from '../../tests/support/database.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertStatus, type Item, type PurchaseAnswer } from './answers.ts';
import { addListedItem, addRegistry, dayFromNow } from './world.ts';

/*
 * Walks acts that can change a number of an item in the answer to any reader of any of its lists. Each difference must
 * follow an event in the feed of this reader, or a copy of the list becomes wrong. Acts on promises that a recipient
 * must not notice add nothing to the recipient's feed.
 */

const LISTS = ['A', 'B', 'C'] as const;
type List = (typeof LISTS)[number];

/** Readers of each list. The co-owner of each list is a keeper of the next one, who receives the same wish. */
const READERS = ['author', 'co-owner', 'receiving keeper', 'guest'] as const;
type Reader = (typeof READERS)[number];

const nextTo = (list: List): List => LISTS[(LISTS.indexOf(list) + 1) % LISTS.length] ?? list;
const before = (list: List): List => nextTo(nextTo(list));

/** Returns the user with whose account a reader reads a list. */
const userOf = (reader: Reader, list: List): string => {
  if (reader === 'author') return 'owner';
  if (reader === 'receiving keeper') return `partner${before(list)}`;
  return reader === 'co-owner' ? `partner${list}` : `guest${list}`;
};

const list = fc.constantFrom(...LISTS);
const level = fc.constantFrom(...SURPRISE_LEVELS);
const item = fc.constantFrom('pieces', 'whole');
const which = fc.nat({ max: 3 });
const quantity = fc.integer({ min: 1, max: 2 });
const DAYS = { later: dayFromNow(30), over: dayFromNow(-1), none: null };

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('give'), item, list, by: fc.constantFrom('giver', 'owner') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give more'), which, quantity }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give back'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('share'), list, amount: fc.constantFrom(20, 70) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end share'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('count'), item, quantity }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('uncount'), item }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('level'), list, level }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('day'), list, day: fc.constantFrom('later', 'over', 'none') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reveal'), list }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('appear'), item, list }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave'), item, list }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move'), item, list }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), list }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), item }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore'), item }) },
);
const walk = fc.record({
  levels: fc.record({ A: level, B: level, C: level }),
  acts: fc.array(act, { minLength: 4, maxLength: 10 }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
type Walk = typeof walk extends fc.Arbitrary<infer T> ? T : never;

/** A gift through a list that is then deleted, which only the author still counts on a list that hides numbers. */
const DELETED: Walk = {
  levels: { A: 'names', B: 'names', C: 'names' },
  acts: [
    { kind: 'give', item: 'pieces', list: 'A', by: 'giver' },
    { kind: 'appear', item: 'pieces', list: 'B' },
    { kind: 'appear', item: 'pieces', list: 'C' },
    { kind: 'level', list: 'B', level: 'hidden' },
    { kind: 'give more', which: 0, quantity: 2 },
    { kind: 'delete', list: 'A' },
    { kind: 'give more', which: 0, quantity: 1 },
    { kind: 'give back', which: 0 },
  ],
};

const t = await openTestService({ env: { WRITES_PER_MINUTE: '0' } });
after(() => t.close());
for (const name of ['giver', ...LISTS.flatMap((one) => [`partner${one}`, `guest${one}`])]) t.host.users.add(name);

describe('rules: Reading events, of numbers of an item on several lists', {
  skip: IS_CITUS && 'Citus has no appearances',
}, () => {
  it('follow each difference for each reader, and show no recipient a secret', async () => {
    await fc.assert(fc.asyncProperty(walk, follow), { numRuns: 12, examples: [[DELETED]] });
  });

  it('follow the day on which a list ends hiding numbers, if that day reveals nothing', async (c) => {
    const home = addRegistry(t, { surprise: 'names', invitees: ['giver'] });
    const hiding = addRegistry(t, { surprise: 'hidden', revealDate: dayFromNow(1), owners: ['partnerB'] });
    const wish = await addListedItem(t, home.id);
    const gift = await t.request('PUT', `/registries/${home.id}/purchases/${randomUUID()}`, {
      as: 'giver',
      body: { item_id: wish.id },
    });
    assertStatus(gift, 201);
    assertStatus(await t.request('PUT', `/registries/${hiding.id}/appearances/${wish.id}`, { as: 'owner' }), 204);
    const numberFor = async (as: string) => {
      const { body } = await t.request<Item[]>('GET', `/registries/${hiding.id}/items`, { as });
      return body[0]?.quantity_purchased;
    };
    const feed = (as: string, after: string) =>
      t.request<Event[]>('GET', `/events?registry_id=${hiding.id}&after=${after}`, { as });
    for (const as of ['owner', 'partnerB', 'admin']) {
      assert.equal(await numberFor(as), as === 'admin' ? 1 : 0, as);
      const { headers } = await feed(as, 'now');
      const clock = c.mock.timers;
      clock.enable({ apis: ['Date'], now: realNow() + 2 * 86_400_000 });
      const { body } = await feed(as, `${headers['next-cursor']}`);
      assert.equal(await numberFor(as), 1, as);
      const types = body.map(({ type }) => type);
      assert.deepEqual(types, ['registry.updated'], as);
      clock.reset();
      // Back on the day before, the list hides numbers again.
      await numberFor(as);
    }
  });
});

/** A reader's copy of a list. */
interface Copy {
  list: List;
  reader: Reader;
  as: string;
  items: readonly Item[];
  cursor: string;
}

async function follow({ levels, acts }: Walk): Promise<void> {
  const posts = Object.fromEntries(
    LISTS.map((name) => [
      name,
      addRegistry(t, {
        surprise: levels[name],
        revealDate: DAYS.later,
        owners: [`partner${name}`],
        keepers: [`partner${before(name)}`],
        invitees: [`guest${name}`, 'giver'],
      }).id,
    ]),
  );
  const idOf = (name: string): number => posts[name] ?? assert.fail(name);
  const pathOf = (name: List): string => `/registries/${idOf(name)}`;
  const items: Record<string, number> = {
    pieces: (await addListedItem(t, idOf('A'), { quantity_needed: 6 })).id,
    whole: (await addListedItem(t, idOf('A'), { price: 90 })).id,
  };
  const deleted = new Set<List>();
  const gifts: { id: string; by: string; list: List; isSecret: boolean }[] = [];
  const shares: { id: string; list: List }[] = [];
  const send = (as: string, method: string, path: string, body?: object) =>
    t.request<PurchaseAnswer>(method, path, { as, ...(body && { body }) });

  const copies: Copy[] = [];
  for (const name of LISTS)
    for (const reader of READERS) {
      const copy: Copy = { list: name, reader, as: userOf(reader, name), items: [], cursor: 'now' };
      await readFeed(copy);
      copies.push({ ...copy, items: (await readItems(copy)) ?? [] });
    }

  for (const one of acts) {
    const secret = await make(one);
    for (const copy of copies) {
      if (deleted.has(copy.list)) continue;
      const events = await readFeed(copy);
      const now = await readItems(copy);
      // Recipients give openly, and only the author gives here. So no secret promise is a recipient's own.
      const about = `${copy.reader} of ${copy.list} after ${JSON.stringify(one)}`;
      if (!isDeepStrictEqual(now, copy.items)) assert.ok(events.length > 0, `${about}: no event of a difference`);
      const isRecipient = copy.reader === 'author' || copy.reader === 'co-owner';
      if (
        secret !== null &&
        isRecipient &&
        (secret.isSecret || (copy.reader === 'co-owner' && (await hides(copy, secret.list))))
      )
        assert.deepEqual(events, [], `${about}: an event of a hidden promise`);
      copy.items = now;
    }
  }
  for (const name of LISTS) if (!deleted.has(name)) await send('admin', 'DELETE', pathOf(name));

  /** Returns whether a list hides numbers, and thus a promise through another list. */
  async function hides({ list: name }: Copy, through: List): Promise<boolean> {
    const { meta } = t.host.registries.get(idOf(name));
    const day = meta.get('registry_reveal_date');
    return name !== through && meta.get('registry_surprise') === 'hidden' && day !== DAYS.over;
  }

  async function readItems({ list: name, as }: Copy): Promise<readonly Item[]> {
    const answer = await t.request<Item[]>('GET', `${pathOf(name)}/items?include=remaining`, { as });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  async function readFeed(copy: Copy): Promise<Event[]> {
    const path = `/events?registry_id=${idOf(copy.list)}&after=${copy.cursor}`;
    const answer = await t.request<Event[]>('GET', path, { as: copy.as });
    assert.equal(answer.status, 200, answer.text);
    copy.cursor = `${answer.headers['next-cursor']}`;
    return answer.body;
  }

  /**
   * Sends the request of an act, which the service may refuse. Returns the promise that it is about, if it is a gift.
   */
  async function make(one: Act): Promise<{ list: List; isSecret: boolean } | null> {
    switch (one.kind) {
      case 'give': {
        const id = randomUUID();
        const body = { item_id: items[one.item] };
        const answer = await send(one.by, 'PUT', `${pathOf(one.list)}/purchases/${id}`, body);
        if (answer.status !== 201) return null;
        const gift = { id, by: one.by, list: one.list, isSecret: answer.body.data.is_secret };
        gifts.push(gift);
        return gift;
      }
      case 'give more': {
        const gift = gifts[one.which];
        if (gift === undefined) return null;
        const answer = await send('admin', 'PATCH', `/purchases/${gift.id}`, { quantity: one.quantity });
        return answer.status === 200 ? { ...gift, isSecret: answer.body.data.is_secret } : null;
      }
      case 'give back': {
        const [gift] = gifts.splice(one.which, 1);
        if (gift === undefined) return null;
        const known = await t.request<PurchaseAnswer>('GET', `/purchases/${gift.id}`, { as: 'admin' });
        await send('admin', 'DELETE', `/purchases/${gift.id}`);
        return known.status === 200 ? { ...gift, isSecret: known.body.data.is_secret } : null;
      }
      case 'share': {
        const share = { id: randomUUID(), list: one.list };
        shares.push(share);
        const body = { item_id: items.whole, amount: one.amount, secret: false, giver_name: 'Ada' };
        await send('admin', 'PUT', `${pathOf(one.list)}/shares/${share.id}`, body);
        return null;
      }
      case 'end share': {
        const [share] = shares.splice(one.which, 1);
        if (share) await send('admin', 'DELETE', `${pathOf(share.list)}/shares/${share.id}`);
        return null;
      }
      case 'count':
        await send('owner', 'PUT', `/items/${items[one.item]}`, { quantity_purchased: one.quantity });
        return null;
      case 'uncount':
        await send('admin', 'POST', '/purchases/uncount', { item_id: items[one.item], quantity: 1 });
        return null;
      case 'level':
        await send('owner', 'PATCH', pathOf(one.list), { meta: { registry_surprise: one.level } });
        return null;
      case 'day':
        await send('owner', 'PATCH', pathOf(one.list), { meta: { registry_reveal_date: DAYS[one.day] } });
        return null;
      case 'reveal':
        await send('owner', 'POST', `${pathOf(one.list)}/purchases/reveal`);
        return null;
      case 'appear':
      case 'move': {
        const path = `${pathOf(one.list)}/appearances/${items[one.item]}`;
        await send('owner', 'PUT', one.kind === 'move' ? `${path}?move=true` : path);
        return null;
      }
      case 'leave':
        await send('owner', 'DELETE', `${pathOf(one.list)}/appearances/${items[one.item]}`);
        return null;
      case 'delete':
        // One list stays, so that there is something to read.
        if (deleted.size === LISTS.length - 1) return null;
        deleted.add(one.list);
        await send('owner', 'DELETE', pathOf(one.list));
        return null;
      case 'remove':
        await send('owner', 'DELETE', `/items/${items[one.item]}`);
        return null;
      case 'restore':
        await send('owner', 'PUT', `/items/${items[one.item]}`, { is_active: true });
        return null;
    }
  }
}
