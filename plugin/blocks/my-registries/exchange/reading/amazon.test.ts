import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wishesIn } from '../../../../testing/wish-file.ts';

/**
 * Texts that a member copies from the page of a wish list in a shop. Each text has the currency of the site that reads
 * the text.
 */
const PASTED: [language: string, text: string, currency: string][] = [
  [
    'English',
    `Your Lists\nShare\nElectric Kettle 1.7 l\nby Philips (Kitchen)\n4.7 out of 5 stars\n 159,345\n$29.99\nStyle : Black\nItem added December 1, 2023\nAdd to Cart\nSee Similar Items\nMove\nDelete\nAdd comment, quantity & priority\nDe Luxe Tea, 100 bags\nby Tea & Co (Grocery)\n$1,299.00\nItem added November 3, 2023\nQuantity: 3\nPriority: High\nAdd to Cart\nA book without a price\nby Ada Lovelace (Paperback)\nItem added May 5, 2022\n`,
    'USD',
  ],
  [
    'German',
    `Electric Kettle 1.7 l\nvon Philips (Küche)\n4,7 von 5 Sternen 159.345\n29,99 €\nFarbe : Schwarz\nArtikel hinzugefügt am 1. Dezember 2023\nIn den Einkaufswagen\nVerschieben\nLöschen\nKommentar, Menge & Priorität hinzufügen\nDe Luxe Tea, 100 bags\nvon Tee & Co (Lebensmittel)\n1.299,00 €\nArtikel hinzugefügt am 3. November 2023\nMenge: 3\nPriorität: Hoch\nIn den Einkaufswagen\nA book without a price\nvon Ada Lovelace (Taschenbuch)\nArtikel hinzugefügt am 5. Mai 2022\n`,
    'EUR',
  ],
];

/**
 * Lines around a product of an Amazon list in further languages: when it was added, by whom it is, how many are wanted.
 */
const ADDED: [added: string, by?: string, wanted?: string][] = [
  ['Article ajouté le 1 décembre 2023', 'de Philips (Cuisine)', 'Quantité : 3'],
  ['Articolo aggiunto il 1 dicembre 2023', 'di Philips (Cucina)', 'Quantità: 3'],
  ['Producto añadido el 1 de diciembre de 2023', 'de Philips (Cocina)', 'Cantidad: 3'],
  ['Toegevoegd op 1 december 2023'],
  ['Artikel toegevoegd op 1 december 2023'],
  ['Dodano 1 grudnia 2023'],
  ['Produkt dodany 1 grudnia 2023'],
  ['Vara tillagd 1 december 2023'],
  ['Adicionado em 1 de dezembro de 2023'],
  ['Agregado el 1 de diciembre de 2023'],
  ['Zur Liste hinzugefügt 1. Dezember 2023'],
];

/** Amazon wish list as a browser saves the page, shortened. */
const SAVED = `<!DOCTYPE html><!-- saved from url=(0050)https://www.amazon.de/hz/wishlist/ls/ABC --><html><head><title>Liste</title></head><body>
<script>var x = '<li data-itemid="no">';</script><ul id="g-items">
<li data-id="ABC" data-itemid="I1" data-price="29.99" class="a-spacing-none g-item-sortable"><div id="itemImage_I1"><a href="/dp/B00ABCDEFG/"><img alt="Kettle" src="https://m.media-amazon.example/k.jpg"></a></div>
<h2><a id="itemName_I1" class="a-link-normal" title="Kettle &amp; co" href="/dp/B00ABCDEFG/?coliid=I1&amp;colid=ABC">Kettle &amp; co</a></h2>
<span id="itemRequested_I1"> 2 </span><span id="itemComment_I1">Red, please</span></li>
</ul></body></html>`;

