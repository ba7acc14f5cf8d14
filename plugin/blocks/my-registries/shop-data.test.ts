import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';
import { type Fields, load } from '../../testing/owner-data.ts';
import { document, page, setUpPage } from '../../testing/owner-page.ts';
import { answerWith, asked, late, ok, refused } from '../../testing/site.ts';

const { markTyped, placeOf, resetShopData, searchShop, takeShopData, undoShopData } = await load('shop-data.ts');

setUpPage();

describe('a suggestion of a shop', () => {
  const TEAPOT = { name: 'Teapot', retailer: 'Pots', price: 39.9, description: 'Blue', image_url: '' };
  const url = 'https://shop.example/blue-teapot';
  const values = () => page.state.forms.item.values;
  /** Opens the form of a new wish with an address. */
  const open = (fields: Fields = {}) => {
    page.change({ itemId: 0 });
    page.changeForm('item', page.blankForm(page.BLANK_ITEM));
    resetShopData();
    page.changeForm('item', { values: { ...page.BLANK_ITEM, url, ...fields } });
  };
  beforeEach(() => {
    mock.method(document, 'querySelector', () => ({ open: true, focus: () => {} }));
  });

  it('fills only empty fields that the user has not touched, and can be undone', async () => {
    open({ retailer: 'Mine' });
    page.changeForm('item', { errors: { price: 'Wrong' } });
    markTyped('description');
    answerWith(ok({ preview: { ...TEAPOT, note: 'Sold out' } }));
    await searchShop();
    await searchShop();
    assert.equal(asked.length, 1, 'the address is the same');
    assert.deepEqual(values(), { ...page.BLANK_ITEM, url, retailer: 'Mine', name: 'Teapot', price: '39.90' });
    assert.equal(page.state.forms.item.errors.price, '');
    assert.deepEqual(['name', 'retailer', 'description', 'image_url'].map(placeOf), [
      'in',
      'beside',
      'beside',
      undefined,
    ]);
    assert.equal(
      page.state.shopData.text,
      'Suggested by the shop’s page: Name, Shop, Price, Description. Please check. Sold out',
    );
    takeShopData('retailer');
    assert.equal(values().retailer, 'Pots');
    undoShopData('retailer');
    undoShopData('name');
    assert.deepEqual([values().retailer, values().name], ['Mine', '']);
    page.changeForm('item', { values: { ...values(), url: `${url}?2` } });
    answerWith(ok({ preview: { ...TEAPOT, name: 'Pot', price: 5 } }));
    await searchShop();
    assert.deepEqual([values().name, values().price], ['', '5'], 'the user has cleared the name');
  });

  it('is a guess if the page has no name, and does not come after a save or a choice', async () => {
    open();
    answerWith(ok({ preview: {} }));
    await searchShop();
    assert.deepEqual([values().name, page.state.shopData.isNameGuessed], ['Blue teapot', true]);
    assert.match(page.state.shopData.text, /^We found nothing on that page.* The name is a guess/);
    for (const busy of [{ isBusy: true }, { conflict: 'Choose' }]) {
      open();
      const answer = late();
      const searching = searchShop();
      page.changeForm('item', busy);
      answer.resolve(ok({ preview: TEAPOT }));
      await searching;
      assert.equal(values().name, '');
      page.changeForm('item', { isBusy: false, conflict: '' });
      answerWith(ok({ preview: TEAPOT }));
      await searchShop();
      assert.equal(values().name, 'Teapot', 'the user has not seen the first answer');
    }
    asked.length = 0;
    for (const [typed, isAsked] of [
      ['https://a', false],
      ['https://ab', true],
      ['https://a b.example', false],
    ] as const) {
      open({ url: typed });
      await searchShop();
      assert.equal(asked.splice(0).length, Number(isAsked), typed);
    }
    open();
    answerWith(refused(429));
    await searchShop();
    assert.equal(page.state.shopData.text, 'No The name is a guess from the address.');
    open({ name: 'Mine' });
    answerWith([502, '']);
    await searchShop();
    assert.equal(page.state.shopData.text, 'We found nothing on that page. Please fill in the fields yourself.');
    open();
    answerWith(ok({ preview: null }));
    await searchShop();
    open();
    asked.length = 0;
    await searchShop();
    assert.equal(asked.length, 0, 'the site has no suggestions');
  });
});
