import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { Compile } from 'typebox/schema';
import { openForSuite } from '../../api/testing/suite.ts';
import { RegistryFile } from '../../contract/exchange.ts';
import { create } from '../wordpress/requests.ts';
import { activeItems, addItem, openConnected } from './connected.ts';
import { ask, askAll, FORMATS, filesOf, importAll, makeOf, roundTrip, type Told } from './exchange.ts';
import { give } from './gifts.ts';
import { addCommandLine, wp } from './wp-cli.ts';

const isRegistryFile = Compile(RegistryFile);

/** Any text that the API stores: no NUL, no half of a character. */
const text = (maxLength: number) =>
  fc
    .string({
      unit: fc.oneof({ weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 3 }) }, HOSTILE),
      maxLength: 12,
    })
    .map((made) => [...made.replaceAll('\0', '').toWellFormed()].slice(0, maxLength).join(''));

/** What breaks files of one format or another. */
const HOSTILE = fc.constantFrom(
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '\r',
  "'",
  "'=1",
  '=1+1',
  '+',
  '-',
  '@SUM(A1)',
  '\\',
  '</script>',
  '<!--',
  '-->',
  '<script>',
  ']]>',
  '&amp;',
  '&lt;',
  '%s',
  '\u202e',
  'שלום',
  'مرحبا',
  '👩‍👩‍👧',
  '\u{FEFF}',
  '\u00a0',
  '＝1',
  '{"',
  'https://a.example',
);

const filled = (maxLength: number) => text(maxLength).filter((made) => made.trim() !== '');
const clearable = (maxLength: number) => fc.option(filled(maxLength));
const address = fc.webUrl({ withQueryParameters: true, withFragments: true }).filter(({ length }) => length >= 10);

const wish = fc.record(
  {
    name: filled(100),
    url: fc.option(address),
    retailer: clearable(60),
    description: clearable(500),
    image_url: fc.option(address),
    price: fc.option(
      fc.oneof(
        fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100),
        fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
      ),
    ),
    quantity_needed: fc.integer({ min: 1, max: 1000 }),
  },
  { noNullPrototype: true },
);

const details = fc.record(
  {
    story: fc.constantFrom('', 'Fifty years!\n\nCome & <b>dance</b>', '[gallery] =1 "x"', 'שלום\nעולם'),
    story_format: fc.constant('text' as const),
    event_type: fc.constantFrom(null, 'Wedding', '<i>Tea</i> & cake'),
    event_date: fc.constantFrom(null, '2027-06-05'),
    surprise: fc.constantFrom('hidden', 'counts', 'names'),
  },
  { noNullPrototype: true },
);

/** Returns what a wish has in every format: gifts and the numbers of them are never imported. */
const kept = ({ wishes }: RegistryFile) =>
  wishes.map(({ quantity_purchased: _, heading: __, most_wanted: ___, ...same }) => same);

const base64 = (file: string | Uint8Array) => Buffer.from(file).toString('base64');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const WINDOWS: Record<string, number> = { '€': 0x80, '–': 0x96 };

