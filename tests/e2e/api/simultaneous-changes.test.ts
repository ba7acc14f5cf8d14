import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openProxiedSite } from '../plugin/proxied-site.ts';
import { changeAtOnce } from './simultaneous-changes.ts';
import { warmUp } from './site-with-api.ts';

describe('rules: Changing lists on the host: simultaneous changes on the site and through the API', () => {
  const t = openForSuite(() => openProxiedSite('6.5'));
  before(async () => {
    await warmUp(t.system);
  });

  // `npm run soak` runs the same test with 1,000 rounds.
  it('are both kept', async () => {
    const { answers, wrong } = await changeAtOnce(t, 10);
    assert.deepEqual(wrong, []);
    assert.deepEqual(Object.keys(answers).sort(), ['api 200', 'api 201', 'api 204', 'site 200', 'site 201']);
  });
});
