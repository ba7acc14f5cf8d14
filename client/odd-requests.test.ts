import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { realNow } from '../contract/testing/clock.ts';
import { CLOSED_ADDRESS } from '../tests/support/server-address.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { createClient, RegistryApiError } from './src/index.ts';
import { openFakeApi } from './testing/fake-api.ts';

// Cases that JSON cannot express: unpaired surrogates, NaN and infinity.
describe('a request that cannot be sent', () => {
  const client = createClient({ baseUrl: CLOSED_ADDRESS });
  const loop: { title: string; self?: object } = { title: 'Ours' };
  loop.self = loop;
  const calls: Record<string, () => Promise<unknown>> = {
    'half a character in a path': () => client.removeInvitee(7, 'anna\ud83c'),
    'half a character in a query': () => client.searchItems({ q: '\udf81' }),
    'a body that holds itself': () => client.createRegistry(loop),
  };
  for (const [what, call] of Object.entries(calls))
    it(`is an error like any other: ${what}`, async () =>
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof RegistryApiError);
        assert.deepEqual([error.code, error.data], ['api_error', { status: 0 }]);
        assert.match(error.message, /Unicode|JSON/);
        return true;
      }));

  it('is refused if a secret’s file is larger than 8,192 bytes, is no text, or has no absolute path', async () => {
    await using folder = await temporaryFolder();
    await using api = await openFakeApi([{ json: [] }]);
    const file = join(folder.path, 'key');
    const ask = async (bytes: number, path = file) => {
      await writeFile(file, bytes < 0 ? Buffer.of(0xff) : 'key'.padEnd(bytes));
      process.env.REGISTRY_API_GATEWAY_KEY_FILE = path;
      try {
        return createClient({ baseUrl: api.url }).listItems();
      } finally {
        delete process.env.REGISTRY_API_GATEWAY_KEY_FILE;
      }
    };
    assert.deepEqual(await ask(8192), []);
    assert.equal(api.seen[0]?.headers['x-api-key'], 'key');
    await assert.rejects(
      ask(8193),
      /^RegistryApiError: REGISTRY_API_GATEWAY_KEY_FILE .* not be larger than 8192 bytes\.$/,
    );
    await assert.rejects(ask(-1), /_FILE cannot be used\. The file cannot be read\.$/);
    await assert.rejects(
      ask(3, relative('', file)),
      /_FILE cannot be used\. It must be the absolute path of a file\.$/,
    );
    await assert.rejects(ask(3, folder.path), /_FILE cannot be used\. There is no such file\.$/);
    assert.equal(api.seen.length, 1);
  });
});

describe('an error', () => {
  it('contains the reason for a missing answer as its cause', async () => {
    await using api = await openFakeApi([{ hangUp: 'close' }]);
    await assert.rejects(createClient({ baseUrl: api.url }).health(), (error) => {
      assert.ok(error instanceof RegistryApiError && error.cause instanceof Error);
      return true;
    });
  });

  it('rejects the call, and is never thrown synchronously', () => {
    const call = createClient({ baseUrl: '' }).getItem(42);
    return assert.rejects(call, {
      name: 'RegistryApiError',
      code: 'api_not_configured',
      data: { status: 0 },
    });
  });
});

it('an error of the service: contains the seconds until the date in Retry-After', async () => {
  const retryAfter = async (value: string) => {
    const fetch = async () => new Response('{}', { status: 503, headers: { 'retry-after': value } });
    const call = createClient({ baseUrl: 'https://api.example', fetch }).health();
    return call.then(
      () => assert.fail('no error'),
      (error: RegistryApiError) => error.retryAfter,
    );
  };
  const inAMinute = (await retryAfter(new Date(realNow() + 60_000).toUTCString())) ?? 0;
  assert.ok(inAMinute > 50 && inAMinute <= 60, String(inAMinute));
  assert.equal(await retryAfter('Thu, 01 Jan 2026 00:00:00 GMT'), 0);
  assert.equal(await retryAfter('soon'), null);
});

it('the time limit of a call: is ten seconds, in addition to its wait for events', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const client = createClient({
    baseUrl: 'https://api.example',
    fetch: (_url, { signal } = {}) =>
      new Promise((_resolve, reject) => void signal?.addEventListener('abort', () => reject(signal.reason))),
  });
  for (const [wait, seconds] of [
    [0, 10],
    [25, 35],
  ] as const) {
    let isOver = false;
    const ended = assert.rejects(client.listEvents({ wait }), { code: 'api_error', data: { status: 0 } }).then(() => {
      isOver = true;
    });
    t.mock.timers.tick(seconds * 1000 - 1);
    await new Promise(setImmediate);
    assert.equal(isOver, false);
    t.mock.timers.tick(1);
    await ended;
  }
});

describe('fetch', () => {
  it('gets no cookies, caches nothing and follows no redirect, and its signal is left without listeners', async () => {
    let sent: RequestInit | undefined;
    const client = createClient({
      baseUrl: 'https://api.example',
      fetch: async (_url, init) => {
        sent = init;
        return new Response('[{"id":"event"}]', { headers: { 'next-cursor': 'at-1' } });
      },
    });
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    signal.addEventListener = (_type: string, listener: unknown) => void listeners.add(listener);
    signal.removeEventListener = (_type: string, listener: unknown) => void listeners.delete(listener);
    assert.partialDeepStrictEqual(await client.events.follow({ signal }).next(), { value: { id: 'event' } });
    assert.partialDeepStrictEqual(sent, { credentials: 'omit', cache: 'no-store', redirect: 'manual' });
    assert.equal(listeners.size, 0);
  });

  it('can be replaced, and leaves no timer behind, which would delay the end of the program', async (t) => {
    const set = t.mock.method(globalThis, 'setTimeout');
    const cleared = t.mock.method(globalThis, 'clearTimeout');
    const asked: unknown[] = [];
    const client = createClient({
      baseUrl: 'https://api.example',
      fetch: async (...given) => {
        asked.push(given[0]);
        return Response.json({ status: 'healthy', service: 'largesse-api' });
      },
    });
    assert.deepEqual(await client.health(), { status: 'healthy', service: 'largesse-api' });
    assert.deepEqual(asked, ['https://api.example/health']);
    const timer = set.mock.calls.find(({ arguments: [, ms] }) => ms === 10_000)?.result;
    assert.ok(timer && cleared.mock.calls.some(({ arguments: [given] }) => given === timer));
  });
});
