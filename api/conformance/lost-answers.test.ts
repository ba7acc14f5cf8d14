import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { after, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import type { ItemAnswer, Purchase, PurchaseAnswer } from './answers.ts';
import { addItem, addRegistry, give } from './world.ts';

/** Number of gifts. */
const GIFTS = 300;

/** Seed of the random numbers that decide when connections break. */
const SEED = 'lost answers';

/** Number of concurrent gifts. */
const AT_ONCE = 10;

const t = await openTestService();
after(() => t.close());

/** Returns a generator of numbers from 0 to 1. The numbers depend only on the seed. */
function chances(seed: string): () => number {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * Sends a gift, and breaks the connection at a random moment: in the middle of the body, while the service works, or
 * when the answer begins to arrive.
 */
async function lose(path: string, body: object, chance: () => number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const text = JSON.stringify(body);
  const request = httpRequest(new URL(path, t.url), {
    method: 'PUT',
    agent: false,
    headers: {
      authorization: t.host.users.authorization('admin'),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    },
  });
  request.on('error', () => resolve());
  request.on('close', () => resolve());
  const moment = chance();
  if (moment < 0.2) {
    request.write(text.slice(0, Math.floor(chance() * text.length)), () => request.destroy());
  } else {
    if (moment < 0.7) {
      const turns = Math.floor(chance() * 40);
      request.end(text, () => {
        let left = turns;
        const wait = () => (left-- > 0 ? setImmediate(wait) : request.destroy());
        wait();
      });
    } else request.end(text);
    request.on('response', () => request.destroy());
  }
  await promise;
}

it('rules: Purchases, each gift with an id is made once, whenever its answers are lost', async () => {
  const post = addRegistry(t);
  const item = await addItem(t, post.id, { quantity_needed: GIFTS });
  const ids = Array.from({ length: GIFTS }, (_, index) => {
    const hex = createHash('sha256').update(`${SEED} ${index}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  });
  const give = async (index: number) => {
    const chance = chances(`${SEED} ${index}`);
    const path = `/purchases/${ids[index]}`;
    const body = { item_id: item.id, secret: false, giver_name: `Guest ${index}` };
    for (let lost = 0; lost < 3 && chance() < 0.8; lost++) await lose(path, body, chance);
    const { status, body: answer } = await t.request<PurchaseAnswer>('PUT', path, { as: 'admin', body });
    assert.ok(status === 200 || status === 201, `gift ${index} of ${SEED}: ${status}`);
    assert.equal(answer.data.giver_name, `Guest ${index}`);
  };
  for (let first = 0; first < GIFTS; first += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => give(first + index)));
  const made: string[] = [];
  for (let skip = 0; skip < GIFTS; skip += 100) {
    const path = `/purchases?registry_id=${post.id}&limit=100&skip=${skip}`;
    made.push(...(await t.request<Purchase[]>('GET', path, { as: 'admin' })).body.map(({ id }) => id));
  }
  assert.deepEqual(made.toSorted(), ids.toSorted());
  const { body } = await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'admin' });
  assert.equal(body.data.quantity_purchased, GIFTS, 'the counter agrees');
});

it('a gift is found by its id in upper case, too', async () => {
  const { id } = await give(t, await addItem(t, addRegistry(t).id), { as: 'admin' });
  const found = await t.request<PurchaseAnswer>('GET', `/purchases/${id.toUpperCase()}`, { as: 'admin' });
  assert.deepEqual([found.status, found.body.data.id], [200, id], found.text);
});
