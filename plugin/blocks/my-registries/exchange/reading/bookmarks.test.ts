import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsIn, read, wishesIn } from '../../../../testing/wish-file.ts';

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

describe('wish files', () => {
  it('may be bookmarks, whose folders become headings', () => {
    const { format, wishes } = wishesIn(BOOKMARKS);
    assert.equal(format, 'bookmarks');
    assert.deepEqual(
      wishes.map(({ place, fields }) => [place, fields.name, fields.url, fields.heading, fields.description]),
      [
        [1, 'Pot & pan <3', 'https://shop.example/a?b=1&c=2', 'Kitchen', 'Really\ngood'],
        [2, 'Chair', 'https://shop.example/chair', 'Gifts', ''],
        [5, 'Chair x', 'https://shop.example/chair-x', 'Gifts', ''],
      ],
    );
  });

  it('may be bookmarks whose folders have descriptions, which belong to no wish', () => {
    const lines = [
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>',
      '<DT><A HREF="https://a.example/1">Jug</A>',
      '<DT><H3>Garden</H3><DD>for the summer <b>house</b>',
      '<DL><p><DD>more words<DT><A HREF="https://a.example/2">Rake</A><DD>a long one</DL><p>',
      '<DD>words after a folder<DT><A HREF="https://a.example/3">Mug</A></DL>',
    ];
    assert.deepEqual(
      fieldsIn(lines.join('\n')).map(({ name, heading, description }) => [name, heading, description]),
      [
        ['Jug', '', ''],
        ['Rake', 'Garden', 'a long one'],
        ['Mug', '', ''],
      ],
    );
  });

  it('may be bookmarks without the usual first line, other lists of links, and the bookmarks that browsers keep', () => {
    const links = ['Kettle', 'Pot'].map((name) => ({ name, url: `https://shop.example/${name}` }));
    const list = (open: string) => links.map(({ name, url }) => `<${open}><a href="${url}">${name}</a>`).join('');
    const tree = (name: string, url: string, type: object) => ({
      [name]: 'menu',
      children: [
        { [name]: 'Kitchen', children: links.map((link) => ({ [name]: link.name, [url]: link.url, ...type })) },
      ],
    });
    for (const [file, heading] of [
      [`<!-- saved -->\n<title>bookmarks</title><dl><p>${list('dt')}</dl>`, ''],
      [`<html><body><ul>${list('li')}</ul></body></html>`, ''],
      [JSON.stringify(tree('title', 'uri', { typeCode: 1 })), 'Kitchen'],
      [
        JSON.stringify({ roots: { bookmark_bar: tree('name', 'url', { type: 'url' }), other: { children: [] } } }),
        'Kitchen',
      ],
    ] as const) {
      const { format, wishes } = wishesIn(file);
      assert.equal(format, 'bookmarks', file);
      assert.deepEqual(
        wishes.map(({ fields }) => [fields.name, fields.url, fields.heading]),
        links.map(({ name, url }) => [name, url, heading]),
      );
    }
  });

  it('may be data of any program that contain links with names, but not ours', () => {
    const card = { name: 'Vase', url: 'https://shop.example/v' };
    for (const data of [
      { name: 'Gifts', cards: [{ ...card, attachments: [] }] },
      [{ Title: 'Vase', URL: card.url }],
      { items: [{ title: 'Vase', link: card.url, tags: ['a'] }], next: null },
      { title: 'Wishes', annotations: [{ uri: card.url, title: 'Vase' }] },
    ]) {
      const { format, wishes } = wishesIn(JSON.stringify(data));
      assert.equal(format, 'bookmarks');
      assert.deepEqual(
        wishes.map(({ fields: { name, url } }) => ({ name, url })),
        [card],
      );
    }
    assert.deepEqual(read(JSON.stringify({ format: 'largesse.registry/1', wishes: [card] })), {
      format: 'json',
      data: { format: 'largesse.registry/1', wishes: [card] },
    });
  });

  it('may be the links that Pocket or Instapaper exports', () => {
    const page = (title: string, list: string) =>
      `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>Unread</h1><${list}>
      <li><a href="https://a.example/1" time_added="1">Jug</a></li>
      <li><a href="https://a.example/blue-mug">https://a.example/blue-mug</a></li></${list}></body></html>`;
    for (const html of [page('Pocket Export', 'ul'), page('Instapaper: Export', 'ol')]) {
      const { format, wishes } = wishesIn(html);
      assert.equal(format, 'bookmarks');
      assert.deepEqual(
        wishes.map(({ fields: { name, url, heading } }) => [name, url, heading]),
        [
          ['Jug', 'https://a.example/1', ''],
          ['Blue mug', 'https://a.example/blue-mug', ''],
        ],
      );
    }
  });

  it('may be lists and data with entries without an address, prices and quantities', () => {
    const of = (text: string) =>
      fieldsIn(text).map(({ name, url, price, currency, quantity_needed, heading, description }) => [
        ...[name, url, price, currency, quantity_needed, heading, description].filter(
          (value) => value !== undefined && value !== '',
        ),
      ]);
    assert.deepEqual(
      of(
        '<ul><li><a href="https://a.example/1">Mug</a> – 24,50 €</li><li>Pot</li><li></li><li>Kitchen<ul><li>Fork</li></ul></li><li><a href="https://a.example/2">Lid</a> in red</ul>',
      ),
      [['Mug', 'https://a.example/1', 24.5], ['Pot'], ['Fork', 'Kitchen'], ['Lid', 'https://a.example/2', 'in red']],
    );
    const data = [
      { name: 'Pot', price: 24.125, quantity: 2 },
      { title: 'Mug', price: '£6', url: 'https://a.example/1' },
      { name: 'Jug', price: '5', currency: 'USD', qty: 'any' },
      { name: 'Lid', tags: [{ name: 'red' }] },
    ];
    const wishes = [['Pot', 24.125, 2], ['Mug', 'https://a.example/1', 6, 'GBP'], ['Jug', 5, 'USD'], ['Lid']];
    assert.deepEqual(of(JSON.stringify({ items: data })), wishes);
    assert.deepEqual(of(JSON.stringify(data.filter(({ url }) => url === undefined))), [wishes[0], wishes[2]]);
  });

  it('leave out scripts, searches and pages of the browser among bookmarks', () => {
    const others = [
      'javascript:void(0)',
      'place:type=6',
      'data:text/html,x',
      'chrome://settings',
      'about:blank',
      'file:///a',
    ];
    const { wishes } = wishesIn(
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${[...others, 'https://shop.example/a'].map((url) => `<DT><A HREF="${url}">X</A>`).join('')}</DL>`,
    );
    assert.deepEqual(
      wishes.map(({ fields }) => fields.url),
      ['https://shop.example/a'],
    );
  });
});
