import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import { control, page, setUpRenderedPage, show, text } from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the settings', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'settings', ...parts });

  it('explain what a list for a child hides, and warn before a save reveals everything', () => {
    open({ sees_all: true });
    assert.match(
      text(),
      /You always see all gifts\..*not even your child.*how many of each wish.*Every owner sees who gives/,
    );
    const due = /you will see everything as soon as you save it/;
    for (const [reveal_date, is_revealed, isDue] of [
      ['2026-06-12', false, true],
      ['2026-06-12', true, false],
      ['2026-06-13', false, false],
    ] as const) {
      open({ reveal_date, is_revealed });
      assert.equal(due.test(text()), isDue, `${reveal_date} ${is_revealed}`);
    }
    for (const [name, level] of [
      ['Surprise me', 'hidden'],
      ['Show me how many', 'counts'],
      ['Show me everything', 'names'],
    ] as const) {
      control(name).props.onChange();
      assert.equal(page.state.forms.details.values.surprise, level);
      assert.equal(control(name).props.checked, true);
    }
  });
});
