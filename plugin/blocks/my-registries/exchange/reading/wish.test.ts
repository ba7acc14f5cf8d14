import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsIn, wishesIn } from '../../../../testing/wish-file.ts';

describe('wish files', () => {
  it('contain a repeated address once, except in tables', () => {
    const addresses = [
      'http://shop.example/Pot',
      'HTTPS://www.SHOP.example/Pot/#top',
      'shop.example/Pot/',
      'https://shop.example/pot',
      'https://shop.example/Pot?x=1',
    ];
    const places = (file: string) => wishesIn(file).wishes.map(({ place }) => place);
    const links = addresses.map((address) => `<dt><a href="${address}">x</a>`).join('');
    assert.deepEqual(places(`<!DOCTYPE NETSCAPE-Bookmark-file-1><dl>${links}`), [1, 4, 5]);
    assert.deepEqual(places(addresses.join('\n')), [1, 4, 5]);
    assert.deepEqual(places(`name,url\n${addresses.map((address) => `x,${address}\n`).join('')}`), [2, 3, 4, 5, 6]);
  });

  it('shorten a name of more than 100 characters, and have all of it in the description', () => {
    const link = (name: string) =>
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><dl><dt><a href="https://a.example/">${name}</a><dd>Red`;
    const read100 = wishesIn(link('😀'.repeat(100))).wishes[0];
    assert.deepEqual(read100?.notes, []);
    assert.partialDeepStrictEqual(read100, {
      fields: { name: '😀'.repeat(100), description: 'Red' },
    });
    const read101 = wishesIn(link('😀'.repeat(101))).wishes[0];
    assert.partialDeepStrictEqual(read101, {
      notes: [{ kind: 'short name', text: '' }],
      fields: { name: `${'😀'.repeat(99)}…`, description: `${'😀'.repeat(101)}\nRed` },
    });
  });

  it('keep the currency of a price, unless it is the site’s (rules: Currencies)', () => {
    const { wishes } = wishesIn('name,price\nA,$5\nB,5 €\nC,5\n');
    assert.deepEqual(
      wishes.map(({ fields }) => [fields.price, fields.currency]),
      [
        [5, 'USD'],
        [5, undefined],
        [5, undefined],
      ],
    );
    assert.equal(wishesIn('name,price\nA,$5\n', '').wishes[0]?.fields.currency, 'USD');
    const { wishes: named } = wishesIn('name,price,currency\nA,$5, EUR \nB,5,USD\nC,5 €, \n');
    assert.deepEqual(
      named.map(({ fields, currency }) => [fields.price, currency]),
      [
        [5, 'EUR'],
        [5, 'USD'],
        [5, 'EUR'],
      ],
    );
  });

  it('lose the end of a long text, cut between two characters', () => {
    const [wish] = fieldsIn(`${'x'.repeat(9999)}${'😀'.repeat(9999)} https://a.example/b`);
    assert.ok(JSON.stringify(wish).length < 1000);
    assert.doesNotMatch(JSON.stringify(wish), /\\ud/);
    const [cell] = wishesIn(`name,note\n${'x'.repeat(9999)}😀😀,y\n`).wishes;
    assert.equal(cell?.fields.name, `${'x'.repeat(99)}…`);
    assert.deepEqual(
      cell?.notes.map(({ kind }) => kind),
      ['short name', 'short description'],
    );
  });
});
