import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { item, load } from '../../../testing/owner-data.ts';
import { control, elements, setUpRenderedPage, show, text, textOf } from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the list of wishes', () => {
  it('states what is open, and of surprises only what the site says', () => {
    for (const [fields, expected] of [
      [{}, 'Still wanted'],
      [{ quantity_purchased: 1 }, 'Given'],
      [{ quantity_needed: 3, quantity_purchased: 1 }, '2 of 3 still wanted'],
      [{ quantity_needed: 3, quantity_purchased: 4 }, 'Given'],
      [{ quantity_needed: 3, quantity_purchased: 2, quantity_had: 1 }, '1 of 3 still wanted · you have 1'],
      [{ shown_text: '20 of 54.95 promised' }, '20 of 54.95 promised'],
      [{ shown_text: '', quantity_had: 1 }, 'you have 1'],
      [{ shown_text: '' }, undefined],
    ] as const) {
      show({ items: [item(1, fields)], surprise_text: 'Gifts are a surprise.' });
      assert.match(text(), /Gifts are a surprise\./);
      const status = elements().find(({ props }) => props.class === 'largesse-mine__status');
      assert.equal(status && textOf(status), expected);
    }
    show({ items: [item(1, { is_most_wanted: true, price_text: '€5' })] });
    assert.match(text(), /Wish 1€5Still wantedMost wanted/);
    assert.equal(control('Most wanted').props['aria-checked'], true);
  });
});
