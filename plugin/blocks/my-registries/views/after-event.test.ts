import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import { asked, has, opened, press, setUpRenderedPage, show, text } from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the settings', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'settings', ...parts });

  it('list a registry as past, or with the others again', async () => {
    open({ is_over: true });
    assert.match(text(), /The day is over/);
    await press('Move to the past registries');
    open({ is_past: true });
    assert.equal(has('Move to the past registries'), false);
    assert.doesNotMatch(text(), /The day is over/);
    await press('Move to the current registries');
    await press('Copy the open wishes …');
    assert.deepEqual(asked, [
      ['POST', '/past', null],
      ['POST', '/past', { is_past: false }],
    ]);
    assert.deepEqual(opened, ['copy-open']);
  });
});
