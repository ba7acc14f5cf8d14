// Needs a whole service: it resolves names and connects.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as zlib from 'node:zlib';
import type { Preview } from '@largesse/contract';
import { Previews, TIMES } from '../../../../api/src/previews/previews.ts';
import type { PreviewOutcome } from '../../../../api/src/previews/unread.ts';
import { readSettings } from '../../../../api/src/settings.ts';
import {
  CLOSED_ADDRESS,
  openFakeShops,
  page,
  productPage,
  redirect,
  SHOP_ADDRESS,
  type Shop,
  SILENT_ADDRESS,
} from '../../../support/fake-shops.ts';
import { openForSuite } from '../../../support/suite.ts';

/** Settings of the site and the service for these tests. */
const SITE = {
  HOST_URL: 'https://Registry.example',
  HOST_REST_URL: 'https://rest.example/wp-json',
  REGISTRY_API_BASE_URL: 'https://api.registry.example',
};
const OWN_ADDRESS = '93.184.216.40';

const MEMBER = { id: 7, username: 'anna', email: 'anna@mail.example', isAdmin: true, managesSite: false };

const POT = productPage('Cast-iron pot');

/** Result of a preview: the name that it found, or the reason why it found nothing. */
type Outcome = { name: string } | PreviewOutcome;

interface Case {
  url: string;
  outcome: Outcome;
  /** How each shop answers. The key is the host name of the shop. */
  shops?: Record<string, Shop>;
  /** IP addresses by host name; by default, a shop has SHOP_ADDRESS. A function gets the number of earlier lookups. */
  names?: Record<string, readonly string[] | ((asked: number) => readonly string[])>;
}

/**
 * Opens previews with fake shops.
 * @param read time limit for fetching and reading an address (milliseconds); by default, all times are as in production
 */
async function openBench(read?: number) {
  const shops = await openFakeShops();
  let last: PreviewOutcome = 'nothing';
  const watch = (_kind: unknown, outcome: PreviewOutcome) => {
    last = outcome;
  };
  const previews = new Previews(readSettings(SITE), () => performance.now(), watch, {
    internet: shops.internet,
    ...(read !== undefined && { times: { wait: 60_000, read, failure: 0 } }),
    resolveOwn: async () => [OWN_ADDRESS],
  });
  return {
    shops,
    /** Requests a preview. @returns the outcome of the preview, and the answer */
    async ask(url: string): Promise<{ outcome: Outcome; answer: Preview }> {
      const answer = await previews.page(MEMBER, url);
      return { outcome: last === 'found' ? { name: answer.name ?? '' } : last, answer };
    },
    close: () => previews.close(),
    async [Symbol.asyncDispose]() {
      await previews.close();
      await shops[Symbol.asyncDispose]();
    },
  };
}

const found = { name: 'Cast-iron pot' };
const all = (outcome: Outcome, ...urls: string[]): Case[] => urls.map((url) => ({ url, outcome }));

/** IP addresses outside the public Internet, in every spelling that URLs allow. addresses.test.ts tests all ranges. */
const LITERALS = all(
  'refused',
  ...['http://127.0.0.1/', 'https://127.0.0.1/', 'http://127.0.0.1:443/', 'http://127.1/', 'http://127.0.0.1./'],
  ...['http://2130706433/', 'http://0x7f.1/', 'http://0X7F.0.0.1/', 'http://017700000001/', 'http://①②⑦.⓪.⓪.①/'],
  ...['http://127。0。0。1/', 'http://%31%32%37.0.0.1/', 'http:\\\\127.0.0.1\\', 'http:127.0.0.1/', 'http://0/'],
  ...['http://[0:0:0:0:0:0:0:1]/', 'http://[::FFFF:10.0.0.1]/', 'http://[64:ff9b::127.0.0.1]/'],
  ...['http://169.254.169.254/latest/meta-data/', `http://${OWN_ADDRESS}/`],
);

