import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../../../contract/testing/properties.ts';
import { read, wishesIn } from '../../../../testing/wish-file.ts';

/** A link in a folder; '' for a link in none. */
interface Link {
  folder: string;
  name: string;
  url: string;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Groups the links by folder, in the order of the first link of each. */
const byFolder = (links: readonly Link[]) => Object.entries(Object.groupBy(links, ({ folder }) => folder));

const inFolders = (
  links: readonly Link[],
  folder: (name: string, content: string) => string,
  one: (l: Link) => string,
) =>
  byFolder(links)
    .map(([name, inside = []]) => (name === '' ? inside.map(one).join('') : folder(name, inside.map(one).join('\n'))))
    .join('\n');

/** Programs that write links as XML. Feeds have no folders. */
const WRITERS: readonly [name: string, write: (links: readonly Link[]) => string, hasFolders: boolean][] = [
  [
    'an outline (OPML)',
    (links) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head><title>My links</title></head><body>${inFolders(
        links,
        (name, content) => `<outline text="${escaped(name)}" title="${escaped(name)}">${content}</outline>`,
        ({ name, url }) => `<outline text="${escaped(name)}" type="link" url="${escaped(url)}"/>`,
      )}</body></opml>`,
    true,
  ],
  [
    'bookmarks (XBEL)',
    (links) =>
      `<?xml version="1.0"?><!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" "">
      <xbel version="1.0"><title>All</title>${inFolders(
        links,
        (name, content) => `<folder><title>${escaped(name)}</title>${content}</folder>`,
        ({ name, url }) => `<bookmark href="${escaped(url)}"><title>${escaped(name)}</title></bookmark>`,
      )}</xbel>`,
    true,
  ],
  [
    'a feed (RSS)',
    (links) =>
      `<rss version="2.0"><channel><title>Wishes</title><link>https://blog.example</link>
      <atom:link href="https://blog.example/feed" rel="self"/><image><url>https://blog.example/i.jpg</url></image>${links
        .map(
          ({ name, url }) => `<item><title><![CDATA[${name}]]></title><link>${escaped(url)}</link>
        <enclosure url="https://blog.example/e.jpg"/><media:content url="https://blog.example/m.jpg"/></item>`,
        )
        .join('')}</channel></rss>`,
    false,
  ],
  [
    'a feed (Atom)',
    (links) =>
      `<feed xmlns="http://www.w3.org/2005/Atom">${links
        .map(
          ({ name, url }) => `<entry><title type="html">${escaped(name)}</title>
        <link rel="edit" href="https://blog.example/edit"/><link rel="alternate" href="${escaped(url)}"/>
        <author><name>Ada</name><uri>https://blog.example/ada</uri></author></entry>`,
        )
        .join('')}</feed>`,
    false,
  ],
  [
    'a property list',
    (links) =>
      `<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><array>${links
        .map(
          ({ name, url }) => `<dict><key>Title</key><string>${escaped(name)}</string>
          <key>URL</key><string>${escaped(url)}</string></dict>`,
        )
        .join('')}</array></plist>`,
    false,
  ],
];

const links = fc.uniqueArray(
  fc.record({
    folder: fc.constantFrom('', 'Kitchen', 'Books & films', '台所'),
    name: fc.constantFrom('Red pot', 'Jug <2 l>', 'Tom & "Jerry"', '本棚'),
    url: fc.integer({ min: 1, max: 99 }).map((id) => `https://shop.example/p?a=${id}&b=c`),
  }),
  { selector: ({ url }) => url, minLength: 1, maxLength: 8 },
);

describe('links in XML', () => {
  for (const [program, write, hasFolders] of WRITERS)
    it(`are read from ${program}`, () => {
      fc.assert(
        fc.property(links, (given) => {
          const { format, wishes } = wishesIn(write(given));
          assert.equal(format, 'bookmarks');
          const expected = hasFolders ? byFolder(given).flatMap(([, inside = []]) => inside) : given;
          assert.deepEqual(
            wishes.map(({ fields: { name, url, heading } }) => [name, url, heading]),
            expected.map(({ name, url, folder }) => [name, url, hasFolders ? folder : '']),
          );
        }),
      );
    });

  it('may be the one link of a file that macOS stores', () => {
    const { wishes } = wishesIn(
      '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n\t<key>URL</key>\n' +
        '\t<string>https://shop.example/red-pot</string>\n</dict>\n</plist>\n',
    );
    assert.deepEqual(
      wishes.map(({ fields: { name, url } }) => [name, url]),
      [['Red pot', 'https://shop.example/red-pot']],
    );
  });

  it('have descriptions, and may follow an element that is not closed', () => {
    const links = '<bookmark href="https://a.example/1"><title>Mug</title><desc>blue<br></desc></bookmark>';
    assert.deepEqual(
      wishesIn(`<xbel>${links}</xbel>`).wishes.map(({ fields: { name, description } }) => [name, description]),
      [['Mug', 'blue']],
    );
  });

  it('may be in a fragment of a page', () => {
    const link = (n: number) => `<a href="https://a.example/p${n}">Mug ${n}</a>`;
    for (const page of [
      `<p>${link(1)}</p><p>${link(2)}</p>`,
      `${link(1)}<br>${link(2)}<br>`,
      `<h1>Wishes</h1><ul><li>${link(1)}</li><li>${link(2)}</li></ul>`,
      `<ol><li>${link(1)}</li><li>${link(2)}</li></ol>`,
    ])
      assert.deepEqual(
        wishesIn(page).wishes.map(({ fields: { name, url } }) => [name, url]),
        [1, 2].map((n) => [`Mug ${n}`, `https://a.example/p${n}`]),
        page,
      );
  });

  it('are not searched in elements that are nested too deeply', () => {
    assert.deepEqual(read('<a>'.repeat(100_000)), { fault: 'too deep', line: 0 });
  });

  it('are not found in other XML, and entities of the file are not replaced', () => {
    for (const xml of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!DOCTYPE a [<!ENTITY x "https://a.example">]><a>&x;</a>',
    ])
      assert.deepEqual(read(xml), { fault: 'unknown', line: 0 });
  });
});
