import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ITEM_MAX_CHARS } from '../limits.ts';
import * as fc from '../testing/properties.ts';
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
      ...'@type @id @graph name description image url offers price lowPrice priceCurrency'.split(' '),
      ...'priceSpecification hasVariant availability seller __proto__ constructor'.split(' '),
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
      ['mr', 'INR'],
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

/** Returns JSON-LD of a product with these variants. */
const ofVariants = (...variants: readonly object[]) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@type': 'ProductGroup',
    name: 'Pot',
    hasVariant: variants.map((variant, n) => ({ '@type': 'Product', name: `Pot ${n}`, ...variant })),
  })}</script>`;

describe('the price of a product with several offers', () => {
  const used = { price: '10.00', priceCurrency: 'EUR', itemCondition: 'https://schema.org/UsedCondition' };
  const refurbished = { ...used, price: '20.00', itemCondition: 'RefurbishedCondition' };
  const euros = { price: '89.90', priceCurrency: 'EUR' };
  const more = { ...euros, price: '99.00' };
  const cheaper = { ...euros, price: '50.00' };
  const dollars = { price: '50.00', priceCurrency: 'USD' };
  const cases: [what: string, page: string, price?: number][] = [
    ['the lowest', offering(more, euros)],
    ['the lowest of a new product', offering(used, euros)],
    ['the lowest of used ones if all are used', offering(refurbished, used), 10],
    ['in the currency of the first offer', offering(euros, dollars)],
    [
      'in the currency of the first offer, even if that is higher',
      offering(dollars, { ...dollars, price: '40' }, { ...used, itemCondition: 'NewCondition' }),
      40,
    ],
    ['the lowest of an undamaged product', offering({ ...used, itemCondition: 'DamagedCondition' }, euros)],
    ['the lowest of a range', offering({ minPrice: '89.90', maxPrice: '120', priceCurrency: 'EUR' })],
    ['the lowest of offers within an offer', offering({ offers: [more, euros] })],
    [
      'that of the whole product, not of a kilogram or of 100 ml',
      offering({
        priceSpecification: [
          euros,
          { ...euros, price: '2.50', referenceQuantity: { value: '1', unitCode: 'KGM' } },
          { ...euros, price: '0.50', referenceQuantity: { value: '100', unitCode: 'XXX' } },
        ],
      }),
    ],
    [
      'from Open Graph if JSON-LD has only an old price',
      `${offering({ priceSpecification: { ...more, priceType: 'https://schema.org/ListPrice' } })}
      <meta property="product:price:amount" content="89.90"><meta property="product:price:currency" content="EUR">`,
    ],
    [
      'that of the sale',
      `<meta property="product:price:amount" content="99.00"><meta property="product:sale_price:amount" content="89.90">
      <meta property="product:price:currency" content="EUR">`,
    ],
    [
      'that of the variant with the address of the page, even if another is cheaper',
      `<link rel="canonical" href="/pot?size=26">${ofVariants(
        { url: '/pot?size=26', offers: euros },
        { url: '/pot?size=20', offers: cheaper },
      )}`,
    ],
    [
      'that of the offer with the address of the page, even if another is cheaper',
      `<link rel="canonical" href="/pot?size=26">${offering({ ...euros, url: '/pot?size=26' }, cheaper)}`,
    ],
    [
      'that of one product, however many variants it has',
      ofVariants(...['95', '94', '93', '89.90'].map((price) => ({ sku: price, offers: { ...euros, price } }))),
    ],
    [
      'found by its reference',
      `<script type="application/ld+json">${JSON.stringify({
        '@graph': [
          { '@type': 'Product', name: 'Cast-iron pot', offers: { '@id': '#offer' } },
          { '@id': '#offer', '@type': 'Offer', ...euros },
        ],
      })}</script>`,
    ],
    ['from JSON-LD, not from Open Graph', `${offering(euros)}<meta property="product:price:amount" content="5.00">`],
    [
      'the clearly shown one if no visitor sees that of JSON-LD',
      `${offering(euros)}<h1>Cast-iron pot</h1><div class="product-detail"><p class="price current">79,90 €</p></div>`,
      79.9,
    ],
  ];
  for (const [what, page, price = 89.9] of cases)
    it(`is ${what}`, () => {
      const found = extract(page, PAGE);
      assert.deepEqual([found.price, found.currency], [price, price === 40 ? 'USD' : 'EUR']);
    });
});

describe('the shop of a page that names none', () => {
  for (const host of ['www.pots.example', 'www2.pots.example', 'pots.example'])
    it(`is pots.example on ${host}`, () =>
      assert.equal(extract('<h1>Pot</h1>', `https://${host}/pot`).retailer, 'pots.example'));
});

