import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Counted } from '../plugin/counting-api.ts';
import { openCounted } from '../plugin/counting-api.ts';
import { changeAtOnce } from './at-once.ts';
import { warmUp } from './whole.ts';

describe('scorecard: a change of a list on the site and one through the API at the same moment', () => {
  let t: Counted;
  before(async () => {
    t = await openCounted('6.5');
    await warmUp(t.whole);
  });
  after(() => t.close());

  // A short form of what `npm run soak` does 1,000 times.
  it('are both there', async () => {
    const { answers, wrong } = await changeAtOnce(t, 10);
    assert.deepEqual(wrong, []);
    assert.deepEqual(Object.keys(answers).sort(), ['api 200', 'api 201', 'api 204', 'site 200', 'site 201']);
  });
});
