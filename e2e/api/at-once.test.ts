import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../api/testing/suite.ts';
import { openProxiedSite } from '../plugin/proxied-site.ts';
import { changeAtOnce } from './at-once.ts';
import { warmUp } from './site-with-api.ts';

describe('rules: Changing lists on the host, a change of a list on the site and one through the API at the same moment', () => {
  const t = openForSuite(() => openProxiedSite('6.5'));
  before(async () => {
    await warmUp(t.system);
  });

  // A short form of what `npm run soak` does 1,000 times.
  it('are both there', async () => {
    const { answers, wrong } = await changeAtOnce(t, 10);
    assert.deepEqual(wrong, []);
    assert.deepEqual(Object.keys(answers).sort(), ['api 200', 'api 201', 'api 204', 'site 200', 'site 201']);
  });
});