describe('the data of a page', () => {
  const shown = (text: string) => `<h1>Pot</h1><div class="product-detail">${text}</div>`;
  const price = (text: string, marks = 'price') => `<p class="${marks}">${text}</p>`;
  const meta = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
  const cases: [what: string, page: string, expected: Partial<Found>][] = [
    ['has no name if robots are refused', '<title>Access Denied</title><h1>Access denied</h1>', { name: null }],
    ['has no name if the page is missing', '<title>404</title>', { name: null }],
    [
      'contains texts on one line, without control characters',
      meta('title', 'Cast-iron\n pot\u202e 26 cm'),
      { name: 'Cast-iron pot 26 cm' },
    ],
    [
      'contains texts without entities, even if a shop encodes its texts twice more',
      meta('description', 'Salt &amp;amp;amp; pepper'),
      { description: 'Salt & pepper' },
    ],
    [
      'contains a picture of the product, not the logo',
      meta('image', '/logo.png') + meta('image:url', '/pot.jpg'),
      { image_url: 'https://shop.example/pot.jpg' },
    ],
    [
      'contains a picture with the base of the page',
      `<base href="/img/">${meta('image', 'pot.jpg')}`,
      { image_url: 'https://shop.example/img/pot.jpg' },
    ],
    [
      'contains the host if the page names an address as the shop',
      meta('site_name', 'https://shop.example/'),
      { retailer: 'shop.example' },
    ],
    [
      'contains the price that is not struck out',
      shown(`<del>${price('99,00 €')}</del>${price('89,90 €')}`),
      { price: 89.9 },
    ],
    ['contains no costs of shipping', shown(price('4,90 €', 'shipping-price') + price('89,90 €')), { price: 89.9 }],
    [
      'contains no price of another product',
      `<h1>Pot</h1><div class="related">${price('12,00 €')}</div><div class="offer">${price('89,90 €')}</div>`,
      { price: 89.9 },
    ],
    ['contains the lowest price of a range', shown(price('120,00 € – 89,90 €')), { price: 89.9 }],
    [
      'contains thousands with a point in Canada’s French',
      `<html lang="fr-CA">${offering({ price: '1.299', priceCurrency: 'CAD' })}`,
      { price: 1299 },
    ],
    ['contains no discount in per cent', shown(price('10 % Rabatt: 89,90 €')), { price: 89.9 }],
    ['contains no discount in money', shown(price('-5,00 €, jetzt 89,90 €')), { price: 89.9 }],
    ['contains a price with raised cents', shown(price('89<sup>90</sup> €')), { price: 89.9 }],
    ['contains no negative price', offering({ price: '-5', priceCurrency: 'EUR' }), { price: null }],
    ['contains no price above a billion', offering({ price: '1000000001', priceCurrency: 'EUR' }), { price: null }],
    [
      'contains the currency that the page shows',
      offering({ price: '89.90' }) + shown(price('89,90 €')),
      { price: 89.9, currency: 'EUR' },
    ],
    ['contains no price in an unknown currency', shown(price('₾ 89.90')), { price: null, price_text: '₾ 89.90' }],
    [
      'contains no price in structured data if nothing tells which crowns it is in',
      offering({ price: '1.299,00 kr.' }),
      { price: null, currency: null },
    ],
    [
      'contains a price in crowns if the page names them',
      `<meta property="og:price:currency" content="NOK">${shown(price('1.299,00 kr.'))}`,
      { price: 1299, currency: 'NOK' },
    ],
    [
      'contains a price in crowns if the shop is in their country',
      `<html lang="da-DK">${shown(price('1.299,00 kr.'))}`,
      { price: 1299, currency: 'DKK' },
    ],
    [
      'contains the value of an attribute before the text',
      `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Pot</h1>
      <div itemprop="offers" itemscope><b itemprop="price" content="89.90">from 5</b></div></div>`,
      { price: 89.9 },
    ],
    [
      'contains the thousands that the page shows',
      `<html lang="en">${offering({ price: '1.299' })}${shown(price('1299 €'))}`,
      { price: 1299, source: 'json-ld' },
    ],
  ];
  for (const [what, page, expected] of cases)
    it(what, () => {
      const found = extract(page, PAGE);
      assert.deepEqual({ ...found, ...expected }, found);
    });

  it('has the name of a thing that shops sell, even without an offer, and not that of another thing', () => {
    const nameOf = (type: string, more = {}) => {
      const json = JSON.stringify({ '@type': type, name: 'Around the world', ...more });
      return extract(`<script type="application/ld+json">${json}</script>`, PAGE).name;
    };
    for (const type of ['Product', 'Book', 'VideoGame', 'Vehicle', 'MusicAlbum', 'Course'])
      assert.equal(nameOf(type), 'Around the world', type);
    const offers = { price: '5', priceCurrency: 'EUR' };
    assert.equal(nameOf('Lamp', { offers }), 'Around the world');
    for (const type of ['Organization', 'Person', 'ItemList', 'WebPage', 'AggregateOffer'])
      assert.equal(nameOf(type, { offers }), null, type);
  });

  it('is that of the product with the canonical address', () => {
    const things = ['/b', '/c', '/d', '/pot'].map((path, n) => ({ '@type': 'Product', name: `Pot ${n}`, url: path }));
    const json = `<script type="application/ld+json">${JSON.stringify(things)}</script>`;
    assert.equal(extract(`<link rel="canonical" href="https://shop.example/pot">${json}`, PAGE).name, 'Pot 3');
    const list = extract(json + shown(price('89,90 €')), PAGE);
    assert.deepEqual([list.price, list.source], [null, 'page'], 'a list has no price');
  });
});