const ENCODINGS: [encoding: string, encode: (text: string) => Uint8Array][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\u{FEFF}${text}`)],
  ['UTF-16 with a mark', (text) => utf16(`\u{FEFF}${text}`)],
  ['UTF-16 without one', utf16],
  ['UTF-16 the other way round', (text) => utf16(`\u{FEFF}${text}`).swap16()],
  ['Windows-1252', (text) => Buffer.from([...text].map((sign) => WINDOWS[sign] ?? sign.charCodeAt(0)))],
];

const registryWith = (more: object) => JSON.stringify({ format: 'largesse.registry/1', wishes: [], ...more });

/** Files that cannot be read, and what is said of them. */
const BROKEN: [what: string, file: () => string | Uint8Array, message: RegExp][] = [
  ['empty', () => ' \n', /^There is nothing in this file/],
  ['JSON that breaks off', () => '{"format": "largesse.registry/1", "wishes": [', /^This file is damaged/],
  ['JSON 100,000 deep', () => '{"a":'.repeat(100_000), /nested too deeply/],
  [
    'JSON with a list 30 deep',
    () => registryWith({ x: JSON.parse('['.repeat(30) + ']'.repeat(30)) }),
    /nested too deeply/,
  ],
  ['other JSON', () => '{"name": "Kettle"}', /^This is JSON, but no registry/],
  ['a list of JSON', () => '[1, 2]', /^This is JSON, but no registry/],
  ['of a newer version', () => '{"format": "largesse.registry/2", "wishes": []}', /newer version of Largesse/],
  ['a registry whose wishes are no list', () => registryWith({ wishes: { a: 1 } }), /no list of wishes/],
  ['a registry without anything', () => registryWith({}), /^There is no wish in this file/],
  ['of 2,001 wishes', () => registryWith({ wishes: Array(2001).fill({ name: 'x' }) }), /at most 2,000 wishes/],
  ['a table of 2,001 lines', () => `name,url\n${'x,\n'.repeat(2001)}`, /at most 2,000 wishes/],
  [
    'a list of 2,001 addresses',
    () => Array.from({ length: 2001 }, (_, n) => `https://shop.example/${n}`).join('\n'),
    /at most 2,000 wishes/,
  ],
  [
    '2,001 bookmarks',
    () =>
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><dl>${Array.from({ length: 2001 }, (_, n) => `<dt><a href="https://a.example/${n}">x</a>`).join('')}`,
    /at most 2,000 wishes/,
  ],
  ['a table with an open quotation mark', () => 'name,url\nPot,\n"Lid,\n', /^Line 3: a quotation mark/],
  ['a table whose columns nobody knows', () => 'foo,bar\n1,2\n', /^We cannot tell what this is/],
  [
    'a page of something else',
    () => '<!DOCTYPE html><title>Shop</title><script>alert(1)</script><a href="https://a.example">x</a>',
    /^This page is none that can be read/,
  ],
  [
    'a page of ours whose data are damaged',
    () => '<!DOCTYPE html><script type="application/json" id="largesse-registry">{"format"</script>',
    /^This file is damaged/,
  ],
  [
    'XML with an entity from outside',
    () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    /^We cannot tell what this is/,
  ],
  [
    'XML with entities that grow',
    () => `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(99)}"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>`,
    /^This page is none that can be read/,
  ],
  ['bookmarks without any', () => '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p></DL>', /^There is no wish in this file/],
  [
    'a picture',
    () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    /^We cannot tell what this is/,
  ],
  [
    'a spreadsheet and no table',
    () => Buffer.from('PK\u0003\u0004 [Content_Types].xml'),
    /^We cannot tell what this is/,
  ],
  ['any text', () => 'Dear Granny,\nthank you!', /^We cannot tell what this is/],
  [
    'UTF-16 cut within a character',
    () => utf16('\u{FEFF}https://a.example').subarray(0, 21),
    /breaks off within a character/,
  ],
];

/** Wishes that break a rule, and what is said of them. */
const BROKEN_WISHES: [what: string, wish: unknown, problems: Record<string, string>][] = [
  ['no name', {}, { name: 'Enter a name.' }],
  ['another type', 'Kettle', { name: 'Enter a name.' }],
  ['a blank name', { name: ' \u00a0' }, { name: 'Enter a name.' }],
  ['a name that is too long', { name: 'é'.repeat(101) }, { name: 'This is too long: write at most 100 characters.' }],
  [
    'NUL in its name',
    { name: 'a\0b' },
    { name: 'There are characters in it that cannot be stored. Please type it again.' },
  ],
  ['a number as its name', { name: 5 }, { name: 'must be a string' }],
  [
    'a script as its address',
    { name: 'x', url: 'javascript:alert(1)' },
    { url: 'Enter an address on the web, such as https://shop.example/kettle.' },
  ],
  [
    'a short address',
    { name: 'x', url: 'a.example' },
    { url: 'Enter an address on the web, such as https://shop.example/kettle.' },
  ],
  [
    'a long description',
    { name: 'x', description: 'x'.repeat(501) },
    { description: 'This is too long: write at most 500 characters.' },
  ],
  ['a price of 0', { name: 'x', price: 0 }, { price: 'Enter a price above zero, or leave the field empty.' }],
  ['a price in words', { name: 'x', price: '5' }, { price: 'must be a number or null' }],
  ['half of one wanted', { name: 'x', quantity_needed: 1.5 }, { quantity_needed: 'Enter a whole number.' }],
  ['none wanted', { name: 'x', quantity_needed: 0 }, { quantity_needed: 'Enter 1 or more.' }],
  ['a list as its heading', { name: 'x', heading: ['a'] }, { heading: 'must be a string' }],
];

