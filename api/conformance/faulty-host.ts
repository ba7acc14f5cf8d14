import assert from 'node:assert/strict';
import { type Fault, HOST_CANARY } from '../testing/host-faults.ts';
import { openTestService, type TestService } from '../testing/service.ts';
import { assertError, DETAIL } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

/** Seconds: short where the deadline is what a test waits for, else long enough for a busy machine. */
export const TIMEOUT = 0.5;
const AMPLE = 3;
/** Milliseconds: the deadline of the host, the service's own time and a busy machine. */
export const LATEST_MS = TIMEOUT * 1000 + 1500;

/** A fault of the host and what the error table answers to it. */
export interface Case {
  fault: Fault;
  status: number;
  /** Other statuses that the error table allows. */
  or?: number;
}

/** A service that knows `owner`, a registry of theirs and an item in it; its host is still good. */
export async function faultyService(timeout = AMPLE) {
  const t = await openTestService({ env: { HOST_TIMEOUT: String(timeout) } });
  const post = addRegistry(t, { title: 'Mine' });
  // The owner is known before the host misbehaves; the stranger is not.
  const item = await addItem(t, post.id, {}, 'owner');
  return { t, registry: post.id, item: item.id };
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