describe('data of another product', () => {
  const CURRENT = 'https://shop.example/kettles/blue-kettle?from=mail';
  const json = (url: string | undefined, name: string) =>
    `<script type="application/ld+json">${JSON.stringify({
      '@type': 'Product',
      name,
      ...(url === undefined ? {} : { url }),
      offers: { price: '99', priceCurrency: 'EUR' },
    })}</script>`;
  const page = (
    content: string,
    { loaded, heading = 'Blue kettle 1.7 l', title = heading, head = '' }: PageFacts = {},
  ) =>
    `<html${loaded === undefined ? '' : ` data-largesse-loaded="${loaded}"`}><title>${title} | Shop</title>${head}${content}` +
    `<h1>${heading}</h1>`;
  interface PageFacts {
    loaded?: string;
    heading?: string;
    title?: string;
    head?: string;
  }
  const priceOf = (html: string) => extract(html, CURRENT).price;

  it('does not count unless its address or its name is on the page, whatever the shop adds to addresses', () => {
    for (const [url, name, price] of [
      ['https://shop.example/kettles/blue-kettle', 'Boiler X200', 99],
      ['/kettles/blue-kettle/', 'Boiler X200', 99],
      ['https://www.shop.example/de/blue-kettle.html', 'Boiler X200', 99],
      ['/kettles/red-kettle', 'Blue kettle 1.7 l', 99],
      ['/kettles/red-kettle', 'Red kettle 1.7 l', null],
      ['/lids/lid', 'Lid', null],
      [undefined, 'Blue kettle', 99],
      [undefined, 'Kettle, blue, 1.7 litres', 99],
      [undefined, 'Lid with a handle', null],
      ['https://shop.example/', 'Blue kettle', 99],
    ] as const)
      assert.equal(priceOf(page(json(url, name))), price, `${url} ${name}`);
  });

  it('does not count if it was loaded before a script changed the page', () => {
    const loaded = 'https://shop.example/kettles/red-kettle';
    const stale = json(loaded, 'Red kettle 1.7 l');
    const head = `<link rel="canonical" href="${loaded}"><meta property="og:url" content="${loaded}"><meta property="og:title" content="Red kettle 1.7 l"><meta property="og:image" content="https://shop.example/red.jpg"><meta property="product:price:amount" content="99">`;
    const found = extract(page(stale, { loaded, head, title: 'Red kettle 1.7 l' }), CURRENT);
    assert.deepEqual([found.name, found.price, found.image_url], ['Blue kettle 1.7 l', null, null]);
    // A script may have replaced the data, too.
    const fresh = json('https://shop.example/kettles/blue-kettle', 'Blue kettle 1.7 l');
    assert.equal(priceOf(page(stale + fresh, { loaded, head })), 99);
    const freshHead =
      '<meta property="og:title" content="Blue kettle 1.7 l"><meta property="og:image" content="/blue.jpg">';
    assert.equal(extract(page('', { loaded, head: freshHead }), CURRENT).image_url, 'https://shop.example/blue.jpg');
  });

  it('does not count, like the whole head, if the page arrived with the head of another product', () => {
    const vase = 'https://shop.example/vases/blue-vase';
    const head = (address: string, name = 'Tall vase') =>
      `${address}<meta property="og:title" content="${name}"><meta property="og:image" content="/vase.jpg"><meta property="product:price:amount" content="99"><meta property="product:price:currency" content="EUR">`;
    const canonical = `<link rel="canonical" href="${vase}">`;
    const ofGraph = `<meta property="og:url" content="${vase}">`;
    const own = '<link rel="canonical" href="https://shop.example/de/blue-kettle">';
    const read = (html: string) => {
      const { name, price, image_url } = extract(html, CURRENT);
      return [name, price, image_url];
    };
    const nothing = ['Blue kettle 1.7 l', null, null];
    for (const address of [canonical, ofGraph, canonical + ofGraph])
      for (const data of ['', json(vase, 'Tall vase'), json(undefined, 'Tall vase')])
        assert.deepEqual(read(page(data, { head: head(address) })), nothing, address + data);
    // The head counts if an address or a word of it belongs to the page, or if it does not name another page.
    const picture = 'https://shop.example/vase.jpg';
    for (const [address, name] of [
      [own, 'Tall vase'],
      [ofGraph + own, 'Tall vase'],
      [canonical, 'Our best kettle'],
      ['', 'Tall vase'],
      ['<meta property="og:url" content="https://shop.example/">', 'Tall vase'],
      [canonical, '高い花瓶'],
    ] as const)
      assert.deepEqual(read(page('', { head: head(address, name) })), [name, 99, picture], address + name);
    const bare = page('', { head: head(canonical), heading: '', title: 'Brand' });
    assert.deepEqual(read(bare), ['Tall vase', 99, picture]);
  });

  it('is told from the shown product by a number in both addresses', () => {
    const html = page(json('https://shop.example/p/4711223', 'Boiler X200'));
    assert.equal(extract(html, 'https://shop.example/de/boiler-4711223?x=1').price, 99);
    assert.equal(extract(html, 'https://shop.example/de/boiler-4711224?x=1').price, null);
  });
});