/** Addresses that the service refuses because of their text alone. */
const FORMS = all(
  'form',
  ...['file:///etc/passwd', 'ftp://shop.example/', 'gopher://shop.example:70/_GET', 'data:text/html,<title>x</title>'],
  ...['javascript:alert(1)', 'ws://shop.example/', 'http://shop.example:8080/', 'https://shop.example:6379/'],
  ...['http://shop.example:0/', 'http://user@shop.example/', 'http://:@/shop.example', 'http://[fe80::1%25eth0]/'],
  ...['http://[::1/', 'http://256.256.256.256/', 'http://shop .example/', 'http://', 'shop.example/'],
);

/** Names that resolve to blocked addresses. */
const NAMES: Case[] = [
  { url: 'http://localhost/', outcome: 'refused', names: { localhost: ['127.0.0.1', '::1'] } },
  { url: 'http://localhost./', outcome: 'refused', names: { localhost: ['127.0.0.1'] } },
  { url: 'http://inside.example/', outcome: 'refused', names: { 'inside.example': ['10.1.2.3'] } },
  { url: 'https://inside6.example/', outcome: 'refused', names: { 'inside6.example': ['fd00::7'] } },
  { url: 'http://mapped.example/', outcome: 'refused', names: { 'mapped.example': ['::ffff:10.0.0.1'] } },
  { url: 'http://nat.example/', outcome: 'refused', names: { 'nat.example': ['64:ff9b::a00:1'] } },
  { url: 'http://zone.example/', outcome: 'refused', names: { 'zone.example': ['fe80::1%eth0'] } },
  { url: 'http://odd.example/', outcome: 'refused', names: { 'odd.example': ['not an address'] } },
  { url: 'http://half.example/', outcome: 'refused', names: { 'half.example': [SHOP_ADDRESS, '192.168.0.9'] } },
  { url: 'http://half6.example/', outcome: 'refused', names: { 'half6.example': [SHOP_ADDRESS, '::1'] } },
  { url: 'http://metadata.example/', outcome: 'refused', names: { 'metadata.example': ['169.254.169.254'] } },
  { url: 'http://ours.example/', outcome: 'refused', names: { 'ours.example': [OWN_ADDRESS] } },
  { url: 'https://registry.example/wp-login.php', outcome: 'refused' },
  { url: 'https://REGISTRY.example./', outcome: 'refused' },
  { url: 'https://api.registry.example/items', outcome: 'refused' },
  { url: 'https://rest.example/wp-json', outcome: 'refused' },
  { url: 'http://no-such.example/', outcome: 'unreachable' },
  { url: 'http://closed.example/', outcome: 'unreachable', names: { 'closed.example': [CLOSED_ADDRESS] } },
  { url: 'http://silent.example/', outcome: 'late', names: { 'silent.example': [SILENT_ADDRESS] } },
  { url: `https://${SILENT_ADDRESS}/`, outcome: 'late' },
  // This name has a public address at the first lookup, and an internal address at the second. The guard never makes a
  // second lookup.
  {
    url: 'http://rebind.example/',
    outcome: found,
    shops: { 'rebind.example': page(POT) },
    names: { 'rebind.example': (asked) => (asked === 0 ? [SHOP_ADDRESS] : ['127.0.0.1']) },
  },
  {
    url: 'http://rebind2.example/',
    outcome: 'refused',
    shops: { 'rebind2.example': redirect('/again') },
    names: { 'rebind2.example': (asked) => (asked === 0 ? [SHOP_ADDRESS] : ['127.0.0.1']) },
  },
];

