// Needs gateways: limits, logs and retries are those of nginx and Caddy.
import assert from 'node:assert/strict';
import { Agent, createServer, type RequestListener } from 'node:http';
import { after, describe, it } from 'node:test';
import { GATEWAYS, type Gateway, type GatewayOptions, startNginxGateway } from '../../../deploy/testing/gateway.ts';
import { hasNginx } from '../../../deploy/testing/nginx.ts';
import { basic } from '../../support/host-users.ts';
import { type Answer, type Sending, send } from '../../support/http-client.ts';
import { CLOSED_ADDRESS, listen } from '../../support/server-address.ts';
import { openTestService } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

const agent = new Agent({ keepAlive: false });
const t = await openTestService({ env: { TRUST_PROXY: '127.0.0.1' } });
after(() => t.close());

const KEY = 'the-gateway-key';
const ORIGIN = t.host.url;
const LOGIN = { authorization: t.host.users.authorization('owner') };
const SIGNED_IN = { ...LOGIN, 'x-api-key': KEY };

const ask = <T = unknown>(
  gateway: Gateway,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  sending: Sending = {},
): Promise<Answer<T>> => send<T>(agent, gateway.url, method, path, { ...sending, headers });

/** Starts a misbehaving server in place of a process of the service. */
const oddProcess = (listener: RequestListener) => listen(createServer(listener));

/** Checks an error that the gateway itself sends. */
function assertOwnError(answer: Answer<unknown>, status: number, detail: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(answer.body, { detail });
  const { headers } = answer;
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.match(headers['access-control-expose-headers'] ?? '', /Retry-After.*X-Request-Id/);
  assert.match(String(headers['x-request-id']), /^[\w.-]{1,64}$/);
  if (status === 429 || status > 500) assert.match(headers['retry-after'] ?? '', /^\d+$/);
}

