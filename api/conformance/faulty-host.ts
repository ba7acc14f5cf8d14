import assert from 'node:assert/strict';
import { type Fault, HOST_CANARY } from '../../tests/support/host-faults.ts';
import { patience } from '../../tests/support/patience.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, DETAIL } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

/** Time limit of a request (seconds) for tests of the deadline. */
export const TIMEOUT = 0.5;

/** Time limit of a request (seconds). Even on a busy machine, requests end within this time. */
const AMPLE = 60;
/**
 * Time within which a service with the time limit TIMEOUT must answer (milliseconds). It is much longer than TIMEOUT,
 * because a busy machine answers late. On an idle machine, it is shorter than the service's default time limit. A
 * service that ignores TIMEOUT thus fails the test.
 */
export const LATEST_MS = patience(7000);

/** A fault of the host and the expected answer. */
export interface Case {
  fault: Fault;
  status: number;
  /** Another allowed status. */
  or?: number;
}

/**
 * Opens a service that has cached the user `owner`. Also adds a registry of this user, with one item. The host works
 * normally until the test makes it misbehave.
 */
export async function faultyService(timeout = AMPLE) {
  const t = await openTestService({ env: { HOST_TIMEOUT: String(timeout) } });
  const post = addRegistry(t, { title: 'Mine' });
  // The service caches the owner before the host misbehaves. The service does not know the stranger yet.
  await knowOwner(t);
  const item = await addItem(t, post.id, {}, 'owner');
  return { t, registry: post.id, item: item.id };
}

/** Adds `owner` to the cache of the service. Retries, because a busy machine may exceed a short time limit. */
export async function knowOwner(t: TestService): Promise<void> {
  await until('the owner is known', async () => (await t.request('GET', '/items', { as: 'owner' })).status === 200);
}

/** Checks that an answer is the documented error. The answer must be in time, and contain no text from the host. */
export function assertFault(answer: Awaited<ReturnType<TestService['request']>>, { status, or = status }: Case): void {
  assertError(answer, answer.status === or ? or : status);
  assert.ok(answer.took < LATEST_MS, `answered after ${answer.took} ms`);
  assert.ok(!answer.text.includes(HOST_CANARY), answer.text);
  if (answer.status === 502) assertError(answer, 502, DETAIL.hostInvalid);
  if (answer.status === 504) assertError(answer, 504, DETAIL.hostLate);
  if (answer.status === 503) assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
}
