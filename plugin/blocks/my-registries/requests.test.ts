import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load, settled } from '../../testing/owner-data.ts';
import { REGISTRY, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked, late, ok, requests } from '../../testing/site.ts';

const { ask } = await load('requests.ts');

setUpPage();

describe('changes of the list', () => {
  it('are sent one after the other, and load the registry if someone else has changed it', async () => {
    const first = late();
    void ask('POST', '/past');
    const changing = ask('PATCH', '/items/2', { version: '2', name: 'Pan' });
    await settled();
    assert.equal(asked.length, 1);
    answerWith(ok({ registry: { id: 7, version: '1' } }), ok({ registry: { ...REGISTRY, version: '9' } }));
    first.resolve(ok({ registry: { id: 7, version: '8', is_past: true } }));
    await changing;
    await settled();
    assert.deepEqual(requests().slice(1, 2), [['PATCH', '/items/2', { version: '2', name: 'Pan' }]]);
    assert.ok(requests().some(([method]) => method === 'GET'));
  });
});
