import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type PriceStyle, type ReadPrice, readCount, readPrice, writePrice } from './blocks/my-registries/numbers.ts';

const LOCALES = [
  'en-US',
  'de-DE',
  'de-CH',
  'fr-FR',
  'es-ES',
  'pl-PL',
  'pt_PT_ao90',
  'en-IN',
  'sv-SE',
  'fa-IR',
  'ar-EG',
  'he-IL',
  'ja',
];
const CURRENCIES = ['', 'EUR', 'USD', 'CHF', 'SEK', 'JPY', 'KWD', 'PLN', 'INR'];

const style = (locale: string, currency = ''): PriceStyle => ({ locale, currency });
const price = (value: number): ReadPrice => ({ kind: 'price', value });
const read = (typed: string, locale = 'en-US', currency = '') => readPrice(typed, style(locale, currency));

/** Prices with up to two decimals. */
const prices = fc.integer({ min: 1, max: 10 ** 12 }).map((cents) => cents / 100);
const styles = fc.record({ locale: fc.constantFrom(...LOCALES), currency: fc.constantFrom(...CURRENCIES) });

describe('a price', () => {
  for (const [typed, value] of [
    ['19.99', 19.99],
    ['19,99', 19.99],
    ['€19.99', 19.99],
    ['$20', 20],
    ['$.99', 0.99],
    ['US$ 5', 5],
    ['20 EUR', 20],
    ['Fr.20', 20],
    ['CHF 1’299.–', 1299],
    ['1.299,00 €', 1299],
    ['1,299.00', 1299],
    ['1 299,00', 1299],
    ['1\u00a0299,00\u00a0€', 1299],
    ["1'299.00", 1299],
    ['1,29,900', 129_900],
    ['20,-', 20],
    ['20,–', 20],
    ['20.-- €', 20],
    ['20.', 20],
    ['１９．９９', 19.99],
    ['١٩٫٩٩', 19.99],
    ['१९.९९', 19.99],
    ['  7 ', 7],
  ] as const) {
    it(`“${typed}” is ${value ?? 'refused'}`, () => {
      assert.deepEqual(read(typed), value === undefined ? { kind: 'wrong' } : price(value));
    });
  }

  it('may contain the names of currencies in the site’s language', () => {
    for (const typed of ['20 Euro', '20 euro', 'Euro 20', '20 kr', '20 zł', '20 Kč', 'CHF 20', '20 EUR.'])
      assert.deepEqual(read(typed, 'de-DE'), price(20), typed);
  });

  it('must be in the site’s currency', () => {
    const foreign = (currency: string): ReadPrice => ({ kind: 'foreign', currency });
    for (const [typed, site, sign] of [
      ['£12.50', 'EUR', '£'],
      ['$20', 'EUR', '$'],
      ['US$ 20', 'EUR', 'US$'],
      ['US$ 20', 'CAD', 'US$'],
      ['20 kr', 'EUR', 'kr'],
      ['CHF 39.–', 'EUR', 'CHF'],
      ['20 Euro', 'USD', 'Euro'],
      ['EUR 20 €', 'USD', 'EUR'],
      ['12.345 €', 'USD', '€'],
    ] as const)
      assert.deepEqual(read(typed, 'en-US', site), foreign(sign), `${typed} in ${site}`);
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
      ['£20', ''],
    ] as const)
      assert.deepEqual(read(typed, 'en-US', site), price(20), `${typed} in ${site}`);
    assert.deepEqual(read('£x', 'en-US', 'EUR'), { kind: 'wrong' });
  });

  it('that cannot be parsed is refused', () => {
    for (const typed of [
      'x',
      '€',
      'twenty',
      '20 pieces',
      '1.2.3',
      '1,2,3',
      '12 34',
      '1.29,90',
      '19⁹⁹',
      '½',
      '-5',
      '1e3',
      '5-7',
      '1.299,00,00',
      '9'.repeat(400),
      '9007199254740993',
      '20 €19',
      '0x10',
      '.',
    ])
      assert.deepEqual(read(typed), { kind: 'wrong' }, typed);
    for (const typed of ['', ' ', '\u00a0', '\u200e']) assert.deepEqual(read(typed), { kind: 'none' });
  });

  it('with three digits after its only separator follows the language, or is ambiguous', () => {
    const unclear = (...readings: [string, string]): ReadPrice => ({ kind: 'unclear', readings });
    assert.deepEqual(read('12.345'), unclear('12,345', '12.35'));
    assert.deepEqual(read('12,345'), price(12_345));
    assert.deepEqual(read('€12.345'), unclear('12,345', '12.35'));
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
          assert.deepEqual(readPrice(said, site), price(value), said);
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
        assert.ok(Number.isFinite(answer.value) && answer.value >= 0);
        const significant = (text: string) => text.replace(/\D/g, '').replace(/^0+|0+$/g, '');
        assert.equal(significant(answer.value.toFixed(3)), significant(typed));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is written as users type it', () => {
    assert.equal(writePrice('', style('en')), '');
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