const READABLE: Case[] = [
  { url: 'http://shop.example/', outcome: found, shops: { 'shop.example': page(POT) } },
  { url: 'https://shop.example:443/pot?x=1#y', outcome: found, shops: { 'shop.example': page(POT) } },
  {
    url: 'http://shop.example:443/',
    outcome: found,
    shops: { 'shop.example:443': page(POT) },
    names: { 'shop.example': [SHOP_ADDRESS] },
  },
  { url: 'HTTP://SHOP.EXAMPLE/', outcome: found, shops: { 'shop.example': page(POT) } },
  { url: 'http://shop.example./', outcome: found, shops: { 'shop.example.': page(POT), 'shop.example': page(POT) } },
  { url: `http://${SHOP_ADDRESS}/`, outcome: found, shops: { [SHOP_ADDRESS]: page(POT) } },
  { url: 'http://1572394766/', outcome: found, shops: { [SHOP_ADDRESS]: page(POT) } },
  { url: 'http://[2606:4700::6810:84e5]/', outcome: found, shops: { '[2606:4700::6810:84e5]': page(POT) } },
  { url: 'http://töpfe.example/', outcome: found, shops: { 'xn--tpfe-5qa.example': page(POT) } },
  { url: 'http://xn--tpfe-5qa.example/', outcome: found, shops: { 'xn--tpfe-5qa.example': page(POT) } },
  { url: 'http://ＳＨＯＰ.example/', outcome: found, shops: { 'shop.example': page(POT) } },
  { url: `http://shop.example/${'a'.repeat(1900)}`, outcome: found, shops: { 'shop.example': page(POT) } },
  {
    url: 'http://six.example/',
    outcome: found,
    shops: { 'six.example': page(POT) },
    names: { 'six.example': ['2606:4700::6810:84e5', SHOP_ADDRESS] },
  },
];

const HOPS = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}.example`);

/** Returns a chain of shops. Each shop redirects to the next shop; the last shop behaves as given. */
const chain = (length: number, last: Shop): Record<string, Shop> =>
  Object.fromEntries(
    HOPS.slice(0, length).map((host, n) => [host, n === length - 1 ? last : redirect(`http://${HOPS[n + 1]}/`)]),
  );

const REDIRECTS: Case[] = [
  ...[301, 302, 303, 307, 308].map((status) => ({
    url: `http://r${status}.example/`,
    outcome: found,
    shops: { [`r${status}.example`]: redirect('https://shop.example/', status), 'shop.example': page(POT) },
  })),
  { url: 'http://one.example/', outcome: found, shops: chain(5, page(POT)) },
  { url: 'http://one.example/', outcome: 'redirects', shops: chain(5, redirect('http://shop.example/')) },
  { url: 'http://one.example/', outcome: 'redirects', shops: { 'one.example': redirect('/') } },
  { url: 'http://one.example/', outcome: 'redirects', shops: { 'one.example': (_, to) => to.writeHead(302).end() } },
  { url: 'http://one.example/', outcome: 'redirects', shops: { 'one.example': redirect('http://[') } },
  {
    url: 'https://one.example/',
    outcome: found,
    shops: { 'one.example': redirect('http://shop.example/'), 'shop.example': page(POT) },
  },
  // Chains of redirects with each allowed length. The last shop redirects to an internal address.
  ...[1, 2, 3, 4].flatMap((length) =>
    ['http://127.0.0.1/', 'http://inside.example/'].map(
      (target): Case => ({
        url: 'http://one.example/',
        outcome: 'refused',
        shops: chain(length, redirect(target)),
        names: { 'inside.example': ['10.1.2.3'] },
      }),
    ),
  ),
  ...['//[::1]/', 'http://0x7f.1/', 'https://registry.example/', '\\\\127.0.0.1\\'].map(
    (target): Case => ({
      url: 'http://one.example/',
      outcome: 'refused',
      shops: { 'one.example': redirect(target) },
    }),
  ),
  ...[
    'file:///etc/passwd',
    'http://shop.example:22/',
    'http://a:b@shop.example/',
    'gopher://x/',
    'data:text/html,x',
  ].map(
    (target): Case => ({ url: 'http://one.example/', outcome: 'form', shops: { 'one.example': redirect(target) } }),
  ),
  // Only browsers follow these redirects. So the service reads the page that contains them.
  {
    url: 'http://refresh.example/',
    outcome: found,
    shops: {
      'refresh.example': page(`<meta http-equiv="refresh" content="0;url=http://127.0.0.1/">${POT}`, {
        refresh: '0; url=http://127.0.0.1/',
      }),
    },
  },
];

