import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { ruleCases } from '../../../contract/testing/rule-cases.ts';
import { load } from '../../testing/owner-data.ts';
import { location, page, pressNotice, SENT, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, ok } from '../../testing/site.ts';

const { isDue, levelMeanings, submitReveal, suggestedLevel } = await load('surprise.ts');
const { sent } = await load('page-data.ts');

setUpPage();

describe('the form of the details', () => {
  describe('warns if saving it reveals all gifts', () => {
    for (const { event, chosen, today, newGift } of ruleCases.surprises.filter(({ level }) => level === 'hidden'))
      it(`with the event “${event}” and the choice “${chosen}” on ${today}: ${newGift === 'names'}`, () => {
        mock.property(sent, 'today', today);
        page.changeForm('details', { values: { reveal_date: chosen, event_date: event } });
        assert.equal(isDue(), newGift === 'names');
      });
  });
});

describe('after the event', () => {
  it('a reveal tells the number of gifts, and leads to the list', async () => {
    const left = mock.method(location, 'assign');
    for (const [revealed, said] of [
      [0, 'Nothing was hidden from you.'],
      [1, '1 gift is shown now.'],
      [2, '2 gifts are shown now.'],
    ] as const) {
      answerWith(ok({ revealed }));
      await submitReveal();
      assert.equal(page.state.notice.text, said);
      assert.equal(page.state.forms.reveal.isBusy, false);
    }
    await pressNotice();
    assert.deepEqual(left.mock.calls[0]?.arguments, [SENT.pages.gifts]);
    assert.deepEqual(['My BIRTHDAY', 'Wedding'].map(suggestedLevel), ['hidden', 'counts']);
    assert.match(levelMeanings(true).hidden, /not even your child/);
    assert.match(levelMeanings(false).hidden, /^You see none/);
  });
});
