import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFollowedChanges } from '../../client/testing/copies.ts';
import { openForSuite } from '../support/suite.ts';

/** Changes of one test: the run fails if a test takes too long. */
const STEP = 1000;

// rules: Reading events
describe('a copy that follows the feed equals a fresh read for author, invitee and administrator', () => {
  for (const [access, changes] of [
    ['authenticated', 10_000],
    ['registry', 2000],
  ] as const)
    describe(`with ITEMS_ACCESS=${access}`, () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const followed = openForSuite(() => openFollowedChanges(seed, { ITEMS_ACCESS: access }));

      for (let count = STEP; count <= changes; count += STEP)
        it(`after ${count} random changes`, async () => {
          const comparisons = await followed.follow(STEP);
          console.log({ seed, comparisons, statuses: followed.statuses });
          // Between two comparisons are up to 50 changes, and the number of readable registries is random.
          assert.ok(comparisons > STEP / 20, `${comparisons}`);
        });
    });
});
