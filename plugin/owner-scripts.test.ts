import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

/*
 * Scripts of the page My registries that compute what the page shows and sends. The tests replace the page with an
 * object that contains only the data of the site, and the network with a list of answers.
 */

type Fields = Record<string, unknown>;

const item = (id: number, more: Fields = {}) => ({
  id,
  heading: '',
  name: `Wish ${id}`,
  url: '',
  price: '',
  quantity_needed: 1,
  quantity_purchased: 0,
  quantity_had: 0,
  version: '1',
  ...more,
});

const REGISTRY = {
  id: 7,
  title: 'Ours',
  version: '1',
  names: '',
  suggested_names: 'Ada & Tom',
  owners: [],
  headings: ['Kitchen', 'Bath', 'Garden'],
  items: [
    item(1, { heading: 'Removed' }),
    item(2, { heading: 'Kitchen', quantity_needed: 3, quantity_purchased: 1, quantity_had: 0 }),
    item(3, { heading: 'Kitchen' }),
    item(4, { heading: 'Bath' }),
  ],
  helper_names: { ada: 'Ada L.' },
  invitations: [] as Fields[],
};

const SENT = {
  access: { root: 'https://site.example/api', nonce: 'abcdef0', renew: 'https://site.example/renew' },
  pages: { overview: 'https://site.example/mine' },
  prices: { locale: 'en', currency: 'EUR' },
  registry: REGISTRY,
  familyLink: { state: 'none', url: '' },
  today: '2026-06-12',
  surprising: ['birthday'],
  texts: {},
  wishQuery: 'add-wish=x',
};

Object.assign(globalThis, {
  HTMLElement: class {},
  document: {
    getElementById: () => ({ textContent: JSON.stringify(SENT) }),
    querySelector: () => null,
    querySelectorAll: () => [],
    activeElement: null,
  },
});

/** Loads a script. Its types need a browser, so the type check of the plugin checks the script, not this test. */
const load = (path: string) => import(new URL(`blocks/my-registries/${path}`, import.meta.url).href);

const page = await load('state.ts');
const { readWishFile } = await load('exchange/reading/read.ts');

/** Requests of the page: method, path and body. */
let asked: { method: string; path: string; body: Fields }[] = [];

/** The next answers of the site: a status and a body. Without an answer, the connection fails. */
let answers: [status: number, body: unknown][] = [];

const answered = async (address: string, { method, headers, body = '{}' }: Fields & { headers?: Fields } = {}) => {
  const override = headers?.['X-HTTP-Method-Override'] ?? method;
  asked.push({ method: String(override), path: address.replace(SENT.access.root, ''), body: JSON.parse(String(body)) });
  const [status, told] = answers.shift() ?? [];
  if (status === undefined) throw new TypeError('offline');
  return new Response(typeof told === 'string' ? told : JSON.stringify(told), { status });
};

beforeEach(() => {
  mock.method(globalThis, 'fetch', answered);
  mock.timers.enable({ apis: ['setTimeout'] });
  page.change({ registry: structuredClone(REGISTRY), notice: page.NO_NOTICE, unsavedHad: {}, unsavedOrder: [] });
  asked = [];
  answers = [];
});
afterEach(() => mock.reset());

describe('the form of the details', () => {
  it('warns if saving it reveals all gifts: on the day of the reveal, or after the event', async () => {
    const { isDue } = await load('surprise.ts');
    for (const [reveal_date, event_date, expected] of [
      ['2026-06-11', '', true],
      ['2026-06-12', '', true],
      ['2026-06-13', '', false],
      ['2026-06-13', '2026-06-01', false],
      ['', '2026-06-11', true],
      ['', '2026-06-12', false],
      ['', '', false],
    ]) {
      page.changeForm('details', { values: { reveal_date, event_date } });
      assert.equal(isDue(), expected, `${reveal_date} ${event_date}`);
    }
  });

  it('sends the names only if they can be found, and each choice as a boolean', async () => {
    const { detailsBody, setFindable } = await load('details.ts');
    const body = (values: Fields) => detailsBody(values, Object.keys(values));
    assert.deepEqual(body({ findable: 'yes', names: 'Ada' }), { is_findable: true, names: 'Ada' });
    assert.deepEqual(body({ findable: '', names: 'Ada' }), { is_findable: false, names: '' });
    assert.deepEqual(detailsBody({ findable: 'yes', names: 'Ada' }, ['names']), { is_findable: true, names: 'Ada' });
    assert.deepEqual(body({ visibility: 'public', is_for_child: 'yes' }), { is_public: true, is_for_child: true });
    assert.deepEqual(body({ visibility: 'private', is_for_child: '' }), { is_public: false, is_for_child: false });
    for (const [typed, isFound, names] of [
      ['', true, 'Ada & Tom'],
      [' ', true, 'Ada & Tom'],
      ['Ada', true, 'Ada'],
      ['', false, ''],
    ]) {
      page.changeForm('details', { values: { names: typed } });
      setFindable(isFound);
      assert.deepEqual(page.state.forms.details.values, { names, findable: isFound ? 'yes' : '' });
    }
  });
});