for (const { name, isInstalled, start } of GATEWAYS)
  describe(`${name} with the files of deploy/gateway`, {
    skip: isInstalled ? false : `${name} is not installed`,
  }, () => {
    const open = (options: Partial<GatewayOptions> = {}) => start({ processes: [t.url], keys: [KEY], ...options });

    it('accepts requests with one of its keys, and no others', async () => {
      await using gateway = await open({ keys: ['one', 'two'] });
      for (const key of ['one', 'two'])
        assert.equal((await ask(gateway, 'GET', '/items', { ...LOGIN, 'x-api-key': key })).status, 200);
      for (const key of ['ONE', 'on', 'onee', 'one,two', 'xone', '', '*', 'o*'])
        assertOwnError(
          await ask(gateway, 'GET', '/items', { ...LOGIN, 'x-api-key': key }),
          403,
          'Missing or invalid API key',
        );
    });

    it('refuses requests that need a key while it has none', async () => {
      await using gateway = await open({ keys: [] });
      for (const key of ['', ' ', 'x'])
        assert.equal((await ask(gateway, 'GET', '/items', { ...LOGIN, 'x-api-key': key })).status, 403);
      assert.equal((await ask(gateway, 'GET', '/items', LOGIN)).status, 403);
      assert.equal((await ask(gateway, 'GET', '/health')).status, 200);
    });

    it('leaves errors of the service unchanged, and scripts of any page can read its own errors', async () => {
      await using gateway = await open();
      const answer = await ask(gateway, 'GET', '/registries/987654', { ...SIGNED_IN, origin: ORIGIN });
      assert.equal(answer.status, 404);
      assert.deepEqual(answer.body, { detail: 'Registry not found' });
      assert.equal(answer.headers['access-control-allow-origin'], ORIGIN);
      const foreign = await ask(gateway, 'GET', '/items', { ...SIGNED_IN, origin: 'https://evil.example' });
      assert.equal(foreign.headers['access-control-allow-origin'], undefined);
      const rawBody = `"${'x'.repeat(524_288)}"`;
      assertOwnError(
        await ask(gateway, 'POST', '/items', { ...SIGNED_IN, origin: ORIGIN }, { rawBody }),
        413,
        'Request body is too large',
      );
    });

    it('passes paths on unchanged', async () => {
      const paths: string[] = [];
      await using process = await oddProcess((request, response) => {
        if (request.url !== '/health') paths.push(String(request.url));
        response.end('{}');
      });
      await using gateway = await open({ processes: [process.url] });
      const sent = ['a%2Fb', 'a%2fb', '%2e%2e', '%2e%2e%2f%2e%2e%2fx', 'a+b@x.test', 'a%2Bb%40x.test', 'a%20b', '%252f']
        .concat(['what%3F%23', '%C3%A9', '..%2f..%2f..%2fhealth', 'a//b', './x', '../x', "(!*'~$&,;=:)"])
        .map((entry) => `/registries/1/invitees/${entry}?q=%2B+%20&q=%2f`);
      for (const path of sent) assert.equal((await ask(gateway, 'DELETE', path, SIGNED_IN)).status, 200, path);
      assert.deepEqual(paths, sent);
    });

    it('keeps a harmless request id, replaces any other one, and logs it', async () => {
      await using gateway = await open();
      const idFor = async (id?: string) =>
        (await ask(gateway, 'GET', '/health', id === undefined ? {} : { 'x-request-id': id })).headers['x-request-id'];
      assert.equal(await idFor('the-id_4711.x'), 'the-id_4711.x');
      const made = await idFor();
      assert.match(String(made), /^[\da-f-]{32,36}$/);
      for (const bad of ['a b', 'x'.repeat(65), 'é', '"', '{x}', 'a,b'])
        assert.match(String(await idFor(bad)), /^[\da-f-]{32,36}$/);
      const refused = await ask(gateway, 'GET', '/items', { 'x-request-id': 'refused-1' });
      assert.equal(refused.headers['x-request-id'], 'refused-1');
      for (const id of ['the-id_4711.x', String(made), 'refused-1'])
        await until(`${id} is logged`, async () => (await gateway.logs()).includes(id));
    });

    it('accepts trace headers from the site only', async () => {
      const traces: unknown[] = [];
      await using process = await oddProcess(({ url, headers }, response) => {
        if (url !== '/health') traces.push([headers.traceparent, headers.tracestate]);
        response.end('{}');
      });
      const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'one=1' };
      for (const sites of [[], ['127.0.0.1']]) {
        await using gateway = await open({ processes: [process.url], sites });
        assert.equal((await ask(gateway, 'GET', '/items', { ...SIGNED_IN, ...trace })).status, 200);
      }
      assert.deepEqual(traces, [[undefined, undefined], Object.values(trace)]);
    });

    it('never logs headers, queries or invitees', async () => {
      await using gateway = await open();
      await using cut = await oddProcess((request, response) => {
        if (request.url === '/health') response.end('{}');
        else response.destroy();
      });
      await using broken = await open({ processes: [cut.url] });
      const secret = 'CANARY4711';
      const headers = { 'x-api-key': KEY, authorization: basic('owner', secret), referer: secret, cookie: secret };
      for (const one of [gateway, broken]) {
        for (const path of [
          `/items?q=${secret}`,
          `/registries/1/invitees/${secret}%40x.test`,
          `/items?${'x'.repeat(9000)}${secret}`,
        ]) {
          await ask(one, 'DELETE', path, headers);
          await ask(one, 'GET', path, { ...headers, 'x-api-key': secret });
        }
        await ask(one, 'POST', `/items?q=${secret}`, headers, { rawBody: secret.repeat(8000) });
        await ask(one, 'GET', '/items', { 'x-request-id': 'the-last-one' });
        await until('all is logged', async () => (await one.logs()).includes('the-last-one'));
        const logs = await one.logs();
        assert.ok(!logs.includes(secret), logs);
        assert.ok(!logs.includes(KEY), logs);
        assert.match(logs, /"\/registries\/1\/invitees\//);
      }
    });

    it('counts failed logins by the real address, whatever the caller claims', async () => {
      await using gateway = await open();
      const guess = async (n: number) => {
        const own = `198.51.100.${n}`;
        const answer = await ask(gateway, 'GET', '/items', {
          'x-api-key': KEY,
          authorization: basic(`victim-of-${name}`, `guess${n}`),
          'x-forwarded-for': own,
          forwarded: `for=${own}`,
          'x-real-ip': own,
          'x-client-ip': own,
        });
        return answer.status;
      };
      const statuses: number[] = [];
      for (let n = 0; n < 22; n++) statuses.push(await guess(n));
      assert.deepEqual(statuses, [...Array(20).fill(401), 429, 429]);
    });

    it('tries another process if one is unreachable, and answers 502 or 503 if all are', async () => {
      await using gateway = await open({ processes: [CLOSED_ADDRESS, t.url] });
      for (let n = 0; n < 10; n++) {
        const authorization = t.host.users.authorization('owner');
        const answer = await ask(gateway, n % 2 ? 'GET' : 'POST', '/items', {
          'x-api-key': KEY,
          authorization,
          n: `${n}`,
        });
        assert.ok([200, 400].includes(answer.status), `${answer.status} ${answer.text}`);
      }
      await using alone = await open({ processes: [CLOSED_ADDRESS] });
      const none = await ask(alone, 'GET', '/items', { ...SIGNED_IN, origin: ORIGIN });
      assertOwnError(none, none.status === 503 ? 503 : 502, 'Service is unavailable');
    });

    it('repeats a request that may have arrived only if that has the same effect', async () => {
      const seen: string[] = [];
      const cutting: RequestListener = (request, response) => {
        if (request.url === '/health') return void response.end('{}');
        seen.push(`${request.method} ${request.url}`);
        request.resume().on('end', () => response.destroy());
      };
      await using one = await oddProcess(cutting);
      await using other = await oddProcess(cutting);
      for (const method of ['POST', 'PATCH']) {
        await using gateway = await open({ processes: [one.url, other.url] });
        const answer = await ask(gateway, method, `/items?${method}`, SIGNED_IN, { rawBody: '{}' });
        assertOwnError(answer, 502, 'Service is unavailable');
      }
      assert.deepEqual(seen, ['POST /items?POST', 'PATCH /items?PATCH']);
    });
  });

