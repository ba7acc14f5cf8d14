import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { argumentsOrExit, numberOrExit } from '../../api/src/arguments.ts';
import { patience } from '../support/patience.ts';
import { crashPostgres, killService } from './crashes.ts';
import { CROWDED, crowd, slowStatements } from './crowd.ts';
import { MOST_FILES, mixedLoad } from './mixed-load.ts';
import { overload } from './overload.ts';

const HELP = `npm run soak -- [--minutes NUMBER]

Crashes and overloads the system, and runs it under load. These checks prove the promises of docs/api-rules.md about
storage, load and webhooks. \`npm run test:all\` runs short versions, with wider limits, because other tests run at the
same time.

  --minutes NUMBER   duration of the mixed load (default 30)
  --help             show this`;

const { values } = argumentsOrExit(HELP, { minutes: { type: 'string' } });
const minutes = values.minutes === undefined ? 0.2 : numberOrExit('minutes', values.minutes, false);
const isLong = values.minutes !== undefined;
/** Returns the first value for a short run, the second for a long one. */
const choose = <T>(short: T, long: T): T => (isLong ? long : short);

describe('rules: Storage, nothing acknowledged is lost', () => {
  // rules: Webhooks
  for (const database of ['sqlite', 'postgres'] as const)
    it(`if the service is killed while it writes, nor is an event missed or doubled, although a webhook never answers, on ${database}`, async () => {
      const rounds = choose(3, 30);
      const { acknowledged, repeated, slowestRecovery, ...faults } = await killService(rounds, database);
      console.log(`kill -9, ${database}:`, { acknowledged, repeated, slowestRecovery, ...faults });
      assert.deepEqual(faults, { rounds, lost: 0, sameIds: 0, missed: 0, doubled: 0, missing: 0 });
      assert.ok(slowestRecovery < choose(patience(60_000), 2000), `${slowestRecovery} ms`);
    });

  it('if PostgreSQL is stopped immediately', async () => {
    const report = await crashPostgres(choose(2, 10));
    console.log('PostgreSQL stopped:', report);
    assert.equal(report.lost, 0);
    assert.ok(report.slowestRecovery < choose(patience(60_000), 5000), `${report.slowestRecovery} ms`);
  });
});

describe('rules: Load, it keeps working', () => {
  it('under five times the load that it can serve: it rejects the excess, and answers again afterwards', async () => {
    const report = await overload(choose(6, 20));
    console.log('overload:', report);
    assert.deepEqual([report.other, report.ready.denied], [0, 0]);
    // A slow machine may not send enough requests to be rejected, or answer none of the long lists in a short run.
    if (isLong) assert.ok(report.served > 0.7 * report.peak - 1 && report.refused > 0 && report.ready.slowest < 1000);
  });

  for (const database of ['sqlite', 'postgres'] as const)
    it(`under more new registries than WordPress can store: refusals name their cause, on ${database}`, async () => {
      const report = await crowd(database, choose(200, 600), choose(6, 30));
      console.log(`crowd, ${database}:`, report);
      assert.equal(report.silent, 0);
      assert.ok(report.rate > 0);
      // A busy machine may also refuse for other reasons, but WordPress has answered all calls that it got.
      if (isLong) assert.deepEqual(Object.keys(report.count).toSorted(), ['201', `503 ${CROWDED}`]);
    });

  it('with slow statements in one registry of twenty: it serves all others', async () => {
    const { healthy, slow } = await slowStatements(choose(100, 200), choose(6, 30));
    console.log('slow statements:', { healthy, slow });
    assert.ok(healthy.rate > 0 && healthy.silent + slow.silent === 0);
    if (isLong) assert.deepEqual(Object.keys(healthy.count), ['201']);
  });

  it('under mixed load, without more open files than its connections need', async () => {
    const { calmFiles, windows, answers } = await mixedLoad(minutes, choose(1000, 10_000));
    console.log('mixed load:', windows.at(-1), answers);
    // The service may reject some requests (503) on a busy machine.
    assert.ok(Object.keys(answers).every((status) => ['200', '201', '401', '404', '503'].includes(status)));
    const [early, late] = [windows[1], windows.at(-1)];
    assert.ok(early && late && late.files <= calmFiles + MOST_FILES, `${late?.files} files, ${calmFiles} before`);
    if (isLong) assert.ok(late.heap < early.heap * 1.2 && late.files <= early.files + 5);
  });
});
