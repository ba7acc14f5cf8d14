import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PICTURES } from './pictures.ts';
import { sampleRegistries } from './sample-data.ts';

const MAX_BYTES = 6 * 1024;
const SHARE = new URL('../../plugin/assets/share.png', import.meta.url);

describe('the drawings of the sample registries', () => {
  const used = new Set(sampleRegistries().flatMap(({ items }) => items.flatMap(({ picture }) => picture ?? [])));

  test('are exactly the used ones', async () => {
    const files = (await readdir(PICTURES)).filter((file) => file !== 'share.svg');
    assert.deepEqual(files.sort(), Array.from(used, (picture) => `${picture}.svg`).sort());
  });

  test('are small, and contain only drawings', async () => {
    for (const file of await readdir(PICTURES)) {
      const svg = await readFile(join(PICTURES, file), 'utf8');
      assert.ok(Buffer.byteLength(svg) < MAX_BYTES, `${file} is too large`);
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=/, file);
      assert.match(svg, /<title>[^<]+<\/title>/, file);
      const drawn = svg.replace('xmlns="http://www.w3.org/2000/svg"', '');
      assert.doesNotMatch(
        drawn,
        /<(?!\/|svg|title|path|circle|ellipse|rect|g[ >])|\bon\w+=|href|url\(|:\/\/|[<!]!|&/,
        file,
      );
    }
  });

  test('have a matching picture for shared links in the plugin', async () => {
    const png = await readFile(SHARE);
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
    assert.ok(png.length < 60 * 1024);
  });
});
