// Needs a whole service: it fetches pages from servers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Preview } from '@largesse/contract';
import { assertError, assertStatus } from '../../../api/conformance/answers.ts';
import type { PreviewTimes } from '../../../api/src/previews/previews.ts';
import { stoppedClock } from '../../support/clock.ts';
import {
  CLOSED_ADDRESS,
  type FakeShops,
  openFakeShops,
  page,
  productPage,
  redirect,
  type Shop,
  SILENT_ADDRESS,
} from '../../support/fake-shops.ts';
import { patience } from '../../support/patience.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

const POT = productPage('Cast-iron pot');
const URL_OF_POT = 'https://pots.example/cast-iron-26';
const NOTHING = {
  name: null,
  description: null,
  image_url: null,
  price: null,
  currency: null,
  retailer: null,
  source: null,
  missing: 'Nothing could be read there',
};

interface Bench extends AsyncDisposable {
  t: TestService;
  shops: FakeShops;
  clock: ReturnType<typeof stoppedClock>;
  preview(url: string, as?: string): ReturnType<typeof ask<Preview>>;
  picture(url: string): ReturnType<typeof ask<unknown>>;
}

const ask = <T>(t: TestService, path: string, url: string, as: string) =>
  t.request<T>('POST', path, { as, body: { url } });

/** Opens a service with fake shops. */
async function openBench(env: Record<string, string> = {}, times: Partial<PreviewTimes> = {}): Promise<Bench> {
  const shops = await openFakeShops();
  const clock = stoppedClock();
  const t = await openTestService({
    env: { OPS_PORT: '0', ...env },
    overrides: {
      now: clock.now,
      previews: { internet: shops.internet, times: { wait: 2000, read: 5000, failure: 0, ...times } },
    },
  });
  return {
    t,
    shops,
    clock,
    preview: (url, as = 'owner') => ask<Preview>(t, '/previews', url, as),
    picture: (url) => ask(t, '/previews/picture', url, 'admin'),
    async [Symbol.asyncDispose]() {
      await t.close();
      await shops[Symbol.asyncDispose]();
    },
  };
}