describe('the form of a wish', () => {
  it('sends numbers, and refuses what is none', async () => {
    const { bodyOf, isSameValue } = await load('item-fields.ts');
    const body = (values: Fields) => bodyOf(values, Object.keys(values));
    assert.deepEqual(body({ name: ' Pot ', price: '', quantity_needed: '*' }), {
      body: { name: 'Pot', price: null, quantity_needed: Number.MAX_SAFE_INTEGER },
      errors: {},
    });
    assert.deepEqual(Object.keys(body({ price: 'x', quantity_needed: '1.5', name: '' }).errors), [
      'price',
      'quantity_needed',
    ]);
    assert.deepEqual(body({ price: '1.234' }).errors, { price: 'Did you mean 1,234 or 1.23?' });
    assert.equal(isSameValue('price', '24.5', '24.50'), true);
    assert.equal(isSameValue('price', '24.5', '24.51'), false);
    assert.equal(isSameValue('name', '24.5', '24.50'), false);
  });

  it('asks only about fields that two people changed to different values', async () => {
    const { beginSending, rebase, settleConflict } = await load('forms.ts');
    const { isSameValue } = await load('item-fields.ts');
    const saved = { name: 'Pot', price: '5', url: 'a', retailer: 'x' };
    const values = { name: 'Pan', price: '6.0', url: 'a', retailer: 'y' };
    const theirs = { name: 'Jug', price: '6.00', url: 'b', retailer: 'x' };
    const begin = () => {
      page.changeForm('item', { ...page.blankForm(saved, '1'), values });
      return rebase('item', theirs, '2', isSameValue);
    };
    assert.equal(begin(), false);
    const { item: form } = page.state.forms;
    assert.deepEqual(form.collisions, ['name']);
    assert.deepEqual(form.values, { ...values, url: 'b' });
    assert.deepEqual([form.saved, form.version], [theirs, '2']);
    assert.equal(beginSending('item'), false, 'the user has to choose first');
    settleConflict('item', false);
    assert.deepEqual(page.state.forms.item.values, { ...values, url: 'b' });
    begin();
    settleConflict('item', true);
    assert.deepEqual(page.state.forms.item.values, { ...values, url: 'b', name: 'Jug' });
    assert.equal(beginSending('item'), true);
    assert.equal(beginSending('item'), false, 'it is already being sent');
  });
});

