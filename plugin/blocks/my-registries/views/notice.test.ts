import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from '../../../testing/owner-data.ts';
import { seen, setUpRenderedPage, show } from '../../../testing/rendered-page.ts';

const { NoticeBar } = await load('views/notice.tsx');
const { SIGNED_OUT } = await load('notice.ts');

setUpRenderedPage(NoticeBar);

describe('the head of the page', () => {
  it('has a notice with its own button, and a link to sign in only after a sign-out', () => {
    const action = { label: 'Undo', run: () => {} };
    for (const text of ['Said', SIGNED_OUT]) {
      show({}, { notice: { text, action, kind: 'failed' } });
      assert.deepEqual(seen('Sign in in a new tab', 'Undo', 'Dismiss'), [
        ...(text === SIGNED_OUT ? ['Sign in in a new tab'] : []),
        'Undo',
        'Dismiss',
      ]);
    }
    show();
    assert.deepEqual(seen('Undo', 'Dismiss'), []);
  });
});