const MB = 1024 * 1024;

/** A page after 3 MiB, which the service does not read. Its text ends before the limit of the reader of pages. */
const LATE = Buffer.concat([Buffer.alloc(3.2 * MB, ' '), Buffer.from(POT)]);
/** Shops send these bytes compressed. */
const BOMB = Buffer.concat([LATE, Buffer.alloc(64 * MB, ' ')]);
const bombs: [encoding: string, packed: () => Buffer][] = [
  ['gzip', () => zlib.gzipSync(BOMB, { level: 1 })],
  ['deflate', () => zlib.deflateSync(BOMB, { level: 1 })],
  ['br', () => zlib.brotliCompressSync(BOMB, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['zstd', () => zlib.zstdCompressSync(BOMB)],
];

const sends =
  (bytes: Buffer | string, headers: Record<string, string> = { 'content-type': 'text/html' }, status = 200): Shop =>
  (_request, response) =>
    void response.writeHead(status, headers).end(bytes);

/** Sends a page, then more data until the connection closes. */
const endless: Shop = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).write(POT);
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
  };
  response.on('drain', more);
  more();
};

/** Sends a single byte from time to time. */
const drip: Shop = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

const cutOff: Shop = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000000' });
  response.write(POT, () => response.socket?.destroy());
};

const raw =
  (text: string): Shop =>
  (request) =>
    request.socket.end(text);

const answers = (name: string, outcome: Outcome, shop: Shop): Case => ({
  url: `http://${name}.example/`,
  outcome,
  shops: { [`${name}.example`]: shop },
});

const umlauts = '<meta property="og:title" content="Töpfe für 5 €">';
const inMeta = `<meta charset="windows-1252">${umlauts}`;
const windows = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
const named = { name: 'Töpfe für 5 €' };

const REFUSING = { 'content-type': 'text/html', 'retry-after': '9' };

