import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explore, type RunFile } from './explore.ts';

/** Walks a number of files, each of which fails if `fails` says so. */
async function walk(times: number, fails: RunFile) {
  const ran: Parameters<RunFile>[] = [];
  let left = times;
  const result = await explore({
    files: ['one.test.ts', 'other.test.ts'],
    from: 7,
    goesOn: () => left-- > 0,
    known: [{ file: 'known.test.ts', seed: 3, env: { TZ: 'UTC', LANG: 'C', TIME: '2028-02-29 12:00:00' } }],
    runFile: (...asked) => {
      ran.push(asked);
      return fails(...asked);
    },
    print: () => {},
  });
  return { ...result, ran };
}

describe('the command that explores', () => {
  it('begins with known worlds, and walks new seeds in changing ones', async () => {
    const { ran, found } = await walk(60, async () => null);
    assert.deepEqual(found, []);
    assert.deepEqual(ran[0]?.slice(0, 2), ['known.test.ts', 3]);
    const walked = ran.slice(1);
    assert.deepEqual(walked[0]?.slice(0, 2), ['one.test.ts', 7]);
    assert.ok(new Set(walked.map(([, seed]) => seed)).size > 10);
    for (const name of ['TZ', 'LANG', 'TIME'] as const)
      assert.ok(new Set(walked.map(([, , world]) => world?.[name])).size > 3, name);
    assert.deepEqual((await walk(60, async () => null)).ran, ran, 'a seed decides everything');
  });

  it('stores a failure with its world only if it depends on it', async () => {
    const bySeed = await walk(9, async (file, seed) => (file === 'one.test.ts' && seed === 8 ? 'wrong' : null));
    assert.deepEqual(bySeed.found, [{ file: 'one.test.ts', seed: 8 }]);
    const byZone = await walk(60, async (_, __, world) => (world?.TZ === 'Etc/GMT+12' ? 'wrong' : null));
    assert.ok(byZone.found.length > 0);
    for (const { env } of byZone.found) assert.equal(env?.TZ, 'Etc/GMT+12');
  });

  it('reports a failure that does not repeat', async () => {
    let count = 0;
    const { found, unrepeated } = await walk(9, async () => (count++ === 3 ? 'wrong' : null));
    assert.deepEqual([found, unrepeated], [[], 1]);
  });
});