describe('wish files', () => {
  it('may be saved pages of an Amazon list in any country, with nested prices', () => {
    const pageOf = (host: string, ...products: string[]) =>
      `<html><a href="https://www.amazon.com/help">x</a><link rel="canonical" href="https://${host}/hz/wishlist/ls/1"><ul>${products
        .map(
          (parts, n) =>
            `<li data-itemid="${n}" data-price="9.5"><a id="itemName_${n}" href="/dp/B00000000${n}">x</a>${parts}</li>`,
        )
        .join('')}</ul>`;
    const price = (parts: string) => `<span id="itemPrice_0">${parts}</span><b>7</b>`;
    const hidden = (text: string) => `<span class="a-offscreen">${text}</span>`;
    for (const [host, parts, site, expected, currency] of [
      ['www.amazon.co.uk', price(`${hidden('£8.25')}<span><span>£</span>8<span>.</span>25</span>`), 'GBP', 8.25],
      ['www.amazon.co.uk', price(`${hidden('£8.25')}<span><span>£</span>8</span>`), 'EUR', 8.25, 'GBP'],
      ['www.amazon.de', price('<span>1.299<span>,</span></span><span>99</span><span>€</span>'), 'EUR', 1299.99],
      ['www.amazon.co.uk', '', 'EUR', 9.5, 'GBP'],
      ['www.amazon.com.be', '', 'EUR', 9.5],
      ['www.amazon.ca', price('$8.25'), 'USD', 8.25, 'CAD'],
      ['www.amazon.se', price('82,50 kr'), 'NOK', 82.5, 'SEK'],
      ['www.amazon.co.za', price('R825.00'), 'ZAR', 825],
    ] as const) {
      const [wish] = wishesIn(pageOf(host, parts), site).wishes;
      const { price, currency: code } = wish?.fields ?? {};
      assert.deepEqual([price, code], [expected, currency], `${host} ${parts} in ${site}`);
      assert.equal(wish?.fields.url, `https://${host}/dp/B000000000`);
    }
  });

  it('may be saved Amazon lists with products of other shops, mobile links and decoration', () => {
    const { wishes } = wishesIn(
      `<html>https://www.amazon.de/<ul>
      <li data-itemid="1"><img src="https://a.example/images/G/drag_icon.png"><img src="https://a.example/images/I/1.jpg">
      <span id="itemName_1"><span>Wooden</span> <b>train</b></span>Added from <a href="https://www.trains.example/7?x=1">trains.example</a></li>
      <li data-itemid="2"><a id="itemName_2" href="/gp/aw/d/B000000002/?coliid=1">Jug</a><a href="https://ads.example/">Buy now</a></li>
      <li data-itemid="3"><a id="itemName_3" href="https://shop.example/dp/B000000003/red">Mug</a></li>
      <li data-itemid="4"><span id="itemName_4">Gone</span><a href="https://ads.example/">Look here</a></li></ul>`,
    );
    assert.deepEqual(
      wishes.map(({ fields: { name, url, retailer, image_url } }) => [name, url, retailer, image_url]),
      [
        ['Wooden train', 'https://www.trains.example/7?x=1', 'trains.example', 'https://a.example/images/I/1.jpg'],
        ['Jug', 'https://www.amazon.de/dp/B000000002', 'Amazon', undefined],
        ['Mug', 'https://shop.example/dp/B000000003/red', 'shop.example', undefined],
        ['Gone', '', 'Amazon', undefined],
      ],
    );
  });

  for (const [language, text, currency] of PASTED)
    it(`may be lists pasted from Amazon, in ${language}`, () => {
      const { format, wishes } = wishesIn(text, currency);
      assert.equal(format, 'amazon');
      assert.deepEqual(
        wishes.map(({ fields: { name, price, quantity_needed, retailer } }) => [
          name,
          price,
          quantity_needed,
          retailer,
        ]),
        [
          ['Electric Kettle 1.7 l', 29.99, 1, 'Amazon'],
          ['De Luxe Tea, 100 bags', 1299, 3, 'Amazon'],
          ['A book without a price', undefined, 1, 'Amazon'],
        ],
      );
    });

  it('may be saved pages of an Amazon list', () => {
    const { format, wishes } = wishesIn(SAVED);
    assert.equal(format, 'amazon');
    assert.partialDeepStrictEqual(wishes, [
      {
        fields: {
          name: 'Kettle & co',
          url: 'https://www.amazon.de/dp/B00ABCDEFG',
          price: 29.99,
          quantity_needed: 2,
          description: 'Red, please',
          image_url: 'https://m.media-amazon.example/k.jpg',
        },
      },
    ]);
  });

  it('may be saved pages with prices, pictures and links of several kinds', () => {
    const product = (id: number, attributes: string, parts: string, link = `/dp/B00000000${id}`) =>
      `<li data-itemid="${id}" ${attributes}><a id="itemName_${id}" href="${link}">x</a>${parts}</li>`;
    const { wishes } = wishesIn(
      [
        'https://smile.amazon.de/',
        product(1, 'data-price="29.99"', '<b id="itemPrice_1">27,50 €</b><b id="itemRequested_1">0</b>'),
        product(2, 'data-price="0"', '<img src="data:image/gif;base64,x"><img src="https://a.example/2.jpg">'),
        product(3, '', '<img src="https://a.example/3.jpg"><img src="https://a.example/4.jpg">'),
        product(
          4,
          'data-price="5"',
          '<b id="itemPrice_4">unknown</b>',
          'https://WWW.Amazon.co.uk/gp/product/B000000004?x',
        ),
        product(5, '', '', 'https://shop.example/pot?x=1'),
        product(6, '', '', 'javascript:alert(1)'),
        product(7, '', '', '/dp/B000000001/again'),
      ]
        .join('\n')
        .replace(/^(.*)$/s, '<ul>$1</ul>'),
    );
    const amazon = 'https://smile.amazon.de/dp/B00000000';
    assert.deepEqual(
      wishes.map(({ place, fields: { url, price, image_url, quantity_needed } }) => [
        place,
        url,
        price,
        image_url,
        quantity_needed,
      ]),
      [
        [1, `${amazon}1`, 27.5, undefined, 1],
        [2, `${amazon}2`, undefined, undefined, 1],
        [3, `${amazon}3`, undefined, 'https://a.example/3.jpg', 1],
        [4, 'https://www.amazon.co.uk/dp/B000000004', 5, undefined, 1],
        [5, 'https://shop.example/pot?x=1', undefined, undefined, 1],
        [6, '', undefined, undefined, 1],
      ],
    );
  });

  for (const [added, by = 'by Philips (Kitchen)', wanted = 'Menge\u00a0(Stück): 0'] of ADDED)
    it(`may be lists pasted from Amazon with the line “${added}”`, () => {
      const { format, wishes } = wishesIn(`Kettle\u200e\n${by}\n29,99 €\nQuantity: 0\n\u200e${added}\n${wanted}\n`);
      assert.equal(format, 'amazon');
      const quantity_needed = wanted.endsWith('3') ? 3 : 1;
      assert.partialDeepStrictEqual(wishes, [{ fields: { name: 'Kettle', price: 29.99, quantity_needed } }]);
    });
});
