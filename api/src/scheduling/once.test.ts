import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { once } from './once.ts';

describe('once', () => {
  it('begins the work at the first call only, and returns its result or error at each call', async () => {
    let begun = 0;
    const fine = once(async () => ++begun);
    assert.equal(begun, 0);
    assert.deepEqual(await Promise.all([fine(), fine()]), [1, 1]);
    assert.equal(await fine(), 1);
    const broken = once(async () => {
      throw new Error(`failure ${++begun}`);
    });
    await assert.rejects(broken(), /failure 2/);
    await assert.rejects(broken(), /failure 2/);
  });
});
