import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire, registerHooks } from 'node:module';
import { createServer } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { realNow } from '../../../contract/testing/clock.ts';
import { type FakeHost, openFakeHost } from '../../../tests/support/fake-host.ts';
import * as faults from '../../../tests/support/host-faults.ts';
import { hold, silence, status } from '../../../tests/support/host-faults.ts';
import { addressOf } from '../../../tests/support/server-address.ts';
import { until } from '../../../tests/support/wait.ts';
import { HostError } from './errors.ts';
import { type HostCall, Transport } from './transport.ts';

const require = createRequire(import.meta.url);

/** Number of failed calls that would open the breaker if they counted as failures of the host. */
const MANY = 30;

/** Maximum number of parallel connections: of all callers, of one caller, and of unknown credentials. */
const CONNECTIONS = 32;
const OF_CALLER = 8;
const UNKNOWN = 8;

describe('rules: Failures of the host, calls to the host', () => {
  let host: FakeHost;
  let transport: Transport;

  before(async () => {
    host = await openFakeHost();
  });
  after(() => host.close());
  beforeEach(() => {
    host.behave();
    host.forgetCalls();
    transport = new Transport({ restUrl: `${host.url}/wp-json`, breakerPause: 3_600_000 });
  });
  afterEach(() => transport.close());

  /** Calls the host. The deadline is `left` milliseconds from now. */
  const ask = (left = 20_000, call: Partial<HostCall> = {}) =>
    transport.call({ ...LOOK, deadline: performance.now() + left, ...call });
  const many = (work: (n: number) => Promise<unknown>, count = MANY) =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)));
  const TIMEOUT = { failure: 'timeout' };
  const CROWDED = { failure: 'crowded' };

  it('are reads that are repeated once, and writes that are never repeated', async () => {
    for (const fault of [status(500), faults.reset(), faults.cutMidBody()])
      for (const [method, times] of [
        ['GET', 2],
        ['POST', 1],
      ] as const) {
        host.forgetCalls();
        host.misbehave(fault);
        await assert.rejects(ask(20_000, { method }), HostError);
        assert.equal(host.calls.length, times, method);
      }
    host.behave();
    host.misbehave(faults.reset(), { times: 1 });
    assert.ok(await ask(20_000, { caller: 'other' }));
  });

  it('leave the breaker closed if only the answer of one route is wrong', async () => {
    const wrong = [
      status(400),
      status(401),
      status(403),
      faults.text(JSON.stringify('x'.repeat(4 * 1024 * 1024))),
      faults.html(),
      faults.text('{"id":1,'),
    ];
    for (const fault of wrong) {
      host.misbehave(fault);
      await many((n) => assert.rejects(ask(20_000, { caller: `${n}` }), HostError));
      assert.equal(transport.breaker, 'closed');
    }
  });

  describe('whose time is over', () => {
    it('are not sent, are no failures of the host, and leave the breaker closed', async () => {
      await many((n) => assert.rejects(ask(-1, { method: n % 2 === 0 ? 'GET' : 'POST' }), CROWDED));
      assert.equal(host.calls.length, 0);
      assert.ok(await ask());
    });

    it('differ from answers that are too late, which open the breaker', async () => {
      host.misbehave(silence());
      await many((n) => assert.rejects(ask(200, { caller: `${n}` }), TIMEOUT));
      await assert.rejects(ask(), { failure: 'unavailable' });
    });

    it('do not count against the host if a wait for others has left too little time', async () => {
      host.misbehave(silence());
      await many((n) => assert.rejects(ask(200, { method: 'POST', hurriedFrom: 0, caller: `${n % 4}` }), TIMEOUT));
      host.behave();
      assert.ok(await ask());
    });

    it('are never sent and use no connection, even if a timer ends slightly early', async (t) => {
      host.misbehave(silence());
      // A real timer may fire a millisecond too early. This mock timer fires almost 60 seconds too early.
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const write = (n: number): Partial<HostCall> => ({ method: 'POST', caller: `${Math.floor(n / OF_CALLER)}` });
      const calls = many(
        (n) => assert.rejects(ask(60_000, write(n)), n < CONNECTIONS ? TIMEOUT : CROWDED),
        CONNECTIONS + 8,
      );
      while (host.calls.length < CONNECTIONS) await setImmediate();
      t.mock.timers.tick(60_000);
      t.mock.timers.reset();
      await calls;
      await until('no call is pending', () => transport.load().host.inUse + transport.load().host.waiting === 0);
      assert.equal(host.calls.length, CONNECTIONS);
    });
  });

  describe('of one caller', () => {
    const busy = { caller: 'busy' };

    it('use at most a quarter of the connections', async () => {
      const held = hold();
      host.misbehave(held.fault);
      const calls = many(() => ask(60_000, busy));
      await until('the host is busy with them', () => host.calls.length === OF_CALLER);
      const others = many((n) => ask(60_000, { caller: `${n}` }), CONNECTIONS - OF_CALLER);
      await until('all connections are in use', () => host.calls.length === CONNECTIONS);
      assert.deepEqual(transport.load().host, { inUse: CONNECTIONS, waiting: MANY - OF_CALLER, limit: CONNECTIONS });
      host.behave();
      held.release();
      await Promise.all([calls, others]);
    });

    it('open the breaker for no other caller, however many of them time out', async () => {
      host.misbehave(silence());
      // On a slow machine, the breaker may open while calls still wait for a connection. The breaker then rejects these
      // calls before their time is over.
      const isExpected = ({ failure, refusal }: HostError) =>
        failure === 'timeout' || failure === 'crowded' || refusal === 'breaker';
      await many(() => assert.rejects(ask(200, busy), isExpected));
      await assert.rejects(ask(20_000, busy), { failure: 'unavailable', refusal: 'breaker' });
      host.behave();
      assert.equal(transport.breaker, 'closed');
      assert.ok(await ask(20_000, { caller: 'other' }));
    });

    it('count as one failure, however many of them get errors', async () => {
      host.misbehave(status(500));
      for (let n = 0; n < MANY; n++) await assert.rejects(ask(20_000, busy));
      assert.equal(transport.breaker, 'closed');
      for (let n = 0; n < MANY; n++) await assert.rejects(ask(20_000, { caller: `other ${n}` }));
      assert.equal(transport.breaker, 'open');
    });
  });

  describe('that wait for a connection', () => {
    it('wait no longer than their request may wait for all its calls, and never lack a free connection', async () => {
      const wait = { left: 50 };
      assert.ok(await ask(60_000, { wait }));
      const held = hold();
      host.misbehave(held.fault);
      const calls = many(() => ask(60_000), OF_CALLER);
      await until('the host is busy with them', () => host.calls.length === OF_CALLER + 1);
      for (const _ of [1, 2]) await assert.rejects(ask(60_000, { wait }), { ...CROWDED, refusal: 'late' });
      // A timer may fire up to a millisecond early.
      assert.ok(wait.left < 1, `${wait.left} ms`);
      held.release();
      await calls;
      assert.ok(await ask(60_000, { wait }));
    });

    it('get an answer that arrived while the process was busy, even if its time is over', async () => {
      let isHere = false;
      host.misbehave(async ({ pass }) => {
        await pass();
        isHere = true;
      });
      const answer = ask(300);
      await until('the answer is sent', () => isHere);
      const late = performance.now() + 400;
      while (performance.now() < late);
      assert.ok(await answer);
    });
  });

  describe('with unknown credentials', () => {
    const stranger = (n: number): Partial<HostCall> => ({ unprovenFrom: `203.0.113.${n}` });

    it('use only a few connections of their own', async () => {
      const held = hold();
      host.misbehave(held.fault);
      const calls = many((n) => ask(60_000, stranger(n)), 300);
      await until('the host is busy with them', () => host.calls.length === UNKNOWN);
      assert.equal(transport.load().host.inUse, 0);
      host.misbehave(({ pass }) => pass(), { times: 1 });
      assert.ok(await ask());
      assert.equal(host.calls.length, UNKNOWN + 1);
      held.release();
      await calls;
    });

    it('never open the breaker, whether the host does not answer or fails', async () => {
      for (const fault of [silence(), status(500)]) {
        host.misbehave(fault);
        await many((n) => assert.rejects(ask(200, stranger(n)), HostError));
        assert.equal(transport.breaker, 'closed');
      }
    });
  });

  describe('after the host has asked to wait (429)', () => {
    const quiet = (value: string, times = 1) => host.misbehave(status(429, { 'retry-after': value }), { times });
    const refused = (seconds: number) => (error: HostError) =>
      error.refusal === 'quiet' && Math.abs((error.retryAfter ?? 0) - seconds) <= 2;

    it('are not sent during its Retry-After, in seconds or as a date, of at most an hour', async () => {
      for (const [value, seconds] of [
        ['600', 600],
        [new Date(realNow() + 1_200_000).toUTCString(), 1200],
        ['86400', 3600],
      ] as const) {
        const own = new Transport({ restUrl: `${host.url}/wp-json` });
        const call = (method: 'GET' | 'POST', more: Partial<HostCall> = {}) =>
          own.call({ ...LOOK, deadline: performance.now() + 20_000, method, ...more });
        quiet(value);
        await assert.rejects(call('GET'), { failure: 'unavailable' });
        host.forgetCalls();
        for (const more of [{}, { caller: 'other' }, { unprovenFrom: '203.0.113.7' }])
          await assert.rejects(call('POST', more), refused(seconds));
        assert.equal(host.calls.length, 0);
        await own.close();
      }
    });

    it('are sent again afterwards', async () => {
      quiet('1');
      await assert.rejects(ask(), { failure: 'unavailable' });
      await until('the host is called', () => ask().then(Boolean, () => false));
      assert.equal(host.calls.length, 2);
    });

    it('are sent for known callers if it has asked unknown ones to wait', async () => {
      quiet('600');
      await assert.rejects(ask(20_000, { unprovenFrom: '203.0.113.7' }), { failure: 'unavailable' });
      await assert.rejects(ask(20_000, { unprovenFrom: '203.0.113.8' }), refused(600));
      assert.ok(await ask());
    });
  });
});