describe('the product of a page that a script has changed', () => {
  const SHOP = 'https://shop.example';
  const product = (url: string, name = 'Red pot') =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name, url, offers: { price: 99, priceCurrency: 'EUR' } })}</script>`;
  const read = (loaded: string, current: string, { heading = 'Blue kettle', name = 'Red pot', url = loaded } = {}) =>
    extract(
      `<html data-largesse-loaded="${SHOP}${loaded}"><link rel="canonical" href="${SHOP}${loaded}">
      <title>Shop: ${name}</title><meta property="og:title" content="${name}">${product(SHOP + url, name)}<h1>${heading}</h1>`,
      SHOP + current,
    );

  it('is not the loaded one, whatever both addresses have in common', () => {
    const step = fc.constantFrom('store', '100200', '20261101', 'COLLECTION', 'de', 'B0ABCDEF12');
    const end = fc.constantFrom('', '/details', '/index.html', '/', '/item/view', '?lang=de', '/20261101');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 3 }), end, (steps, last) => {
        const path = (own: string) => `/${[...steps, own].join('/')}${last}`;
        const found = read(path('red'), path('blue'));
        assert.deepEqual([found.name, found.price], ['Blue kettle', null], path('blue'));
      }),
    );
    assert.equal(read('/store/100200/item/1', '/store/100200/item/2').price, null);
    assert.equal(read('/p?id=1', '/p?id=2').price, null);
    assert.equal(read('/kettle', '/kettle-xl', { name: 'Kettle', heading: 'Kettle XL' }).name, 'Kettle XL');
  });

  it('is the loaded one if only the slash or parameters for statistics have changed', () => {
    const added = fc.constantFrom('', '/', '#top', '?utm_source=mail', '?gclid=1&utm_medium=x', '/?fbclid=2');
    fc.assert(
      fc.property(added, added, (one, other) =>
        assert.equal(read(`/red${one}`, `/red${other}`, { url: '/products/4', heading: 'Red pot' }).price, 99),
      ),
    );
    assert.equal(read('/red?variant=1', '/red?variant=2', { url: '/red', heading: 'Red pot' }).price, 99);
  });

  it('has the address of the page', () =>
    assert.equal(read('/red/details', '/blue/details', { url: '/blue/details', name: 'Boiler X200' }).price, 99));
});

describe('the main product of a page', () => {
  const read = (products: readonly object[], url: string, heading: string) =>
    extract(
      `<title>${heading}</title><script type="application/ld+json">${JSON.stringify(products)}</script><h1>${heading}</h1>`,
      url,
    );
  const product = (name: string, price: number, more = {}) => ({
    '@type': 'Product',
    name,
    ...more,
    offers: { price, priceCurrency: 'EUR' },
  });

  it('has the name of the page rather than a longer or shorter one, in any order', () => {
    const products = [
      product('Blue kettle', 29),
      product('Blue kettle lid', 9),
      product('Set: Blue kettle and cup', 49),
      product('Kettle', 19),
      product('Blue kettle lids', 8),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(products, { minLength: 5 }), (all) => {
        assert.equal(read(all, PAGE, 'Blue kettle').price, 29);
        assert.equal(read(all, PAGE, 'New: Blue kettle 1.7 l').price, 29);
      }),
    );
  });

  const group = (more = {}) => ({
    '@type': 'ProductGroup',
    name: 'Pot',
    hasVariant: [1, 2, 3].map((n) =>
      product(`Pot ${n}0 cm`, n * 10, { url: `https://shop.example/pot?variant=${n}&size=m` }),
    ),
    ...more,
  });

  it('is the variant of the address, whatever the order of its parameters, and whatever is added', () => {
    const more = fc.shuffledSubarray(['utm_source=x', 'variant=2', 'size=m', 'a=b', 'gclid=1'], { minLength: 3 });
    fc.assert(
      fc.property(more, (parameters) => {
        if (!['variant=2', 'size=m'].every((one) => parameters.includes(one))) return;
        const found = read([group({ name: undefined })], `https://shop.example/pot?${parameters.join('&')}`, 'Shop');
        assert.deepEqual([found.price, found.name], [20, 'Pot 20 cm'], parameters.join());
      }),
    );
  });

  it('is a product that contains its group, with itself as a variant', () => {
    const variant = product('Pot 20 cm', 20, { url: 'https://shop.example/pot?variant=2&size=m' });
    const found = read([{ ...variant, isVariantOf: group() }], 'https://shop.example/pot-20', 'Pot 20 cm');
    assert.deepEqual([found.name, found.price], ['Pot 20 cm', 20]);
  });
});

