import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeParts, describeSlowest, usageAsJson } from './totals.ts';
import { nothingUsed, type Usage } from './usage.ts';

const files: Usage[] = Array.from({ length: 11 }, (_, index) => ({
  ...nothingUsed(`${index}.test.ts`),
  processor: index * 1000,
  took: 2000,
}));
files.push({ file: 'slow.test.ts', processor: 99_960, took: 123_440, boots: 2, requests: 1234, runs: 56, pages: 7 });

describe('the end of a run', () => {
  it('lists the ten files with the most processor time, each once, and their usage', () => {
    const again = { ...files.at(-1)!, processor: 50_000 };
    const [heading, first, second, ...others] = describeSlowest([...files, again]).split('\n');
    assert.equal(heading, 'processor     time  boots  requests  runs  pages  the slowest files');
    assert.equal(first, '  100.0 s  123.4 s      2      1234    56      7  slow.test.ts');
    assert.equal(second, '   10.0 s    2.0 s      0         0     0      0  10.test.ts');
    assert.equal(others.length, 8);
  });

  it('reports the duration of each part', () => {
    assert.equal(
      describeParts({ installation: 61_000, checks: 12_300, downloads: 200, tests: 480_600 }, 554_100),
      'Took 9 min 14 s: installation 1 min 1 s, checks 12 s, tests 8 min 1 s',
    );
  });

  it('is available to programs, with all files', () => {
    const json = JSON.parse(usageAsJson({ passed: 3, failed: 1, skips: ['no'], files }, { tests: 12.6 }));
    assert.deepEqual([json.passed, json.failed, json.skipped, json.took], [3, 1, 1, { tests: 13 }]);
    assert.equal(json.files.length, files.length);
    assert.deepEqual(json.files[0], files.at(-1));
  });
});
