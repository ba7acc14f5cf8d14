import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFollowedChanges } from './testing/copies.ts';

// rules: Reading events
describe('a copy that follows the feed equals a fresh read for author, invitee and administrator', () => {
  for (const access of ['authenticated', 'registry'])
    it(`after 200 random changes, with ITEMS_ACCESS=${access}`, async () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      await using followed = await openFollowedChanges(seed, { ITEMS_ACCESS: access });
      const comparisons = await followed.follow(200);
      console.log({ seed, comparisons, statuses: followed.statuses });
      assert.ok(comparisons > 30, `${comparisons}`);
    });
});
