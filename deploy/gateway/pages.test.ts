import assert from 'node:assert/strict';
import { Agent, createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { beforeEach, describe, it } from 'node:test';
import { realNow } from '../../contract/testing/clock.ts';
import { type Answer, type Sending, send } from '../../tests/support/http-client.ts';
import { addressOf } from '../../tests/support/server-address.ts';
import { openForSuite } from '../../tests/support/suite.ts';
import { hasNginx } from '../testing/nginx.ts';
import { startPagesGateway } from '../testing/pages.ts';

/*
 * Tests how nginx caches pages. A small server replaces WordPress, and marks only the page of the registry as
 * cacheable. tests/e2e/deploy/pages.test.ts tests the plugin behind the same nginx.
 */

const PATH = '/registry/open/';
const HOST = 'wishes.example';

/** A request that WordPress received. */
interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}

/** An answer of nginx, and the request that WordPress received. */
interface Page extends Answer<unknown> {
  made: string;
  received: Received;
}

/** Starts a server that answers each request with a unique page, and nginx in front of it. */
async function openGateway() {
  await using opened = new AsyncDisposableStack();
  let count = 0;
  const answering: { status: number; headers: OutgoingHttpHeaders } = { status: 200, headers: {} };
  const server = createServer((request, response) => {
    const received = { method: request.method, url: request.url, headers: request.headers };
    const mark =
      request.headers['x-largesse-page'] === 'may-be-kept' && request.url === PATH ? { 'x-largesse-page': 'keep' } : {};
    response.writeHead(answering.status, {
      'content-type': 'text/html',
      vary: 'Cookie',
      ...mark,
      ...answering.headers,
    });
    // The page is long, because nginx does not compress short pages.
    response.end(`${++count} ${Buffer.from(JSON.stringify(received)).toString('base64')} ${'Casserole '.repeat(9)}`);
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  opened.defer(() => void server.close());
  const gateway = opened.use(await startPagesGateway(addressOf(server)));
  const agent = new Agent({ keepAlive: false });
  const all = opened.move();
  return {
    gateway,
    /** Status and additional headers of the answers that WordPress sends next. */
    answering,
    get: async (
      path = PATH,
      headers: Record<string, string> = {},
      sending: Sending & { method?: string } = {},
    ): Promise<Page> => {
      const { method = 'GET', ...rest } = sending;
      const answer = await send(agent, gateway.url, method, path, { ...rest, headers: { host: HOST, ...headers } });
      const [made = '', received = ''] = answer.text.split(' ');
      return {
        ...answer,
        made,
        received:
          received === '' || answer.headers['content-encoding']
            ? {}
            : JSON.parse(Buffer.from(received, 'base64').toString()),
      };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

describe('pages through nginx', { skip: hasNginx ? false : 'nginx is not installed' }, () => {
  const t = openForSuite(() => openGateway());
  beforeEach(async () => {
    Object.assign(t.answering, { status: 200, headers: {} });
    await t.gateway.clear();
  });

  const isKept = (one: Page, other: Page) => one.made !== '' && one.made === other.made;
  const isForEverybody = ({ status, received }: Page) => {
    assert.equal(status, 200);
    assert.deepEqual(received, {
      method: 'GET',
      url: PATH,
      headers: {
        connection: 'close',
        host: HOST,
        'user-agent': 'largesse-gateway',
        'x-forwarded-proto': 'http',
        'x-largesse-page': 'may-be-kept',
      },
    });
  };

  describe('come from the cache', () => {
    const ways: [name: string, query: string, headers: Record<string, string>][] = [
      ['at the plain address', '', {}],
      ['with tracking parameters of newsletters and networks', '?utm_source=news&utm_medium=mail&fbclid=IwAR0', {}],
      ['with an empty query', '?', {}],
      ['with cookies of statistics', '', { cookie: '_ga=GA1.1.1; _ga_ABC123=GS1.1; _pk_id.1.1fff=x; _fbp=fb.1' }],
      ['of a browser that bypasses its cache', '', { 'cache-control': 'no-cache', pragma: 'no-cache' }],
      ['of a browser that requests a range', '', { range: 'bytes=0-10' }],
      [
        'of a browser that has a copy',
        '',
        { 'if-modified-since': new Date(realNow()).toUTCString(), 'if-none-match': '*' },
      ],
      ['in any other language', '', { 'accept-language': 'da, de', accept: 'text/html', 'user-agent': 'Mozilla/5.0' }],
    ];
    for (const [name, query, headers] of ways)
      it(`for visitors without cookies ${name}, whose requests leave no trace`, async () => {
        const first = await t.get();
        isForEverybody(first);
        assert.ok(isKept(first, await t.get(PATH + query, headers)));
        await t.gateway.clear();
        await t.get(PATH + query, headers);
        isForEverybody(await t.get());
      });

    it('once for each language of the plugin; WordPress gets no variants and weights', async () => {
      const german = await t.get(PATH, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' });
      assert.equal(german.received.headers['accept-language'], 'de');
      assert.ok(isKept(german, await t.get(PATH, { 'accept-language': 'de' })));
      for (const language of ['en', 'fr', 'da'])
        assert.ok(!isKept(german, await t.get(PATH, { 'accept-language': language })), language);
    });

    it('also for HEAD, and compressed only if the browser supports it', async () => {
      const first = await t.get();
      const head = await t.get(PATH, {}, { method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal(first.headers['content-encoding'], undefined);
      assert.equal((await t.get(PATH, { 'accept-encoding': 'gzip' })).headers['content-encoding'], 'gzip');
      assert.equal(first.headers.vary, 'Accept-Encoding');
      // The first request is HEAD, and the cache must still store the whole page.
      await t.gateway.clear();
      await t.get(PATH, {}, { method: 'HEAD' });
      isForEverybody(await t.get());
    });

    it('with one request to WordPress at a time, however many visitors come at once', async () => {
      const pages = await Promise.all(Array.from({ length: 40 }, () => t.get()));
      assert.equal(new Set(pages.map(({ made }) => made)).size, 1);
    });
  });

  describe('come from WordPress', () => {
    const people: Record<string, Record<string, string>> = {
      'a member': { cookie: 'wordpress_logged_in_0123=owner%7C1' },
      'a giver': { cookie: `largesse_gift-${'0'.repeat(36)}=1.1.shown.${'0'.repeat(32)}` },
      'a guest with a link': { cookie: 'largesse_open_7=0123' },
      'a visitor who knows a password': { cookie: 'wp-postpass_0123=%24P%24B' },
      'a visitor who has commented': { cookie: 'comment_author_0123=Ann; _ga=1' },
      'a visitor with a shopping cart': { cookie: '_ga=1; woocommerce_items_in_cart=1' },
      'a visitor with an odd cookie': { cookie: '_ga=1;x' },
      'a program with credentials': { authorization: 'Basic eDp5' },
    };
    for (const [who, headers] of Object.entries(people))
      it(`for ${who}, and are not cached`, async () => {
        const kept = await t.get();
        const pages = await t.gateway.kept();
        const own = await t.get(PATH, headers);
        assert.ok(!isKept(own, kept));
        assert.partialDeepStrictEqual(own.received.headers, headers);
        assert.equal(own.received.headers['x-largesse-page'], undefined);
        assert.equal(await t.gateway.kept(), pages);
        assert.ok(isKept(kept, await t.get()));
      });

    it('at every other address, and no visitor gets them instead of another page', async () => {
      const kept = await t.get();
      const queries = ['?giving=1', '?preview=true', '?x=1', '?utm_source=a&x=1', '?x=1&utm_source=a', '?p=1'];
      const odd = [
        '?%75tm_source=a',
        '?utm_source[]=1',
        '?fbclid',
        '?open=0123',
        '?o%70en=0123',
        '?utm_source=a&open=0',
      ];
      const below = ['feed/', 'embed/', 'foo.css', 'foo.jpg/', ';foo.css', '2/'];
      const others = ['/', '/registry/', '/?registry=open', '/registry/open.css', '/registry/open%3Fgiving=1'];
      for (const path of [...[...queries, ...odd, ...below].map((more) => PATH + more), ...others]) {
        const [one, other] = [await t.get(path), await t.get(path)];
        assert.ok(!isKept(kept, one) && !isKept(one, other), path);
        assert.equal(one.headers['cache-control'] ?? '', '', path);
      }
      assert.ok(isKept(kept, await t.get()));
    });

    it('for other methods, which never change the cached page', async () => {
      const kept = await t.get();
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
        assert.ok(!isKept(kept, await t.get(PATH, {}, { method, body: { x: 1 } })), method);
      const withBody = await t.get(PATH, {}, { rawBody: 'giving=1' });
      assert.equal(withBody.status, 200);
      assert.ok(!isKept(kept, withBody));
      assert.ok(isKept(kept, await t.get()));
    });

    it('if the answer sets a cookie, varies, is an error, or has no mark', async () => {
      const rows: [status: number, headers: OutgoingHttpHeaders][] = [
        [200, { 'set-cookie': 'theirs=1' }],
        [200, { vary: 'Accept-Language' }],
        [503, {}],
        [200, { 'x-largesse-page': 'none' }],
      ];
      for (const [status, headers] of rows) {
        Object.assign(t.answering, { status, headers });
        await t.gateway.clear();
        assert.ok(!isKept(await t.get(), await t.get()), JSON.stringify([status, headers]));
      }
    });
  });

  it('tell browsers and other caches not to store them, and reveal no age, whatever WordPress says', async () => {
    t.answering.headers = {
      'cache-control': 'public, max-age=86400',
      'x-accel-expires': '86400',
      expires: 'Thu, 01 Jan 2099 00:00:00 GMT',
      'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      etag: '"x"',
    };
    const first = await t.get();
    const kept = await t.get();
    assert.ok(isKept(first, kept));
    assert.equal(kept.headers['cache-control'], 'private, no-cache');
    const told = Object.keys(kept.headers).filter((name) =>
      /^(age|expires|last-modified|etag|x-cache.*|x-accel.*|x-largesse.*|set-cookie)$/.test(name),
    );
    assert.deepEqual(told, []);
    assert.ok(Math.abs(Date.parse(kept.headers.date ?? '') - realNow()) < 60_000);
  });

  it('are sent again only if they have changed', async () => {
    t.answering.headers = { 'x-largesse-hash': '0123abcd' };
    await t.get();
    const { headers } = await t.get();
    assert.equal(headers.etag, 'W/"0123abcd"');
    const [same, gzipped] = await Promise.all(
      [{}, { 'accept-encoding': 'gzip' }].map((sent) => t.get(PATH, { 'if-none-match': 'W/"0123abcd"', ...sent })),
    );
    assert.deepEqual([same?.status, same?.text, gzipped?.status], [304, '', 304]);
    assert.equal((await t.get(PATH, { 'if-none-match': 'W/"another"' })).status, 200);
    t.answering.headers = { 'x-largesse-hash': 'not a hash' };
    await t.gateway.clear();
    assert.equal((await t.get()).headers.etag, undefined);
  });

  describe('cannot be poisoned', () => {
    const evil = 'evil.example';
    const headers: Record<string, string>[] = [
      { 'x-forwarded-host': evil },
      { forwarded: `host=${evil};proto=https` },
      { 'x-original-url': '/registry/closed/' },
      { 'x-rewrite-url': '/registry/closed/' },
      { 'x-forwarded-port': '1' },
      { 'x-forwarded-prefix': '/evil' },
      { 'x-http-method-override': 'POST' },
      { 'x-wp-nonce': 'x' },
      { 'x-largesse-page': 'may-be-kept' },
      { 'accept-language': 'da' },
      { origin: `https://${evil}` },
      { referer: `https://${evil}/` },
      { 'x-forwarded-for': '203.0.113.9' },
    ];
    for (const sent of headers)
      it(`by ${Object.keys(sent)[0]}`, async () => {
        const own = await t.get(PATH, sent);
        isForEverybody(own);
        assert.ok(isKept(own, await t.get()));
        // nginx does not cache a page with a query, but passes the request to WordPress. Checks that nginx removes the
        // headers below from this request, too.
        const { received } = await t.get(`${PATH}?x=1`, sent);
        for (const name of [
          'x-forwarded-host',
          'forwarded',
          'x-original-url',
          'x-rewrite-url',
          'x-forwarded-port',
          'x-largesse-page',
        ])
          assert.equal(received.headers[name], undefined, name);
      });

    it('by another host, whose pages are its own', async () => {
      const kept = await t.get();
      for (const host of [evil, 'LOCALHOST', `${evil}:80`]) assert.ok(!isKept(await t.get(PATH, { host }), kept), host);
      assert.ok(isKept(kept, await t.get()));
    });

    it('by a visitor who claims to use TLS', async () => {
      const kept = await t.get();
      assert.ok(isKept(kept, await t.get(PATH, { 'x-forwarded-proto': 'https' })));
      // With X-Forwarded-For, the test acts as the trusted proxy 127.0.0.1. nginx then accepts X-Forwarded-Proto, and
      // caches the HTTPS page separately.
      const other = await t.get(PATH, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' });
      assert.ok(!isKept(kept, other));
    });
  });
});
