import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../testing/owner-data.ts';
import { page, setUpRenderedPage, show, Target } from '../../testing/rendered-page.ts';

const { followActions } = await load('place-notice.ts');
const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the list of wishes', () => {
  it('clears messages at the next button', () => {
    const listeners: ((event: Fields) => void)[] = [];
    followActions({ addEventListener: (_: string, each: () => void) => listeners.push(each) });
    for (const button of [null, {}]) {
      show({}, { notice: { kind: 'done', text: 'Old' } });
      listeners[0]?.({ target: Object.assign(new Target(), { closest: () => button }) });
      assert.equal(page.state.notice.text, button ? '' : 'Old');
    }
  });
});