describe('a process that does not answer', { concurrency: true }, () => {
  for (const { name, isInstalled, start } of GATEWAYS)
    it(`makes ${name} answer 504 after ten seconds, but later if the request waits for events`, {
      skip: isInstalled ? false : `${name} is not installed`,
    }, async () => {
      const event = Promise.withResolvers<void>();
      await using process = await oddProcess((request, response) => {
        if (request.url === '/health') response.end('{}');
        if (request.url === '/events?wait=25') void event.promise.then(() => response.end('[]'));
      });
      await using gateway = await start({ processes: [process.url], keys: [KEY] });
      assert.equal((await ask(gateway, 'GET', '/events?wait=25', {})).status, 403);
      const waiting = ask(gateway, 'GET', '/events?wait=25', SIGNED_IN);
      const answer = await ask(gateway, 'POST', '/items', SIGNED_IN, { rawBody: '{}' });
      assertOwnError(answer, 504, 'Service did not answer in time');
      assert.ok(answer.took > 9000, `${answer.took} ms`);
      event.resolve();
      assert.equal((await waiting).status, 200);
    });
});

describe('limits of nginx', { skip: hasNginx ? false : 'nginx is not installed' }, () => {
  const open = (options: Partial<GatewayOptions> = {}) =>
    startNginxGateway({ processes: [t.url], keys: [KEY], ...options });
  const flood = async (gateway: Gateway, method: string, addressOf: (n: number) => string) => {
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        const answer = await ask(gateway, method, '/items', { ...SIGNED_IN, 'x-forwarded-for': addressOf(n) });
        if (answer.status === 429) assertOwnError(answer, 429, 'Too many requests');
        return answer.status;
      }),
    );
    return statuses.filter((status) => status === 429).length;
  };

  it('slow down an address that sends more than 120 requests at once, with Retry-After, but no preflights', async () => {
    await using gateway = await open();
    const refused = await flood(gateway, 'GET', (n) => `198.51.100.${n % 250}`);
    assert.ok(refused > 20, `${refused}`);
    const preflight = { origin: ORIGIN, 'access-control-request-method': 'GET' };
    assert.equal((await ask(gateway, 'OPTIONS', '/items', preflight)).status, 204);
  });

  it('slow down the address that a proxy in front reports, all of an IPv6 subscriber as one, and no other', async () => {
    await using gateway = await open({ proxies: ['127.0.0.1'] });
    assert.ok((await flood(gateway, 'GET', (n) => `6.6.6.6, 2001:db8:1:2::${n.toString(16)}`)) > 20);
    const statusFrom = async (address: string) =>
      (await ask(gateway, 'GET', '/items', { ...SIGNED_IN, 'x-forwarded-for': address })).status;
    assert.equal(await statusFrom('2001:db8:1:3::1'), 200);
    const mapped = (n: number) => `::ffff:198.51.${n >> 8}.${n % 256}`;
    assert.equal(await flood(gateway, 'GET', mapped), 0);
  });

  it('do not apply to the servers of the site', async () => {
    await using gateway = await open({ sites: ['127.0.0.0/8'] });
    assert.equal(await flood(gateway, 'GET', () => '198.51.100.1'), 0);
  });
});
