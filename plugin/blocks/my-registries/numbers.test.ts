import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../contract/testing/properties.ts';
import { type PriceStyle, type ReadPrice, readCount, readPrice, writePrice } from './numbers.ts';

const LOCALES = 'en-US de-DE de-CH fr-FR es-ES pl-PL pt_PT_ao90 en-IN sv-SE fa-IR ar-EG he-IL ja'.split(' ');
const CURRENCIES = ['', 'EUR', 'USD', 'CHF', 'SEK', 'JPY', 'KWD', 'PLN', 'INR'];

const style = (locale: string, currency = ''): PriceStyle => ({ locale, currency });
const price = (value: number | null, currency: string | null = null): ReadPrice => ({ kind: 'price', value, currency });
const read = (typed: string, locale = 'en-US', currency = '') => readPrice(typed, style(locale, currency));

/** Prices with up to two decimals. */
const prices = fc.integer({ min: 1, max: 10 ** 12 }).map((cents) => cents / 100);
const styles = fc.record({ locale: fc.constantFrom(...LOCALES), currency: fc.constantFrom(...CURRENCIES) });

describe('a price', () => {
  for (const [typed, value, currency] of [
    ['19.99', 19.99],
    ['19,99', 19.99],
    ['€19.99', 19.99, 'EUR'],
    ['$20', 20, 'USD'],
    ['$.99', 0.99, 'USD'],
    ['US$ 5', 5, 'USD'],
    ['20 EUR', 20, 'EUR'],
    ['Fr.20', 20, 'CHF'],
    ['CHF 1’299.–', 1299, 'CHF'],
    ['1.299,00 €', 1299, 'EUR'],
    ['1,299.00', 1299],
    ['1 299,00', 1299],
    ['1\u00a0299,00\u00a0€', 1299, 'EUR'],
    ["1'299.00", 1299],
    ['1,29,900', 129_900],
    ['20,-', 20],
    ['20,–', 20],
    ['20.-- €', 20, 'EUR'],
    ['20.', 20],
    ['１９．９９', 19.99],
    ['١٩٫٩٩', 19.99],
    ['१९.९९', 19.99],
    ['  7 ', 7],
  ] as const) {
    it(`“${typed}” is ${value} ${currency ?? ''}`, () => assert.deepEqual(read(typed), price(value, currency)));
  }

  it('may contain the names of currencies in the site’s language', () => {
    const codes = [null, 'EUR', 'EUR', 'EUR', null, 'PLN', 'CZK', 'CHF', 'EUR'];
    for (const [index, typed] of '20|20 Euro|20 euro|Euro 20|20 kr|20 zł|20 Kč|CHF 20|20 EUR.'.split('|').entries())
      assert.deepEqual(read(typed, 'de-DE'), price(20, codes[index]), typed);
  });

  it('keeps its currency, unless that is the site’s (rules: Currencies)', () => {
    for (const [typed, site, code, locale] of [
      ['£20', 'EUR', 'GBP'],
      ['20 GBP', 'EUR', 'GBP'],
      ['20 gbp', 'EUR', 'GBP'],
      ['$20', 'EUR', 'USD'],
      ['$20', 'EUR', 'CAD', 'en-CA'],
      ['20 $', 'EUR', 'USD', 'fr-FR'],
      ['£ 20', 'EUR', 'GBP', 'fr-FR'],
      ['$20 AUD', 'EUR', 'AUD'],
      ['US$ 20', 'EUR', 'USD'],
      ['US$ 20', 'CAD', 'USD'],
      ['NZ$ 20', 'EUR', 'NZD'],
      ['C$20', 'EUR', 'CAD'],
      ['¥20', 'EUR', 'JPY'],
      ['Fr. 20', 'EUR', 'CHF'],
      ['20 kr', 'EUR', 'NOK', 'nb-NO'],
      ['CHF 20.–', 'EUR', 'CHF'],
      ['20 Euro', 'USD', 'EUR'],
      ['EUR 20 €', 'USD', 'EUR'],
      ['$20 EUR', 'USD', 'EUR'],
      ['£20', '', 'GBP'],
      ['20 $ CA', 'EUR', 'CAD'],
      ['AU $20', 'EUR', 'AUD'],
      ['Can$ 20', 'EUR', 'CAD'],
      ['CN¥ 20', 'EUR', 'CNY'],
    ] as const)
      assert.deepEqual(read(typed, locale, site), price(20, code), `${typed} in ${site}`);
    assert.equal(read('20 kr', 'en-US', 'EUR').kind, 'unnamed');
    for (const [typed, site] of [
      ['$20', 'USD'],
      ['$20', 'AUD'],
      ['US$20', 'USD'],
      ['C$20', 'CAD'],
      ['A$20', 'AUD'],
      ['NZ$ 20', 'NZD'],
      ['20 kr', 'DKK'],
      ['20 kr.', 'SEK'],
      ['Fr. 20', 'CHF'],
      ['Rs. 20', 'INR'],
      ['Rs 20', 'PKR'],
      ['￥20', 'JPY'],
      ['¥20', 'CNY'],
      ['R$ 20', 'BRL'],
    ] as const)
      assert.deepEqual(read(typed, 'en-US', site), price(20), `${typed} in ${site}`);
    assert.deepEqual(read('£x', 'en-US', 'EUR'), { kind: 'wrong' });
  });

  it('that cannot be parsed is refused', () => {
    const wrong =
      'x|€|1.5K €|5M €|ca $5|twenty|20 pieces|1.2.3|1,2,3|12 34|1.29,90|19⁹⁹|½|-5|1e3|5-7|1.299,00,00|9007199254740993|20 €19|0x10|.';
    for (const typed of [...wrong.split('|'), '9'.repeat(400)]) assert.deepEqual(read(typed), { kind: 'wrong' }, typed);
    for (const typed of ['', ' ', '\u00a0', '\u200e']) assert.deepEqual(read(typed), price(null));
  });

  it('with three digits after its only separator follows the language, or is ambiguous', () => {
    const unclear = (...readings: [string, string]): ReadPrice => ({ kind: 'unclear', readings });
    assert.deepEqual(read('12.345'), unclear('12,345', '12.35'));
    assert.deepEqual(read('12,345'), price(12_345));
    assert.deepEqual(read('€12.345'), unclear('12,345', '12.35'));
    assert.deepEqual(read('12.345 KWD', 'en-US', 'EUR'), price(12.345, 'KWD'));
    assert.deepEqual(read('12.345', 'de-DE'), price(12_345));
    assert.deepEqual(read('12,345', 'de-DE'), unclear('12.345', '12,35'));
    assert.deepEqual(read('1.299', 'fr-FR').kind, 'unclear');
    assert.deepEqual(read('1,299', 'de-CH').kind, 'unclear');
    assert.deepEqual(read('12.345', 'en-US', 'KWD'), price(12.345), 'some currencies have three decimals');
    for (const typed of ['0.345', '1234.567', '12.3456']) assert.deepEqual(read(typed), { kind: 'wrong' }, typed);
  });

  it('that is ambiguous is clear once the user types one of the two readings', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }), styles, (whole, rest, how) => {
        for (const sign of ['.', ',']) {
          const answer = readPrice(`${whole}${sign}${String(rest).padStart(3, '0')}`, how);
          if (answer.kind !== 'unclear') continue;
          const kinds = answer.readings.map((reading) => readPrice(reading, how).kind);
          assert.deepEqual(kinds, ['price', 'price'], `${answer.readings}`);
        }
      }),
    );
  });

  it('is the same after writing and reading it, in every language and currency', () => {
    fc.assert(
      fc.property(prices, styles, (value, how) => {
        assert.deepEqual(readPrice(writePrice(String(value), how), how), price(value));
        assert.deepEqual(readPrice(writePrice(String(value), how, 'GBP'), how), price(value, 'GBP'));
        const locale = how.locale.split('_')[0];
        const grouped = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value);
        assert.deepEqual(readPrice(grouped, how), price(value), grouped);
        for (const currencyDisplay of ['symbol', 'narrowSymbol', 'code'] as const) {
          const currency = how.currency === '' || how.currency === 'JPY' ? 'EUR' : how.currency;
          const site = how.currency === '' ? how : { ...how, currency };
          const said = new Intl.NumberFormat(locale, {
            style: 'currency',
            currency,
            currencyDisplay,
            minimumFractionDigits: 2,
            maximumFractionDigits: 2,
          }).format(value);
          assert.deepEqual(readPrice(said, site), price(value, how.currency === '' ? 'EUR' : null), said);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never becomes another number than its digits, whatever the user types', () => {
    const typing = fc.string({ unit: fc.constantFrom(..."0123456789.,' €$-abcEUR\u00a0"), maxLength: 14 });
    fc.assert(
      fc.property(typing, styles, (typed, how) => {
        const answer = readPrice(typed, how);
        if (answer.kind !== 'price') return;
        const value = answer.value ?? Number(typed.replace(/\D/g, ''));
        assert.ok(Number.isFinite(value) && value >= 0);
        const significant = (text: string) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '');
        assert.equal(significant(value.toFixed(3)), significant(typed));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is written as users type it', () => {
    assert.equal(writePrice('', style('en')), '');
    assert.equal(writePrice('', style('en'), 'GBP'), '');
    assert.equal(writePrice('24.5', style('de'), 'GBP'), '24,50 GBP');
    assert.equal(writePrice('24.5', style('en')), '24.50');
    assert.equal(writePrice('1299', style('de')), '1299');
    assert.equal(writePrice('1299.9', style('de')), '1299,90');
    assert.equal(writePrice('12.345', style('en')), '12.345');
    assert.equal(writePrice('24.5', style('pt_PT_ao90')), '24,50');
  });
});

describe('a count', () => {
  it('is a whole number with digits of any script', () => {
    assert.deepEqual(['3', ' 12 ', '٣', '-1'].map(readCount), [3, 12, 3, -1]);
    assert.deepEqual(['', 'x', '1.5', '1,000', '٣٫٥'].map(readCount), Array(5).fill(undefined));
  });
});
