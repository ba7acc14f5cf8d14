import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Event } from '@largesse/contract';
import { letPass } from '../../contract/testing/clock.ts';
import { IS_CITUS } from '../../tests/support/database.ts';
import type { Answer } from '../../tests/support/http-client.ts';
import { readMetrics } from '../../tests/support/metrics.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, assertStatus } from './answers.ts';
import { addItem, addRegistry, dayFromNow, give } from './world.ts';

/** Query with a wait that is longer than any test, so that only events end the wait. */
const LONG = 'wait=25';

interface Poll {
  isOver: boolean;
  answer: Promise<Answer<Event[]>>;
}

/** Sends a request that waits for events newer than the existing ones. Does not wait for its answer. */
async function poll(t: TestService, as: string, query: string): Promise<Poll> {
  const now = await t.request('GET', `/events?${query}&after=now`, { as });
  assertStatus(now, 200);
  return waitFrom(t, as, `${query}&after=${now.headers['next-cursor']}`);
}

function waitFrom(t: TestService, as: string, query: string): Poll {
  const one: Poll = { isOver: false, answer: t.request<Event[]>('GET', `/events?${query}&${LONG}`, { as }) };
  one.answer.then(
    () => (one.isOver = true),
    () => (one.isOver = true),
  );
  return one;
}

async function typesOf({ answer }: Poll): Promise<string[]> {
  const ended = await answer;
  assertStatus(ended, 200);
  return ended.body.map(({ type }) => type);
}

describe('rules: Events, waiting', () => {
  const opened = openTestService();
  after(async () => (await opened).close());

  it('ends with the first visible event, also after=now, or with [] after its time', async () => {
    const t = await opened;
    const post = addRegistry(t, {});
    const other = addRegistry(t, {});
    const registry = `registry_id=${post.id}`;
    const polls = [
      await poll(t, 'owner', registry),
      waitFrom(t, 'owner', `${registry}&after=now`),
      waitFrom(t, 'owner', registry),
      await poll(t, 'admin', IS_CITUS ? `registry_id=${other.id}` : ''),
    ];
    const short = await t.request('GET', `/events?${registry}&wait=1`, { as: 'owner' });
    assertStatus(short, 200);
    assert.equal(short.text, '[]');
    const [first, ...rest] = polls;
    assert.ok(first && polls.every(({ isOver }) => !isOver));
    await addItem(t, other.id, {}, 'owner');
    assert.deepEqual(await typesOf(rest.pop() ?? first), ['item.created']);
    await addItem(t, post.id, {}, 'owner');
    for (const one of [first, ...rest]) assert.deepEqual(await typesOf(one), ['item.created']);
    const at = performance.now();
    assert.deepEqual(await typesOf(waitFrom(t, 'owner', registry)), ['item.created']);
    assert.ok(performance.now() - at < 20_000);
  });

  it('does not end for recipients when a guest gives in secret', async () => {
    const t = await opened;
    const post = addRegistry(t, {
      invitees: ['guest', 'mailguest'],
      keepers: ['keeper'],
      owners: ['partner'],
      surprise: 'hidden',
      eventDate: dayFromNow(30),
    });
    const item = await addItem(t, post.id, { quantity_needed: 9 }, 'owner');
    const registry = `registry_id=${post.id}`;
    const [keeper, guest, otherGuest, owner, partner] = await Promise.all(
      ['keeper', 'guest', 'mailguest', 'owner', 'partner'].map((as) => poll(t, as, registry)),
    );
    assert.ok(keeper && guest && otherGuest && owner && partner);
    await give(t, item);
    assert.deepEqual(await typesOf(keeper), ['purchase.created']);
    for (const one of [guest, otherGuest]) assert.deepEqual(await typesOf(one), ['purchase.created']);
    assert.deepEqual([owner.isOver, partner.isOver], [false, false]);
    await t.request('PUT', `/items/${item.id}`, { as: 'owner', body: { name: 'Pot' } });
    for (const one of [owner, partner]) assert.deepEqual(await typesOf(one), ['item.updated']);
  });

  it('gives no events to an invitee who was removed while they waited', async () => {
    await using t = await openTestService({ env: { OPS_PORT: '0' } });
    const post = addRegistry(t, { invitees: ['guest'] });
    const waiting = t.request('GET', `/events?registry_id=${post.id}&after=now&wait=5`, { as: 'guest' });
    await until('the request waits', async () => {
      const { value } = await readMetrics(t.opsUrl);
      return value('largesse_waiting', { queue: 'event' }) === 1;
    });
    assertStatus(await t.request('DELETE', `/registries/${post.id}/invitees/guest`, { as: 'owner' }), 200);
    await addItem(t, post.id, {}, 'owner');
    assertError(await waiting, 403, 'Not allowed');
  });

  it('allows ten waiting requests of a user, and forgets those whose connection has closed', async () => {
    const t = await opened;
    const post = addRegistry(t, {});
    const registry = `registry_id=${post.id}&after=now`;
    const { refused, waiting } = await tenWaiting(t, 'owner', registry);
    assertError(refused, 429, 'Too many waiting requests');
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    const oneMore = () => t.request('GET', `/events?${registry}&wait=1`, { as: 'owner' });
    // The limit counts only waiting requests. This read finds events at once, so it succeeds.
    const created = addRegistry(t, {});
    await addItem(t, created.id, {}, 'owner');
    assertStatus(await t.request('GET', `/events?registry_id=${created.id}&${LONG}`, { as: 'owner' }), 200);
    await addItem(t, post.id, {}, 'owner');
    for (const one of waiting) assert.deepEqual(await typesOf(one), ['item.created']);
    const aborted = new AbortController();
    const authorization = t.host.users.authorization('owner');
    const sent = Array.from({ length: 11 }, () =>
      fetch(`${t.url}/events?${registry}&${LONG}`, { headers: { authorization }, signal: aborted.signal }),
    );
    const all = Promise.allSettled(sent);
    assert.equal((await Promise.race(sent)).status, 429);
    aborted.abort();
    await all;
    await until('fewer than ten wait', async () => (await oneMore()).status === 200);
  });
});

/** Sends eleven requests: ten wait, and one is refused. */
async function tenWaiting(
  t: TestService,
  as: string,
  query: string,
): Promise<{ refused: Answer<Event[]>; waiting: Poll[] }> {
  const polls = Array.from({ length: 11 }, () => waitFrom(t, as, query));
  const refused = await Promise.race(polls.map(({ answer }) => answer));
  return { refused, waiting: polls.filter(({ isOver }) => !isOver) };
}

describe('rules: Events, waiting for longer than a request', () => {
  it('answers an event that comes after the time limit of requests', async () => {
    await using t = await openTestService({ env: { HOST_TIMEOUT: '2' } });
    const post = addRegistry(t, {});
    const guest = addRegistry(t, { invitees: ['guest'] });
    const polls = [await poll(t, 'owner', `registry_id=${post.id}`), await poll(t, 'guest', `registry_id=${guest.id}`)];
    await letPass(2200, 'the time limit of requests must be over');
    for (const { id } of [post, guest]) await addItem(t, id, {}, 'owner');
    const answers = await Promise.all(polls.map(({ answer }) => answer));
    for (const { status, body } of answers) assert.deepEqual([status, body.length], [200, 1]);
  });
});