describe('the currency of a price', () => {
  const graph = (amount: string, currency?: string) =>
    extract(
      `<h1>Pot</h1><meta property="product:price:amount" content="${amount}">${currency === undefined ? '' : `<meta property="product:price:currency" content="${currency}">`}`,
      PAGE,
    );
  it('is that of its text if the page states none', () => {
    for (const [text, amount, currency] of [
      ['£29', 29, 'GBP'],
      ['$299.00', 299, 'USD'],
      ['29.00 EUR', 29, 'EUR'],
      ['29.00', 29, null],
      ['29 kr', null, null],
      ['29.00 GBX', null, null],
    ] as const) {
      const found = graph(text);
      assert.deepEqual([found.price, found.currency], [amount, currency], text);
    }
    assert.equal(graph('£29', 'EUR').currency, 'EUR');
    assert.equal(extract(offering({ price: '$ 29' }), PAGE).currency, 'USD');
  });
  for (const currency of ['kr', 'RMB', 'GBX', 'points', '₾'])
    it(`is unknown for ${currency}, so that there is no price`, () => {
      assert.deepEqual([graph('29', currency).price, graph('29', currency).currency], [null, null]);
      const offered = extract(offering({ price: 29, priceCurrency: currency }), PAGE);
      assert.deepEqual([offered.price, offered.currency], [null, null]);
      const specified = offering({ priceSpecification: { price: 29, priceCurrency: currency } });
      assert.equal(extract(specified, PAGE).price, null);
    });
});