describe('rules: Previews', () => {
  it('suggest data from the page, and the name of the host if the page names no shop', async () => {
    await using bench = await openBench();
    bench.shops.open('www.pots.example', page(POT));
    const answer = await bench.preview('https://www.pots.example/cast-iron-26');
    assertStatus(answer, 200);
    assert.deepEqual(answer.body, {
      ...NOTHING,
      url: 'https://www.pots.example/cast-iron-26',
      name: 'Cast-iron pot',
      retailer: 'pots.example',
      source: 'open-graph',
      missing: null,
    });
  });

  it('answer one text for every failure, and 422 for an invalid address', async () => {
    await using bench = await openBench();
    bench.shops.open('broken.example', (_, response) => response.writeHead(500).end());
    bench.shops.open('inside.example', page(POT), ['10.0.0.1']);
    for (const url of [
      'http://127.0.0.1/',
      'http://inside.example/',
      'http://broken.example/',
      'http://no-such.example/',
      'http://shop.example:8080/',
    ]) {
      const answer = await bench.preview(url, 'admin');
      assertStatus(answer, 200);
      assert.deepEqual(answer.body, { ...NOTHING, url });
    }
    for (const url of ['shop.example/pot', 'file:///etc/passwd', 'data:text/html,hello', 'http://a b.example/'])
      assertError(await bench.preview(url), 422, 'url: must be an absolute http or https address');
    const long = `https://shop.example/${'a'.repeat(2000)}`;
    assertError(await bench.preview(long), 422, 'url: must be at most 2000 characters');
    assert.deepEqual(bench.shops.dialled, ['93.184.215.14 80']);
  });

  it('reveal nothing by the time they take to fail', async () => {
    const failure = 400;
    await using bench = await openBench({}, { read: 300, failure });
    const { shops } = bench;
    shops.open('inside.example', page(POT), ['10.0.0.1']);
    shops.open('closed.example', page(POT), [CLOSED_ADDRESS]);
    shops.open('silent.example', page(POT), [SILENT_ADDRESS]);
    shops.open('slow.example', () => {});
    shops.open('hangs-up.example', (request) => request.socket.destroy());
    shops.open('leads-in.example', redirect('http://inside.example/'));
    const timed = async (work: Promise<unknown>) => {
      const begun = performance.now();
      await work;
      return performance.now() - begun;
    };
    const hosts = 'inside closed silent slow hangs-up leads-in no-such'.split(' ').map((name) => `${name}.example`);
    for (const host of [...hosts, '127.0.0.1', '169.254.169.254', 'localhost', '[::1]']) {
      const took = await timed(bench.preview(`http://${host}/`, 'admin'));
      assert.ok(took >= failure && took < failure + patience(2000), `${host} took ${took} ms`);
    }
    const took = await timed(bench.picture('http://inside.example/'));
    assert.ok(took >= failure, 'a picture');
  });

  it('delay no refusal by a public server, which reveals nothing about the internal network', async () => {
    const failure = 60_000;
    await using bench = await openBench({}, { failure });
    bench.shops.open('refuses.example', (_, response) => response.writeHead(403).end());
    const begun = performance.now();
    await bench.preview('http://refuses.example/', 'admin');
    assert.ok(performance.now() - begun < failure);
  });

  it('identify themselves, and send nothing else', async () => {
    await using bench = await openBench({ GATEWAY_KEY: 'the-key-of-the-gateway' });
    bench.shops.open('pots.example', (request, response) => {
      page(POT, { 'set-cookie': 'a=b; path=/' })(request, response);
    });
    const asked = () => bench.t.request('POST', '/previews', sent);
    const sent = { as: 'owner', headers: { 'x-api-key': 'the-key-of-the-gateway' }, body: { url: URL_OF_POT } };
    for (let n = 0; n < 2; n++) assertStatus(await asked(), 200);
    assert.equal(bench.shops.requests.length, 2);
    for (const { path, headers } of bench.shops.requests) {
      assert.equal(path, '/cast-iron-26');
      const { 'user-agent': agent, ...others } = headers;
      // The user agent contains the name of the site only if this name is public. The name of this site is not public.
      assert.match(agent ?? '', /^Largesse\/\d+\.\d+\.\d+$/);
      assert.deepEqual(others, {
        host: 'pots.example',
        connection: 'close',
        accept: 'text/html,application/xhtml+xml',
        'accept-encoding': 'gzip, br',
      });
    }
  });

  it('bypass every proxy', async () => {
    await using bench = await openBench();
    await using proxy = await openFakeShops();
    bench.shops.open('pots.example', page(POT));
    const { address } = proxy;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'NODE_USE_ENV_PROXY'];
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : address;
    try {
      for (const url of [URL_OF_POT, URL_OF_POT.replace('https', 'http')])
        assert.equal((await bench.preview(url)).body.name, 'Cast-iron pot');
    } finally {
      for (const name of names) delete process.env[name];
    }
    assert.equal(proxy.requests.length, 0);
  });

  it('leave no connection open', async () => {
    await using bench = await openBench({}, { read: 300 });
    bench.shops.open('pots.example', page(POT, { connection: 'keep-alive' }));
    bench.shops.open('slow.example', () => {});
    bench.shops.open('away.example', redirect('http://127.0.0.1/'));
    for (const host of ['pots', 'slow', 'away']) await bench.preview(`http://${host}.example/`);
    await until('all connections are closed', () => bench.shops.connections === 0);
  });

  it('do not exist with PREVIEWS=off', async () => {
    await using bench = await openBench({ PREVIEWS: 'off' });
    for (const path of ['/previews', '/previews/picture'])
      assertError(await ask(bench.t, path, URL_OF_POT, 'admin'), 404, 'Not found');
    const { body } = await bench.t.request<{ paths: object }>('GET', '/openapi.json');
    assert.ok(!JSON.stringify(Object.keys(body.paths)).includes('previews'));
  });

  it('end at once when the service stops', async () => {
    await using bench = await openBench({}, { read: 600_000, failure: 600_000 });
    bench.shops.open('slow.example', () => {});
    const waiting = Promise.all([bench.preview('http://slow.example/'), bench.preview('http://127.0.0.1/')]);
    await until('both are running', () => bench.shops.requests.length === 1);
    const begun = performance.now();
    await bench.t.whileStopped(async () => {
      for (const answer of await waiting) assert.equal(answer.body.missing, NOTHING.missing);
    });
    assert.ok(performance.now() - begun < patience(60_000));
  });
});

