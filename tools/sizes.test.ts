import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AGAIN_IN_ALL, EVERYTHING, filesOf, NOT_QUICK, ONLY_IN_ALL, onPostgres } from './sizes.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const onlyInAll = new Set(ONLY_IN_ALL.flatMap(({ what }) => globSync(what)));

/** Returns the files that several globs match. */
function inSeveral(globs: readonly string[]): string[] {
  const files = globs.flatMap((glob) => globSync(glob));
  return files.filter((file, index) => files.indexOf(file) !== index);
}

describe('the sizes of a test run', () => {
  for (const { what, why } of [...NOT_QUICK, ...ONLY_IN_ALL, ...Object.values(AGAIN_IN_ALL)])
    it(`find the files of ${what}, and a reason`, () => {
      const files = globSync(what);
      assert.ok(files.length > 0);
      const tests = new Set(globSync(EVERYTHING));
      for (const file of files) assert.ok(tests.has(file), file);
      assert.ok(why.length > 0);
    });

  it('list no file twice', () => {
    assert.deepEqual(inSeveral(NOT_QUICK.map(({ what }) => what)), []);
    assert.deepEqual(inSeveral(ONLY_IN_ALL.map(({ what }) => what)), []);
    for (const { what } of NOT_QUICK)
      assert.ok(
        globSync(what).some((file) => !onlyInAll.has(file)),
        `npm test runs nothing of ${what}`,
      );
  });

  it('leave no feature to test:all alone', () => {
    const normal = new Set(filesOf('normal'));
    for (const { what, stillTestedBy } of ONLY_IN_ALL) {
      assert.ok(stillTestedBy.length > 0, what);
      for (const glob of stillTestedBy) {
        const files = globSync(glob);
        assert.ok(files.length > 0, glob);
        for (const file of files) assert.ok(normal.has(file), `${what}: npm test does not run ${file}`);
      }
    }
  });

  it('contain each other, up to all files', () => {
    const [quick, normal, all] = [filesOf('quick'), filesOf('normal'), filesOf('all')].map((files) => new Set(files));
    assert.deepEqual([...all!].sort(), globSync(EVERYTHING, { exclude: ['node_modules', 'data'] }).sort());
    assert.ok(quick!.isSubsetOf(normal!) && quick!.size < normal!.size);
    assert.ok(normal!.isSubsetOf(all!) && normal!.size < all!.size);
    assert.ok(onPostgres('normal').isSubsetOf(onPostgres('all')));
    assert.equal(onPostgres('quick').size, 0);
  });
});
