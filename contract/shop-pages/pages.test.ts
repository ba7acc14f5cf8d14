import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { extract } from './extract.ts';

/*
 * These tests read made-up pages in the formats and languages of shops. For each `pages/NAME.html`, the file
 * `pages/NAME.json` contains the expected result and the origin of the page.
 */

const folder = new URL('./pages/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.slice(0, -'.html'.length));

interface Expected {
  url: string;
  name: string | null;
  price: number | null;
  [field: string]: unknown;
}

function read(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}

function expected(name: string): Expected {
  return JSON.parse(read(`${name}.json`));
}

describe('extract', () => {
  for (const name of names)
    it(`reads ${name}`, () => {
      const { url, ...want } = expected(name);
      const found = extract(read(`${name}.html`), url);
      const got = Object.fromEntries(Object.entries(found).filter(([field]) => field in want));
      assert.deepEqual(got, want);
    });

  it('finds prices with an F1 of 0.80 or more, at least 90 % of them correct, and a name on each page of a product', (t) => {
    const times: number[] = [];
    let [right, found, there, named] = [0, 0, 0, 0];
    for (const name of names) {
      const { url, price, name: wanted } = expected(name);
      const html = read(`${name}.html`);
      const begun = performance.now();
      const got = extract(html, url);
      times.push(performance.now() - begun);
      if (price !== null) there++;
      if (got.price !== null) found++;
      if (price !== null && got.price === price) right++;
      if (got.name !== null || wanted === null) named++;
    }
    const [precision, recall] = [right / found, right / there];
    const f1 = (2 * precision * recall) / (precision + recall);
    const median = times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
    t.diagnostic(
      `${names.length} pages: F1 ${f1.toFixed(2)}, precision ${precision.toFixed(2)}, median ${median?.toFixed(1)} ms`,
    );
    assert.ok(names.length >= 30);
    assert.ok(f1 >= 0.8, `F1 ${f1}`);
    assert.ok(precision >= 0.9, `precision ${precision}`);
    assert.equal(named, names.length);
  });
});