describe('rules: Previews, limits', () => {
  it('a member gets ten previews in a minute, whatever their results, and an admin any number', async () => {
    await using bench = await openBench();
    bench.shops.open('pots.example', page(POT));
    for (let n = 0; n < 10; n++) assertStatus(await bench.preview(n % 2 ? URL_OF_POT : 'http://shop.example:1/'), 200);
    bench.clock.pass(20.5);
    const refused = await bench.preview(URL_OF_POT);
    assertError(refused, 429, 'Too many previews in a minute');
    assert.equal(refused.headers['retry-after'], '40');
    assert.match(String(refused.headers.ratelimit), /"previews";r=0;t=40$/);
    assertStatus(await bench.preview(URL_OF_POT, 'guest'), 200);
    for (let n = 0; n < 12; n++) assertStatus(await bench.preview('http://shop.example:1/', 'admin'), 200);
    bench.clock.pass(40);
    assertStatus(await bench.preview(URL_OF_POT), 200);
  });

  it('no preview waits longer than the limit', async () => {
    await using bench = await openBench({}, { wait: 200, read: 60_000 });
    const held: (() => void)[] = [];
    bench.shops.open('slow.example', (request, response) => held.push(() => page(POT)(request, response)));
    const inside = Array.from({ length: 4 }, () => bench.preview('http://slow.example/'));
    await until('four are asked', () => held.length === 4);
    const refused = await bench.preview('http://slow.example/', 'guest');
    assertError(refused, 503, 'Too many previews are waiting');
    assert.equal(refused.headers['retry-after'], '5');
    for (const answer of held) answer();
    for (const answer of await Promise.all(inside)) assertStatus(answer, 200);
  });
});

describe('rules: Previews, pictures', () => {
  const GIF = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
  const heads: [type: string, bytes: Buffer][] = [
    ['image/gif', GIF],
    ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['image/webp', Buffer.from('RIFF\x04\x00\x00\x00WEBPVP8 ', 'latin1')],
    ['image/avif', Buffer.from('\x00\x00\x00\x1cftypavif', 'latin1')],
  ];
  const sends =
    (bytes: Buffer | string, type: string): Shop =>
    (_request, response) =>
      void response.writeHead(200, { 'content-type': type }).end(bytes);

  it('are returned as bytes with the media type of their content', async () => {
    await using bench = await openBench();
    for (const [type, bytes] of heads) {
      bench.shops.open('pots.example', sends(bytes, 'text/html'));
      const answer = await bench.picture('https://pots.example/x');
      assertStatus(answer, 200);
      assert.equal(answer.headers['content-type'], type);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.equal(answer.headers['content-security-policy'], "default-src 'none'; sandbox");
      assert.equal(answer.headers['content-length'], String(bytes.length));
    }
  });

  it('are rejected with one error if they are not pictures, too large, or not fetchable', async () => {
    await using bench = await openBench();
    const { shops } = bench;
    shops.open('page.example', page(POT));
    shops.open('svg.example', sends('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'));
    shops.open('lies.example', sends('<script>alert(1)</script>', 'image/png'));
    shops.open('empty.example', sends('', 'image/png'));
    shops.open('large.example', sends(Buffer.concat([GIF, Buffer.alloc(8 * 1024 * 1024)]), 'image/gif'));
    shops.open('inside.example', sends(GIF, 'image/gif'), ['10.0.0.1']);
    for (const name of ['page', 'svg', 'lies', 'empty', 'large', 'inside', 'no-such'])
      assertError(await bench.picture(`http://${name}.example/`), 422, 'url: is no picture');
    shops.open('large.example', sends(Buffer.concat([GIF, Buffer.alloc(8 * 1024 * 1024 - GIF.length)]), 'image/gif'));
    assertStatus(await bench.picture('http://large.example/'), 200);
  });
});
