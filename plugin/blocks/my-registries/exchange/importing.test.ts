import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { type Fields, load } from '../../../testing/owner-data.ts';
import { location, REGISTRY, setUpPage } from '../../../testing/owner-page.ts';
import { answerWith, asked, ok, refused, requests, type Told } from '../../../testing/site.ts';

const importing = await load('exchange/importing.ts');
const { SIGNED_OUT } = await load('notice.ts');

setUpPage();

describe('an import', () => {
  it('adds the selected wishes, 50 at a time', async () => {
    const wishes = Array.from({ length: 123 }, (_, n) => ({
      place: n + 1,
      by: 'name',
      nth: 1,
      fields: { name: `${n}` },
      state: ['new', 'there', 'wrong'][n % 40 === 0 ? n % 3 : 0],
      problems: {},
    }));
    const open = wishes.filter(({ state, place }) => state === 'new' && place !== 2).map(({ place }) => place);
    importing.change({ step: 'look', found: { format: 'csv', registry: {}, wishes }, left: new Set([2]) });
    assert.deepEqual(
      importing.selectedWishes().map(({ place }: Fields) => place),
      open,
    );
    const results = (places: number[], state = 'added') => places.map((place) => ({ place, state, problems: {} }));
    const added = (places: number[]): Told => [200, { results: results(places) }];
    // The site has no time for the last wish of the first request, so the page sends this wish again.
    const first = [...results(open.slice(0, 49)), ...results(open.slice(49, 50), 'waiting')];
    answerWith([200, { results: first }], added(open.slice(49, 99)), added(open.slice(99)));
    await importing.addAll();
    assert.equal(importing.state.step, 'done');
    assert.equal(importing.selectedWishes().length, 0);
    assert.deepEqual(
      asked.map(({ path, body }) => [path, (body.wishes as Fields[]).map(({ place }) => place)]),
      [open.slice(0, 50), open.slice(49, 99), open.slice(99)].map((places) => ['/registries/7/import', places]),
    );
    importing.change({ step: 'look', found: { format: 'csv', registry: {}, wishes } });
    answerWith([200, { results: results(open.slice(0, 50), 'waiting') }]);
    await importing.addAll();
    assert.equal(
      importing.state.message,
      'Something went wrong on the site. Please try again; what you wrote is still here.',
    );
  });
});

describe('the page of an import', () => {
  const file = { format: 'largesse.registry/1' };
  const found = (...states: string[]) => ({
    registry: { title: 'From a file', problems: {} },
    wishes: states.map((state, n) => ({
      place: n + 1,
      by: 'address',
      nth: 1,
      fields: {},
      notes: [],
      state,
      problems: {},
    })),
  });
  /** The first state of the module, without the fields that tests add. */
  const start = { ...importing.state, title: undefined, found: undefined, source: undefined };

  it('sends a file once, up to 2 MB, and begins with all new wishes selected', async () => {
    const preview = (size: number, text = 'https://a.example/1') =>
      importing.previewFile(new File([text.padEnd(size, '\n')], 'a.txt'));
    importing.change({ ...start, registry: { id: 7, url: '/mine?registry=7' }, left: new Set([1]) });
    // The reader is a module of the built plugin, which the import map of the page names.
    await preview(2_000_001);
    assert.match(importing.state.message, /^This file is too large/);
    importing.change({ pasted: ' \n' });
    await importing.previewFile(undefined);
    assert.equal(importing.state.message, 'Choose a file, or paste something.');
    assert.equal(asked.length, 0);
  });

  it('creates the registry once, and adds the wishes to it after a failure', async () => {
    const left = mock.method(location, 'assign');
    importing.change({
      ...start,
      step: 'look',
      registry: undefined,
      source: { file, by: 'address' },
      title: 'Mine',
      found: found('new'),
    });
    answerWith(refused(422, { fields: { title: 'Too long' } }));
    await importing.addAll();
    assert.deepEqual([importing.state.message, importing.state.step], ['Title: Too long', 'look']);
    const made = { ...REGISTRY, id: 12, manage_url: '/mine?registry=12' };
    answerWith([201, { registry: made }], [401, { code: 'x', message: 'x' }], [200, '0']);
    const adding = importing.addAll();
    await importing.addAll();
    await adding;
    assert.deepEqual(
      [importing.state.step, importing.state.message, importing.state.isBusy],
      ['add', SIGNED_OUT, false],
    );
    answerWith(ok({ results: [{ place: 1, state: 'added', problems: {} }] }));
    await importing.addAll();
    assert.deepEqual([importing.state.step, importing.state.message], ['done', '']);
    const creating = ['POST', '/registries/from-file', { file, by: 'address', title: 'Mine' }];
    const sent = ['POST', '/registries/12/import', { wishes: [{ place: 1, by: 'address', nth: 1, fields: {} }] }];
    assert.deepEqual(
      requests().filter(([method]) => method === 'POST'),
      [creating, creating, sent, sent],
    );
    importing.openRegistry();
    assert.deepEqual(left.mock.calls[0]?.arguments, ['/mine?registry=12']);
  });
});
