import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from '../../../testing/owner-data.ts';
import {
  asked,
  control,
  elements,
  opened,
  page,
  press,
  seen,
  setUpRenderedPage,
  show,
  text,
} from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the list of wishes', () => {
  it('has a menu for each heading, and says that guests do not see an empty one', async () => {
    assert.equal(text().split('Guests see this heading once').length, 2, 'one heading is empty');
    await press('Rename #2');
    assert.equal(page.state.headingTitle, 'Bath');
    assert.match(text(), /Rename this heading/);
    await press('Add a heading');
    assert.deepEqual([page.state.headingTitle, page.state.headingPlace], ['', page.AT_THE_END]);
    show({ items: [] });
    await press('Move down');
    await press('Move up #2');
    await press('Remove');
    assert.deepEqual(asked, [
      ['PATCH', '/headings', { heading: 'Kitchen', before: null }],
      ['PATCH', '/headings', { heading: 'Bath', before: 'Kitchen' }],
      ['DELETE', '/headings', { heading: 'Kitchen' }],
    ]);
    show({ items: [], headings: ['Kitchen'] });
    assert.deepEqual(seen('Rename', 'Move up', 'Move down', 'Remove'), ['Rename', 'Remove']);
  });

  it('begins with the address of a wish, and shows no list during an outage', () => {
    const adding = ['Add a wish', 'Continue', 'Add a heading', 'Try again', 'Edit Wish 1'];
    assert.deepEqual(seen(...adding), ['Add a wish', 'Add a heading', 'Edit Wish 1']);
    show({ items_error: 'No answer' });
    assert.deepEqual(seen(...adding), ['Add a wish', 'Try again']);
    show({ items: [], headings: [] });
    assert.deepEqual(seen(...adding), ['Continue']);
    const type = (value: string, inputType: string) =>
      control('Paste a shop’s link, or describe your wish').props.onInput({ currentTarget: { value }, inputType });
    type('h', 'insertText');
    assert.deepEqual(opened, []);
    type(' https://shop.example/pan ', 'insertFromPaste');
    assert.deepEqual([opened, page.state.forms.item.values.url], [['item'], 'https://shop.example/pan']);
    for (const [typed, url, name] of [
      [' https://shop.example/pot ', 'https://shop.example/pot', ''],
      ['shop.example/pot', 'https://shop.example/pot', ''],
      ['Red pot: https://shop.example/pot', 'https://shop.example/pot', 'Red pot'],
      ['"https:/shop.example/pot"', 'https://shop.example/pot', ''],
      ['http://localhost/pot', 'http://localhost/pot', ''],
      ['blue teapot from the market', '', 'blue teapot from the market'],
      ['Dr. Seuss', '', 'Dr. Seuss'],
      ['teapot', '', 'teapot'],
      ['', '', ''],
    ] as const) {
      page.changeForm('item', { values: page.BLANK_ITEM });
      show({ items: [], headings: [] });
      page.changeForm('firstWish', { values: { address: typed } });
      const form = elements().find(({ props }) => props['data-largesse-form'] === 'firstWish');
      form?.props.onSubmit({ preventDefault: () => {} });
      const { values } = page.state.forms.item;
      assert.deepEqual([values.url, values.name], [url, name]);
      assert.deepEqual(page.state.forms.firstWish.values, { address: '' }, 'nothing is left to lose');
    }
  });
});
