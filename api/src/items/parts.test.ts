import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ItemSource, type ItemsPart, partsOf } from './parts.ts';

/** Creates a list of items of the given sizes. The list counts the bytes that are read from it. */
function listOf(sizes: readonly number[]) {
  const read = { bytes: 0 };
  const source: ItemSource = async (from, count) => {
    const [begin, end] = [from ?? 0, (from ?? 0) + count];
    const items = sizes.slice(begin, end).map((size, index) => `${begin + index}${'x'.repeat(size)}`);
    const json = Buffer.from(JSON.stringify(items));
    read.bytes += json.length;
    return { count: Math.min(end, sizes.length) - begin, json, next: end < sizes.length ? end : null, versions: [] };
  };
  return { read, source };
}

for (const [name, sizeOf] of Object.entries({
  'of small items': () => 300,
  'of the largest items': () => 40_000,
  'with small first items': (index: number) => (index < 10 ? 300 : 40_000),
  'of small and large items by turns': (index: number) => (index % 6 < 3 ? 300 : 40_000),
  'with one large item': (index: number) => (index === 500 ? 40_000 : 300),
}))
  test(`no part of a list ${name} is large, and each item comes once`, async () => {
    const sizes = Array.from({ length: 1000 }, (_, index) => sizeOf(index));
    const { read, source } = listOf(sizes);
    const parts: ItemsPart[] = [];
    for await (const part of partsOf(source, 1000)) parts.push(part);
    const items: string[] = parts.flatMap(({ json }) => JSON.parse(`${Buffer.from(json)}`));
    assert.deepEqual(
      items.map((item) => Number.parseInt(item, 10)),
      sizes.keys().toArray(),
    );
    const largest = Math.max(...parts.map(({ json }) => json.length));
    assert.ok(largest < 600_000, `${largest} bytes in a part`);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(read.bytes < 4 * all, `${read.bytes} bytes read of ${all}`);
  });

test('sends all large items in one part if their source returns them at once', async () => {
  const json = Buffer.from(JSON.stringify(Array(100).fill('x'.repeat(40_000))));
  const parts: ItemsPart[] = [];
  for await (const part of partsOf(async () => ({ count: 100, json, next: null, versions: [] }), 1000))
    parts.push(part);
  assert.equal(parts.length, 1);
});
