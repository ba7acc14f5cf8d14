import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { patience } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changesBeyondNoise, comparison, keep, type Report } from './report.ts';
import { alternate, noise } from './rounds.ts';

const round = (rate: number) => ({ requests: rate, rate, p50: 1, p99: 2, p999: 3, processor: 10 });

/** Returns a report of one kind of work. The baseline has the request rate 100. */
const report = (...rates: number[]): Report => ({
  at: '2026-01-01T00:00:00Z',
  machine: { processor: 'x', cores: 2, node: 'v24' },
  options: {},
  firstStart: 200,
  starts: [100, 100],
  memory: { now: 80, peak: 90 },
  findings: [
    { name: 'an item', beside: 'bare', ours: rates.map(round), theirs: rates.map(() => round(100)), hostCalls: null },
  ],
});

describe('the benchmark', () => {
  it('alternates two measurements, and ignores the first round of each', async () => {
    const order: string[] = [];
    const say = (name: string) => async () => round(order.push(name));
    const [theirs, ours] = await alternate(2, [say('theirs'), say('ours')]);
    assert.deepEqual(order, ['theirs', 'ours', 'theirs', 'ours', 'theirs', 'ours']);
    assert.deepEqual(
      [theirs, ours].map((rounds) => rounds.map(({ rate }) => rate)),
      [
        [3, 5],
        [4, 6],
      ],
    );
  });

  it('distinguishes a change from noise', async () => {
    await using folder = await temporaryFolder();
    const file = async (name: string, found: Report) => {
      const path = join(folder.path, name);
      await keep(found, path);
      return path;
    };
    const before = await file('before.json', report(50, 50, 51));
    const lines = async (after: Report) => (await comparison(before, await file('after.json', after))).join('\n');
    assert.match(
      await lines(report(60, 60, 61)),
      /an item: share of bare 0\.500 → 0\.600 \(\+20\.0 %, noise ±0\.0 %\)/,
    );
    assert.match(await lines(report(40, 49, 60)), /0\.500 → 0\.490 \(-2\.0 %, noise ±18\.4 %, no more than noise\)/);
    assert.ok(Math.abs(noise([9, 10, 11]) - 0.1) < 1e-9);
    const odd = await file('odd.json', report());
    await assert.rejects(comparison(odd, join(import.meta.dirname, '../../package.json')), /is no report/);
  });

  it('joins the rounds of several runs, and shows only changes beyond their noise', async () => {
    await using folder = await temporaryFolder();
    const files = (side: string, ...rates: number[][]) =>
      Promise.all(
        rates.map(async (rate, run) => {
          const path = join(folder.path, `${side}-${run}.json`);
          await keep(report(...rate), path);
          return path;
        }),
      );
    const before = await files('before', [50, 51], [49, 50]);
    assert.deepEqual(await changesBeyondNoise(before, await files('same', [51, 50], [50, 49])), []);
    assert.deepEqual(await changesBeyondNoise(before, await files('slower', [40, 41], [39, 40])), [
      'an item: share of bare 0.500 → 0.400 (-20.0 %, noise ±4.5 %)',
    ]);
  });

  it('measures another commit and the working tree in turns', () => {
    const main = join(import.meta.dirname, 'main.ts');
    const small = ['--only', 'an item, admin', '--rounds', '1', '--seconds', '0.05'];
    const options = { encoding: 'utf8', timeout: patience(300_000) } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--against', 'HEAD', ...small], options);
    assert.equal(status, 0, stderr);
    assert.equal(stdout.match(/^an item, admin \(bare\)/gm)?.length, 4);
    assert.match(stdout, /\nChanges since HEAD beyond the noise:\n/);
  });

  it('refuses an unknown commit, and too few items', () => {
    const main = join(import.meta.dirname, 'main.ts');
    const options = { encoding: 'utf8', timeout: patience(20_000) } as const;
    const few = spawnSync(process.execPath, [main, '--items', '5000'], options);
    assert.deepEqual([few.status, few.stdout, few.stderr], [1, '', '--items: at least 5001\n']);
    const unknown = spawnSync(process.execPath, [main, '--against', 'nothing'], options);
    assert.deepEqual([unknown.status, unknown.stdout], [1, '']);
    assert.match(unknown.stderr, /invalid reference: nothing/);
  });
});
