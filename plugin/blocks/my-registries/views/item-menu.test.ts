import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { type Fields, item, load, PERMALINK, SENT, settled } from '../../../testing/owner-data.ts';
import {
  address,
  asked,
  control,
  has,
  opened,
  page,
  press,
  seen,
  sent,
  setUpRenderedPage,
  show,
  showHeadingsOfMenus,
} from '../../../testing/rendered-page.ts';

const { ManagePage } = await load('views/manage-page.tsx');

setUpRenderedPage(ManagePage);

describe('the list of wishes', () => {
  const moved = async (): Promise<unknown> => {
    mock.timers.tick(500);
    await settled();
    return asked.splice(0);
  };

  it('has a menu for each wish, and each entry does what it says', async () => {
    const kettle = item(2, { gift_url: `${PERMALINK}?gift=2`, retailer: 'Kiste', is_most_wanted: true });
    const three = (fields: Fields = {}) => show({ headings: [], items: [item(1), kettle, item(3)], ...fields });
    three();
    assert.equal(address('Open the shop: Kiste'), `${PERMALINK}?gift=2`);
    assert.equal(address('Mark as received, or hide … #2'), `${SENT.unlisted}2`);
    assert.deepEqual(seen('Open the shop', 'Move to a heading …'), []);
    for (const [name, before] of Object.entries({ 'Move up #2': 1, 'Move down #2': null })) {
      three();
      await press(name);
      assert.deepEqual(await moved(), [['POST', '/items/2/move', { before, heading: '' }]], name);
    }
    const grouped = ['', 'Kitchen', 'Kitchen', 'Bath'].map((heading, index) => item(index + 1, { heading }));
    for (const [name, id, before, heading] of [
      ['Move up #3', 2, 3, ''],
      ['Move down #4', 3, 4, 'Bath'],
    ] as const) {
      show({ items: grouped });
      await press(name);
      assert.deepEqual(await moved(), [['POST', `/items/${id}/move`, { before, heading }]], name);
    }
    three();
    await press('Most wanted #2');
    await press('Most wanted #3');
    await press('Remove #2');
    assert.deepEqual(asked.splice(0), [
      ['POST', '/items/2/most-wanted', { is_most_wanted: false }],
      ['POST', '/items/3/most-wanted', { is_most_wanted: true }],
      ['DELETE', '/items/2', null],
    ]);
    await press('Add a heading above #2');
    assert.deepEqual(page.state.headingPlace, { items: [2, 3], before: null });
    await press('Edit Wish 2');
    assert.equal(page.state.itemId, 2);
    await press('Copy #3');
    assert.equal(page.state.copied.id, 3);
    assert.deepEqual(opened, ['headings', 'item', 'copy-item']);
    sent.unlisted = undefined;
    three({ items: [item(1, { gift_url: 'x' })] });
    assert.deepEqual(seen('Mark as received, or hide …', 'Open the shop', 'Move up'), ['Open the shop']);
  });

  it('moves a wish to the end of another heading', async () => {
    const items = [item(1), item(2, { heading: 'Kitchen' }), item(3, { heading: 'Kitchen' })];
    showHeadingsOfMenus();
    show({ items: items.slice(0, 2) });
    assert.deepEqual(seen('No heading', 'Kitchen', 'Bath', 'Bath #2'), ['No heading', 'Kitchen', 'Bath', 'Bath #2']);
    assert.equal(has('Kitchen #2'), false, 'the wish is there');
    show({ items });
    await press('Kitchen');
    assert.deepEqual(await moved(), [['POST', '/items/1/move', { before: null, heading: 'Kitchen' }]]);
    show({ items });
    await press('No heading');
    assert.deepEqual(await moved(), [['POST', '/items/2/move', { before: 3, heading: '' }]]);
  });

  it('records own pieces only of wishes that are still open', () => {
    const [more, less] = ['Increase', 'Reduce'].map((verb) => `${verb} the number we already have by one`);
    for (const [needed, bought, had, expected] of [
      [1, 0, 0, ['We have it']],
      [1, 1, 0, []],
      [1, 1, 1, ['We don’t have it after all']],
      [3, 3, 0, []],
      [3, 2, 0, [more]],
      [3, 3, 2, [less]],
      [3, 2, 1, [more, less]],
      [1, 2, 2, [less]],
    ] as const) {
      show({ items: [item(1, { quantity_needed: needed, quantity_purchased: bought, quantity_had: had })] });
      const enabled = seen('We have it', 'We don’t have it after all', more ?? '', less ?? '').filter(
        (name) => !control(name).props['aria-disabled'],
      );
      assert.deepEqual(enabled, expected, `${needed} ${bought} ${had}`);
    }
    show({ items: [item(1, { quantity_needed: 3 })] }, { busyItems: [1] });
    assert.equal(control(more ?? '').props['aria-disabled'], true);
  });
});
