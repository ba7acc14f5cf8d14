import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type FakeHost, openFakeHost } from '../../testing/fake-host.ts';
import { silence } from '../../testing/host-faults.ts';
import { HostError } from './errors.ts';
import { Transport } from './transport.ts';

/** More calls than the breaker needs to open. */
const MANY = 30;

describe('a call to the host whose time is over before it begins', () => {
  let host: FakeHost;
  let transport: Transport;

  before(async () => {
    host = await openFakeHost();
  });
  after(async () => {
    await host.close();
  });

  beforeEach(() => {
    host.behave();
    host.forgetCalls();
  });

  /** Asks with so many milliseconds left. */
  const ask = (left: number, method: 'GET' | 'POST' = 'GET', isHurried = false) =>
    transport.call({
      operation: 'look_at_site',
      method,
      path: '/',
      authorization: null,
      deadline: performance.now() + left,
      isHurried,
    });

  const open = () => new Transport({ restUrl: `${host.url}/wp-json`, breakerPause: 3_600_000 });

  it('is a timeout that asks nobody and does not open the breaker', async () => {
    transport = open();
    for (let n = 0; n < MANY; n++) await assert.rejects(ask(-1, n % 2 === 0 ? 'GET' : 'POST'), { failure: 'timeout' });
    assert.equal(host.calls.length, 0);
    assert.ok(await ask(20_000));
    await transport.close();
  });

  it('is told apart from a host that does not answer in time, which opens it', async () => {
    transport = open();
    host.misbehave(silence());
    const outcomes = await Promise.allSettled(Array.from({ length: MANY }, () => ask(200)));
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof HostError);
      assert.equal(outcome.reason.failure, 'timeout');
    }
    await assert.rejects(ask(20_000), { failure: 'unavailable' });
    await transport.close();
  });

  it('says nothing of the host where a wait for others has left it little time', async () => {
    transport = open();
    host.misbehave(silence());
    const calls = Array.from({ length: MANY }, () => assert.rejects(ask(200, 'POST', true), { failure: 'timeout' }));
    await Promise.all(calls);
    host.behave();
    assert.ok(await ask(20_000));
    await transport.close();
  });
});