describe('the list of wishes', () => {
  it('shows wishes of unknown headings first', async () => {
    const { groups } = await load('order.ts');
    const shown = () =>
      groups().map(({ title, items }: Fields & { items: Fields[] }) => [title, ...items.map(({ id }) => id)]);
    assert.deepEqual(shown(), [['', 1], ['Kitchen', 2, 3], ['Bath', 4], ['Garden']]);
    page.change({
      unsavedOrder: [
        { id: 3, heading: 'Garden' },
        { id: 2, heading: 'Gone' },
      ],
    });
    assert.deepEqual(shown(), [['', 2, 1], ['Kitchen'], ['Bath', 4], ['Garden', 3]]);
  });

  it('puts a new heading above a wish, before the next heading, with the later wishes of its group', async () => {
    const { openHeadingAbove } = await load('headings.ts');
    for (const [id, place] of [
      [1, { items: [1], before: 'Kitchen' }],
      [2, { items: [2, 3], before: 'Bath' }],
      [3, { items: [3], before: 'Bath' }],
      [4, { items: [4], before: 'Garden' }],
    ] as const) {
      openHeadingAbove(item(id));
      assert.deepEqual(page.state.headingPlace, place);
    }
  });

  it('moves a heading by one place, and not beyond the ends', async () => {
    const { moveHeadingByOne } = await load('headings.ts');
    for (const [title, by] of [
      ['Kitchen', -1],
      ['Garden', 1],
      ['Kitchen', 1],
      ['Bath', 1],
      ['Bath', -1],
      ['Garden', -1],
    ] as const)
      await moveHeadingByOne(title, by);
    assert.deepEqual(
      asked.map(({ body }) => [body.heading, body.before]),
      [
        ['Kitchen', 'Garden'],
        ['Bath', null],
        ['Bath', 'Kitchen'],
        ['Garden', 'Bath'],
      ],
    );
  });

  it('keeps the old version unless the change replaced it, because a form would overwrite other changes', async () => {
    const { showRegistry } = await load('current.ts');
    const order = [4, 3, 2].map((id) => ({ id, heading: id === 4 ? 'Garden' : 'Kitchen' }));
    assert.equal(showRegistry({ id: 7, version: '2', items: [item(3, { name: 'New' })], order }), false);
    const { registry } = page.state;
    assert.equal(registry.version, '1');
    assert.deepEqual(
      registry.items.map(({ id, name, heading }: Fields) => [id, name, heading]),
      [
        [4, 'Wish 4', 'Garden'],
        [3, 'New', 'Kitchen'],
        [2, 'Wish 2', 'Kitchen'],
      ],
    );
    assert.equal(showRegistry({ id: 7, version: '3', title: 'Ours' }, '2'), false);
    assert.equal(page.state.registry.version, '1');
    assert.equal(showRegistry({ id: 7, version: '3', event_type: 'Birthday' }, '1'), true);
    assert.deepEqual([page.state.registry.version, page.state.registry.title], ['3', 'Ours']);
    assert.equal(showRegistry({ id: 7, version: '3', order: [...order, { id: 9, heading: '' }] }), false);
  });

  it('sends the version that a change replaces, and shows the new version', async () => {
    const { changeRegistry } = await load('requests.ts');
    answers = [[200, { registry: { id: 7, version: '2', title: 'New' } }]];
    await changeRegistry('1', { title: 'New' });
    assert.deepEqual([page.state.registry.version, page.state.registry.title], ['2', 'New']);
    assert.equal(asked.length, 1, 'the page knows everything');
  });

  it('renames a heading above its wishes, unless someone else has changed headings, too', async () => {
    const { showRegistry } = await load('current.ts');
    const headings = () => page.state.registry.items.map(({ heading }: Fields) => heading);
    assert.equal(showRegistry({ id: 7, version: '1', headings: ['Cooking', 'Bath', 'Garden'] }), true);
    assert.deepEqual(headings(), ['Removed', 'Cooking', 'Cooking', 'Bath']);
    assert.equal(showRegistry({ id: 7, version: '1', headings: ['Cooking', 'Bath', 'Garden', 'Toys'] }), true);
    assert.equal(showRegistry({ id: 7, version: '1', headings: ['Bath', 'Garden', 'Toys'] }), true);
    assert.equal(showRegistry({ id: 7, version: '1', headings: ['Shed', 'Attic', 'Toys'] }), false);
    const order = page.state.registry.items.map(({ id }: Fields) => ({ id, heading: 'Cellar' }));
    assert.equal(showRegistry({ id: 7, version: '1', order }), false, 'a heading that the page does not know');
  });

  it('shows no error of the service once an answer contains wishes', async () => {
    const { showRegistry } = await load('current.ts');
    page.change({ registry: { ...REGISTRY, items: [], items_error: 'No answer' } });
    showRegistry({ id: 7, version: '1', is_past: true });
    assert.equal(page.state.registry.items_error, 'No answer');
    showRegistry({ id: 7, version: '1', items: [item(8)], order: [{ id: 8, heading: '' }] });
    assert.equal(page.state.registry.items_error, '');
  });
});

describe('the number of pieces that an owner has', () => {
  it('has limits, and is counted once although an answer is lost', async () => {
    const { addOwned, ownedCount, retryUnsaved, subtractOwned } = await load('owned.ts');
    const pot = () => page.state.registry.items.find(({ id }: Fields) => id === 2);
    const settled = async () => {
      for (let turn = 0; turn < 1000 && page.state.busyItems.length > 0; turn++)
        await new Promise((done) => setImmediate(done));
    };
    subtractOwned(pot());
    assert.equal(ownedCount(pot()), 0);
    for (let click = 0; click < 5; click++) addOwned(pot());
    assert.equal(ownedCount(pot()), 2, 'a guest gives the third piece');
    mock.timers.tick(1_000);
    await settled();
    const had = (quantity_had: number) =>
      answers.push([
        200,
        { registry: { id: 7, version: '1', items: [item(2, { quantity_needed: 9, quantity_had })] } },
      ]);
    had(2);
    retryUnsaved();
    await settled();
    addOwned(pot());
    had(3);
    mock.timers.tick(1_000);
    await settled();
    const [lost, again, next] = asked.map(({ body }) => body);
    assert.deepEqual(
      asked.map(({ method, path, body }) => [method, path, body.quantity]),
      [
        ['POST', '/registries/7/items/2/have', 2],
        ['POST', '/registries/7/items/2/have', 2],
        ['POST', '/registries/7/items/2/have', 1],
      ],
    );
    assert.equal(again?.purchase, lost?.purchase);
    assert.notEqual(next?.purchase, lost?.purchase);
  });
});

