import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import * as fc from '../../contract/testing/properties.ts';
import { live } from './life.ts';
import { hidingHistory, history } from './steps.ts';
import { prepareWorlds } from './world.ts';

/** Histories, and pairs of histories, for each seed. `npm run explore` walks more seeds. */
const HISTORIES = 16;
const PAIRS = 4;

const worlds = await prepareWorlds();
after(() => worlds[Symbol.asyncDispose]());

describe('a service with everything around it, in one process', () => {
  it('loses and doubles nothing, counts right, and shows each reader what the table says', async () => {
    const counts: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        const life = await live(one);
        for (const [kind, count] of Object.entries(life.counts)) counts[kind] = (counts[kind] ?? 0) + count;
      }),
      { numRuns: HISTORIES },
    );
    console.log(counts);
  });

  it('lives a history again exactly', async () => {
    for (const one of fc.sample(history, 3)) assert.deepEqual((await live(one)).trace, (await live(one)).trace);
  });

  it('shows recipients the same with and without secret promises', async () => {
    await fc.assert(
      fc.asyncProperty(hidingHistory, async (one) => {
        assert.deepEqual((await live(one)).seen, (await live(one, true)).seen);
      }),
      { numRuns: PAIRS },
    );
  });
});
