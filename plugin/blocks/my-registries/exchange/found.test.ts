import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import { setUpPage } from '../../../testing/owner-page.ts';
import { readWishFile } from './reading/read.ts';

const { doubtfulPlaces, foundFile } = await load('exchange/found.ts');
const { sourceOf } = await load('exchange/source.ts');

setUpPage();

describe('an import', () => {
  const file = (text: string) => readWishFile(new TextEncoder().encode(text), 'EUR');

  it('shows each wish with its place in the file', () => {
    const read = file('https://a.example/1\n\nTeddy bear https://a.example/2');
    const { by, file: body } = sourceOf(read);
    assert.equal(by, 'address');
    assert.equal(body.format, 'largesse.registry/1');
    assert.deepEqual(
      body.wishes.map(({ name }: Fields) => name),
      ['a.example', 'Teddy bear'],
    );
    assert.equal(sourceOf(file('name,url\nPot,\n')).by, 'name');
    assert.deepEqual(sourceOf(file('{"wishes":[]}')), { file: { wishes: [] }, by: 'name' });
    const wish = (place: number) => ({ place, by, nth: 1, fields: {}, state: 'new', problems: {} });
    const found = foundFile(read, { registry: { title: '', problems: {} }, wishes: [wish(1), wish(2)] });
    assert.deepEqual(
      found.wishes.map(({ place, shownPlace, notes }: Fields) => [place, shownPlace, notes]),
      [
        [1, 1, []],
        [2, 3, []],
      ],
    );
  });

  it('says what the reader has changed, and does not select the line of a sum', () => {
    const read = file('Item,Aisle,Price\nPot,X,ca. 30\nTotal,,30\n');
    const wish = (place: number) => ({ place, by: 'name', nth: 1, fields: {}, state: 'new', problems: {} });
    const planned = { registry: { title: '', problems: {} }, wishes: [wish(1), wish(2)] };
    const { wishes, columns } = foundFile(read, planned);
    assert.deepEqual(
      wishes.map(({ notes, isDoubtful }: Fields) => [notes, isDoubtful]),
      [
        [['The price is left out, because “ca. 30” is not a single number above zero.'], false],
        [['This line seems to be a sum, so it is not selected.'], true],
      ],
    );
    assert.deepEqual(columns.unused, ['Aisle']);
    assert.deepEqual([...doubtfulPlaces(foundFile(read, planned))], [2]);
  });
});