const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><H3 ADD_DATE="1">Gifts</H3>
  <DL><p>
    <DT><H3>Kitchen</H3>
    <DL><p>
      <DT><A HREF="https://shop.example/a?b=1&amp;c=2" ADD_DATE="1">Pot &amp; pan &lt;3</A>
      <DD>Really
 good
    </DL><p>
    <DT><A HREF="https://shop.example/chair">Chair</A>
    <DT><A HREF="https://SHOP.example/chair/">Chair again</A>
    <DT><A HREF="javascript:alert(1)">Script</A>
    <DT><A HREF="https://shop.example/chair-x"></A>
  </DL><p>
</DL>`;

/** What people copy from the page of a list, and the currency of the site. */
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
  [
    'French',
    `Electric Kettle 1.7 l\nde Philips (Cuisine)\n4,7 étoiles sur 5\n29,99 €\nArticle ajouté le 1 décembre 2023\nAjouter au panier\nDéplacer\nSupprimer\nDe Luxe Tea, 100 bags\nde Thé & Co (Épicerie)\n1 299,00 €\nArticle ajouté le 3 novembre 2023\nQuantité : 3\nA book without a price\nde Ada Lovelace (Broché)\nArticle ajouté le 5 mai 2022\n`,
    'EUR',
  ],
  [
    'Italian',
    `Electric Kettle 1.7 l\ndi Philips (Cucina)\n29,99 €\nArticolo aggiunto il 1 dicembre 2023\nAggiungi al carrello\nSposta\nDe Luxe Tea, 100 bags\ndi Te & Co (Alimentari)\n1.299,00 €\nArticolo aggiunto il 3 novembre 2023\nQuantità: 3\nA book without a price\ndi Ada Lovelace (Copertina flessibile)\nArticolo aggiunto il 5 maggio 2022\n`,
    'EUR',
  ],
  [
    'Spanish',
    `Electric Kettle 1.7 l\nde Philips (Cocina)\n29,99 €\nProducto añadido el 1 de diciembre de 2023\nAñadir a la cesta\nMover\nDe Luxe Tea, 100 bags\nde Te & Co (Alimentos)\n1.299,00 €\nProducto añadido el 3 de noviembre de 2023\nCantidad: 3\nA book without a price\nde Ada Lovelace (Tapa blanda)\nProducto añadido el 5 de mayo de 2022\n`,
    'EUR',
  ],
];

/** The page of a list as a browser saves it, shortened. */
const SAVED = `<!DOCTYPE html><!-- saved from url=(0050)https://www.amazon.de/hz/wishlist/ls/ABC --><html><head><title>Liste</title></head><body>
<script>var x = '<li data-itemid="no">';</script><ul id="g-items">
<li data-id="ABC" data-itemid="I1" data-price="29.99" class="a-spacing-none g-item-sortable"><div id="itemImage_I1"><a href="/dp/B00ABCDEFG/"><img alt="Kettle" src="https://m.media-amazon.example/k.jpg"></a></div>
<h2><a id="itemName_I1" class="a-link-normal" title="Kettle &amp; co" href="/dp/B00ABCDEFG/?coliid=I1&amp;colid=ABC">Kettle &amp; co</a></h2>
<span id="itemRequested_I1"> 2 </span><span id="itemComment_I1">Red, please</span></li>
<li data-id="ABC" data-itemid="I2" data-price="-Infinity"><h2><a id="itemName_I2" href="https://www.amazon.de/gp/product/B00ABCDEFH?th=1">${'x'.repeat(150)}</a></h2></li>
</ul></body></html>`;

describe('export and import', () => {
  const system = openForSuite(() => openConnected('6.5'));
  const site = () => system.site;
  const exported = async (id: number): Promise<RegistryFile> => {
    const { status, body } = await ask(site(), 'owner', 'GET', `/${id}/export`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.export);
    assert.ok(isRegistryFile.Check(body.export), JSON.stringify(isRegistryFile.Errors(body.export)));
    return body.export;
  };

  it('give back the same by data, table and page, whatever is written', { timeout: 300_000 }, async () => {
    const registries = fc.record(
      { registry: details, wishes: fc.array(wish, { minLength: 1, maxLength: 12 }) },
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(registries, async ({ registry, wishes }) => {
        const file = JSON.stringify({ format: 'largesse.registry/1', registry, wishes });
        const { first, again, there } = await roundTrip(site(), 'owner', file);
        const named = { ...registry, title: 'A title' };
        assert.deepEqual([kept(first), first.registry], [wishes, named]);
        for (const format of FORMATS) {
          assert.ok(isRegistryFile.Check(again[format]));
          assert.deepEqual(kept(again[format]), wishes, format);
          if (format !== 'csv') assert.deepEqual(again[format].registry, named, format);
          // The same file twice adds nothing twice.
          assert.equal(there[format], wishes.length, format);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('give back every title', async () => {
    for (const title of ['Mum & Dad <3', '&amp; "quoted" \'', 'חתונה', '👶 baby', '=1+1', '</script><b>']) {
      const file = JSON.stringify({ format: 'largesse.registry/1', registry: { title }, wishes: [{ name: 'x' }] });
      const files = await filesOf(site(), 'owner', await makeOf(site(), 'owner', file));
      for (const format of ['json', 'html'] as const) {
        const { body } = await ask(site(), 'owner', 'POST', '/read-file', { file: base64(files[format]) });
        assert.equal(body.file?.registry.title, title, format);
      }
    }
  });

  it('give back a thousand wishes, in steps, and a broken connection goes on where it was', async () => {
    const wishes = Array.from({ length: 1000 }, (_, n) => ({
      name: `Wish ${n % 990}`,
      url: n % 3 ? `https://shop.example/${n % 990}` : null,
      price: n % 2 ? n + 0.5 : null,
    }));
    const file = JSON.stringify({ format: 'largesse.registry/1', registry: { title: 'Large' }, wishes });
    const made = await ask(site(), 'owner', 'POST', '/from-file', { file: base64(file) });
    const id = made.body.registry?.id ?? 0;
    const planned = made.body.file?.wishes ?? [];
    assert.equal(planned.length, 1000);
    // Nobody heard of the answer to the first steps, and they are sent again.
    await importAll(site(), 'owner', id, planned.slice(0, 60));
    const results = await importAll(site(), 'owner', id, planned);
    assert.deepEqual(
      [
        results.filter(({ state }) => state === 'there').length,
        results.filter(({ state }) => state === 'added').length,
      ],
      [60, 940],
    );
    const files = await filesOf(site(), 'owner', id);
    const names = wishes.map(({ name }) => name);
    assert.deepEqual(
      JSON.parse(files.json).wishes.map(({ name }: { name: string }) => name),
      names,
    );
    for (const format of FORMATS) {
      const { body } = await ask(site(), 'owner', 'POST', `/${id}/read-file`, { file: base64(files[format]) });
      assert.deepEqual(body.file?.counts, { there: 1000, new: 0, wrong: 0 }, format);
    }
    const more = await ask(site(), 'owner', 'POST', `/${id}/read-file`, { text: 'https://shop.example/more' });
    assert.deepEqual(more.body.file?.wishes[0]?.problems, {
      wishes: 'There is no room for it: a registry holds at most 1,000 wishes.',
    });
    const [refused] = await importAll(site(), 'owner', id, more.body.file?.wishes ?? []);
    assert.equal(refused?.state, 'wrong');
    assert.match(JSON.stringify(refused?.problems), /at most 1,000 wishes/);
  });

  it('keep headings, and what is wanted most of all', async () => {
    const wishes = [
      { name: 'Free', heading: null, most_wanted: true },
      { name: 'Pot', heading: 'Kitchen', most_wanted: false },
      { name: 'Towel', heading: 'Bath & <b>', most_wanted: true },
    ];
    const file = JSON.stringify({ format: 'largesse.registry/1', registry: {}, wishes });
    const { first, again } = await roundTrip(site(), 'owner', file);
    for (const { wishes: grouped } of [first, ...Object.values(again)])
      assert.deepEqual(
        grouped.map(({ name, heading, most_wanted }) => ({ name, heading, most_wanted })),
        wishes,
      );
  });

  it('never make what is public, invited or given', async () => {
    const file = {
      format: 'largesse.registry/1',
      registry: {
        title: 'Hostile',
        story: '<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">you</a></p>',
        story_format: 'html',
        status: 'publish',
        is_public: true,
        registry_invitees: ['stranger'],
      },
      status: 'publish',
      invitees: ['stranger'],
      wishes: [
        { name: 'Pot', url: 'https://shop.example/pot', quantity_purchased: 3, affiliate_url: 'https://x.example/' },
      ],
      gifts: [{ wish: 'Pot', quantity: 1, who: 'Ada' }],
    };
    // Nor for an administrator, who may write anything.
    const id = await makeOf(site(), 'admin', JSON.stringify(file));
    const { body } = await ask(site(), 'admin', 'GET', `/${id}`);
    assert.partialDeepStrictEqual(body.registry, { is_public: false, invitees: [], is_story_html: true });
    assert.equal(body.registry?.story, '<p>Hello alert(1)<a href="x">you</a></p>');
    const [item] = await activeItems(system, id);
    assert.partialDeepStrictEqual(item, { name: 'Pot', quantity_purchased: 0, affiliate_url: null });
  });

  it('keep a wish without a shop so, on another registry too', async () => {
    const id = await makeOf(
      site(),
      'owner',
      '{"format":"largesse.registry/1","registry":{"title":"A"},"wishes":[{"name":"Your best recipe"}]}',
    );
    const [item] = await activeItems(system, id);
    assert.match(item?.url ?? '', /^http.*\/registry\//);
    const files = await filesOf(site(), 'owner', id);
    assert.equal(JSON.parse(files.json).wishes[0].url, null);
    const other = await makeOf(site(), 'owner', files.html);
    const [copied] = await activeItems(system, other);
    assert.notEqual(copied?.url, item?.url);
    assert.equal((await exported(other)).wishes[0]?.url, null);
  });

  it('write cells that no spreadsheet runs, and pages that run and fetch nothing', async () => {
    const id = await create(site(), 'owner', { title: '=1+1 <img src=x onerror=alert(1)>' });
    await addItem(system, id, '=HYPERLINK("http://evil.example")', {
      url: 'javascript.example/x',
      image_url: 'javascript:alert(1)',
      description: '</script><script>alert(1)</script><!-- \u202e',
      retailer: '\t@shop',
    });
    const { csv, html } = await filesOf(site(), 'owner', id);
    assert.ok(csv.startsWith('\u{FEFF}"name","url","retailer","price"'));
    assert.ok(csv.includes(`"'=HYPERLINK(""http://evil.example"")"`), csv);
    assert.ok(csv.includes(`"'\t@shop"`), csv);
    const [page = '', data = ''] = html.split('<script type="application/json" id="largesse-registry">');
    assert.doesNotMatch(page, /<img|<script|<link|href="javascript:|src=/);
    assert.equal(data.match(/</g)?.length, '</script></body></html>'.match(/</g)?.length);
    assert.match(html, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'/);
  });

  it('hold of gifts what the reader may know', async () => {
    const meta = { registry_surprise: 'hidden', registry_keepers: '["stranger"]', registry_invitees: '["invitee"]' };
    const id = await create(site(), 'owner', { title: 'Birthday', meta });
    const item = await addItem(system, id, 'Bike', { quantity_needed: 5 });
    await give(system, item, {
      secret: true,
      quantity: 2,
      giver_name: 'Secret Sam',
      giver_email: 'sam@mail.example',
      message: 'Psst',
    });
    const seen = async (who: 'owner' | 'stranger' | 'admin') => {
      const { body } = await ask(site(), who, 'GET', `/${id}/export`);
      assert.ok(body.export);
      return { gifts: body.export.gifts, given: body.export.wishes[0]?.quantity_purchased, text: JSON.stringify(body) };
    };
    assert.partialDeepStrictEqual(await seen('owner'), { gifts: [], given: 0 });
    for (const who of ['stranger', 'admin'] as const) {
      const { gifts, given, text } = await seen(who);
      assert.partialDeepStrictEqual(gifts, [
        { wish: 'Bike', quantity: 2, who: 'Secret Sam', message: 'Psst', is_secret: true },
      ]);
      assert.equal(given, 2);
      assert.doesNotMatch(text, /sam@mail/);
    }
    assert.equal((await ask(site(), 'invitee', 'GET', `/${id}/export`)).status, 403);
    const { html, csv } = await filesOf(site(), 'owner', id);
    assert.doesNotMatch(html + csv, /Sam|Psst|"2"/);
    assert.match(html, /<bdi>a surprise<\/bdi>/, 'no number that a secret gift makes untrue');
    assert.match((await filesOf(site(), 'stranger', id)).html, /2 of 5 bought/);
  });
});

describe('a file', () => {
  const system = openForSuite(() => openConnected('6.5'));
  const site = () => system.site;
  const read = async (file: string | Uint8Array) => {
    const { status, body } = await ask(site(), 'owner', 'POST', '/read-file', { file: base64(file) });
    assert.equal(status, 200, JSON.stringify(body).slice(0, 1000));
    assert.ok(body.file);
    return body.file;
  };
  const fieldsOf = async (file: string | Uint8Array) => (await read(file)).wishes.map(({ fields }) => fields);

  let refused: Promise<Told[]> | undefined;
  for (const [index, [what, , message]] of BROKEN.entries())
    it(`that is ${what} is refused with what to do`, async () => {
      refused ??= askAll(
        site(),
        'owner',
        BROKEN.map(([, file]) => ['POST', '/read-file', { file: base64(file()) }]),
      );
      const told = (await refused)[index];
      assert.equal(told?.status, 422, JSON.stringify(told).slice(0, 1000));
      assert.match(told.body.data?.fields?.file ?? '', message);
    });

  it('of 10 MB is not looked at, and one of 2 MB is read without much memory', async () => {
    const used = await site().wordpress.run(
      `$read = array( Largesse\\Exchange\\SourceFile::class, 'read' );
       echo $read( str_repeat( 'x', 10_000_000 ) )->get_error_message();
       foreach ( array( '<ul><li data-itemid="1">', '<dl><dt>', '{"a":[', '"",', "https://a.example/\\r\\n", '<!doctype html><b>', "x\\n", "\\xFF", 'name;' ) as $piece ) {
         $began = microtime( true );
         $read( substr( str_repeat( $piece, 2_000_000 ), 0, 2_000_000 ) );
         if ( microtime( true ) - $began > 30 ) echo " slow: $piece";
       }
       echo memory_get_peak_usage() < 256 * 1024 * 1024 ? '' : ' large';`,
    );
    assert.equal(used, 'This file is too large: at most 2 MB are read. Please take a part of it.');
  });

  it('says of each wish that breaks a rule where it stands, and which rule', async () => {
    const broken = BROKEN_WISHES.map(([, json]) => json);
    const { wishes } = await read(
      JSON.stringify({ format: 'largesse.registry/1', wishes: [{ name: 'Good' }, ...broken] }),
    );
    assert.partialDeepStrictEqual(wishes[0], { state: 'new', place: 1, place_text: 'Wish 1' });
    for (const [index, [what, , problems]] of BROKEN_WISHES.entries())
      assert.partialDeepStrictEqual(wishes[index + 1], { state: 'wrong', place: index + 2, problems }, what);
  });

  for (const [encoding, encode] of ENCODINGS)
    it(`is read in ${encoding}`, async () => {
      const [table] = await fieldsOf(encode('name;preis;notiz\r\n"Käseglocke – groß";12,50;"zwei\nZeilen €"\r\n'));
      assert.partialDeepStrictEqual(table, { name: 'Käseglocke – groß', price: 12.5, description: 'zwei\nZeilen €' });
    });

  it('may be a table with columns in any order, of any spreadsheet', async () => {
    const { format, wishes } = await read(
      'Anzahl\tTitel\tLink\tPreis\tUnbekannt\n2\tTopf\thttps://shop.example/topf\t"1.299,00 €"\tx\n\n\t\thttps://shop.example/b\tUSD 5\n1\tDeckel\t\tviel\n',
    );
    assert.equal(format, 'csv');
    assert.partialDeepStrictEqual(wishes, [
      {
        place: 2,
        place_text: 'Line 2',
        state: 'new',
        fields: { name: 'Topf', quantity_needed: 2, price: 1299, url: 'https://shop.example/topf' },
      },
      { place: 4, state: 'wrong', problems: { name: 'Enter a name.' } },
      { place: 5, state: 'wrong', problems: { price: 'must be a number or null' } },
    ]);
  });

  it('may be a list of addresses, with or without names', async () => {
    const { format, wishes } = await read(
      [
        'https://www.shop.example/kitchen/red-kettle.html?ref=1',
        'Blue pot – https://shop.example/p/17.',
        '* [A “book”](https://books.example/b)',
        'https://shop.example/x | Lamp',
        'https://www.shop.example/x#reviews',
        'no address here',
        'https://shop.example',
      ].join('\r\n'),
    );
    assert.equal(format, 'addresses');
    assert.deepEqual(
      wishes.map(({ place, state, fields }) => [place, state, fields.name, fields.url]),
      [
        [1, 'new', 'red kettle', 'https://www.shop.example/kitchen/red-kettle.html?ref=1'],
        [2, 'new', 'Blue pot', 'https://shop.example/p/17'],
        [3, 'new', 'A “book”', 'https://books.example/b'],
        [4, 'new', 'Lamp', 'https://shop.example/x'],
        [6, 'wrong', 'no address here', ''],
        [7, 'new', 'shop.example', 'https://shop.example'],
      ],
    );
    assert.deepEqual(wishes[4]?.problems, { url: 'There is no address in this line.' });
  });

  it('may be bookmarks, whose folders are headings', async () => {
    const { format, wishes } = await read(BOOKMARKS);
    assert.equal(format, 'bookmarks');
    assert.deepEqual(
      wishes.map(({ state, fields }) => [state, fields.name, fields.url, fields.heading, fields.description]),
      [
        ['new', 'Pot & pan <3', 'https://shop.example/a?b=1&c=2', 'Kitchen', 'Really good'],
        ['new', 'Chair', 'https://shop.example/chair', 'Gifts', ''],
        ['wrong', 'Script', 'javascript:alert(1)', 'Gifts', ''],
        ['new', 'chair x', 'https://shop.example/chair-x', 'Gifts', ''],
      ],
    );
  });

  for (const [language, text, currency] of PASTED)
    it(`may be a list pasted from Amazon, in ${language}`, async () => {
      await system.site.wordpress.run("update_option( 'largesse_currency', $input );", currency);
      const { format, wishes } = await read(text);
      assert.equal(format, 'amazon');
      assert.deepEqual(
        wishes.map(({ state, fields }) => [state, fields.name, fields.price, fields.quantity_needed, fields.retailer]),
        [
          ['new', 'Electric Kettle 1.7 l', 29.99, 1, 'Amazon'],
          ['new', 'De Luxe Tea, 100 bags', 1299, 3, 'Amazon'],
          ['new', 'A book without a price', null, 1, 'Amazon'],
        ],
      );
    });

  it('may be the saved page of an Amazon list', async () => {
    await system.site.wordpress.run("update_option( 'largesse_currency', 'EUR' );");
    const { format, wishes } = await read(SAVED);
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
      {
        fields: {
          name: `${'x'.repeat(99)}…`,
          url: 'https://www.amazon.de/dp/B00ABCDEFH',
          price: null,
          description: 'x'.repeat(150),
        },
        notes: ['The name is shortened; all of it is in the description.'],
      },
    ]);
  });

  it('adds nothing that is there under another name by now, if it was listed elsewhere', async () => {
    const id = await create(site(), 'owner', { title: 'Ours' });
    await addItem(system, id, 'The red one', { url: 'https://shop.example/kettle/' });
    const text = 'Kettle https://www.shop.example/kettle';
    const { body } = await ask(site(), 'owner', 'POST', `/${id}/read-file`, { text });
    assert.deepEqual(body.file?.counts, { there: 1, new: 0, wrong: 0 });
  });

  it('leaves out prices in another currency than the site has', async () => {
    await system.site.wordpress.run("update_option( 'largesse_currency', 'EUR' );");
    const { wishes } = await read('name,price\nA,$5\nB,5 €\nC,5\n');
    assert.deepEqual(
      wishes.map(({ fields, notes }) => [fields.price, notes.length]),
      [
        [null, 1],
        [5, 0],
        [5, 0],
      ],
    );
    assert.match(wishes[0]?.notes[0] ?? '', /USD.*EUR/);
  });
});

