import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event } from '@largesse/contract';
import { type EventPage, followEvents, type Pauses } from './src/follow.ts';
import { createClient, RegistryApiError } from './src/index.ts';
import { openFakeApi } from './testing/fake-api.ts';

const HOUR = 3_600_000;

const eventOf = (number: number): Event => ({
  id: `event-${number}`,
  type: 'item.updated',
  at: '2026-05-01T09:30:00.000Z',
  registry_id: 7,
  item_id: number,
  purchase_id: null,
});

interface Query {
  after?: string;
  limit: number;
}

/**
 * A log with cursors `at-0`, `at-1` and so on. A request that waits for events takes no time: the log runs the next
 * function of `steps` instead of waiting.
 */
class FakeLog implements Pauses {
  length: number;
  /** Functions that run instead of the next waits. If no function is left, the feed is aborted. */
  readonly steps: (() => void)[] = [];
  /** Cursors of the received requests. If a request waits for events, a `+` follows its cursor. */
  readonly requests: string[] = [];
  readonly pauses: number[] = [];
  readonly stop = new AbortController();
  time = 0;

  constructor(length: number) {
    this.length = length;
  }

  readonly read = async (query: object, waitS: number): Promise<EventPage> => {
    const { after, limit } = query as Query;
    this.requests.push(`${after ?? 'start'}${waitS > 0 ? '+' : ''}`);
    const from = after === 'now' ? this.length : Number(after?.slice('at-'.length) ?? 0);
    const found = () => Array.from({ length: this.length }, (_, number) => eventOf(number)).slice(from, from + limit);
    if (waitS > 0 && found().length === 0) {
      const step = this.steps.shift() ?? (() => this.stop.abort());
      this.time += waitS * 1000;
      step();
    }
    const events = found();
    return { events, next_cursor: `at-${from + events.length}` };
  };

  readonly pause = async (ms: number): Promise<void> => void this.pauses.push(ms);

  readonly now = (): number => this.time;

  follow(after?: string) {
    return followEvents(this.read, { after, signal: this.stop.signal }, this);
  }

  /** Reads until the feed ends. */
  async all(after?: string): Promise<(number | null)[]> {
    return itemsOf(await Array.fromAsync(this.follow(after)));
  }
}

const itemsOf = (events: readonly Event[]) => events.map(({ item_id }) => item_id);
const upTo = (length: number, from = 0) => Array.from({ length: length - from }, (_, index) => from + index);

function failing(status: number, retryAfter: number | null = null): () => never {
  return () => {
    throw new RegistryApiError('api_error', 'no', status, { retryAfter, ...(status === 0 && { isTemporary: true }) });
  };
}

