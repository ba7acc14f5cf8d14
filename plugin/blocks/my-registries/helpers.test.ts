import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { load } from '../../testing/owner-data.ts';
import { location, page, REGISTRY, SENT, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, late, ok, requests } from '../../testing/site.ts';

const { askToDismiss, submitDismiss, submitHelp } = await load('helpers.ts');
const { typeInto } = await load('forms.ts');

setUpPage();

describe('people', () => {
  it('help in the list that the user chose, and input in the meantime stays', async () => {
    const left = mock.method(location, 'assign');
    typeInto('help', 'list', 'keepers');
    typeInto('help', 'person', ' ada ');
    answerWith(ok({ registry: { ...REGISTRY, proposed_keepers: ['Ada'] } }));
    await submitHelp();
    assert.equal(page.state.notice.text, 'We asked ada. They help you as soon as they accept.');
    assert.deepEqual(page.state.forms.help.values, { person: '', list: 'keepers' });
    typeInto('help', 'list', 'owners');
    typeInto('help', 'person', 'tom');
    const answer = late();
    const helping = submitHelp();
    typeInto('help', 'person', 'zoe');
    answer.resolve(ok());
    await helping;
    assert.deepEqual([page.state.forms.help.values.person, page.state.forms.help.isBusy], ['zoe', false]);
    for (const [list, isGone] of [
      ['keepers', false],
      ['owners', false],
      ['owners', true],
    ] as const) {
      askToDismiss(list, 'ada');
      answerWith(ok({ left: isGone }));
      await submitDismiss();
      assert.deepEqual(
        left.mock.calls.map(({ arguments: [url] }) => url),
        isGone ? [SENT.pages.overview] : [],
      );
    }
    assert.deepEqual(requests(), [
      ['POST', '/keepers', { person: 'ada' }],
      ['POST', '/owners', { person: 'tom' }],
      ['DELETE', '/keepers', { person: 'ada' }],
      ['DELETE', '/owners', { person: 'ada' }],
      ['DELETE', '/owners', { person: 'ada' }],
    ]);
  });
});
