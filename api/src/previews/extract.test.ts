import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ITEM_MAX_CHARS } from '@largesse/contract';
import fc from 'fast-check';
import { extract, type Found } from './extract.ts';

const PAGE = 'https://shop.example/a';

const bits = fc.constantFrom(
  '<div itemscope itemtype="https://schema.org/Product">',
  '<span itemprop="price">',
  '<meta property="og:title" content="',
  '<meta property="product:price:amount" content=\'',
  '<script type="application/ld+json">',
  '</script>',
  '{"@type":"Product","name":"',
  '","offers":{"price":',
  '"offers":[',
  '}]}',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '<h1>',
  '</div>',
  '<sup>',
  'class="price">',
  '1.234,56 €',
  '-5 %',
  '&amp;lt;',
  '\u0000',
  '\ud800',
  '__proto__',
  '@id',
);
const tangle = fc.array(fc.oneof(bits, bits, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 60 });

const thing = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary', maxLength: 700 }),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    tie('thing'),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
  thing: fc.dictionary(
    fc.constantFrom(
      '@type',
      '@id',
      '@graph',
      'name',
      'description',
      'image',
      'url',
      'offers',
      'price',
      'lowPrice',
      'priceCurrency',
      'priceSpecification',
      'hasVariant',
      'availability',
      'seller',
      '__proto__',
      'constructor',
    ),
    fc.oneof(tie('value'), fc.constantFrom('Product', 'Offer', 'AggregateOffer', 'ProductGroup', 'EUR', 'InStock')),
    { maxKeys: 8 },
  ),
})).thing;

describe('extract, for any page content,', () => {
  it('respects the limits of an item for any broken HTML', () => {
    fc.assert(
      fc.property(tangle, (parts) => assertWithinLimits(extract(parts.join(''), PAGE))),
      { numRuns: 400 },
    );
  });

  it('respects the limits of an item for any JSON-LD', () => {
    fc.assert(
      fc.property(thing, fc.nat(400), (value, cut) => {
        const json = JSON.stringify(value);
        const page = (text: string) => `<script type="application/ld+json">${text}</script>`;
        assertWithinLimits(extract(page(json), PAGE));
        assertWithinLimits(extract(page(json.slice(0, cut)), PAGE));
      }),
      { numRuns: 400 },
    );
  });

  it('finds the data of a shop in JSON-LD with any syntax error', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{3,9} [a-z]{3,9}$/);
    const spoilt = fc.constantFrom(
      (json: string) => json,
      (json: string) => json.replace(/\}/g, ',}'),
      (json: string) => `//<![CDATA[\n${json}\n//]]>`,
      (json: string) => `<!-- ${json} -->`,
      (json: string) => json.replace('"name"', '\n\t/* the name */ "name"'),
      (json: string) => json.replace(' ', '\u0001'),
      (json: string) => `${json};`,
      (json: string) => `[${json},]`,
    );
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 9_999_999 }), spoilt, (title, cents, spoil) => {
        const json = JSON.stringify({
          '@type': 'Product',
          name: title,
          offers: { price: (cents / 100).toFixed(2), priceCurrency: 'EUR' },
        });
        const found = extract(`<script type="application/ld+json">${spoil(json)}</script>`, PAGE);
        assert.deepEqual([found.name, found.price, found.currency], [title, cents / 100, 'EUR']);
      }),
    );
  });

  it('reads amounts in the notation of each country', () => {
    const amount = fc.integer({ min: 1, max: 9_999_999 });
    const country = fc.constantFrom<[string, string]>(
      ['de', 'EUR'],
      ['en-GB', 'GBP'],
      ['fr', 'EUR'],
      ['pl', 'PLN'],
      ['pt-BR', 'BRL'],
      ['en-US', 'USD'],
      ['de-CH', 'CHF'],
      ['ja', 'EUR'],
    );
    fc.assert(
      fc.property(amount, country, (cents, [lang, currency]) => {
        const shown = new Intl.NumberFormat(lang, { style: 'currency', currency }).format(cents / 100);
        const found = extract(`<html lang="${lang}"><h1>Pot</h1><p class="price">${shown}</p>`, PAGE);
        assert.deepEqual([found.price, found.currency], [cents / 100, currency], shown);
      }),
      { numRuns: 300 },
    );
  });

  it('returns only web addresses', () => {
    for (const image of [
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'file:///etc/passwd',
      'ftp://x.example/a.png',
      'https://',
      `https://x.example/${'a'.repeat(2000)}`,
      'https://u:p@x.example/a.png',
    ])
      assert.equal(
        extract(`<meta property="og:title" content="Pot"><meta property="og:image" content="${image}">`, PAGE)
          .image_url,
        null,
        image,
      );
  });
});