const BODIES: Case[] = [
  answers('large', found, sends(Buffer.concat([Buffer.from(POT), Buffer.alloc(20 * MB, ' ')]))),
  answers('late-title', 'nothing', sends(LATE)),
  ...bombs.map(([encoding, packed]) =>
    answers(`bomb-${encoding}`, 'nothing', (...asked) =>
      sends(packed(), { 'content-type': 'text/html', 'content-encoding': encoding })(...asked),
    ),
  ),
  answers('gzip', found, sends(zlib.gzipSync(POT), { 'content-type': 'text/html', 'content-encoding': 'gzip' })),
  answers('br', found, sends(zlib.brotliCompressSync(POT), { 'content-type': 'text/html', 'content-encoding': 'BR' })),
  answers(
    'twice',
    'type',
    sends(zlib.gzipSync(zlib.gzipSync(POT)), { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' }),
  ),
  answers('unknown-packing', 'type', sends(POT, { 'content-type': 'text/html', 'content-encoding': 'compress' })),
  answers('not-packed', 'unreachable', sends(POT, { 'content-type': 'text/html', 'content-encoding': 'gzip' })),
  answers('endless', found, endless),
  answers('never', 'late', () => {}),
  answers('drip', 'late', drip),
  answers('cut-off', 'unreachable', cutOff),
  answers('empty', 'nothing', sends('')),
  answers('no-content', 'type', sends('', {}, 204)),
  answers('not-modified', 'status', sends('', {}, 304)),
  answers('choices', 'status', sends(POT, { 'content-type': 'text/html', location: 'http://shop.example/' }, 300)),
  ...[403, 404, 429, 500].map((status) => answers(`answers-${status}`, 'status', sends(POT, REFUSING, status))),
  answers('picture', 'type', sends(POT, { 'content-type': 'image/png' })),
  answers('json', 'type', sends('{}', { 'content-type': 'application/json' })),
  answers('text', 'type', sends(POT, { 'content-type': 'text/plain' })),
  answers('no-type', 'type', sends(POT, {})),
  answers('xhtml', found, sends(POT, { 'content-type': 'application/XHTML+xml' })),
  answers('no-http', 'unreachable', raw('SSH-2.0-OpenSSH_9.6\r\n')),
  answers('old-http', 'unreachable', raw(POT)),
  answers('headers', 'unreachable', raw(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(200_000)}\r\n\r\n`)),
  answers('informational', 'late', (request) => {
    const timer = setInterval(() => request.socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), 10);
    request.socket.on('close', () => clearInterval(timer));
  }),
  answers(
    'switches',
    'unreachable',
    raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ),
  // The encoding comes from a byte order mark, a header or a declaration. Some declarations are wrong.
  answers('utf8', named, page(umlauts)),
  answers('utf8-bare', named, sends(umlauts)),
  answers('windows-bare', named, sends(windows(umlauts))),
  answers('windows-header', named, sends(windows(umlauts), { 'content-type': 'text/html;charset=Windows-1252' })),
  answers('quoted-header', named, sends(windows(umlauts), { 'content-type': 'text/html; charset="latin1"' })),
  answers('windows-meta', named, sends(windows(inMeta))),
  answers('mark-first', named, sends(`\ufeff${umlauts}`, { 'content-type': 'text/html; charset=latin1' })),
  answers('utf16', named, sends(Buffer.from(`\ufeff${umlauts}`, 'utf16le'), { 'content-type': 'text/html' })),
  answers('utf16be', named, sends(Buffer.from(`\ufeff${umlauts}`, 'utf16le').swap16())),
  answers('no-charset', named, sends(umlauts, { 'content-type': 'text/html; charset=klingon' })),
  answers('wrong-utf16', named, sends(`<meta charset="utf-16">${umlauts}`)),
  answers(
    'shift-jis',
    { name: 'ポ' },
    sends(
      Buffer.concat([
        Buffer.from('<meta charset=shift_jis><meta property="og:title" content="'),
        Buffer.of(0x83, 0x7c, 0x22, 0x3e),
      ]),
    ),
  ),
];

const TABLE = { LITERALS, FORMS, NAMES, READABLE, REDIRECTS, BODIES };

async function play({ url, outcome, shops = {}, names = {} }: Case, bench: Awaited<ReturnType<typeof openBench>>) {
  bench.shops.clear();
  for (const [name, addresses] of Object.entries(names)) bench.shops.open(name, () => {}, addresses);
  for (const [name, shop] of Object.entries(shops)) bench.shops.open(name, shop, names[name]);
  const { outcome: became, answer } = await bench.ask(url);
  assert.deepEqual(became, outcome);
  assert.equal(answer.url, url);
  assert.equal(answer.missing, typeof outcome === 'string' ? 'Nothing could be read there' : null);
  for (const dialled of bench.shops.dialled)
    assert.match(dialled, /^(93\.184\.215\.\d+|2606:4700::6810:84e5) (80|443)$/, 'no other address is ever called');
}

function titleOf({ url, outcome, shops = {} }: Case): string {
  const through = Object.keys(shops).length > 1 ? ` through ${Object.keys(shops).length - 1} redirects` : '';
  return `${url.slice(0, 80)}${through}: ${typeof outcome === 'string' ? outcome : `“${outcome.name}”`}`;
}

describe('rules: Previews, the outcome for every address', () => {
  const bench = openForSuite(() => openBench(10_000));

  for (const [part, cases] of Object.entries(TABLE))
    describe(part, () => {
      for (const one of cases.filter(({ outcome }) => outcome !== 'late')) it(titleOf(one), () => play(one, bench));
    });

  it('is known before the six seconds after which every failure is answered', () => {
    assert.equal(TIMES.failure, 6000);
    assert.ok(TIMES.read < TIMES.failure);
  });

  describe('slow answers', { concurrency: true }, () => {
    for (const one of Object.values(TABLE).flat()) {
      if (one.outcome !== 'late') continue;
      it(titleOf(one), async () => {
        await using own = await openBench(400);
        await play(one, own);
      });
    }
  });
});
