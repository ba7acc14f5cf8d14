import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFollowedChanges } from '../../client/testing/copies.ts';
import { SEED, seedsOf } from '../../contract/testing/random.ts';
import { openForSuite } from '../support/suite.ts';

/** Changes of one test: the run fails if a test takes too long. */
const STEP = 1000;

/** Changes with each seed that once failed: the failures came before. */
const KNOWN = 2000;

// rules: Reading events
describe('a copy that follows the feed equals a fresh read for author, invitee and administrator', () => {
  for (const [access, changes] of [
    ['authenticated', 6000],
    ['registry', 2000],
  ] as const)
    for (const seed of seedsOf('tests/soak/copy.test.ts', access))
      describe(`with ITEMS_ACCESS=${access} and the seed ${seed}`, () => {
        const followed = openForSuite(() => openFollowedChanges(seed, { ITEMS_ACCESS: access }));

        for (let count = STEP; count <= (seed === SEED ? changes : KNOWN); count += STEP)
          it(`after ${count} random changes`, async () => {
            const comparisons = await followed.follow(STEP);
            console.log({ seed, comparisons, statuses: followed.statuses });
            // Between two comparisons are up to 50 changes, and the number of readable registries is random.
            assert.ok(comparisons > STEP / 20, `${comparisons}`);
          });
      });
});