function assertWithinLimits(found: Found): void {
  for (const field of ['name', 'description', 'image_url', 'retailer'] as const) {
    const text = found[field];
    if (text === null) continue;
    assert.ok([...text].length <= ITEM_MAX_CHARS[field], field);
    assert.ok(text.trim() !== '' && text.isWellFormed() && !text.includes('\u0000'), field);
  }
  if (found.image_url !== null) assert.match(found.image_url, /^https?:\/\//);
  if (found.price !== null) assert.ok(found.price > 0 && Number.isFinite(found.price));
  if (found.currency !== null) assert.match(found.currency, /^[A-Z]{3}$/);
}

/** Returns JSON-LD of a product with these offers. */
const offering = (...offers: readonly object[]) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@type': 'Product',
    name: 'Cast-iron pot',
    offers: offers.map((offer) => ({ '@type': 'Offer', ...offer })),
  })}</script>`;

describe('the availability of a product', () => {
  const jsonLd = (...states: string[]) => offering(...states.map((availability) => ({ price: '89.90', availability })));
  const openGraph = (state: string) => `<meta property="product:availability" content="${state}">`;
  const microdata = (
    state: string,
  ) => `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Pot</h1>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">89.90</b>
    <link itemprop="availability" href="https://schema.org/${state}"></div></div>`;
  const cases: [page: string, availability: Found['availability']][] = [
    ...['OutOfStock', 'http://schema.org/SoldOut', 'schema:Discontinued', 'out of stock'].map(
      (state): [string, 'sold_out'] => [jsonLd(state), 'sold_out'],
    ),
    ...['InStock', 'https://schema.org/PreOrder', 'LimitedAvailability', 'OnlineOnly', 'BackOrder', 'in stock'].map(
      (state): [string, 'in_stock'] => [jsonLd(state), 'in_stock'],
    ),
    [jsonLd('OutOfStock', 'OutOfStock'), 'sold_out'],
    [jsonLd('OutOfStock', 'InStock'), 'in_stock'],
    [jsonLd('InStock', 'OutOfStock'), 'in_stock'],
    [jsonLd('ask us'), null],
    [jsonLd(), null],
    [microdata('OutOfStock'), 'sold_out'],
    [microdata('InStock'), 'in_stock'],
    [openGraph('oos'), 'sold_out'],
    [openGraph('instock'), 'in_stock'],
    [jsonLd('ask us') + openGraph('oos'), 'sold_out'],
    [jsonLd('InStock') + openGraph('oos'), 'in_stock'],
  ];
  for (const [page, availability] of cases)
    it(`is ${availability} on ${page.replace(/\s+/g, ' ').slice(0, 250)}`, () =>
      assert.equal(extract(page, PAGE).availability, availability));
});

describe('the price of a product with several offers', () => {
  const used = { price: '10.00', priceCurrency: 'EUR', itemCondition: 'https://schema.org/UsedCondition' };
  const refurbished = { ...used, price: '20.00', itemCondition: 'RefurbishedCondition' };
  const euros = { price: '89.90', priceCurrency: 'EUR' };
  const more = { ...euros, price: '99.00' };
  const dollars = { price: '50.00', priceCurrency: 'USD' };
  const cases: [what: string, page: string, price: number, currency: string][] = [
    ['the lowest', offering(more, euros), 89.9, 'EUR'],
    ['the lowest of a new product', offering(used, euros), 89.9, 'EUR'],
    ['the lowest of used ones if all are used', offering(refurbished, used), 10, 'EUR'],
    ['in the currency of the first offer', offering(euros, dollars), 89.9, 'EUR'],
    [
      'in the currency of the first offer, even if that is higher',
      offering(dollars, { ...dollars, price: '40' }, { ...used, itemCondition: 'NewCondition' }),
      40,
      'USD',
    ],
    [
      'from JSON-LD, not from Open Graph',
      `${offering(euros)}<meta property="product:price:amount" content="5.00">`,
      89.9,
      'EUR',
    ],
    [
      'the clearly shown one if no visitor sees that of JSON-LD',
      `${offering(euros)}<h1>Cast-iron pot</h1><div class="product-detail"><p class="price current">79,90 €</p></div>`,
      79.9,
      'EUR',
    ],
  ];
  for (const [what, page, price, currency] of cases)
    it(`is ${what}`, () => {
      const found = extract(page, PAGE);
      assert.deepEqual([found.price, found.currency], [price, currency]);
    });
});

describe('the shop of a page that names none', () => {
  for (const host of ['www.pots.example', 'www2.pots.example', 'pots.example'])
    it(`is pots.example on ${host}`, () =>
      assert.equal(extract('<h1>Pot</h1>', `https://${host}/pot`).retailer, 'pots.example'));
});
