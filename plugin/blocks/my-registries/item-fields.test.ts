import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../testing/owner-data.ts';
import { setUpPage } from '../../testing/owner-page.ts';

const { bodyOf, isSameValue } = await load('item-fields.ts');

setUpPage();

describe('the form of a wish', () => {
  it('sends numbers, and refuses what is none', () => {
    const body = (values: Fields) => bodyOf(values, Object.keys(values));
    assert.deepEqual(body({ name: ' Pot ', price: '', quantity_needed: '*' }), {
      body: { name: 'Pot', price: null, currency: null, quantity_needed: Number.MAX_SAFE_INTEGER },
      errors: {},
    });
    assert.deepEqual(Object.keys(body({ price: 'x', quantity_needed: '1.5', name: '' }).errors), [
      'price',
      'quantity_needed',
    ]);
    assert.deepEqual(body({ price: '1.234' }).errors, { price: 'Did you mean 1,234 or 1.23?' });
    assert.deepEqual(body({ price: '£20' }).body, { price: 20, currency: 'GBP' });
    assert.match(body({ price: '20 kr' }).errors.price ?? '', /^Enter the currency as /);
    assert.equal(isSameValue('price', '24.5', '24.50'), true);
    assert.equal(isSameValue('price', '24.5', '24.5 GBP'), false);
    assert.equal(isSameValue('price', '24.5', '24.51'), false);
    assert.equal(isSameValue('name', '24.5', '24.50'), false);
  });
});
