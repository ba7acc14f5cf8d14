import assert from 'node:assert/strict';
import { type Fault, HOST_CANARY } from '../testing/host-faults.ts';
import { patience } from '../testing/patience.ts';
import { openTestService, type TestService } from '../testing/service.ts';
import { until } from '../testing/wait.ts';
import { assertError, DETAIL } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

/** Seconds: short where the deadline is what a test waits for, else long enough for a busy machine. */
export const TIMEOUT = 0.5;
const AMPLE = 60;
/**
 * Milliseconds: what a busy machine may add to the short deadline, and still less than the service would wait for
 * the host if nobody had told it to be quick.
 */
export const LATEST_MS = patience(7000);

/** A fault of the host and what the error table answers to it. */
export interface Case {
  fault: Fault;
  status: number;
  /** Other statuses that the error table allows. */
  or?: number;
}

/** Opens a service that knows `owner`, a registry of theirs and an item in it; its host still behaves. */
export async function faultyService(timeout = AMPLE) {
  const t = await openTestService({ env: { HOST_TIMEOUT: String(timeout) } });
  const post = addRegistry(t, { title: 'Mine' });
  // The owner is known before the host misbehaves; the stranger is not.
  await knowOwner(t);
  const item = await addItem(t, post.id, {}, 'owner');
  return { t, registry: post.id, item: item.id };
}

/** Makes `owner` known to the service, however long a short deadline makes that take on a busy machine. */
export async function knowOwner(t: TestService): Promise<void> {
  await until('the owner is known', async () => (await t.request('GET', '/items', { as: 'owner' })).status === 200);
}

/** Checks that an answer is the documented one, in time, and tells nothing of the host. */
export function assertFault(answer: Awaited<ReturnType<TestService['request']>>, { status, or = status }: Case): void {
  assertError(answer, answer.status === or ? or : status);
  assert.ok(answer.took < LATEST_MS, `answered after ${answer.took} ms`);
  assert.ok(!answer.text.includes(HOST_CANARY), answer.text);
  if (answer.status === 502) assertError(answer, 502, DETAIL.hostInvalid);
  if (answer.status === 504) assertError(answer, 504, DETAIL.hostLate);
  if (answer.status === 503) assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
}
