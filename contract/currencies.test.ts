import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CURRENCY_DECIMALS,
  canMean,
  currencyCode,
  currencyIn,
  currencyOfSign,
  isShownWhole,
  unclearSignIn,
} from './currencies.ts';

describe('the currency of a price', () => {
  /** Texts with a sign or code of each currency. The last texts have none, or one of several currencies. */
  const TEXTS = `EUR: EUR 5|EURO|5 €; USD: US$5|$5; CAD: CA$5|C$5|Can$5|CDN$ 5; AUD: AU$5|A$5; NZD: NZ$5; HKD: HK$5; TWD: NT$5;
    MXN: MX$5|Mex$ 5; BRL: R$ 5; SGD: S$5; GBP: £5; INR: ₹5|Rs. 5; RUB: 5 ₽|5 руб.; KRW: ₩5|5원; TRY: ₺5|5 TL; UAH: 5 ₴|5 грн;
    ILS: ₪5; VND: 5 ₫; THB: ฿5; PHP: ₱5; NGN: ₦5; KZT: 5 ₸; PLN: 5 ZŁ; CZK: 5 Kč; BGN: 5 лв; JPY: 5円|¥5; CNY: 5元|CN¥5;
    CHF: Fr. 5|SFr.5; HUF: 5 Ft; RON: 5 lei; IDR: Rp 5; MYR: RM5; PEN: S/ 5;
    none: 5chf|5 XAB|SEUR 5|5 kr|R 5|5|left 5|`;
  for (const [currency = '', texts = ''] of TEXTS.split(/;\s+/).map((line) => line.split(': ')))
    it(`is ${currency} in ${texts}`, () => {
      for (const text of texts.split('|')) assert.equal(currencyIn(text) ?? 'none', currency, text);
    });

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
    assert.deepEqual(
      ['USD', 'CAD', 'MXN', 'EUR', 'CNY'].map((currency) => [canMean('$', currency), canMean('¥', currency)]),
      [
        [true, false],
        [true, false],
        [true, false],
        [false, false],
        [false, true],
      ],
    );
  });

  it('is that of the letters beside $ and ¥', () => {
    for (const [text, currency] of Object.entries({
      'AU $': 'AUD',
      '$ CA': 'CAD',
      Can$: 'CAD',
      'CN¥': 'CNY',
      U$S: 'USD',
      USD$: 'USD',
      XX$: 'XX$',
      'ca $': null,
      'ca. $': null,
      $: null,
      '€': null,
    }))
      assert.equal(currencyOfSign(text), currency, text);
  });

  it('is found in the first 200 characters', () => {
    assert.equal(currencyIn(`${' '.repeat(197)}EUR`), 'EUR');
    assert.equal(currencyIn(`${' '.repeat(200)}EUR`), null);
  });

  it('may be a code in upper or lower case', () => {
    for (const [code, found] of Object.entries({
      ' eur ': 'EUR',
      USD: 'USD',
      EU: null,
      EURO: null,
      XAB: null,
      '': null,
    }))
      assert.equal(currencyCode(code), found, code);
  });
});

it('the decimals of a currency: follow ISO 4217, even if prices in shops contain no decimals', () => {
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
