import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { load } from '../../testing/owner-data.ts';
import { location, page, pressNotice, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, late, ok } from '../../testing/site.ts';

const { openCopy, submitCopy } = await load('after-event.ts');

setUpPage();

describe('a copy', () => {
  it('of the open wishes opens the new registry, or lists what is missing', async () => {
    const left = mock.method(location, 'assign');
    const url = 'https://site.example/8';
    openCopy();
    assert.equal(page.state.forms.copy.values.title, 'Ours');
    await submitCopy();
    assert.match(page.state.forms.copy.message, /^We do not know whether this was saved/);
    const answer = late();
    const copying = submitCopy();
    openCopy();
    assert.equal(page.state.forms.copy.isBusy, true, 'it is being sent');
    answer.resolve(ok({ copy: { manage_url: url, copied: 1, missing: ['Pot'] } }));
    await copying;
    assert.equal(page.state.notice.text, 'Wishes that were copied: 1. These could not be copied: Pot.');
    assert.equal(left.mock.callCount(), 0);
    await pressNotice();
    assert.deepEqual(left.mock.calls[0]?.arguments, [url]);
    openCopy();
    answerWith(ok({ copy: { manage_url: url, copied: 2, missing: [] } }));
    await submitCopy();
    assert.deepEqual(left.mock.calls[1]?.arguments, [url]);
    openCopy();
    assert.equal(page.state.forms.copy.isBusy, false);
  });
});