describe('wp largesse', () => {
  const system = openForSuite(() => openConnected('6.5'));
  const largesse = (...args: string[]) => wp(system.site, 'largesse', ...args);
  const put = (text: string) => system.site.wordpress.run("file_put_contents( '/tmp/wishes', $input );", text);
  before(() => addCommandLine(system.site));

  it('export and import go by files, a dry run first', async () => {
    const id = await create(system.site, 'owner', {
      title: 'Ours & theirs',
      slug: 'ours',
      meta: { registry_surprise: 'hidden' },
    });
    const pot = await addItem(system, id, 'Pot', { quantity_needed: 3 });
    await give(system, pot, { secret: true, giver_name: 'Secret Sam' });
    assert.deepEqual(await largesse('export', 'ours', '--file=/tmp/ours.json'), {
      stdout: 'Success: Exported “Ours & theirs” to /tmp/ours.json.\n',
      stderr: '',
      code: 0,
    });
    assert.doesNotMatch((await largesse('export', 'ours', '--format=html')).stdout, /Sam/);
    assert.match((await largesse('export', 'ours', '--gifts')).stdout, /"who": "Secret Sam"/);
    const dry = await largesse('import', '/tmp/ours.json', '--owner=stranger', '--dry-run');
    assert.deepEqual(dry, { stdout: 'place\tname\tresult\tproblems\nWish 1\tPot\tnew\t\n', stderr: '', code: 0 });
    const made = await largesse('import', '/tmp/ours.json', '--owner=stranger', '--title=Again');
    const [, other] = /^Made registry (\d+)\.\n1 of 1\n/.exec(made.stdout) ?? [];
    assert.equal(made.code, 0, JSON.stringify(made));
    const [item] = await activeItems(system, Number(other));
    assert.partialDeepStrictEqual(item, { name: 'Pot', quantity_purchased: 0 });
    const author = await system.site.wordpress.run(
      'echo get_post( $input )->post_author, get_post( $input )->post_status;',
      Number(other),
    );
    assert.equal(author, `${system.site.users.stranger.id}private`);
    const again = await largesse('import', '/tmp/ours.json', `--registry=${other}`);
    assert.match(again.stdout, /Wish 1\tPot\tthere/);
  });

  it('import says by line what cannot be taken, and ends with 1', async () => {
    const id = await create(system.site, 'owner', { title: 'Lines' });
    await put(`name,url,price\nPot,https://shop.example/p,5\n${'x'.repeat(101)},,\nLid,,-1\nBad,mailto:a@b.example,\n`);
    const { stdout, stderr, code } = await largesse('import', '/tmp/wishes', `--registry=${id}`);
    assert.match(stdout, /Line 2\tPot\tadded\t\n/);
    assert.match(stdout, /Line 3\tx+\twrong\tname: This is too long: write at most 100 characters\.\n/);
    assert.match(stdout, /Line 4\tLid\twrong\tprice: must be a number or null\n/);
    assert.match(stdout, /Line 5\tBad\twrong\turl: Enter an address on the web/);
    assert.deepEqual([stderr, code], ['Error: 3 wishes cannot be taken.\n', 1]);
    assert.equal((await activeItems(system, id)).length, 1);
  });

  it('refuse what they do not know', async () => {
    await put('nonsense');
    for (const [args, error] of [
      [['import', '/tmp/wishes'], /either --registry/],
      [['import', '/tmp/wishes', '--registry=1', '--owner=owner'], /either --registry/],
      [['import', '/tmp/nothing', '--owner=owner'], /cannot be read/],
      [['import', '/tmp/wishes', '--owner=owner'], /We cannot tell what this is/],
      [['import', '/tmp/wishes', '--owner=nobody'], /There is no user/],
      [['export', 'nothing'], /There is no registry/],
      [['export', '1', '--format=xml'], /Invalid value/],
    ] as const) {
      const { stdout, stderr, code } = await largesse(...args);
      assert.deepEqual([stdout, code], ['', 1], args.join(' '));
      assert.match(stderr, error);
    }
    await put('name,price\nPot,1\n');
    assert.match((await largesse('import', '/tmp/wishes', '--owner=owner')).stderr, /title: Enter a title/);
  });
});
