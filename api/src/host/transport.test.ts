import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire, registerHooks } from 'node:module';
import { createServer } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type FakeHost, openFakeHost } from '../../../tests/support/fake-host.ts';
import { hold, silence, status } from '../../../tests/support/host-faults.ts';
import { addressOf } from '../../../tests/support/server-address.ts';
import { until } from '../../../tests/support/wait.ts';
import { HostError } from './errors.ts';
import { Transport } from './transport.ts';

const require = createRequire(import.meta.url);

/** Number of failed calls that would open the breaker if they counted as failures of the host. */
const MANY = 30;

/** Maximum number of parallel connections. */
const CONNECTIONS = 32;

/** Maximum number of connections that one caller may use. */
const OF_CALLER = 8;

describe('a call to the host whose time is over before it starts', () => {
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

  /** Calls the host. The deadline is `left` milliseconds from now. */
  const ask = (left: number, method: 'GET' | 'POST' = 'GET', hurriedFrom = Number.POSITIVE_INFINITY, caller = '') =>
    transport.call({
      caller,
      operation: 'look_at_site',
      method,
      path: '/',
      authorization: null,
      deadline: performance.now() + left,
      hurriedFrom,
    });

  const open = () => new Transport({ restUrl: `${host.url}/wp-json`, breakerPause: 3_600_000 });

  it('fails with a timeout, sends nothing and leaves the breaker closed', async () => {
    transport = open();
    for (let n = 0; n < MANY; n++) await assert.rejects(ask(-1, n % 2 === 0 ? 'GET' : 'POST'), { failure: 'timeout' });
    assert.equal(host.calls.length, 0);
    assert.ok(await ask(20_000));
    await transport.close();
  });

  it('differs from an answer that is too late, which opens the breaker', async () => {
    transport = open();
    host.misbehave(silence());
    const outcomes = await Promise.allSettled(
      Array.from({ length: MANY }, (_, n) => ask(200, 'GET', undefined, `${n}`)),
    );
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof HostError);
      assert.equal(outcome.reason.failure, 'timeout');
    }
    await assert.rejects(ask(20_000), { failure: 'unavailable' });
    await transport.close();
  });

  it('does not count against the host if a wait for others has left too little time', async () => {
    transport = open();
    host.misbehave(silence());
    const calls = Array.from({ length: MANY }, () => assert.rejects(ask(200, 'POST', 0), { failure: 'timeout' }));
    await Promise.all(calls);
    host.behave();
    assert.ok(await ask(20_000));
    await transport.close();
  });
});

describe('a call to the host that is abandoned while it waits for a connection', () => {
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

  const ask = (left: number, n = 0) =>
    transport.call({
      operation: 'look_at_site',
      method: 'POST',
      path: '/',
      authorization: null,
      caller: `${Math.floor(n / OF_CALLER)}`,
      deadline: performance.now() + left,
    });

  const isIdle = () => {
    const { inUse, waiting } = transport.load().host;
    return inUse + waiting === 0;
  };

  it('is never sent and uses no connection, even if a timer ends slightly early', async (t) => {
    host.misbehave(silence());
    // A real timer may fire a millisecond too early. This mock timer fires almost 60 seconds too early.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const calls = Array.from({ length: CONNECTIONS + 8 }, (_, n) =>
      assert.rejects(ask(60_000, n), { failure: 'timeout' }),
    );
    while (host.calls.length < CONNECTIONS) await setImmediate();
    t.mock.timers.tick(60_000);
    t.mock.timers.reset();
    await Promise.all(calls);
    await until('no call is pending', isIdle);
    assert.equal(host.calls.length, CONNECTIONS);
  });

  it('fails with a timeout even if its timer is late because the process was busy', async (t) => {
    const held = hold();
    host.misbehave(held.fault);
    const calls = Array.from({ length: CONNECTIONS }, (_, n) => ask(60_000, n).catch(() => {}));
    await until('all connections are in use', () => host.calls.length === CONNECTIONS);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const end = performance.now() + 50;
    const late = assert.rejects(ask(50), { failure: 'timeout', isOutage: true });
    while (performance.now() < end) await setImmediate();
    t.mock.timers.reset();
    held.release();
    await Promise.all([late, ...calls]);
    assert.equal(host.calls.length, CONNECTIONS);
  });
});

describe('a caller whose calls the host does not answer', () => {
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

  const ask = (caller: string, left: number) =>
    transport.call({
      operation: 'look_at_site',
      method: 'GET',
      path: '/',
      authorization: null,
      caller,
      deadline: performance.now() + left,
    });
  const failAll = (callers: readonly string[], left: number) =>
    Promise.all(callers.map((caller) => assert.rejects(ask(caller, left), { failure: 'timeout' })));

  it('gets at most a quarter of the connections', async () => {
    const held = hold();
    host.misbehave(held.fault);
    const calls = Array.from({ length: MANY }, () => ask('busy', 60_000));
    await until('the host is busy with them', () => host.calls.length === OF_CALLER);
    const others = Array.from({ length: CONNECTIONS - OF_CALLER }, (_, n) => ask(`other ${n}`, 60_000));
    await until('all connections are in use', () => host.calls.length === CONNECTIONS);
    assert.deepEqual(transport.load().host, { inUse: CONNECTIONS, waiting: MANY - OF_CALLER, limit: CONNECTIONS });
    host.behave();
    held.release();
    await Promise.all([...calls, ...others]);
  });

  it('opens the breaker for no other caller, however many of the calls time out', async () => {
    host.misbehave(silence());
    // On a slow machine, the breaker may open while calls still wait for a connection. The breaker then rejects these
    // calls before their time is over.
    const isTimeoutOrBreaker = (error: HostError) => error.failure === 'timeout' || error.refusal === 'breaker';
    await Promise.all(Array.from({ length: MANY }, () => assert.rejects(ask('busy', 200), isTimeoutOrBreaker)));
    await assert.rejects(ask('busy', 20_000), { failure: 'unavailable', refusal: 'breaker' });
    host.behave();
    assert.equal(transport.breaker, 'closed');
    assert.ok(await ask('other', 20_000));
  });

  it('opens the breaker for all callers if the host answers no other caller either', async () => {
    host.misbehave(silence());
    await failAll(['one', 'another', 'third'], 200);
    assert.equal(transport.breaker, 'open');
    await assert.rejects(ask('fourth', 20_000), { failure: 'unavailable', refusal: 'breaker' });
  });

  it('counts as one failure, however many of its calls get errors', async () => {
    host.misbehave(status(500));
    for (let n = 0; n < MANY; n++) await assert.rejects(ask('busy', 20_000));
    assert.equal(transport.breaker, 'closed');
    for (let n = 0; n < MANY; n++) await assert.rejects(ask(`other ${n}`, 20_000));
    assert.equal(transport.breaker, 'open');
  });
});

/** Requests the site's index with plenty of time. */
const look = (transport: Transport) =>
  transport.call({
    operation: 'look_at_site',
    method: 'GET',
    path: '/',
    authorization: null,
    deadline: performance.now() + 20_000,
  });

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
