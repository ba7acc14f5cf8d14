import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followRandomChanges } from '../../client/testing/copies.ts';

// rules: Reading events
describe('a copy that follows the feed equals a fresh read for author, invitee and administrator', () => {
  for (const [access, changes] of [
    ['authenticated', 10_000],
    ['registry', 2000],
  ] as const)
    it(`after ${changes} random changes, with ITEMS_ACCESS=${access}`, async () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const { comparisons, statuses } = await followRandomChanges(changes, seed, { ITEMS_ACCESS: access });
      console.log({ seed, comparisons, statuses });
      assert.ok(comparisons > changes / 4, `${comparisons}`);
    });
});