const LOOK = { operation: 'look_at_site', method: 'GET', path: '/', authorization: null } as const;

/** Requests the site's index with plenty of time. */
const look = (transport: Transport) => transport.call({ ...LOOK, deadline: performance.now() + 20_000 });

it('the next call succeeds after the library could not be loaded for lack of files', async () => {
  await using host = await openFakeHost();
  const transport = new Transport({ restUrl: `${host.url}/wp-json` });
  // Removes the library from the cache, because the previous tests have loaded it.
  delete require.cache[require.resolve('undici')];
  const failing = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'undici') throw new Error('EMFILE');
      return next(specifier, context);
    },
  });
  await assert.rejects(look(transport), /EMFILE/);
  failing.deregister();
  assert.ok(await look(transport));
  await transport.close();
});

it('a server with another protocol differs from an unreachable one', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.9\r\n'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const transport = new Transport({ restUrl: addressOf(server) });
  await assert.rejects(look(transport), { failure: 'invalid-response', message: 'the host does not speak HTTP' });
  await transport.close();
  server.close();
});

it('an unreachable host differs from one that drops a call', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.resetAndDestroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const transport = new Transport({ restUrl: addressOf(server) });
  await assert.rejects(look(transport), { failure: 'unavailable', isUnreachable: false });
  await transport.close();
  const restUrl = addressOf(server);
  await once(server.close(), 'close');
  for (const url of [restUrl, 'http://nowhere.invalid']) {
    const toNowhere = new Transport({ restUrl: url });
    await assert.rejects(look(toNowhere), { failure: 'unavailable', isUnreachable: true }, url);
    await toNowhere.close();
  }
});
