import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  AGAIN_IN_ALL,
  EVERYTHING,
  filesOf,
  NOT_QUICK,
  ONLY_IN_ALL,
  onPostgres,
  type Size,
  testsLeftOut,
} from './sizes.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const everything = new Set(globSync(EVERYTHING, { exclude: ['node_modules', 'data'] }));
const wholeFiles = ONLY_IN_ALL.filter(({ tests }) => tests === undefined);
const onlyInAll = new Set(wholeFiles.flatMap(({ what }) => globSync(what)));

/**
 * Returns patterns that match the titles of suites and tests in a file. If a title contains an embedded value, the
 * pattern matches any value there.
 */
function titlesIn(file: string): RegExp[] {
  const titles = readFileSync(file, 'utf8').matchAll(/\b(?:describe|it|test)(?:OnSqlite)?\(\s*(['`"])(.+?)\1,/gs);
  return Array.from(titles, ([, , title = '']) => {
    const constant = title.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part.replaceAll("\\'", "'")));
    return new RegExp(`^${constant.join('.+')}$`);
  });
}

/** Returns the files that match more than one glob. */
function inSeveral(globs: readonly string[]): string[] {
  const files = globs.flatMap((glob) => globSync(glob));
  return files.filter((file, index) => files.indexOf(file) !== index);
}

describe('the sizes of a test run', () => {
  for (const { what, why } of [...NOT_QUICK, ...ONLY_IN_ALL, ...Object.values(AGAIN_IN_ALL)])
    it(`find the files of ${what}, and have a reason`, () => {
      const files = globSync(what);
      assert.ok(files.length > 0);
      for (const file of files) assert.ok(everything.has(file), file);
      assert.ok(why.length > 0);
    });

  it('list no file twice', () => {
    assert.deepEqual(inSeveral(NOT_QUICK.map(({ what }) => what)), []);
    assert.deepEqual(inSeveral(wholeFiles.map(({ what }) => what)), []);
    for (const { what } of NOT_QUICK)
      assert.ok(
        globSync(what).some((file) => !onlyInAll.has(file)),
        `npm test runs no file of ${what}`,
      );
  });

  it('name existing tests, in files that npm test runs', () => {
    for (const { what, tests = [] } of ONLY_IN_ALL) {
      const files = globSync(what);
      if (tests.length > 0) for (const file of files) assert.ok(!onlyInAll.has(file), file);
      const titles = files.flatMap(titlesIn);
      for (const title of tests.flatMap((test) => test.split(' › ')))
        assert.ok(
          titles.some((one) => one.test(title)),
          `${what}: there is no ${title}`,
        );
    }
  });

  it('leave out a suite with all its tests, or one test, and only if asked for', () => {
    const isLeftOut = (size: Size, name: string) => testsLeftOut(size).some((pattern) => pattern.test(name));
    assert.ok(isLeftOut('normal', 'Ctrl-C ends a download'));
    assert.ok(!isLeftOut('normal', 'Ctrl-Cs'));
    assert.ok(!isLeftOut('all', 'Ctrl-C'));
  });

  it('test every feature outside of test:all, too', () => {
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
    assert.deepEqual([...all!].sort(), [...everything].sort());
    assert.ok(quick!.isSubsetOf(normal!) && quick!.size < normal!.size);
    assert.ok(normal!.isSubsetOf(all!) && normal!.size < all!.size);
    assert.ok(onPostgres('normal').isSubsetOf(onPostgres('all')));
    assert.equal(onPostgres('quick').size, 0);
  });
});