describe('a feed of events', () => {
  it('yields kept events and later ones, each once and in order', async () => {
    const log = new FakeLog(250);
    log.steps.push(() => (log.length += 1));
    log.steps.push(() => {});
    log.steps.push(() => (log.length += 2));
    assert.deepEqual(await log.all(), upTo(253));
    assert.deepEqual(log.pauses, []);
    assert.deepEqual(log.requests.slice(0, 4), ['start', 'at-1+', 'at-101+', 'at-201+']);
  });

  it('continues after any event, also in the middle of a page', async () => {
    for (const count of upTo(12)) {
      const log = new FakeLog(12);
      const feed = log.follow();
      for (const item of upTo(count)) assert.equal((await feed.next()).value?.item_id, item);
      assert.deepEqual(await log.all(feed.cursor), upTo(12, count));
    }
  });

  it('repeats the rest of a page if the last received event is no longer kept', async () => {
    const log = new FakeLog(3);
    assert.deepEqual(await log.all('at-1~expired'), [1, 2]);
  });

  it('knows its position before it waits, so a failure skips no event', async () => {
    const log = new FakeLog(5);
    log.steps.push(() => {
      log.length += 1;
      failing(0)();
    });
    assert.deepEqual(await log.all('now'), [5]);
    assert.deepEqual(log.requests, ['now', 'at-5+', 'at-5+', 'at-6+']);
  });

  it('pauses longer after each failure, up to half a minute, and briefly again after an answer', async () => {
    const log = new FakeLog(0);
    for (const status of [0, 429, 500, 502, 503, 504, 520, 0, 0]) log.steps.push(failing(status));
    log.steps.push(() => {}, failing(503));
    assert.deepEqual(await log.all(), []);
    const longest = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 500];
    assert.equal(log.pauses.length, longest.length);
    for (const [index, most] of longest.entries()) {
      const pause = log.pauses[index] ?? 0;
      assert.ok(pause >= most / 2 && pause <= most, `pause ${index}: ${pause} ms`);
    }
  });

  it('pauses as long as the service asks, at most a day', async () => {
    const log = new FakeLog(0);
    log.steps.push(failing(429, 7), failing(503, 1e9), failing(503, 0));
    await log.all();
    const [asked = 0, most, own = 0] = log.pauses;
    assert.ok(asked >= 7000 && asked <= 8400, String(asked));
    assert.equal(most, 24 * HOUR);
    assert.ok(own >= 1000 && own <= 2000, String(own));
  });

  it('pauses after answers that come too early without events', async () => {
    const log = new FakeLog(0);
    const early = () => (log.time -= 25_000);
    log.steps.push(early, early, early, () => (log.length += 1), early);
    assert.deepEqual(await log.all(), [0]);
    assert.equal(log.pauses.length, 4);
    assert.ok(log.pauses[2]! >= 1000 && log.pauses[3]! <= 500);
  });

  for (const [status, message] of Object.entries({
    401: 'Invalid credentials',
    403: 'Forbidden',
    410: 'Cursor is too old',
    422: 'after: must be a cursor of this service, or now',
    501: 'Needs a registry',
  }))
    it(`rejects with ${status} at once`, async () => {
      await using api = await openFakeApi([{ status: Number(status), json: { detail: message } }]);
      const feed = createClient({ baseUrl: api.url }).events.follow({ after: 'at-1' });
      await assert.rejects(feed.next(), {
        name: 'RegistryApiError',
        message,
        data: { status: Number(status) },
      });
      assert.equal(api.seen.length, 1);
      assert.deepEqual(await feed.next(), { done: true, value: undefined });
    });

  it('rejects with 404, and if another server answers without a cursor', async () => {
    await using api = await openFakeApi([{ status: 404, json: { detail: 'no' } }, { json: [] }]);
    const client = createClient({ baseUrl: api.url });
    await assert.rejects(client.events.follow({ registryId: 7 }).next(), { data: { status: 404 } });
    await assert.rejects(client.events.follow({ registryId: 7 }).next(), /no header Next-Cursor/);
    assert.equal(api.seen[0]?.path, '/events?registry_id=7&limit=1&wait=0');
  });

  it('renews the cursor of an idle feed, without missing an event', async () => {
    const log = new FakeLog(2);
    const later = () => (log.time += 7 * HOUR);
    log.steps.push(
      () => {},
      later,
      () => {},
      later,
      () => (log.length += 1),
    );
    const read = log.read;
    const renewing = log.requests;
    const feed = followEvents(
      async (query, waitS) => {
        const page = await read(query, waitS);
        // After the third renewal, adds an event before the feed sends its next request.
        if (renewing.at(-1) === 'now' && renewing.length > 6) log.length = 3;
        return page;
      },
      { after: 'at-2', signal: log.stop.signal },
      log,
    );
    assert.deepEqual(itemsOf(await Array.fromAsync(feed)), [2, 3]);
    assert.deepEqual(log.requests.slice(0, 6), ['now', 'at-2+', 'at-2+', 'now', 'at-2+', 'at-2+']);
  });

  it('survives lost connections', async () => {
    const headers = { 'next-cursor': 'at-1' };
    await using api = await openFakeApi([
      { hangUp: 'reset' },
      { json: [eventOf(0)], headers },
      { json: [eventOf(1)], headers, cut: 'length' },
      { hangUp: 'close' },
      { status: 503, headers: { 'retry-after': '3' }, json: { detail: 'stopping' } },
      { json: [eventOf(1)], headers: { 'next-cursor': 'at-2' } },
    ]);
    const client = createClient({ baseUrl: api.url });
    const log = new FakeLog(0);
    const feed = followEvents((query, wait) => client.listEvents({ ...query, wait }), {}, log);
    assert.deepEqual([(await feed.next()).value, (await feed.next()).value], [eventOf(0), eventOf(1)]);
    assert.equal(api.seen.at(-1)?.path, '/events?after=at-1&limit=100&wait=25');
    assert.equal(log.pauses.length, 4);
    assert.ok((log.pauses[3] ?? 0) >= 3000);
  });

  it('ends on abort while the service waits, together with the request', async () => {
    await using api = await openFakeApi([{ json: [], headers: { 'next-cursor': 'at-0' } }, { stall: 'answer' }]);
    const stop = new AbortController();
    const { promise: waiting, resolve } = Promise.withResolvers<RequestInit | undefined>();
    const client = createClient({
      baseUrl: api.url,
      fetch: (address, init) => {
        if (String(address).includes('wait=25')) resolve(init);
        return fetch(address, init);
      },
    });
    const next = client.events.follow({ signal: stop.signal }).next();
    const init = await waiting;
    stop.abort();
    assert.ok(init?.signal?.aborted);
    assert.deepEqual(await next, { done: true, value: undefined });
  });

  it('ends on abort in the middle of a page, in a pause, and before the first request', async () => {
    const log = new FakeLog(9);
    const feed = log.follow('at-0');
    await feed.next();
    log.stop.abort();
    assert.deepEqual(await feed.next(), { done: true, value: undefined });
    assert.deepEqual(await log.all(), []);

    const stop = new AbortController();
    const fetch = async () => {
      setImmediate(() => stop.abort());
      return new Response('{}', { status: 503, headers: { 'retry-after': '3600' } });
    };
    const client = createClient({ baseUrl: 'https://api.example', fetch });
    assert.deepEqual(await Array.fromAsync(client.events.follow({ signal: stop.signal })), []);
  });

  it('ends with its loop', async () => {
    const log = new FakeLog(9);
    const feed = log.follow();
    for await (const { item_id } of feed) if (item_id === 4) break;
    assert.deepEqual(await feed.next(), { done: true, value: undefined });
    assert.deepEqual(await log.all(feed.cursor), [5, 6, 7, 8]);
  });
});
