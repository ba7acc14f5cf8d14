import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PageReader, Unreadable } from '../../../../api/src/previews/worker.ts';
import { patience } from '../../../support/patience.ts';

const PAGE = '<title>Pot</title><h1>Pot</h1><p class="price">12,50 €</p>';
const URL_ = 'https://pots.example/pot';

/** Pages that would take much time or memory if the reader had no limits. */
const HOSTILE: Readonly<Record<string, () => string>> = {
  '10 MB on one line': () => `<p class="price">${'9'.repeat(10_000_000)}</p>`,
  '10 MB of white space': () => `<h1>${' '.repeat(10_000_000)}x</h1>`,
  '10 MB in one attribute': () => `<p class="${'price '.repeat(1_700_000)}">1</p>`,
  'a million script elements': () => '<script></script>'.repeat(1_000_000),
  'a million scripts of JSON-LD': () => '<script type="application/ld+json">{</script>'.repeat(1_000_000),
  'elements 10,000 deep': () => '<div itemscope class="price">'.repeat(10_000),
  'a million unclosed elements': () => '<b>'.repeat(1_000_000),
  'JSON 10,000 deep': () => ld(`${'{"@graph":['.repeat(10_000)}1${']}'.repeat(10_000)}`),
  'lists a million deep': () => ld('['.repeat(1_000_000)),
  'a JSON text of quotation marks': () => ld(`{"a":${'"'.repeat(1_000_000)}`),
  'a million comments in JSON': () => ld(`{${'/*'.repeat(1_000_000)}`),
  'numbers that cause backtracking': () => `<p class="price">${'1.'.repeat(60)}!</p>`.repeat(20_000),
  'dashes and spaces in a title': () => `<title>${' - '.repeat(500_000)}</title>`,
  'a million entities': () => `<h1>${'&amp;'.repeat(1_000_000)}</h1>`,
  'things within things': () =>
    ld(
      JSON.stringify({
        '@graph': Array.from({ length: 50_000 }, () => ({ '@type': 'Product', name: 'x', offers: [{ price: 1 }] })),
      }),
    ),
  'a million offers': () => ld(`{"@type":"Product","name":"x","offers":[${'{"price":1},'.repeat(300_000)}{}]}`),
  'a million meta elements': () => '<meta property="og:title" content="x">'.repeat(100_000),
};

function ld(json: string): string {
  return `<script type="application/ld+json">${json}</script>`;
}

describe('PageReader', () => {
  let reader: PageReader;
  before(() => {
    reader = new PageReader();
  });
  after(() => reader.close());

  it('reads a page in a thread', async () => {
    const { name, price, currency } = await reader.readPage(PAGE, URL_);
    assert.deepEqual({ name, price, currency }, { name: 'Pot', price: 12.5, currency: 'EUR' });
  });

  for (const [what, page] of Object.entries(HOSTILE))
    it(`finishes with ${what}, and reads the next page`, async () => {
      const html = page();
      const begun = performance.now();
      await reader.readPage(html, URL_).catch((error) => assert.ok(error instanceof Unreadable, String(error)));
      // Reading takes at most one second. A busy machine may need the other five seconds to start a thread.
      assert.ok(performance.now() - begun < patience(6000));
      assert.equal((await reader.readPage(PAGE, URL_)).name, 'Pot');
    });
});

describe('a PageReader whose threads never answer', () => {
  const silent = new URL(`data:text/javascript,${encodeURIComponent(SILENT())}`);

  it('ends them after a second and starts others', async () => {
    await using reader = closing(new PageReader(silent));
    const begun = performance.now();
    await assert.rejects(reader.readPage(PAGE, URL_), new Unreadable('takes longer than 1000 ms'));
    assert.ok(performance.now() - begun >= 990);
    await assert.rejects(reader.readPage(PAGE, URL_), Unreadable);
  });

  it('cancels a page when its caller stops waiting', async () => {
    await using reader = closing(new PageReader(silent));
    const stop = new AbortController();
    const reason = new Error('gone');
    const reading = [
      reader.readPage(PAGE, URL_, stop.signal),
      reader.readPage(PAGE, URL_, stop.signal),
      reader.readPage(PAGE, URL_, stop.signal),
    ];
    assert.deepEqual(reader.load, { inUse: 2, waiting: 1, limit: 2 });
    stop.abort(reason);
    for (const one of reading) await assert.rejects(one, reason);
    assert.equal(reader.load.waiting, 0);
    await assert.rejects(reader.readPage(PAGE, URL_, stop.signal), reason);
  });

  it('rejects pages when too many wait, and all pages when it closes', async () => {
    const reader = new PageReader(silent);
    const waiting = Array.from({ length: 52 }, () => reader.readPage(PAGE, URL_));
    const refused = Promise.allSettled(waiting);
    await assert.rejects(reader.readPage(PAGE, URL_), new Unreadable('too many pages wait'));
    await reader.close();
    for (const { status } of await refused) assert.equal(status, 'rejected');
    await assert.rejects(reader.readPage(PAGE, URL_), new Unreadable('the service stops'));
  });
});

function SILENT(): string {
  return `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => { for (;;); });
    parentPort.postMessage('ready');`;
}

function closing(reader: PageReader): PageReader & AsyncDisposable {
  return Object.assign(reader, { [Symbol.asyncDispose]: () => reader.close() });
}