describe('the price in several specifications and offers', () => {
  const plain = { price: 29, priceCurrency: 'EUR' };
  const cheap = { ...plain, price: 5 };
  const OTHERS: Record<string, object> = {
    delivery: { ...cheap, '@type': 'DeliveryChargeSpecification' },
    payment: { ...cheap, '@type': 'PaymentChargeSpecification' },
    members: { ...cheap, validForMemberTier: { name: 'Gold' } },
    month: { ...cheap, billingDuration: 12 },
    hundred: { ...cheap, eligibleQuantity: { minValue: 100 } },
    'without tax': { ...cheap, valueAddedTaxIncluded: false },
    'old price': { ...cheap, priceType: 'https://schema.org/MSRP' },
  };
  const UNWANTED: Record<string, object> = {
    'out of stock': { ...cheap, availability: 'https://schema.org/OutOfStock' },
    expired: { ...cheap, priceValidUntil: '2020-01-01' },
    rented: { ...cheap, businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut' },
    members: { ...cheap, validForMemberTier: [{ name: 'Gold' }] },
    hundred: { ...cheap, eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 100 } },
  };
  const any = (others: Record<string, object>) =>
    fc.shuffledSubarray(Object.keys(others)).map((keys) => keys.map((key) => others[key] ?? {}));

  it('is the one that a visitor pays', () =>
    fc.assert(
      fc.property(any(OTHERS), any(UNWANTED), fc.boolean(), (others, unwanted, isFirst) => {
        const specifications = isFirst ? [plain, ...others] : [...others, plain];
        const offer = { priceCurrency: 'EUR', priceSpecification: specifications };
        const offers = isFirst ? [offer, ...unwanted] : [...unwanted, offer];
        assert.equal(extract(offering(...offers), PAGE).price, 29);
      }),
    ));
  it('counts if there is no other one that is in stock, valid or with tax', () => {
    for (const name of ['out of stock', 'expired'])
      assert.equal(extract(offering(UNWANTED[name] ?? {}), PAGE).price, 5, name);
    const net = OTHERS['without tax'];
    assert.equal(extract(offering({ priceSpecification: [net] }), PAGE).price, 5);
  });
  it('is that of a sale, even beside the usual price', () => {
    const sale = { ...plain, price: 19, priceType: 'https://schema.org/SalePrice' };
    assert.equal(extract(offering({ ...plain, priceSpecification: [sale] }), PAGE).price, 19);
  });
});

