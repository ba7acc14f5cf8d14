import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../../../contract/testing/properties.ts';
import { wishesIn } from '../../../../testing/wish-file.ts';
import { filePrice } from './price.ts';

/** Returns price and currency of the wish in a table with one line. `undefined`: no price. */
function priced(columns: string, cells: string, site = 'EUR') {
  const [wish] = wishesIn(`name;${columns}\nJug;${cells}\n`, site).wishes;
  const { price, currency } = wish?.fields ?? {};
  const isNoted = wish?.isPriceUnclear || (wish?.notes.length ?? 0) > 0;
  return [price, ...(price === undefined ? [] : [currency ?? site]), ...(isNoted ? ['noted'] : [])];
}

describe('a price in a file', () => {
  it('has the currency that is written beside it', () => {
    for (const [currency, prices] of Object.entries({
      GBP: '24 gbp|24 pounds|£24|24 Pfund',
      USD: 'usd 24|US$24|US $ 24|24 $ US|24 US dollars|U$S 24|$24|24 dollars|24 US-Dollar',
      CHF: '24 chf|Fr 24|SFr 24|24.- Fr.|24 Schweizer Franken|24 francs suisses',
      DKK: '24 dkk|24 Dänische Kronen',
      CAD: 'Can$ 24|24 $ CA|CDN$ 24|C$24|CA $24|24 CAD$',
      AUD: 'AU $24|A$24|AUD 24',
      MXN: 'Mex$ 24|MX$ 24',
      CNY: 'CN¥ 24|24 元|RMB 24',
      JPY: '¥24|24 円',
      INR: 'Rs. 24|₹24',
      EUR: '24|24 €|24 euros|EUR €24|24 €/kg|(€) 24',
      IDR: 'Rp 24',
    }))
      for (const price of prices.split('|'))
        assert.deepEqual(priced('price', price.replaceAll(';', ',')), [24, currency], price);
  });

  it('has the site’s or the column’s currency if the sign can mean it', () => {
    for (const [price, site, column = 'price', currency = site] of [
      ['$24', 'CAD'],
      ['$24', 'AUD'],
      ['$24', 'MXN'],
      ['¥24', 'CNY'],
      ['R 24', 'ZAR'],
      ['24 kr', 'SEK'],
      ['Rs 24', 'PKR'],
      ['$24', 'EUR', 'Price (CAD)', 'CAD'],
      ['24 kr', 'EUR', 'Pris (NOK)', 'NOK'],
      ['24', 'SEK', 'Pris (kr)'],
      ['24', 'EUR', 'Preis (Franken)', 'CHF'],
      ['24', 'EUR', 'price_gbp', 'GBP'],
      ['24', 'EUR', 'Price (US Dollars)', 'USD'],
      ['24', 'EUR', 'Price (each)'],
    ] as const)
      assert.deepEqual(priced(column, price, site), [24, currency], `${price} in ${column} on ${site}`);
    assert.deepEqual(priced('Price (USD);Price (EUR)', ';7'), [7, 'EUR']);
    assert.deepEqual(priced('Price (USD);Price (EUR)', '7;'), [7, 'USD']);
  });

  it('has the currency that a column names', () => {
    for (const [cell, currency] of Object.entries({
      'US Dollar': 'USD',
      pounds: 'GBP',
      'Schweizer Franken': 'CHF',
      'EUR (€)': 'EUR',
      'USD - US Dollar': 'USD',
      eur: 'EUR',
      $: 'USD',
      '-': 'EUR',
      '': 'EUR',
    }))
      assert.deepEqual(priced('price;currency', `24;${cell}`), [24, currency], cell);
    assert.deepEqual(priced('price;currency', '$24;CAD'), [24, 'CAD']);
    assert.deepEqual(priced('price;currency', '$24;EUR'), [24, 'EUR', 'noted']);
    assert.deepEqual(priced('Price (CAD)', '£24'), [24, 'GBP', 'noted']);
  });

  it('is left out with a note if its currency is unclear', () => {
    for (const price of [
      'R 24',
      '24 kr',
      'XX$ 24',
      '24 ₾',
      '$24 EUR',
      '24 pesos',
      '24 Bananen',
      '1.5K €',
      '5M €',
      'ca $5',
    ])
      assert.deepEqual(priced('price', price), [undefined, 'noted'], price);
    for (const cell of ['???', 'bananas', 'kr', 'Taler'])
      assert.deepEqual(priced('price;currency', `24;${cell}`), [undefined, 'noted'], cell);
    for (const column of ['Price (kr)', 'Price (₾)', 'Precio (pesos)'])
      assert.deepEqual(priced(column, '24'), [undefined, 'noted'], column);
  });

  it('never has another currency than the one written, in any spelling', () => {
    const codes = Intl.supportedValuesOf('currency');
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        fc.integer({ min: 1, max: 9_999_999 }).map((cents) => cents / 100),
        fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'nl', 'en-CA', 'fr-CA', 'de-CH', 'es-MX', 'zh', 'ja'),
        fc.constantFrom('code', 'symbol', 'narrowSymbol', 'name'),
        (currency, value, locale, currencyDisplay) => {
          const written = new Intl.NumberFormat(locale, {
            style: 'currency',
            currency,
            currencyDisplay,
            minimumFractionDigits: 2,
            maximumFractionDigits: 2,
          }).format(value);
          const read = filePrice(written);
          if (currencyDisplay === 'code') assert.equal(read?.currency, currency, written);
          if (currencyDisplay === 'narrowSymbol' || !read || !/^[A-Z]{3}$/.test(read.currency)) return;
          // Signs without a country, such as `$`, stay signs.
          if (!/^[$¥]|^\p{L}$/u.test(read.currency)) assert.equal(read.currency, currency, written);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