describe('invited people', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ entry: `guest${n}`, name: n === 28 ? 'Zoë Q' : '', states: [] }));

  it('are all shown up to 30; a longer list shows 25, and has a search', async () => {
    const { needsSearch, shownPeople } = await load('invitees.ts');
    const shown = (count: number, parts: Fields = {}) => {
      page.change({
        registry: { ...REGISTRY, invitations: people(count) },
        peopleSearch: '',
        isEverybodyShown: false,
        ...parts,
      });
      const { people: some, isCut } = shownPeople();
      return [some.length, isCut, needsSearch()];
    };
    assert.deepEqual(shown(30), [30, false, false]);
    assert.deepEqual(shown(31), [25, true, true]);
    assert.deepEqual(shown(31, { isEverybodyShown: true }), [31, false, true]);
    assert.deepEqual(shown(31, { peopleSearch: ' ZOË ' }), [1, false, true]);
    assert.deepEqual(shown(31, { peopleSearch: 'Guest30' }), [1, false, true]);
  });

  it('get one mail each, if the site can and has not tried to send one', async () => {
    const { letterText, unmailed } = await load('mailing.ts');
    const person = (entry: string, may_mail: boolean, ...keys: string[]) => ({
      entry,
      may_mail,
      states: keys.map((key) => ({ key, text: '' })),
    });
    const invitations = [
      person('a@b.example', true, 'invited'),
      person('ada', false, 'invited'),
      person('c@d.example', true, 'invited', 'mailed'),
      person('e@f.example', true, 'failed'),
      person('g@h.example', true, 'here'),
    ];
    page.change({ registry: { ...REGISTRY, invitations } });
    assert.deepEqual(unmailed(), ['a@b.example', 'g@h.example']);
    const letter = { without: 'Come!', before: 'Come!\n', after: '\nBye' };
    assert.equal(letterText(letter, ' \n'), 'Come!');
    assert.equal(letterText(letter, ' Hello \r\n\nyou '), 'Come!\n> Hello\n>\n> you\nBye');
  });

  it('have their display names', async () => {
    const { nameOf } = await load('person-name.ts');
    const invitations = [
      { entry: 'tom', name: 'Tom S.' },
      { entry: 'zoe', name: '' },
    ];
    page.change({ registry: { ...REGISTRY, invitations } });
    assert.deepEqual(['ada', 'tom', 'zoe', 'x'].map(nameOf), ['Ada L.', 'Tom S.', 'zoe', 'x']);
  });
});

