import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from '../testing/properties.ts';
import { statedAmount } from './price.ts';

test('a point before three digits separates thousands in currencies that are shown without decimals', () => {
  const amount = (currency: string) => statedAmount('1.299', { decimal: null, currency, region: '', seen: new Set() });
  for (const currency of ['JPY', 'XPF', 'HUF', 'IQD']) assert.equal(amount(currency), 1299, currency);
  assert.equal(amount('EUR'), 1.3);
  assert.equal(amount('KWD'), 1.299);
});

const HINTS = { decimal: null, currency: 'EUR', region: '', seen: new Set<number>() } as const;

test('a text has an amount only if it says which one to pay', () => {
  for (const [text, amount] of [
    ['1&nbsp;299,90', 1299.9],
    ['&#8364;29,90', 29.9],
    ['&euro; 29.90', 29.9],
    ['from 29,90 € incl. VAT', 29.9],
    ['29,90 € inkl. 19 % MwSt.', 29.9],
    ['US$ 24.00', 24],
    ['CHF 39.–', 39],
    ['3,980円（税込）', 3980],
    ['10,00 € – 20,00 €', 10],
    ['29.99 EUR (€29,99)', 29.99],
    ['2 for 10.00', 10],
    ['3 x 9,99 €', 9.99],
    ['Save $10.00! Now $29.99', 29.99],
    ['Was $39.99 Now only $29.99', 29.99],
    ['Statt 39,99 € jetzt 29,99 €', 29.99],
    ['call us 030 1234', null],
    ['29 points', null],
    ['£1.2k', null],
    ['39.99 29.99', null],
    ['2 kg', null],
    ['', null],
    ['free', null],
  ] as const)
    assert.equal(statedAmount(text, HINTS), amount, text);
});

test('an amount is read in the same way with entities, signs and known words around it', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom('', '€', '&euro;', 'EUR ', 'ab ', 'Price: ', 'CHF&nbsp;'),
      fc.constantFrom('', ' €', '&#8364;', ' EUR', ' incl. tax', '*'),
      fc.constantFrom('de', 'en', 'fr', 'pl'),
      (cents, before, behind, lang) => {
        const shown = new Intl.NumberFormat(lang, { minimumFractionDigits: 2 }).format(cents / 100);
        const text = before + shown.replaceAll(/[\u00a0\u202f]/g, '&nbsp;') + behind;
        assert.equal(statedAmount(text, HINTS), cents / 100, text);
      },
    ),
  ));