describe('the picture of a page', () => {
  const of = (...images: string[]) =>
    extract(
      images
        .map((image) => `<meta property="og:image${images.indexOf(image) === 0 ? '' : ':url'}" content="${image}">`)
        .join(''),
      PAGE,
    ).image_url;
  for (const none of [
    ...['no_image.png', 'no-image-available.gif', 'coming-soon.jpg', 'noimg.png', 'no_photo.jpg', 'NoPicture.png'],
    ...[
      'image-not-available.png',
      'kein-bild.png',
      'ajax-loader.gif',
      'share-default.jpg',
      'placeholder.png',
      'logo.svg',
    ],
    ...['shop-logo-large.png', 'null', 'undefined', PAGE, '/a#top', 'img/1x1.gif', 'spacer.gif'],
  ])
    it(`is not ${none}, even alone`, () => {
      assert.equal(of(none), null);
      assert.equal(of(none, '/mug.jpg'), 'https://shop.example/mug.jpg');
    });
  for (const picture of [
    'logo-mug.jpg',
    'front-loader-machine.jpg',
    'photo-frame.jpg',
    'nophotos/mug.jpg',
    'w_1,h_2/mug.jpg',
  ])
    it(`is ${picture}`, () => assert.equal(of(picture), `https://shop.example/${picture}`));
  it('is the first of several in one text', () => {
    for (const images of ['a.jpg, b.jpg', 'a.jpg,b.jpg'])
      assert.equal(
        extract(
          `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Pot', image: images })}</script>`,
          PAGE,
        ).image_url,
        'https://shop.example/a.jpg',
      );
  });
});

describe('the description of a product', () => {
  const of = (description: string) =>
    extract(
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Pot', description })}</script>`,
      PAGE,
    ).description;

  it('keeps its lines, in plain text, in HTML, encoded twice, and in microdata', () => {
    for (const [description, expected] of [
      ['Red.\nHolds 2 l.', 'Red.\nHolds 2 l.'],
      ['Red.\r\n\r\n\r\nHolds  2 l.\t', 'Red.\n\nHolds 2 l.'],
      ['<p>Red\n and blue.</p><p>Holds 2 l.</p>', 'Red and blue.\nHolds 2 l.'],
      ['Red.<br>Holds 2 l.<br/>', 'Red.\nHolds 2 l.'],
      ['<ul><li>Red</li>\n<li>2 l</li></ul>', 'Red\n2 l'],
      ['&lt;p&gt;Red.&lt;/p&gt;\n&lt;p&gt;2 &amp;amp; 3&lt;/p&gt;', 'Red.\n2 & 3'],
      ['Red &lt; blue', 'Red < blue'],
      ['<section>One</section><blockquote>Two</blockquote><pre>Three\nFour</pre>', 'One\nTwo\nThree\nFour'],
      ['Weight <5 kg\na<b and c', 'Weight <5 kg\na<b and c'],
      ['<p>Weight <5 kg</p><p>x <y> z</p>', 'Weight <5 kg\nx <y> z'],
      ['Red <a href="/x">pot</a> <img alt="2<3" src=x>', 'Red pot'],
      ['Red pot <a href="/some', 'Red pot'],
      ['<table><tr><td>Size</td><td>2 l</td></tr><tr><td>Colour</td><td>red</td></tr></table>', 'Size 2 l\nColour red'],
    ] as const)
      assert.equal(of(description), expected, description);
    const html = `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Pot</b>
      <div itemprop="description"><p>Red\n and blue.</p>
      <p>Holds <b>2</b> l.</p></div></div>`;
    assert.equal(extract(html, PAGE).description, 'Red and blue.\nHolds 2 l.');
  });

  it('never has white space at the ends of lines, or more than one empty line', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('a', ' ', '\n', '\r\n', '\t', '\u2028', '<br>', '<p>', '</p>', '<li>', '&nbsp;', '&lt;p&gt;'),
        ),
        (parts) => assert.doesNotMatch(of(parts.join('')) ?? '', /\s$|^\s|[^\S\n]\n|\n[^\S\n]|\n{3}|[\r\t\u2028<]/),
      ),
    ));
});

