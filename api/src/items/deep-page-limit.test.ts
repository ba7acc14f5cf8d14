import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeepPageLimit } from './deep-page-limit.ts';
import type { ItemSource, ItemsPart } from './parts.ts';

const NOTHING = { count: 0, json: Buffer.from('[]'), next: null, versions: [] };
const member = { id: 1, username: 'owner', email: '', isAdmin: false, managesSite: false };

test('one member searches for at most four deep pages at once, and others are not affected', async () => {
  const pages = new DeepPageLimit();
  const found = Promise.withResolvers<ItemsPart>();
  let begun = 0;
  const source: ItemSource = () => {
    begun++;
    return found.promise;
  };
  const ask = (user: typeof member) => pages.bounded(user, source)(null, 10);
  const waiting = Array.from({ length: 4 }, () => ask(member));
  await assert.rejects(ask(member), { status: 503, headers: { 'retry-after': '1' } });
  waiting.push(
    ask({ ...member, id: 2 }),
    ...Array.from({ length: 10 }, () => ask({ ...member, id: 3, isAdmin: true })),
  );
  assert.equal(begun, 15);
  found.resolve(NOTHING);
  await Promise.all(waiting);
  assert.deepEqual(await ask(member), NOTHING);
});

test('a failed search frees its place', async () => {
  const pages = new DeepPageLimit();
  const source: ItemSource = async () => {
    throw new Error('the database is gone');
  };
  for (let n = 0; n < 10; n++) await assert.rejects(pages.bounded(member, source)(null, 10), /gone/);
});
