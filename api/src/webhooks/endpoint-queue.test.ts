import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EndpointQueue } from './endpoint-queue.ts';
import type { Attempt } from './sender.ts';
import type { StoredWebhook, WaitingDelivery } from './store.ts';

const WEBHOOK: StoredWebhook = {
  id: 'a',
  url: 'https://shop.example/hook',
  types: ['item.created'],
  registryId: null,
  includeSecret: false,
  description: null,
  isActive: true,
  secrets: [],
  position: 0,
  createdAt: 0,
  lastDeliveredAt: null,
  failingSince: null,
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

/** Returns a queue with waiting deliveries. `isDelivered` decides whether the next attempt succeeds. */
function open(backlog: number, isDelivered: () => boolean) {
  const waiting = backlogOf(backlog);
  let attempts = 0;
  const queue = new EndpointQueue(WEBHOOK, {
    read: async (_, limit) => waiting.slice(0, limit),
    send: async (): Promise<Attempt> => {
      attempts++;
      return { isDelivered: isDelivered(), status: null, error: null, retryAfter: null };
    },
    ended: (_, { id }) => {
      waiting.splice(
        waiting.findIndex((one) => one.id === id),
        1,
      );
      setImmediate(() => queue.stored([id], Number.POSITIVE_INFINITY));
    },
    clock: () => 1,
    recheck: 0,
  });
  /**
   * Runs the queue once, and waits until it has nothing to do.
   * @returns the number of attempts so far
   */
  const look = async () => {
    queue.run();
    for (let turns = 0; turns < 2000; turns++) await nextTurn();
    return attempts;
  };
  return { look };
}

describe('rules: Webhooks, the queue of an endpoint', () => {
  it('sends a whole backlog at once to a healthy endpoint', async () =>
    assert.equal(await open(350, () => true).look(), 350));

  it('tries a dead endpoint only once for each look, and continues when it is back', async () => {
    let isBack = false;
    const { look } = open(350, () => isBack);
    const first = await look();
    assert.ok(first >= 100 && first < 110, `${first}`);
    assert.equal(await look(), first + 1);
    assert.equal(await look(), first + 2);
    isBack = true;
    assert.equal(await look(), 350);
  });

  it('does not send a delivery again whose result was stored during a look', async () => {
    const [delivery = assert.fail()] = backlogOf(1);
    const looked = Promise.withResolvers<WaitingDelivery[]>();
    const answered = Promise.withResolvers<Attempt>();
    const looks = [Promise.resolve([delivery]), looked.promise];
    let attempts = 0;
    const ended = Promise.withResolvers<void>();
    const queue = new EndpointQueue(WEBHOOK, {
      read: async () => looks.shift() ?? [],
      send: () => {
        attempts++;
        return answered.promise;
      },
      ended: () => ended.resolve(),
      clock: () => 1,
      recheck: 0,
    });
    queue.run();
    while (looks.length > 0) await nextTurn();
    answered.resolve({ isDelivered: true, status: 204, error: null, retryAfter: null });
    await ended.promise;
    queue.stored([delivery.id], Number.POSITIVE_INFINITY);
    // The second look read the delivery before the result of the attempt was stored.
    looked.resolve([delivery]);
    for (let turns = 0; turns < 20; turns++) await nextTurn();
    assert.equal(attempts, 1);
  });

  it('sends waiting deliveries although the clock has gone back by an hour', async () => {
    const HOUR = 3_600_000;
    let now = 2 * HOUR;
    const [delivery] = backlogOf(1);
    assert.ok(delivery);
    const waiting = { ...delivery, nextAttemptAt: now + 5000, lastAttemptAt: now };
    let attempts = 0;
    const queue = new EndpointQueue(WEBHOOK, {
      read: async () => [waiting],
      send: async (): Promise<Attempt> => {
        attempts++;
        return { isDelivered: true, status: 204, error: null, retryAfter: null };
      },
      ended: () => {},
      clock: () => now,
      recheck: 5000,
    });
    const look = async () => {
      queue.run();
      for (let turn = 0; turn < 5; turn++) await nextTurn();
      return attempts;
    };
    assert.equal(await look(), 0);
    now -= HOUR;
    assert.equal(await look(), 1);
  });
});