describe('a request', () => {
  it('states why it failed, and whether it may have succeeded', async () => {
    const { mayHaveSucceeded, send } = await load('../../assets/rest.ts');
    const error = (data: Fields = {}) => ({ code: 'x', message: 'No', data });
    for (const [status, body, expected, isUncertain] of [
      [404, error(), { kind: 'refused', status: 404, message: 'No', isUnchanged: false }, false],
      [500, error(), { kind: 'refused', status: 500, message: 'No', isUnchanged: false }, true],
      [503, error({ is_unchanged: true }), { kind: 'refused', status: 503, message: 'No', isUnchanged: true }, false],
      [
        422,
        error({ fields: { name: 'Short', url: 7 } }),
        { kind: 'fields', message: 'No', fields: { name: 'Short' } },
        false,
      ],
      [409, error({ current: { id: 1 } }), { kind: 'changed', message: 'No', current: { id: 1 } }, false],
      [400, error({ current: { id: 1 } }), { kind: 'refused', status: 400, message: 'No', isUnchanged: false }, false],
      [409, error(), { kind: 'refused', status: 409, message: 'No', isUnchanged: false }, false],
      [502, '<html>', { kind: 'failed', message: '' }, true],
      [200, '[]', { kind: 'failed', message: '' }, true],
    ] as const) {
      answers = [[status, body]];
      const answer = await send({ ...SENT.access }, 'POST', '/x');
      assert.deepEqual(answer, expected);
      assert.equal(mayHaveSucceeded(answer), isUncertain, JSON.stringify(expected));
    }
    assert.equal(mayHaveSucceeded(await send({ ...SENT.access }, 'GET', '/x')), true, 'offline');
  });

  it('is sent again once with a new nonce, if the user is still signed in', async () => {
    const { send } = await load('../../assets/rest.ts');
    const access = { ...SENT.access };
    answers = [
      [403, { code: 'rest_cookie_invalid_nonce', message: 'x' }],
      [200, 'bcdef01'],
      [200, { a: 1 }],
    ];
    assert.deepEqual(await send(access, 'DELETE', '/x'), { kind: 'done', body: { a: 1 } });
    assert.equal(access.nonce, 'bcdef01');
    assert.deepEqual(
      asked.map(({ method, path }) => [method, path]),
      [
        ['DELETE', '/x'],
        ['undefined', SENT.access.renew],
        ['DELETE', '/x'],
      ],
    );
    answers = [
      [401, { code: 'x', message: 'x' }],
      [200, '0'],
      [200, { a: 1 }],
    ];
    assert.equal((await send(access, 'GET', '/x')).kind, 'signedOut');
  });
});

describe('an import', () => {
  const file = (text: string) => readWishFile(new TextEncoder().encode(text), 'EUR');

  it('sends lines with an address, and shows the other lines in their places', async () => {
    const { foundFile } = await load('exchange/found.ts');
    const { sourceOf } = await load('exchange/source.ts');
    const read = file('https://a.example/1\nno address\nhttps://a.example/2');
    const { by, file: body } = sourceOf(read);
    assert.equal(by, 'address');
    assert.equal(body.format, 'largesse.registry/1');
    assert.equal(body.wishes.length, 2);
    assert.equal(sourceOf(file('name,url\nPot,\n')).by, 'name');
    assert.deepEqual(sourceOf(file('{"wishes":[]}')), { file: { wishes: [] }, by: 'name' });
    const wish = (place: number) => ({ place, by, nth: 1, notes: ['Note'], fields: {}, state: 'new', problems: {} });
    const { wishes } = foundFile(read, { registry: { title: '', problems: {} }, wishes: [wish(1), wish(2)] });
    assert.deepEqual(
      wishes.map(({ place, state, notes }: Fields) => [place, state, notes]),
      [
        [1, 'new', ['Note']],
        [2, 'wrong', []],
        [3, 'new', ['Note']],
      ],
    );
  });

  it('says that a price in another currency is left out', async () => {
    const { notesOf } = await load('exchange/words.ts');
    const [wish] = file('name,price\nPot,$5\n').wishes;
    assert.deepEqual(notesOf(wish), ['The price is left out, because it is in USD and this site has EUR.']);
  });

  it('adds the selected wishes, 50 at a time', async () => {
    const importing = await load('exchange/importing.ts');
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
    const added = (places: number[]): (typeof answers)[number] => [200, { results: results(places) }];
    // The site has no time for the last wish of the first request, so the page sends this wish again.
    const first = [...results(open.slice(0, 49)), ...results(open.slice(49, 50), 'waiting')];
    answers = [[200, { results: first }], added(open.slice(49, 99)), added(open.slice(99))];
    await importing.addAll();
    assert.equal(importing.state.step, 'done');
    assert.equal(importing.selectedWishes().length, 0);
    assert.deepEqual(
      asked.map(({ path, body }) => [path, (body.wishes as Fields[]).map(({ place }) => place)]),
      [open.slice(0, 50), open.slice(49, 99), open.slice(99)].map((places) => ['/registries/7/import', places]),
    );
    importing.change({ step: 'look', found: { format: 'csv', registry: {}, wishes } });
    answers = [[200, { results: results(open.slice(0, 50), 'waiting') }]];
    await importing.addAll();
    assert.equal(
      importing.state.message,
      'Something went wrong on the site. Please try again; what you wrote is still here.',
    );
  });
});

describe('a wish from a shop', () => {
  it('stays in the addresses of other pages', async () => {
    const { withWish } = await load('incoming-wish.ts');
    assert.equal(withWish('/mine'), '/mine?add-wish=x');
    assert.equal(withWish('/?page=2'), '/?page=2&add-wish=x');
  });
});
