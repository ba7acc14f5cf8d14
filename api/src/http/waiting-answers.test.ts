import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { WaitingAnswers } from './waiting-answers.ts';

const MIB = 1024 * 1024;
const member = (id: number) => ({ id, isAdmin: false });

test('limits the waiting answers of each member to 8 MiB, and all answers to 64 MiB', () => {
  const waiting = new WaitingAnswers();
  const releases = [waiting.hold(member(1), 8 * MIB - 1)];
  assert.equal(waiting.isFull(member(1)), false);
  releases.push(waiting.hold(member(1), 1));
  assert.deepEqual([waiting.isFull(member(1)), waiting.isFull(member(2)), waiting.isFull(null)], [true, false, false]);
  releases.push(waiting.hold(null, 8 * MIB));
  assert.equal(waiting.isFull(null), true);
  const admin = { id: 9, isAdmin: true };
  releases.push(waiting.hold(admin, 48 * MIB - 1));
  assert.deepEqual([waiting.isFull(admin), waiting.isFull(member(2))], [false, false]);
  releases.push(waiting.hold(admin, 1));
  assert.equal(waiting.bytes, 64 * MIB);
  for (const who of [admin, member(2), null]) assert.equal(waiting.isFull(who), true);
  for (const release of releases) release();
  assert.equal(waiting.bytes, 0);
  for (const who of [admin, member(1), null]) assert.equal(waiting.isFull(who), false);
});

test('counts only large answers, and sends an error instead of a large answer while the limit is reached', async () => {
  const app = Fastify();
  const waiting = new WaitingAnswers();
  waiting.watch(app);
  let counted = 0;
  app.addHook('onSend', async () => {
    counted = waiting.bytes;
  });
  const SMALL = 16 * 1024;
  app.get('/small', () => '€'.repeat(SMALL));
  app.get('/large', () => '€'.repeat(SMALL + 1));
  assert.equal((await app.inject('/small')).statusCode, 200);
  assert.equal(counted, 0);
  assert.equal((await app.inject('/large')).statusCode, 200);
  assert.equal(counted, 3 * (SMALL + 1));
  assert.equal(waiting.bytes, 0);
  waiting.hold(null, 8 * MIB);
  assert.equal((await app.inject('/small')).statusCode, 200);
  assert.match((await app.inject('/large')).payload, /"overloaded"/);
});
