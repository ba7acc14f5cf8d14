// Needs threads: a page that takes too long ends its thread.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { openPageThreads } from '../../../../api/src/previews/previews.ts';
import { Unanswered } from '../../../../api/src/threads.ts';
import { patience } from '../../../support/patience.ts';

const PAGE = '<title>Pot</title><h1>Pot</h1><p class="price">12,50 €</p>';

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

const threads = openPageThreads();
after(() => threads.close());
const read = async (html: string) => await threads.ask({ html, url: 'https://pots.example/pot' });

it('a thread reads a page', async () => {
  const { name, price, currency } = (await read(PAGE)) ?? assert.fail();
  assert.deepEqual({ name, price, currency }, { name: 'Pot', price: 12.5, currency: 'EUR' });
});

for (const [what, page] of Object.entries(HOSTILE))
  it(`a thread finishes with ${what}, and reads the next page`, async () => {
    const html = page();
    const begun = performance.now();
    await read(html).catch((error) => assert.ok(error instanceof Unanswered, String(error)));
    // Reading takes at most one second. A busy machine may need the other five seconds to start a thread.
    assert.ok(performance.now() - begun < patience(6000));
    assert.equal((await read(PAGE))?.name, 'Pot');
  });

function ld(json: string): string {
  return `<script type="application/ld+json">${json}</script>`;
}
