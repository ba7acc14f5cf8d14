import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seedsOf } from '../contract/testing/random.ts';
import { openFollowedChanges } from './testing/copies.ts';

// rules: Reading events
describe('a copy that follows the feed equals a fresh read for author, invitee and administrator', () => {
  for (const access of ['authenticated', 'registry'])
    for (const seed of seedsOf('client/copy.test.ts', access))
      it(`after 200 random changes, with ITEMS_ACCESS=${access} and the seed ${seed}`, async () => {
        await using followed = await openFollowedChanges(seed, { ITEMS_ACCESS: access });
        const comparisons = await followed.follow(200);
        console.log({ seed, comparisons, statuses: followed.statuses });
        assert.ok(comparisons > 30, `${comparisons}`);
      });
});
