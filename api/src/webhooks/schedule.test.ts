import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pauseAfter, retryAfterIn, TIMES } from './schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('rules: Webhooks, retries', () => {
  it('are up to a fifth late, and never early', () => {
    assert.equal(pauseAfter(1, null, 1), 6000);
    assert.equal(pauseAfter(9, null, 0.5), 22 * HOUR);
  });

  it('obey Retry-After, in seconds or as a date', () => {
    const now = Date.parse('2026-05-01T09:30:00.000Z');
    assert.equal(retryAfterIn('2', now), 2000);
    assert.equal(retryAfterIn('Fri, 01 May 2026 09:31:30 GMT', now), 90_000);
    assert.equal(pauseAfter(3, 2000, 1), 2000);
    assert.equal(pauseAfter(10, 2000, 1), null);
  });

  it('wait for a second to a day, whatever Retry-After asks for', () => {
    assert.equal(retryAfterIn('0', 0), 1000);
    assert.equal(retryAfterIn('Thu, 01 Jan 1970 00:00:00 GMT', 5000), 1000);
    assert.equal(retryAfterIn('99999999999', 0), 24 * HOUR);
    for (const nonsense of [undefined, '', 'soon', '-1', '1.5'])
      assert.equal(retryAfterIn(nonsense, 0), null, nonsense);
  });

  it('are taken over from a lost process within 30 seconds', () => {
    const { beat, lost, takeover } = TIMES;
    assert.ok(lost < takeover && takeover + 2 * beat < 30_000);
  });
});
