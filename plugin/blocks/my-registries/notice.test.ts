import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from '../../testing/owner-data.ts';
import { page, setUpPage } from '../../testing/owner-page.ts';

const { clearMessages, closeNotice, notifyOutdated, notifySuccess, runNotice } = await load('notice.ts');

setUpPage();

describe('messages', () => {
  it('are replaced by the next one, but the offer to show changes waits until there is no other', () => {
    const closed: string[] = [];
    const offer = (text: string) =>
      notifyOutdated(
        text,
        'Show',
        () => closed.push('shown'),
        () => closed.push(text),
      );
    const text = () => page.state.notice.text;
    notifySuccess('Saved', () => {});
    offer('Changed');
    assert.equal(text(), 'Saved');
    clearMessages();
    offer('Changed');
    const { notice } = page.state;
    offer('Changed');
    assert.equal(page.state.notice, notice, 'screen readers announce it once');
    offer('Changed again');
    clearMessages();
    assert.equal(text(), 'Changed again');
    closeNotice();
    assert.deepEqual([text(), ...closed], ['', 'Changed again']);
    offer('Changed');
    runNotice();
    assert.deepEqual([text(), ...closed], ['', 'Changed again', 'Changed', 'shown']);
  });
});
