import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/database.ts';
import { EndpointQueue, type QueueOptions } from './endpoint-queue.ts';
import { TIMES } from './schedule.ts';
import type { Attempt } from './sender.ts';
import type { StoredWebhook, WaitingDelivery } from './store.ts';

const WEBHOOK: StoredWebhook = {
  id: 'a',
  url: 'https://shop.example/hook',
  types: ['item.created'],
  registry_id: null,
  include_secret: false,
  description: null,
  is_active: true,
  secrets: [],
  position: 0,
  created_at: 0,
  last_delivered_at: null,
  failing_since: null,
};

const backlogOf = (length: number): WaitingDelivery[] =>
  Array.from({ length }, (_, id) => {
    const event = {
      id: `${id}`,
      type: 'item.created',
      at: '',
      registry_id: 7,
      item_id: id,
      purchase_id: null,
    } as const;
    return { id, event, tries: 0, nextAttemptAt: 0, lastAttemptAt: null };
  });

const SUCCESS: Attempt = { isDelivered: true, status: 204, error: null, retryAfter: null };
const FAILURE: Attempt = { isDelivered: false, status: 500, error: 'answered 500', retryAfter: null };

/** Returns a queue, and a function that counts its attempts so far. */
function open(store: Partial<QueueOptions['store']>, send: () => Attempt | Promise<Attempt>, clock = () => 1) {
  let attempts = 0;
  const queue = new EndpointQueue(WEBHOOK, {
    store: { waiting: async () => [], record: async () => {}, disable: async () => false, ...store },
    sender: {
      send: async () => {
        attempts++;
        return send();
      },
    },
    log: { warn: () => {} },
    watch: null,
    times: { ...TIMES, recheck: 0, retries: [] },
    clock,
    random: () => 0,
    stop: new AbortController().signal,
  });
  /** Runs the queue once, and waits until it has nothing to do. @returns the number of attempts so far */
  const look = async () => {
    queue.run();
    for (let turns = 0; turns < 2000; turns++) await nextTurn();
    return attempts;
  };
  return { queue, look };
}

/** Returns a store with waiting deliveries. */
function storeWith(waiting: WaitingDelivery[]): QueueOptions['store'] {
  return {
    waiting: async (_, limit) => waiting.slice(0, limit),
    record: async (_, results) => {
      for (const { id } of results)
        waiting.splice(
          waiting.findIndex((one) => one.id === id),
          1,
        );
    },
    disable: async () => false,
  };
}

describe('rules: Webhooks, the queue of an endpoint', () => {
  it('sends a whole backlog at once to a healthy endpoint', async () =>
    assert.equal(await open(storeWith(backlogOf(350)), () => SUCCESS).look(), 350));

  it('tries a dead endpoint only once for each look, and continues when it is back', async () => {
    let answer = FAILURE;
    const { look } = open(storeWith(backlogOf(350)), () => answer);
    const first = await look();
    assert.ok(first >= 100 && first < 110, `${first}`);
    assert.equal(await look(), first + 1);
    assert.equal(await look(), first + 2);
    answer = SUCCESS;
    assert.equal(await look(), 350);
  });

  it('does not send a delivery again whose attempt ended during a look', async () => {
    const [delivery = assert.fail()] = backlogOf(1);
    const looked = Promise.withResolvers<WaitingDelivery[]>();
    const answered = Promise.withResolvers<Attempt>();
    const looks = [Promise.resolve([delivery]), looked.promise];
    const { queue, look } = open({ waiting: async () => looks.shift() ?? [] }, () => answered.promise);
    await look();
    queue.wake();
    while (looks.length > 0) await nextTurn();
    answered.resolve(SUCCESS);
    await nextTurn();
    // The second look read the delivery before the result of the attempt was stored.
    looked.resolve([delivery]);
    assert.equal(await look(), 1);
  });

  it('stores a result when the database is back, and sends nothing again until then', async () => {
    const waiting = backlogOf(1);
    const store = storeWith(waiting);
    let isAway = true;
    const record: typeof store.record = async (id, results) =>
      isAway ? Promise.reject(new DatabaseUnavailable('away')) : store.record(id, results);
    const { queue, look } = open({ ...store, record }, () => SUCCESS);
    assert.deepEqual([await look(), await look(), waiting.length], [1, 1, 1]);
    isAway = false;
    await queue.close();
    assert.equal(waiting.length, 0);
  });

  it('sends waiting deliveries although the clock has gone back by an hour', async () => {
    const HOUR = 3_600_000;
    let now = 2 * HOUR;
    const [delivery = assert.fail()] = backlogOf(1);
    const waiting = [{ ...delivery, nextAttemptAt: now + 5000, lastAttemptAt: now }];
    const { look } = open(
      storeWith(waiting),
      () => SUCCESS,
      () => now,
    );
    assert.equal(await look(), 0);
    now -= HOUR;
    assert.equal(await look(), 1);
  });
});