describe('extract, for parts of a page that are easily mistaken,', () => {
  const head = '<html lang="de"><title>Red pot | Shop</title><h1>Red pot</h1>';
  const picture = (attributes: string) => `${head}<img class="product-main" width="600" height="600" ${attributes}>`;

  for (const attributes of [
    'src="/a.jpg"',
    'src="/a.jpg" srcset="/small.jpg 300w, /b.jpg 600w"',
    'src="data:image/gif;base64,R0" srcset="/b.jpg 300w, /a.jpg 600w"',
    'src="/placeholder.gif" data-srcset="/b.jpg 1x, /a.jpg 2x"',
    'data-srcset="/a.jpg"',
    'src="/blank.gif" data-original="/a.jpg"',
    'src="data:image/svg+xml,x" data-lazy-src="/a.jpg"',
  ])
    it(`finds the picture with ${attributes}`, () =>
      assert.equal(extract(picture(attributes), PAGE).image_url, 'https://shop.example/a.jpg'));

  it('finds the picture of a source, if the picture itself is empty', () =>
    assert.equal(
      extract(picture('src=""').replace('<img', '<picture><source srcset="/a.webp 600w, data:x 700w"><img'), PAGE)
        .image_url,
      'https://shop.example/a.webp',
    ));

  it('leaves out struck prices inside an element with a price', () => {
    const price = fc.integer({ min: 100, max: 99_999 }).map((cents) => cents / 100);
    const shown = (amount: number) =>
      new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(amount);
    fc.assert(
      fc.property(price, price, fc.constantFrom('del', 's', 'strike'), fc.boolean(), (old, now, tag, isFirst) => {
        const parts = [`<${tag}>${shown(old)}</${tag}>`, `<b>${shown(now)}</b>`];
        const html = `${head}<p class="price">${(isFirst ? parts : parts.reverse()).join(' ')}</p>`;
        assert.equal(extract(html, PAGE).price, now, html);
      }),
    );
  });

  it('reads the variant whose path is the address of the page', () => {
    const variant = (name: string, price: number) => ({
      '@type': 'Product',
      name: `Red pot ${name}`,
      offers: { price, priceCurrency: 'EUR', url: `https://shop.example/red-pot-${name}` },
    });
    const group = {
      '@type': 'ProductGroup',
      name: 'Red pot',
      hasVariant: [variant('small', 10), variant('large', 20)],
    };
    const html = `${head}<script type="application/ld+json">${JSON.stringify(group)}</script>`;
    assert.equal(extract(html, 'https://shop.example/red-pot-large').price, 20);
    assert.equal(extract(html, 'https://shop.example/red-pot').price, 10);
  });

  for (const heading of ['Cookie-Einstellungen', 'Your privacy', 'We use cookies', 'Paramètres des cookies'])
    it(`takes the heading ${heading} for no product`, () =>
      assert.equal(extract(head.replace('<h1>', `<h1>${heading}</h1><h1>`), PAGE).name, 'Red pot'));

  it('takes a cookie jar for a product', () =>
    assert.equal(extract(head.replaceAll('Red pot', 'Cookie jar'), PAGE).name, 'Cookie jar'));
});
