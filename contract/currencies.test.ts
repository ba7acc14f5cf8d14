import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CURRENCY_DECIMALS, canMean, currencyCode, currencyIn, isShownWhole, unclearSignIn } from './currencies.ts';

describe('the currency of a price', () => {
  for (const [text, currency] of Object.entries({
    'EUR 5': 'EUR',
    '5chf': null,
    '5 XAB': null,
    'SEUR 5': null,
    EURO: 'EUR',
    US$5: 'USD',
    CA$5: 'CAD',
    AU$5: 'AUD',
    NZ$5: 'NZD',
    HK$5: 'HKD',
    NT$5: 'TWD',
    MX$5: 'MXN',
    'R$ 5': 'BRL',
    C$5: 'CAD',
    A$5: 'AUD',
    S$5: 'SGD',
    '5 €': 'EUR',
    '£5': 'GBP',
    '₹5': 'INR',
    '5 ₽': 'RUB',
    '5 руб.': 'RUB',
    '₩5': 'KRW',
    '5원': 'KRW',
    '₺5': 'TRY',
    '5 ₴': 'UAH',
    '5 грн': 'UAH',
    '₪5': 'ILS',
    '5 ₫': 'VND',
    '฿5': 'THB',
    '₱5': 'PHP',
    '₦5': 'NGN',
    '5 ₸': 'KZT',
    '5 ZŁ': 'PLN',
    '5 Kč': 'CZK',
    '5 лв': 'BGN',
    '5円': 'JPY',
    '5元': 'CNY',
    'Fr. 5': 'CHF',
    'SFr.5': 'CHF',
    '5 Ft': 'HUF',
    '5 lei': 'RON',
    '5 TL': 'TRY',
    'Rp 5': 'IDR',
    RM5: 'MYR',
    'S/ 5': 'PEN',
    'Rs. 5': 'INR',
    '¥5': 'JPY',
    $5: 'USD',
    '5 kr': null,
    'R 5': null,
    '5': null,
    'left 5': null,
    '': null,
  }))
    it(`is ${currency ?? 'unknown'} in "${text}"`, () => assert.equal(currencyIn(text), currency));

  it('depends on the country of the shop if several countries use the sign', () => {
    for (const [text, regions] of Object.entries({
      $5: { au: 'AUD', ca: 'CAD', mx: 'MXN', sg: 'SGD', us: 'USD' },
      '5 kr': { dk: 'DKK', is: 'ISK', no: 'NOK', se: 'SEK', de: null },
      'Rs 5': { lk: 'LKR', np: 'NPR', pk: 'PKR', in: 'INR' },
      '¥5': { cn: 'CNY', jp: 'JPY' },
      'R 5': { za: 'ZAR', de: null },
      '€5': { us: 'EUR' },
    }))
      for (const [region, currency] of Object.entries(regions))
        assert.equal(currencyIn(text, region), currency, `${text} in ${region}`);
  });

  it('stays open for a sign of several currencies, and for signs that we do not know', () => {
    for (const [text, sign] of [
      ['1.299,00 kr.', 'kr'],
      ['KR 5', 'kr'],
      ['39.–kr', 'kr'],
      ['₾5', '₾'],
      ['5 krs', ''],
      ['5 €', ''],
      ['5', ''],
    ] as const)
      assert.equal(unclearSignIn(text), sign, text);
    assert.equal(unclearSignIn('5 kr', 'dk'), '');
    assert.deepEqual(
      ['DKK', 'ISK', 'NOK', 'SEK', 'EUR', ''].filter((currency) => canMean('kr', currency)),
      ['DKK', 'ISK', 'NOK', 'SEK'],
    );
    assert.equal(canMean('₾', 'SEK'), false);
  });

  it('is found in the first 200 characters', () => {
    assert.equal(currencyIn(`${' '.repeat(197)}EUR`), 'EUR');
    assert.equal(currencyIn(`${' '.repeat(200)}EUR`), null);
  });

  it('may be a code in upper or lower case', () => {
    assert.deepEqual([' eur ', 'USD', 'EU', 'EURO', 'XAB', ''].map(currencyCode), [
      'EUR',
      'USD',
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('the decimals of a currency', () => {
  it('follow ISO 4217, even if prices in shops contain no decimals', () => {
    for (const [code, decimals, isWhole] of [
      ['EUR', undefined, false],
      ['JPY', 0, true],
      ['XPF', 0, true],
      ['HUF', undefined, true],
      ['IQD', 3, true],
      ['KWD', 3, false],
    ] as const)
      assert.deepEqual([CURRENCY_DECIMALS[code], isShownWhole(code)], [decimals, isWhole], code);
    for (const code of Object.keys(CURRENCY_DECIMALS)) assert.equal(currencyCode(code), code);
  });
});
