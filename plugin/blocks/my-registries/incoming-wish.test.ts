import assert from 'node:assert/strict';
import { it } from 'node:test';
import { load } from '../../testing/owner-data.ts';
import { location, page, setUpPage } from '../../testing/owner-page.ts';

const { openIncomingWish, withWish } = await load('incoming-wish.ts');
const { cancelItem } = await load('item-form.ts');
const { sent } = await load('page-data.ts');

setUpPage();

it('a wish from a shop: stays in the addresses of other pages, with the parts of the shop’s page', () => {
  assert.equal(withWish('/mine'), '/mine?add-wish=x');
  location.hash = '#most-wanted';
  assert.equal(withWish('/?page=2'), '/?page=2&add-wish=x');
  location.hash = '#largesse-page=parts';
  assert.equal(withWish('/mine'), '/mine?add-wish=x#largesse-page=parts');
  location.hash = '';
});

it('a wish in the address of the page: fills the form, is removed from the address, and does not come again after a reload', () => {
  const replaced: string[] = [];
  Object.assign(globalThis, {
    history: { state: null, replaceState: (_: unknown, __: string, address: URL) => replaced.push(address.href) },
  });
  location.href = 'https://site.example/mine?registry=7&tab=share&add-wish=x&add-wish-text=y&name=a';
  openIncomingWish();
  assert.deepEqual(replaced, []);
  for (const is_lost of [true, false]) {
    sent.wish = { url: 'https://s.example/', name: 'Pot', is_lost };
    page.change({ itemId: -1 });
    openIncomingWish();
    assert.partialDeepStrictEqual(page.state.forms.item.values, {
      url: 'https://s.example/',
      name: 'Pot',
      quantity_needed: '1',
    });
    assert.equal(page.state.forms.item.message !== '', is_lost);
    cancelItem();
  }
  sent.wish = null;
  assert.equal(replaced[0], 'https://site.example/mine?registry=7&tab=share');
});
