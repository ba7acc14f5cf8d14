// Needs containers: only their start shows that compose.yaml connects them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import { startComposed, whyNoContainers } from '../../../deploy/testing/compose.ts';
import { giveTogether } from '../../../deploy/testing/guests.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';

/** Three times as many as the processes of PHP. */
const GUESTS = 24;

/*
 * Starts deploy/compose.yaml with podman-compose and stand-ins for official images, and uses the site as a family does.
 */

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Gift {
  item_id: number;
  giver_name: string;
}

describe('the site of deploy/compose.yaml', { skip: whyNoContainers() }, () => {
  // The service forgets each account after two seconds, so guests who read the form come after quiet minutes.
  const site = openForSuite(() => startComposed({ AUTH_CACHE_TTL: '2' }));
  let certificate: string;
  let said: string;
  let password: string;
  let key: string;
  let authorization: string;
  let registry: { id: number; permalink: string };
  let wish: number;

  /** Sends a request through Caddy, whose certificate must be valid. */
  async function ask(method: string, path: string, sent: { headers?: object; body?: string } = {}): Promise<Answer> {
    const headers = {
      ...sent.headers,
      ...(sent.body !== undefined && { 'content-length': Buffer.byteLength(sent.body) }),
    };
    const options: RequestOptions = { method, ca: certificate, headers, agent: false };
    const sending = request(new URL(path, site.url), options);
    sending.end(sent.body);
    const [response] = await once(sending, 'response');
    return { status: response.statusCode, headers: response.headers, text: await text(response) };
  }
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (path: string, fields: Record<string, string>, headers: object = {}) =>
    ask('POST', path, { headers: { ...FORM, ...headers }, body: String(new URLSearchParams(fields)) });
  const api = (method: string, path: string, body?: object, headers: object = { 'x-api-key': key, authorization }) =>
    ask(method, `/registry-api${path}`, {
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  /**
   * Sends a request to the API until it is answered. On a busy machine, the site may answer later than the service
   * waits. Then the same request is repeated, a creation with its key, as clients do.
   */
  async function answerOf(status: number, ...sent: Parameters<typeof api>): Promise<string> {
    let answer: Answer | undefined;
    await until(`${sent[0]} ${sent[1]} is answered`, async () => {
      answer = await api(...sent);
      return ![409, 502, 503, 504].includes(answer.status);
    });
    assert.equal(answer?.status, status, answer?.text);
    return answer?.text ?? '';
  }
  async function create<T>(path: string, body: object): Promise<T> {
    const headers = { 'x-api-key': key, authorization, 'idempotency-key': randomUUID() };
    return JSON.parse(await answerOf(201, 'POST', path, body, headers));
  }
  async function addWish(name: string): Promise<number> {
    const draft = { name, url: 'https://shop.example/', quantity_needed: 5 };
    const made = await create<{ data: { id: number } }>(`/registries/${registry.id}/items`, draft);
    return made.data.id;
  }

  /** Submits the give form as a guest. */
  async function give(name: string): Promise<void> {
    const { pathname } = new URL(registry.permalink);
    let form = await ask('GET', `${pathname}?give=${wish}`);
    // A busy site may answer 503, because the service took too long.
    await until('the form opens', async () => {
      if (form.status === 503) form = await ask('GET', `${pathname}?give=${wish}`);
      return form.status !== 503;
    });
    assert.equal(form.status, 200);
    const hidden = Object.fromEntries(
      [...form.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, field, value]) => [
        field,
        value,
      ]),
    );
    assert.ok(hidden.token && hidden.entry, 'the page contains a form');
    const cookie = (form.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
    // The site treats a form that is submitted within its first seconds as spam. So this function submits the form
    // until the site accepts it.
    await until('the gift is given', async () => {
      const fields = { ...hidden, quantity: '1', giver_name: name };
      return (await post(`${pathname}?give=${wish}`, fields, { cookie })).status === 303;
    });
  }
  async function givers(): Promise<string[]> {
    const gifts: Gift[] = JSON.parse(await answerOf(200, 'GET', `/registries/${registry.id}/purchases`));
    return gifts.map(({ giver_name }) => giver_name).sort();
  }
  /** Reads the gateway's log; returns the cache status of each request for a page, such as MISS or HIT. */
  async function kept(path: string): Promise<string[]> {
    const lines = (await site.logs('gateway')).split('\n').filter((line) => line.startsWith('{'));
    return lines
      .map((line): { path?: string; kept?: string } => JSON.parse(line))
      .filter((line) => line.path === path)
      .map((line) => line.kept ?? '');
  }

  before(async () => {
    certificate = await site.exec('tls', 'cat', '/data/caddy/pki/authorities/local/root.crt');
    said = await site.logs('setup');
    password = /password: +(\S+)/.exec(said)?.[1] ?? '';
    assert.notEqual(password, '');
    key = /x-api-key: +(\S+)/.exec(said)?.[1] ?? '';
  });

  it('prints once how to sign in, and the administrator can', async () => {
    const answer = await post(
      '/wp-login.php',
      { log: 'admin', pwd: password, testcookie: '1' },
      { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    );
    assert.equal(answer.status, 302, answer.text);
    assert.equal(answer.headers.location, `${site.url}/wp-admin/`);
    const cookie = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
    const nonce = (await ask('GET', '/wp-admin/admin-ajax.php?action=rest-nonce', { headers: { cookie } })).text;
    const made = await ask('POST', '/wp-json/wp/v2/users/me/application-passwords', {
      headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Test' }),
    });
    assert.equal(made.status, 201, made.text);
    authorization = `Basic ${btoa(`admin:${JSON.parse(made.text).password}`)}`;
  });

  it('passes its own check', () => {
    assert.match(said, /^setup: good: /m);
    assert.doesNotMatch(said, /^setup: critical/m);
  });

  it('accepts a new registry with a wish through /registry-api/, with the key only', async () => {
    const draft = { title: 'Mum & Dad', status: 'publish' };
    await answerOf(403, 'POST', '/registries', draft, { authorization });
    registry = await create('/registries', draft);
    wish = await addWish('A tent');
  });

  it('allows a guest to give, and the owner sees the gift', async () => {
    await give('Aunt Ida');
    assert.deepEqual(await givers(), ['Aunt Ida']);
  });

  it('caches the page for the next guest, and shows a new wish within seconds', async () => {
    const { pathname } = new URL(registry.permalink);
    // The cached page is fresh for only two seconds, so a busy machine may need several attempts.
    await until('a page comes from the gateway’s cache', async () => {
      await ask('GET', pathname);
      assert.match((await ask('GET', pathname)).text, /A tent/);
      return (await kept(pathname)).at(-1) === 'HIT';
    });
    await addWish('A lantern');
    await until('a page contains the new wish', async () => /A lantern/.test((await ask('GET', pathname)).text));
  });

  it('is reachable on Caddy’s two ports only', async () => {
    const { ports } = await site.inspect();
    assert.deepEqual(ports.map(({ service, inside }) => `${service} ${inside}`).sort(), [
      'tls 8080/tcp',
      'tls 8443/tcp',
    ]);
    assert.ok(ports.some(({ outside }) => outside === new URL(site.url).port));
  });

  it('shows no secret to anyone who can inspect the containers', async () => {
    const files = {
      cron: ['site-db/password'],
      gateway: ['gateway/keys'],
      mariadb: ['site-db-root/password'],
      api: ['items/password', 'items/database-url'],
    };
    const { text: told } = await site.inspect();
    assert.ok(!told.includes(password));
    for (const [service, names] of Object.entries(files))
      for (const name of names) {
        const secret = (await site.exec(service, 'cat', `/run/secrets/${name}`)).trim();
        assert.ok(secret.length >= 16, name);
        assert.ok(!told.includes(secret), name);
      }
  });

  it('keeps everything over a restart, prints no password again, and starts although the last backup is old', async () => {
    const old = new Date(realNow() - 3 * 86_400_000).toISOString().replace(/\.\d+/, '');
    await site.exec('api', 'node', 'deploy/containers/backup-made.ts', old);
    await site.restart();
    await until(
      'the site answers',
      async () => (await ask('GET', new URL(registry.permalink).pathname)).status === 200,
    );
    assert.deepEqual(await givers(), ['Aunt Ida']);
    const said = await site.logs('setup');
    assert.equal(said.split(password).length, 2);
    assert.match(said, /^setup: critical: The last good backup of the registry service is 3 days old/m);
  });

  it(`lets ${GUESTS} guests give at once, after a restart and after quiet minutes`, async (test) => {
    const php = `require '/var/www/html/wp-load.php'; update_option( 'largesse_gifts_per_address', 10000 ); update_option( 'largesse_gifts_per_registry', 10000 );`;
    await site.exec('wordpress', 'php', '-r', php);
    const glasses = { name: 'Glasses', url: 'https://shop.example/', quantity_needed: 900 };
    const made = await create<{ data: { id: number } }>(`/registries/${registry.id}/items`, glasses);
    await site.restart();
    for (const state of ['restarted', 'quiet']) {
      const { given, refused, p99, rate } = await giveTogether(
        async (path, headers, form) => {
          const answer = await (form ? post(path, form, headers) : ask('GET', path, { headers }));
          return { ...answer, cookies: answer.headers['set-cookie'] ?? [] };
        },
        new URL(registry.permalink).pathname,
        made.data.id,
        GUESTS,
      );
      test.diagnostic(`${state}: ${given} of ${GUESTS}, p99 ${Math.round(p99)} ms, ${rate.toFixed(1)} a second`);
      const said = refused.length === 0 ? [] : (await site.logs('wordpress')).match(/Largesse: .*/g);
      assert.deepEqual([given, refused, said], [GUESTS, [], []]);
    }
  });

  it('is removed completely with its volumes', async () => {
    assert.notDeepEqual(await site.left(), []);
    await site.down();
    assert.deepEqual(await site.left(), []);
  });
});
