import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it, mock } from 'node:test';
import { type Fields, item, load, REGISTRY as OURS, SENT as SENT_BY_SITE, settled } from './owner-data.ts';

/*
 * Scripts of the page My registries that compute what the page shows and sends. The tests replace the page with an
 * object that contains only the data of the site, and the network with a list of answers.
 */

const REGISTRY = {
  ...OURS,
  names: '',
  suggested_names: 'Ada & Tom',
  headings: ['Kitchen', 'Bath', 'Garden'],
  items: [
    item(1, { heading: 'Removed' }),
    item(2, { heading: 'Kitchen', quantity_needed: 3, quantity_purchased: 1 }),
    item(3, { heading: 'Kitchen' }),
    item(4, { heading: 'Bath' }),
  ],
  helper_names: { ada: 'Ada L.' },
};

const SENT = { ...SENT_BY_SITE, registry: REGISTRY, surprising: ['birthday'], wishQuery: 'add-wish=x' };

const document = {
  getElementById: () => ({ textContent: JSON.stringify(SENT) }),
  querySelector: (_selector: string): unknown => null,
  querySelectorAll: (_selector: string): unknown[] => [],
  activeElement: null,
};
const location = { href: 'https://site.example/mine?registry=7', hash: '', assign: (_url: string) => {} };
Object.assign(globalThis, { HTMLElement: class {}, document, location });

const page = await load('state.ts');
const { discardInput, typeInto } = await load('forms.ts');
const { SIGNED_OUT } = await load('notice.ts');
const { forms: FORMS } = page.state;
const { readWishFile } = await load('exchange/reading/read.ts');

/** Requests of the page: method, path and body. */
let asked: { method: string; path: string; body: Fields; mark?: unknown }[] = [];

/** An answer of the site. */
type Told = [status: number, body: unknown];

/** The next answers of the site. Without an answer, the connection fails. */
let answers: (Told | Promise<Told>)[] = [];

const ok = (body: Fields = {}): Told => [200, body];
const refused = (status: number, data: Fields = {}): Told => [status, { code: 'x', message: 'No', data }];

/** The site refuses a change because someone else has changed the registry. */
const outdated = (fields: Fields): Told => refused(409, { current: { ...structuredClone(REGISTRY), ...fields } });

/** Adds an answer that the test gives later. */
function late(): PromiseWithResolvers<Told> {
  const held = Promise.withResolvers<Told>();
  answers.push(held.promise);
  return held;
}

const bodies = () => asked.map(({ body }) => body);
const methods = () => asked.map(({ method }) => method);
const requests = () => asked.map(({ method, path, body }) => [method, path.replace('/registries/7', ''), body]);

async function pressNotice(): Promise<void> {
  page.state.notice.action.run();
  await settled();
}

const answered = async (address: string, { method, headers, body = '{}' }: Fields & { headers?: Fields } = {}) => {
  const override = headers?.['X-HTTP-Method-Override'] ?? method;
  const fields = body instanceof FormData ? {} : JSON.parse(String(body));
  const mark = headers?.['X-Largesse-Creation'];
  asked.push({
    method: String(override),
    path: address.replace(SENT.access.root, ''),
    body: fields,
    ...(mark ? { mark } : {}),
  });
  const [status, told] = (await answers.shift()) ?? [];
  if (status === undefined) throw new TypeError('offline');
  return new Response(typeof told === 'string' ? told : JSON.stringify(told), { status });
};

beforeEach(() => {
  mock.method(globalThis, 'fetch', answered);
  mock.timers.enable({ apis: ['setTimeout'] });
  page.change({
    registry: structuredClone(REGISTRY),
    familyLink: SENT.familyLink,
    forms: FORMS,
    notice: page.NO_NOTICE,
    unsavedOrder: [],
  });
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
    assert.deepEqual(body({ findable: 'yes', names: 'Ada' }), { names: 'Ada' });
    assert.deepEqual(body({ findable: '', names: 'Ada' }), { names: null });
    assert.deepEqual(detailsBody({ findable: 'yes', names: 'Ada' }, ['names']), { names: 'Ada' });
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
      body: { name: 'Pot', price: null, currency: null, quantity_needed: Number.MAX_SAFE_INTEGER },
      errors: {},
    });
    assert.deepEqual(Object.keys(body({ price: 'x', quantity_needed: '1.5', name: '' }).errors), [
      'price',
      'quantity_needed',
    ]);
    assert.deepEqual(body({ price: '1.234' }).errors, { price: 'Did you mean 1,234 or 1.23?' });
    assert.deepEqual(body({ price: '£20' }).body, { price: 20, currency: 'GBP' });
    assert.match(body({ price: '20 kr' }).errors.price ?? '', /^Enter the currency as /);
    assert.equal(isSameValue('price', '24.5', '24.50'), true);
    assert.equal(isSameValue('price', '24.5', '24.5 GBP'), false);
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

describe('invited people', () => {
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
});

describe('a request', () => {
  it('states why it failed, and whether it may have succeeded', async () => {
    const { mayHaveSucceeded, send } = await load('../../assets/rest.ts');
    const error = (data: Fields = {}) => ({ code: 'x', message: 'No', data });
    for (const [status, body, expected, isUncertain] of [
      [404, error(), { kind: 'refused', status: 404, message: 'No', isUnchanged: false }, false],
      [500, error(), { kind: 'refused', status: 500, message: 'No', isUnchanged: false }, true],
      [503, error({ is_unchanged: true }), { kind: 'refused', status: 503, message: 'No', isUnchanged: true }, false],
      [422, error({ fields: { name: 'Short' } }), { kind: 'fields', message: 'No', fields: { name: 'Short' } }, false],
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

  it('shows each wish with its place in the file', async () => {
    const { foundFile } = await load('exchange/found.ts');
    const { sourceOf } = await load('exchange/source.ts');
    const read = file('https://a.example/1\n\nTeddy bear');
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

  it('says what the reader has changed, and does not select the line of a sum', async () => {
    const { doubtfulPlaces, foundFile } = await load('exchange/found.ts');
    const read = file('Item,Brand,Price\nPot,X,ca. 30\nTotal,,30\n');
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
    assert.deepEqual(columns.unused, ['Brand']);
    assert.deepEqual([...doubtfulPlaces(foundFile(read, planned))], [2]);
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
    const added = (places: number[]): Told => [200, { results: results(places) }];
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

it('a wish from a shop: stays in the addresses of other pages, with the parts of the shop’s page', async () => {
  const { withWish } = await load('incoming-wish.ts');
  assert.equal(withWish('/mine'), '/mine?add-wish=x');
  location.hash = '#most-wanted';
  assert.equal(withWish('/?page=2'), '/?page=2&add-wish=x');
  location.hash = '#largesse-page=parts';
  assert.equal(withWish('/mine'), '/mine?add-wish=x#largesse-page=parts');
  location.hash = '';
});

describe('input in the form of the details', () => {
  const form = () => page.state.forms.details;

  it('is sent once and alone, and stays if it changes while it is sent', async () => {
    const { resetDetails } = await load('current.ts');
    const { saveDetails } = await load('details.ts');
    resetDetails();
    typeInto('details', 'title', 'New');
    const answer = late();
    const saving = saveDetails();
    await saveDetails();
    typeInto('details', 'story', 'Long ago');
    answer.resolve(ok({ registry: { id: 7, version: '2', title: 'New' } }));
    await saving;
    assert.deepEqual([form().values.title, form().values.story, form().isBusy], ['New', 'Long ago', false]);
    answers = [ok({ registry: { id: 7, version: '3', story: 'Long ago' } })];
    await saveDetails();
    await saveDetails();
    assert.deepEqual(requests(), [
      ['PATCH', '', { version: '1', title: 'New' }],
      ['PATCH', '', { version: '2', story: 'Long ago' }],
    ]);
    assert.equal(page.state.notice.text, 'The details are saved.');
  });

  it('is sent again over changes of other fields, and stays until the user has chosen', async () => {
    const { resetDetails } = await load('current.ts');
    const { keepMyDetails, saveDetails, takeTheirDetails } = await load('details.ts');
    resetDetails();
    typeInto('details', 'title', 'Mine');
    answers = [
      outdated({ version: '2', event_type: 'Baby' }),
      ok({ registry: { id: 7, version: '3', title: 'Mine' } }),
    ];
    await saveDetails();
    assert.deepEqual([form().values.title, form().values.event_type], ['Mine', 'Baby']);
    typeInto('details', 'title', 'Again mine');
    answers = [outdated({ version: '4', title: 'Theirs' }), ok({ registry: { id: 7, version: '5' } })];
    await saveDetails();
    assert.deepEqual([form().values.title, form().collisions], ['Again mine', ['title']]);
    await keepMyDetails();
    assert.deepEqual(
      bodies(),
      ['1', '2']
        .map((version) => ({ version, title: 'Mine' }))
        .concat(['3', '4'].map((version) => ({ version, title: 'Again mine' }))),
    );
    for (const [typed, isRewritten] of Object.entries({ '': false, 'My story': true })) {
      page.change({ isStoryRewritten: true });
      page.changeForm('details', { ...page.blankForm({ title: 'Theirs', story: '' }), collisions: ['title'] });
      page.changeForm('details', { values: { title: 'Mine', story: typed } });
      takeTheirDetails();
      assert.deepEqual(form().values, { title: 'Theirs', story: typed });
      assert.equal(page.state.isStoryRewritten, isRewritten, 'a story that is being rewritten stays open');
    }
  });

  it('stays when the page shows a newer registry; without input, the form shows the newer values', async () => {
    const { detailsOf, resetDetails, showRegistry } = await load('current.ts');
    resetDetails();
    page.change({ isStoryRewritten: true, notice: { kind: 'outdated', text: 'Old' } });
    showRegistry({ id: 7, version: '1', event_type: 'Baby' }, '1');
    assert.deepEqual([form().values.event_type, page.state.isStoryRewritten], ['Baby', false]);
    assert.equal(page.state.notice.text, 'Old', 'a part of the registry does not make the page current');
    showRegistry({ ...REGISTRY, version: '2', title: 'Theirs' });
    assert.deepEqual([form().values.title, form().version], ['Theirs', '2']);
    assert.equal(page.state.notice, page.NO_NOTICE);
    typeInto('details', 'title', 'Mine');
    page.change({ notice: { kind: 'done', text: 'Saved' } });
    showRegistry({ ...REGISTRY, version: '3', title: 'Others' });
    assert.deepEqual([form().values.title, form().version, page.state.notice.text], ['Mine', '2', 'Saved']);
    const visibility = (parts: Fields) => detailsOf({ ...REGISTRY, ...parts }).visibility;
    assert.deepEqual(
      [visibility({ is_public: true }), visibility({ is_draft: true }), visibility({})],
      ['public', '', 'private'],
    );
    assert.deepEqual(
      ['Ada', ''].map((names) => detailsOf({ ...REGISTRY, names }).findable),
      ['yes', ''],
    );
  });
});

describe('messages', () => {
  it('are next to their fields, or name the fields that the form lacks', async () => {
    const { beginSending, showFailure } = await load('forms.ts');
    const form = () => page.state.forms.item;
    showFailure('item', { kind: 'fields', message: '', fields: { name: 'Too short', other: 'Wrong' } });
    assert.deepEqual([form().errors, form().message], [{ name: 'Too short' }, 'Please look at the marked fields.']);
    typeInto('item', 'price', '5');
    assert.equal(form().errors.name, 'Too short');
    typeInto('item', 'name', 'Pot');
    assert.equal(form().errors.name, '');
    showFailure('item', { kind: 'fields', message: 'Wrong', fields: { visibility: 'No', list: 'Choose' } });
    assert.equal(form().message, 'Who may see it?: No · What may they do?: Choose');
    showFailure('item', { kind: 'refused', status: 403, message: 'Not you' });
    assert.equal(form().message, 'Not you');
    const reopened = mock.fn();
    const dialog = { open: false, showModal: reopened };
    mock.method(document, 'querySelector', () => ({ closest: () => dialog, querySelector: () => null }));
    showFailure('item', { kind: 'refused', status: 403, message: 'Not you' });
    assert.equal(reopened.mock.callCount(), 1, 'the user has closed the dialog in the meantime');
    dialog.open = true;
    showFailure('item', { kind: 'refused', status: 403, message: 'Not you' });
    assert.equal(reopened.mock.callCount(), 1);
    page.changeForm('mail', { message: 'Still being sent', isBusy: true });
    showFailure('item', { kind: 'signedOut', message: 'x' });
    assert.deepEqual([form().message, form().isBusy], [SIGNED_OUT, false]);
    beginSending('help');
    assert.equal(form().message, '', 'the next action clears the messages');
    assert.equal(page.state.forms.mail.message, 'Still being sent');
  });

  it('are replaced by the next one, but the offer to show changes waits until there is no other', async () => {
    const { clearMessages, closeNotice, notifyOutdated, notifySuccess, runNotice } = await load('notice.ts');
    const closed: string[] = [];
    const offer = (text: string) =>
      notifyOutdated(
        text,
        'Show',
        () => closed.push('shown'),
        () => closed.push(text),
      );
    const text = () => page.state.notice.text;
    notifySuccess('Saved', () => {});
    offer('Changed');
    assert.equal(text(), 'Saved');
    clearMessages();
    offer('Changed');
    const { notice } = page.state;
    offer('Changed');
    assert.equal(page.state.notice, notice, 'screen readers announce it once');
    offer('Changed again');
    clearMessages();
    assert.equal(text(), 'Changed again');
    closeNotice();
    assert.deepEqual([text(), ...closed], ['', 'Changed again']);
    offer('Changed');
    runNotice();
    assert.deepEqual([text(), ...closed], ['', 'Changed again', 'Changed', 'shown']);
  });
});

describe('a message', () => {
  it('ends at the next click elsewhere, or after ten seconds, but not while the pointer or the focus is on it', async () => {
    const { clearSoon } = await load('../../assets/passing.ts');
    const clicks = new Set<(event: Fields) => void>();
    class Box {
      isHeld = false;
      matches = () => this.isHeld;
      querySelector = () => null;
      contains = (other: unknown) => other === this;
    }
    Object.assign(globalThis, { Node: Box });
    Object.assign(document, {
      addEventListener: (_: string, listener: (event: Fields) => void) => clicks.add(listener),
      removeEventListener: (_: string, listener: (event: Fields) => void) => clicks.delete(listener),
    });
    const click = (target: Box) => {
      for (const listener of clicks) listener({ target });
    };
    const wait = (_?: Box) => mock.timers.tick(10_000);
    for (const [act, isTimed, isCleared] of [
      [() => mock.timers.tick(9_999), true, false],
      [wait, true, true],
      [wait, false, false],
      [() => click(new Box()), false, true],
      [click, true, false],
      [(box: Box) => void wait(Object.assign(box, { isHeld: true })), true, false],
    ] as const) {
      const box = new Box();
      const clear = mock.fn();
      const stop = clearSoon(box, clear, isTimed);
      act(box);
      assert.equal(clear.mock.callCount(), Number(isCleared), String(act));
      stop();
      wait();
      assert.deepEqual([clear.mock.callCount(), clicks.size], [Number(isCleared), 0]);
    }
  });
});

describe('the dialog of a wish', () => {
  const form = () => page.state.forms.item;
  const places = (...more: Fields[]) => [...REGISTRY.items.map(({ id }) => ({ id, heading: 'Kitchen' })), ...more];
  const added = (id: number, more: Fields): Told => [
    201,
    { item: id, registry: { id: 7, version: '1', items: [item(id, more)], order: places({ id, heading: '' }) } },
  ];
  const open = async (wish?: Fields, values: Fields = {}) => {
    const { openItem } = await load('item-form.ts');
    page.change({ itemId: -1 });
    openItem(wish);
    for (const [field, value] of Object.entries(values)) typeInto('item', field, value);
  };

  it('keeps what the user types while it is saved, and stays with this wish', async () => {
    const { cancelItem, openItem, saveItem } = await load('item-form.ts');
    await open(undefined, { name: 'Pot' });
    const answer = late();
    const saving = saveItem();
    await settled();
    openItem(item(3));
    typeInto('item', 'description', 'Red');
    cancelItem();
    answer.resolve(added(9, { name: 'Pot' }));
    await saving;
    assert.deepEqual([page.state.itemId, form().values.name, form().values.description], [9, 'Pot', 'Red']);
    answers = [ok({ registry: { id: 7, version: '1', items: [item(9, { name: 'Pot', description: 'Red' })] } })];
    await saveItem();
    assert.deepEqual(requests().slice(1), [['PATCH', '/items/9', { version: '1', description: 'Red' }]]);
    assert.deepEqual([page.state.itemId, form().values], [0, page.BLANK_ITEM], 'the next wish is a new one');
  });

  it('adds no wish twice after a lost answer, and takes no earlier wish for the new one', async () => {
    const { cancelItem, saveItem } = await load('item-form.ts');
    await open(undefined, { name: ' Wish 2' });
    await saveItem();
    const others = item(19, { name: 'Wish 2', url: 'https://shop.example/other' });
    answers = [ok({ registry: { ...REGISTRY, items: [...REGISTRY.items, others] } })];
    await saveItem();
    assert.deepEqual(
      methods(),
      ['POST', 'GET', 'POST'],
      'the earlier wish and the one of someone else have the same name',
    );
    const stored = item(20, { name: 'Wish 2', version: '5' });
    answers = [ok({ registry: { ...REGISTRY, items: [...REGISTRY.items, stored] } })];
    asked = [];
    await saveItem();
    assert.deepEqual(requests(), [
      ['GET', '', {}],
      ['PATCH', '/items/20', { version: '5', name: 'Wish 2' }],
    ]);
    asked = [];
    await open(undefined, { name: 'Other' });
    await saveItem();
    cancelItem();
    await settled();
    assert.deepEqual(requests().slice(1), [['GET', '', {}]], 'it may be on the list');
    asked = [];
    await open(undefined, { name: 'Refused' });
    answers = [refused(403)];
    await saveItem();
    cancelItem();
    await settled();
    assert.equal(asked.length, 1, 'a refused wish is on no list');
  });

  it('saves over changes of other fields, and asks if the wish was removed', async () => {
    const { keepMyItem, saveItem, takeTheirItem } = await load('item-form.ts');
    const pot = (more: Fields = {}) =>
      REGISTRY.items.map((one) => (one.id === 3 ? item(3, { heading: 'Kitchen', ...more }) : one));
    await open(pot()[2], { name: 'Mine' });
    answers = [outdated({ items: pot({ version: '2', price: '5' }) }), ok({ registry: { id: 7, version: '1' } })];
    await saveItem();
    assert.deepEqual(
      bodies(),
      ['1', '2'].map((version) => ({ version, name: 'Mine' })),
    );
    for (const gone of [refused(404), outdated({ items: [] })]) {
      asked = [];
      await open(item(3), { name: 'Mine' });
      answers = [gone];
      await saveItem();
      assert.match(form().conflict, /^Someone removed this wish/);
      answers = [added(30, { name: 'Mine' })];
      await keepMyItem();
      assert.partialDeepStrictEqual(requests()[1], ['POST', '/items', { name: 'Mine', quantity_needed: 1, url: '' }]);
      asked = [];
      await open(item(4), { name: 'Mine' });
      answers = [gone, ok({ registry: REGISTRY })];
      await saveItem();
      takeTheirItem();
      await settled();
      assert.deepEqual(methods(), ['PATCH', 'GET']);
      assert.deepEqual([page.state.itemId, form().values], [0, page.BLANK_ITEM]);
    }
    await open(undefined, { name: 'New' });
    answers = [refused(404)];
    await saveItem();
    assert.deepEqual([form().conflict, form().message], ['', 'No'], 'a new wish cannot be removed');
  });

  it('remembers input of other wishes, and asks before it is lost', async () => {
    const { cancelItem, hasDrafts, openItem, openNewItem, saveItem } = await load('item-form.ts');
    await open(item(2), { name: 'Draft' });
    page.changeForm('item', { errors: { name: 'Wrong' } });
    openItem(item(3));
    assert.deepEqual([form().values.name, hasDrafts()], ['Wish 3', true]);
    openItem(item(2));
    assert.deepEqual([form().values.name, form().errors], ['Draft', {}]);
    openItem(item(2, { version: '2', name: 'Theirs' }));
    assert.equal(form().values.name, 'Draft', 'a newer wish does not overwrite the input');
    cancelItem();
    assert.equal(hasDrafts(), false);
    openItem(item(2, { version: '2', name: 'Theirs' }));
    assert.deepEqual([form().values.name, form().version], ['Theirs', '2']);
    typeInto('item', 'name', 'Mine');
    openItem(item(3));
    openItem(item(2, { version: '2', name: 'Theirs' }));
    answers = [ok({ registry: { id: 7, version: '1', items: [item(2, { version: '3', name: 'Mine' })] } })];
    await saveItem();
    assert.equal(hasDrafts(), false, 'it is saved');
    openItem();
    typeInto('item', 'name', 'Typed');
    openNewItem({ url: 'https://shop.example/x' });
    assert.equal(form().values.url, '', 'a wish from a shop does not overwrite the input');
    cancelItem();
  });
});

describe('changes of the list', () => {
  it('save each move, and an earlier answer does not undo a later move', async () => {
    const { groups, moveTo } = await load('order.ts');
    const garden = () => groups()[3].items.map(({ id }: Fields) => id);
    moveTo(item(3), 'Kitchen', 0);
    mock.timers.tick(499);
    await settled();
    assert.equal(asked.length, 0, 'people move a wish several times');
    const first = late();
    mock.timers.tick(1);
    await settled();
    moveTo(item(4), 'Garden', 0);
    first.resolve(ok({ undo: { before: 2, heading: 'Kitchen' } }));
    await settled();
    assert.deepEqual(garden(), [4]);
    mock.timers.tick(500);
    await settled();
    assert.deepEqual(garden(), [], 'a failed move is undone');
    assert.equal(page.state.notice.action.label, 'Try again');
    answers = [ok({ undo: { before: 8, heading: 'Bath' } })];
    await pressNotice();
    answers = [ok()];
    await pressNotice();
    const again = ['POST', '/items/4/move', { before: null, heading: 'Garden' }];
    assert.deepEqual(requests(), [
      ['POST', '/items/3/move', { before: 2, heading: 'Kitchen' }],
      again,
      again,
      ['POST', '/items/4/move', { before: 8, heading: 'Bath' }],
    ]);
    assert.equal(page.state.notice.text, 'Undone.');
  });

  it('remove a wish once, and restore it as it was', async () => {
    const { remove, toggleMostWanted } = await load('items.ts');
    const answer = late();
    const removing = remove(item(2));
    await remove(item(2));
    await toggleMostWanted(item(2));
    answer.resolve(ok({ undo: { before: 3, heading: 'Kitchen', is_most_wanted: true } }));
    await removing;
    assert.deepEqual(page.state.busyItems, []);
    await pressNotice();
    answers = [ok()];
    await pressNotice();
    const undo = ['POST', '/items/2/restore', { before: 3, heading: 'Kitchen', is_most_wanted: true }];
    assert.deepEqual(requests(), [['DELETE', '/items/2', {}], undo, undo]);
    assert.equal(page.state.notice.text, '“Wish 2” is back.');
    asked = [];
    await toggleMostWanted(item(2, { is_most_wanted: true }));
    await toggleMostWanted(item(2));
    assert.deepEqual(
      requests(),
      [false, true].map((isWanted) => ['POST', '/items/2/most-wanted', { is_most_wanted: isWanted }]),
    );
  });

  it('add, rename, remove and restore headings', async () => {
    const { deleteHeading, moveHeadingByOne, openHeading, submitHeading } = await load('headings.ts');
    openHeading('', { items: [2], before: 'Bath' });
    typeInto('heading', 'title', 'Hall');
    const answer = late();
    const saving = submitHeading();
    openHeading('Bath');
    discardInput('heading');
    assert.equal(page.state.forms.heading.values.title, 'Hall', 'it is being sent');
    answer.resolve(ok());
    await saving;
    openHeading('Bath');
    typeInto('heading', 'title', 'Tub');
    discardInput('heading');
    assert.equal(page.state.forms.heading.values.title, 'Bath');
    typeInto('heading', 'title', 'Tub');
    answers = [ok(), ok({ undo: { title: 'Bath', items: [4], before: 'Garden' } }), ok()];
    await submitHeading();
    await deleteHeading('Bath');
    await pressNotice();
    for (const before of ['Bath', null]) {
      answers = [ok({ undo: { before } }), ok()];
      await moveHeadingByOne('Kitchen', 1);
      await pressNotice();
    }
    const moved = ['PATCH', '/headings', { heading: 'Kitchen', before: 'Garden' }];
    assert.deepEqual(requests(), [
      ['POST', '/headings', { title: 'Hall', items: [2], before: 'Bath' }],
      ['PATCH', '/headings', { heading: 'Bath', title: 'Tub' }],
      ['DELETE', '/headings', { heading: 'Bath' }],
      ['POST', '/headings', { title: 'Bath', items: [4], before: 'Garden' }],
      moved,
      ['PATCH', '/headings', { heading: 'Kitchen', before: 'Bath' }],
      moved,
      ['PATCH', '/headings', { heading: 'Kitchen', before: null }],
    ]);
  });

  it('are sent one after the other, and load the registry if someone else has changed it', async () => {
    const { ask } = await load('requests.ts');
    const first = late();
    void ask('POST', '/past');
    const changing = ask('PATCH', '/items/2', { version: '2', name: 'Pan' });
    await settled();
    assert.equal(asked.length, 1);
    answers = [ok({ registry: { id: 7, version: '1' } }), ok({ registry: { ...REGISTRY, version: '9' } })];
    first.resolve(ok({ registry: { id: 7, version: '8', is_past: true } }));
    await changing;
    await settled();
    assert.deepEqual(requests().slice(1, 2), [['PATCH', '/items/2', { version: '2', name: 'Pan' }]]);
    assert.ok(requests().some(([method]) => method === 'GET'));
  });

  it('of owned pieces are sent one at a time, and counted once although an answer is lost', async () => {
    const { addOwned, subtractOwned } = await load('items.ts');
    const pot = () => page.state.registry.items.find(({ id }: Fields) => id === 2);
    const first = addOwned(pot());
    await addOwned(pot());
    await first;
    answers = [outdated({ items: [item(2, { quantity_had: 2 })] })];
    await pressNotice();
    assert.equal(pot().quantity_had, 2, 'the page shows the current state');
    answers = [ok()];
    await subtractOwned(pot());
    const [[, , lost]] = requests() as [[string, string, Fields]];
    assert.match(String(lost.purchase), /-4/);
    assert.deepEqual(requests(), [
      ['POST', '/items/2/have', { ...lost, quantity: 1 }],
      ['POST', '/items/2/have', lost],
      ['DELETE', '/items/2/have', { left: 1 }],
    ]);
  });
});

describe('people', () => {
  it('are invited 500 at a time, and unknown people stay in the form', async () => {
    const { submitInvite } = await load('invitees.ts');
    const { isDirty } = await load('forms.ts');
    const typed = () => page.state.forms.invite.values.invitee;
    const unknown = { entry: 'guest7', text: 'Who?' };
    const people = Array.from({ length: 501 }, (_, n) => `guest${n}`);
    typeInto('invite', 'invitee', people.join(', '));
    answers = [ok({ asked: [unknown] }), ok({ asked: [{ ...unknown, entry: 'guest500' }] })];
    await submitInvite();
    assert.deepEqual(requests(), [
      ['POST', '/invitees', { invitees: people.slice(0, 500), ask: true }],
      ['POST', '/invitees', { invitees: ['guest500'], ask: true }],
    ]);
    assert.equal(typed(), 'guest7\nguest500');
    assert.equal(page.state.notice.text, 'Now invited: 499 people.');
    assert.equal(page.state.forms.invite.errors.invitee, 'Who?\nWho?');
    assert.equal(isDirty('invite'), false, 'the page can be left');
    asked = [];
    typeInto('invite', 'invitee', 'ada');
    const answer = late();
    const inviting = submitInvite();
    typeInto('invite', 'invitee', 'ada, tom');
    answer.resolve(ok({ asked: [] }));
    await inviting;
    assert.deepEqual([typed(), page.state.forms.invite.isBusy], ['ada, tom', false], 'typed in the meantime');
    assert.equal(page.state.notice.text, 'Ada L. is invited.');
    asked = [];
    typeInto('invite', 'invitee', ' ');
    answers = [refused(422, { fields: { invitee: 'Enter a name.' } })];
    await submitInvite();
    assert.deepEqual(requests(), [['POST', '/invitees', { invitee: '' }]]);
    assert.equal(page.state.forms.invite.errors.invitee, 'Enter a name.');
  });

  it('are removed, and invited again by undo', async () => {
    const { withdrawInvitation } = await load('invitees.ts');
    answers = [ok(), ok()];
    await withdrawInvitation('tom');
    await pressNotice();
    await withdrawInvitation('tom');
    assert.deepEqual(requests(), [
      ['DELETE', '/invitees', { invitee: 'tom' }],
      ['POST', '/invitees', { invitee: 'tom' }],
      ['DELETE', '/invitees', { invitee: 'tom' }],
    ]);
    assert.equal(page.state.notice.action.label, 'Try again');
  });

  it('get their mail 500 at a time, and a failure keeps the message', async () => {
    const { openMail, submitMail } = await load('mailing.ts');
    const people = Array.from({ length: 501 }, (_, n) => `${n}@a.example`);
    const letter = { subject: '', without: '', before: '', after: '', reply_to: '', left: '' };
    answers = [ok({ letter }), ok(), refused(429)];
    await openMail(people);
    typeInto('mail', 'message', 'Come!');
    await submitMail();
    const batches = [people.slice(0, 500), people.slice(500)];
    assert.deepEqual(requests(), [
      ['POST', '/invitees/letter', { invitees: batches[0] }],
      ...batches.map((invitees) => ['POST', '/invitees/mail', { invitees, message: 'Come!' }]),
    ]);
    const { values, message } = page.state.forms.mail;
    assert.deepEqual([values.message, message], ['Come!', 'No']);
    answers = [ok(), ok({ told: 'Soon.' })];
    await submitMail();
    assert.deepEqual([page.state.forms.mail.values.message, page.state.notice.text], ['', 'Soon.']);
  });

  it('help in the list that the user chose, and input in the meantime stays', async () => {
    const { askToDismiss, submitDismiss, submitHelp } = await load('helpers.ts');
    const left = mock.method(location, 'assign');
    typeInto('help', 'list', 'keepers');
    typeInto('help', 'person', ' ada ');
    answers = [ok({ registry: { ...REGISTRY, proposed_keepers: ['Ada'] } })];
    await submitHelp();
    assert.equal(page.state.notice.text, 'We asked ada. They help you as soon as they accept.');
    assert.deepEqual(page.state.forms.help.values, { person: '', list: 'keepers' });
    typeInto('help', 'list', 'owners');
    typeInto('help', 'person', 'tom');
    const answer = late();
    const helping = submitHelp();
    typeInto('help', 'person', 'zoe');
    answer.resolve(ok());
    await helping;
    assert.deepEqual([page.state.forms.help.values.person, page.state.forms.help.isBusy], ['zoe', false]);
    for (const [list, isGone] of [
      ['keepers', false],
      ['owners', false],
      ['owners', true],
    ] as const) {
      askToDismiss(list, 'ada');
      answers = [ok({ left: isGone })];
      await submitDismiss();
      assert.deepEqual(
        left.mock.calls.map(({ arguments: [url] }) => url),
        isGone ? [SENT.pages.overview] : [],
      );
    }
    assert.deepEqual(requests(), [
      ['POST', '/keepers', { person: 'ada' }],
      ['POST', '/owners', { person: 'tom' }],
      ['DELETE', '/keepers', { person: 'ada' }],
      ['DELETE', '/owners', { person: 'ada' }],
      ['DELETE', '/owners', { person: 'ada' }],
    ]);
  });
});

describe('sharing', () => {
  it('has a QR code for each link, with the margin that readers need', async () => {
    const { codeOf } = await load('qr-code.ts');
    const [short, other] = ['f', 'g'].map((end) => decodeURIComponent(codeOf(`https://site.example/${end}`)));
    assert.match(short ?? '', /^data:image\/svg\+xml,<svg [^>]*viewBox="0 0 330 330".* d="M40,40h10v10h-10z/);
    assert.notEqual(other, short);
  });

  it('for the first time creates a family link unless everyone can open the registry, or there is one', async () => {
    const { submitFirstShare } = await load('family-link.ts');
    const { isDirty } = await load('forms.ts');
    const share = async (visibility: string, surprise: string, familyLink = SENT.familyLink) => {
      asked = [];
      page.change({ registry: { ...structuredClone(REGISTRY), surprise: 'counts' }, familyLink });
      typeInto('share', 'visibility', visibility);
      typeInto('share', 'surprise', surprise);
      await submitFirstShare();
      return requests();
    };
    const saved = (is_public: boolean, surprise: string, version = '1') => [
      'PATCH',
      '',
      { version, is_public, surprise },
    ];
    answers = [outdated({ version: '2' }), ok(), ok({ family_link: { state: 'good', url: 'https://site.example/f' } })];
    assert.deepEqual(await share('private', 'hidden'), [
      saved(false, 'hidden'),
      saved(false, 'hidden', '2'),
      ['POST', '/family-link', { instead_of: '' }],
    ]);
    assert.equal(page.state.familyLink.state, 'good');
    answers = [ok()];
    assert.deepEqual(await share('public', ''), [saved(true, 'counts')]);
    assert.equal(isDirty('share'), false, 'the page can be left');
    answers = [ok()];
    const known = { state: 'good', url: 'https://site.example/f' };
    assert.deepEqual(await share('private', '', known), [saved(false, 'counts')]);
    assert.deepEqual(await share('public', ''), [saved(true, 'counts')]);
    assert.match(page.state.forms.share.message, /cannot be reached/);
  });

  it('replaces the family link that is shown, and tries again', async () => {
    const { makeLink, revokeLink } = await load('family-link.ts');
    const familyLink = { state: 'good', url: 'https://site.example/f' };
    page.change({ familyLink });
    await makeLink();
    assert.equal(page.state.familyLink, familyLink);
    const newer = { state: 'good', url: 'https://site.example/g' };
    answers = [ok({ family_link: newer })];
    await pressNotice();
    assert.deepEqual(
      [page.state.familyLink, page.state.notice.text.includes('old one no longer works')],
      [newer, true],
    );
    answers = [ok({ family_link: { state: 'none', url: '' } })];
    await revokeLink();
    assert.equal(page.state.familyLink.state, 'none');
    const instead = ['POST', '/family-link', { instead_of: familyLink.url }];
    assert.deepEqual(requests(), [instead, instead, ['DELETE', '/family-link', {}]]);
  });

  it('is not reported if the user closes the dialog of the device, and otherwise copies the link', async () => {
    const { copyLink, share, whatsAppLink } = await load('sharing.ts');
    const copied: string[] = [];
    let error = new DOMException('', 'AbortError');
    const clipboard: Fields = { writeText: async (text: string) => void copied.push(text) };
    mock.method(document, 'querySelector', () => ({ textContent: 'Ours' }));
    const { navigator: browser } = globalThis;
    Object.defineProperty(globalThis, 'navigator', {
      configurable: true,
      value: { share: () => Promise.reject(error), clipboard },
    });
    try {
      await share('https://site.example/f');
      assert.deepEqual([copied, page.state.notice.text], [[], '']);
      error = new DOMException('', 'NotAllowedError');
      await share('https://site.example/f');
      assert.deepEqual([copied, page.state.notice.text], [['https://site.example/f'], 'The link is copied.']);
      clipboard.writeText = undefined;
      await copyLink('https://site.example/f');
      assert.match(page.state.notice.text, /Here is the link: https:\/\/site\.example\/f$/);
      assert.equal(page.state.notice.kind, 'failed');
      assert.equal(
        whatsAppLink('https://s.example/?a=1&b'),
        'https://wa.me/?text=Ours%3A%20https%3A%2F%2Fs.example%2F%3Fa%3D1%26b',
      );
    } finally {
      Object.defineProperty(globalThis, 'navigator', { configurable: true, value: browser });
    }
  });
});

describe('a copy', () => {
  it('of a wish goes to the chosen registry, and an answer for another wish changes nothing', async () => {
    const { openItemCopy, submitItemCopy } = await load('item-copy.ts');
    const registries = [7, 8, 9].map((id) => ({ id, title: `List ${id}` }));
    const first = late();
    const second = late();
    const opening = [openItemCopy(item(2)), openItemCopy(item(3))];
    await settled();
    first.resolve(ok({ registries: [{ id: 5, title: 'Late' }] }));
    await opening[0];
    assert.equal(page.state.targets, null);
    second.resolve(ok({ registries }));
    await opening[1];
    assert.deepEqual(page.state.targets, registries.slice(1), 'without this registry');
    assert.equal(page.state.forms.copyItem.values.to, '8');
    const answer = late();
    const copying = submitItemCopy();
    discardInput('copyItem');
    await openItemCopy(item(4));
    assert.equal(page.state.forms.copyItem.values.to, '8', 'it is being sent');
    answer.resolve(ok({ copy: { id: 8, title: 'List 8', manage_url: 'https://site.example/8' } }));
    await copying;
    assert.equal(page.state.notice.text, '“Wish 3” is on the list “List 8”, too.');
    const left = mock.method(location, 'assign');
    await pressNotice();
    assert.deepEqual(left.mock.calls[0]?.arguments, ['https://site.example/8']);
    answers = [ok({ registries: registries.slice(0, 1) })];
    await openItemCopy(item(4));
    assert.equal(page.state.forms.copyItem.values.to, page.NEW_REGISTRY);
    typeInto('copyItem', 'title', 'More');
    await submitItemCopy();
    assert.match(page.state.forms.copyItem.message, /^We do not know whether this was saved/);
    answers = [refused(403)];
    await submitItemCopy();
    assert.equal(page.state.forms.copyItem.message, 'No');
    const more = ['POST', '/items/4/copy', { title: 'More' }];
    assert.deepEqual(
      requests().filter(([method]) => method === 'POST'),
      [['POST', '/items/3/copy', { to: 8 }], more, more],
    );
  });

  it('of the open wishes opens the new registry, or lists what is missing', async () => {
    const { openCopy, submitCopy } = await load('after-event.ts');
    const left = mock.method(location, 'assign');
    const url = 'https://site.example/8';
    openCopy();
    assert.equal(page.state.forms.copy.values.title, 'Ours');
    await submitCopy();
    assert.match(page.state.forms.copy.message, /^We do not know whether this was saved/);
    const answer = late();
    const copying = submitCopy();
    openCopy();
    assert.equal(page.state.forms.copy.isBusy, true, 'it is being sent');
    answer.resolve(ok({ copy: { manage_url: url, copied: 1, missing: ['Pot'] } }));
    await copying;
    assert.equal(page.state.notice.text, 'Wishes that were copied: 1. These could not be copied: Pot.');
    assert.equal(left.mock.callCount(), 0);
    await pressNotice();
    assert.deepEqual(left.mock.calls[0]?.arguments, [url]);
    openCopy();
    answers = [ok({ copy: { manage_url: url, copied: 2, missing: [] } })];
    await submitCopy();
    assert.deepEqual(left.mock.calls[1]?.arguments, [url]);
    openCopy();
    assert.equal(page.state.forms.copy.isBusy, false);
  });
});

describe('after the event', () => {
  it('a reveal tells the number of gifts, and leads to the list', async () => {
    const { levelMeanings, submitReveal, suggestedLevel } = await load('surprise.ts');
    const left = mock.method(location, 'assign');
    for (const [revealed, said] of [
      [0, 'Nothing was hidden from you.'],
      [1, '1 gift is shown now.'],
      [2, '2 gifts are shown now.'],
    ] as const) {
      answers = [ok({ revealed })];
      await submitReveal();
      assert.equal(page.state.notice.text, said);
      assert.equal(page.state.forms.reveal.isBusy, false);
    }
    await pressNotice();
    assert.deepEqual(left.mock.calls[0]?.arguments, [SENT.pages.gifts]);
    assert.deepEqual(['My BIRTHDAY', 'Wedding'].map(suggestedLevel), ['hidden', 'counts']);
    assert.match(levelMeanings(true).hidden, /not even your child/);
    assert.match(levelMeanings(false).hidden, /^You see none/);
  });
});

it('a new registry: opens, and is requested again with the same id if the answer is lost', async () => {
  const { submitCreate } = await load('create.ts');
  const left = mock.method(location, 'assign');
  typeInto('create', 'title', 'Birthday');
  typeInto('create', 'event_type', 'Birthday');
  typeInto('create', 'is_for_child', 'yes');
  await submitCreate();
  assert.match(page.state.forms.create.message, /^We do not know whether this was saved/);
  answers = [[422, { code: 'x', message: 'No', data: { fields: { title: 'Too long' } } }]];
  await submitCreate();
  assert.equal(page.state.forms.create.message, 'No');
  answers = [[201, { registry: { ...REGISTRY, manage_url: '/mine?registry=3' } }]];
  await submitCreate();
  assert.deepEqual(left.mock.calls[0]?.arguments, ['/mine?registry=3&add-wish=x']);
  const marks = asked.slice(-3).map(({ mark }) => mark);
  assert.equal(new Set(marks).size, 1);
  assert.match(String(marks[0]), /^[0-9a-f-]{36}$/);
  assert.deepEqual(asked.at(-1)?.body, {
    title: 'Birthday',
    event_type: 'Birthday',
    event_date: '',
    is_for_child: true,
    surprise: 'hidden',
    is_draft: true,
  });
});

describe('pictures', () => {
  const url = (name: string) => `https://site.example/uploads/largesse/7/${name.padEnd(32, '0')}.jpg`;
  const picture = (size: number) => new File(['x'.repeat(size)], 'a.jpg', { type: 'image/jpeg' });

  it('are reduced in the browser if they are large, converted if the site refuses them, and keep transparency', async () => {
    const { choosable, shrink } = await load('shrink.ts');
    const site = { types: ['image/jpeg', 'image/png', 'image/webp'], side: 200 };
    assert.equal(choosable(site), 'image/jpeg,image/png,image/webp,image/gif,image/avif');
    const canvas = {
      width: 0,
      height: 0,
      getContext: () => ({ drawImage: () => {} }),
      toBlob: (..._: unknown[]) => {},
    };
    Object.assign(document, { createElement: () => canvas });
    /** Reduces a picture. @returns type and size of the result */
    const reduce = async (type: string, size: number, made: { type?: string; size: number }, limits: Fields = site) => {
      canvas.width = 0;
      canvas.toBlob = (done, wanted) => {
        const blob = new Blob([new Uint8Array(made.size)], { type: made.type ?? String(wanted) });
        (done as (made: Blob) => void)(blob);
      };
      const file = await shrink(new File([new Uint8Array(size)], 'a', { type }), limits);
      return [file.type, file.size];
    };
    const large = 600_001;
    const bitmap = async () => ({ width: 400, height: 100, close: () => {} });
    for (const createImageBitmap of [bitmap, () => Promise.reject(new Error('No picture'))]) {
      Object.assign(globalThis, { createImageBitmap });
      const canRead = createImageBitmap === bitmap;
      assert.deepEqual(await reduce('image/jpeg', 600_000, { size: 9 }), ['image/jpeg', 600_000]);
      for (const [type, size, wanted] of [
        ['image/jpeg', large, 'image/jpeg'],
        ['image/png', large, 'image/webp'],
        ['image/webp', large, 'image/webp'],
        ['image/gif', 10, 'image/webp'],
        ['image/avif', 10, 'image/webp'],
        ['image/bmp', 10, 'image/jpeg'],
      ] as const) {
        assert.deepEqual(await reduce(type, size, { size: 9 }), canRead ? [wanted, 9] : [type, size], type);
        assert.deepEqual([canvas.width, canvas.height], canRead ? [200, 50] : [0, 50], type);
      }
    }
    Object.assign(globalThis, { createImageBitmap: bitmap });
    assert.deepEqual(await reduce('image/jpeg', large, { size: large }), ['image/jpeg', large], 'nothing is gained');
    assert.deepEqual(await reduce('image/gif', 10, { size: 11 }), ['image/webp', 11], 'the site refuses the original');
    const png = { type: 'image/png', size: 9 };
    assert.deepEqual(await reduce('image/gif', 10, png), ['image/png', 9], 'the browser cannot encode WebP');
    assert.deepEqual(await reduce('image/gif', 10, png, { ...site, types: ['image/jpeg'] }), ['image/gif', 10]);
    await reduce('image/jpeg', large, { size: 9 }, { ...site, side: 500 });
    assert.deepEqual([canvas.width, canvas.height], [400, 100], 'a small picture is not enlarged');
  });

  it('of another upload, or an aborted one, do not get into the form', async () => {
    const { abortUpload, checkAddress, upload, uploadFinished } = await load('pictures.ts');
    const value = () => page.state.forms.item.values.image_url;
    const [one, two] = [late(), late()];
    const first = upload(picture(9));
    await settled();
    const second = upload(picture(9));
    await settled();
    one.resolve(ok({ url: url('a') }));
    await first;
    let isFinished = false;
    const finished = uploadFinished().then(() => (isFinished = true));
    await settled();
    assert.deepEqual([value(), page.state.picture.isUploading, isFinished], ['', true, false], 'saving waits');
    two.resolve(ok({ url: url('b') }));
    await Promise.all([second, finished]);
    assert.deepEqual([value(), page.state.picture], [url('b'), page.NO_PICTURE_STATE]);
    for (const [answer, said] of [
      [refused(422, { fields: { picture: 'No picture' } }), 'No picture'],
      [refused(403), 'No'],
    ] as const) {
      answers = [answer];
      await upload(picture(9));
      assert.deepEqual([value(), page.state.picture.text], [url('b'), said]);
    }
    await upload(picture(1001));
    assert.match(page.state.picture.text, /^This picture is too large/);
    assert.equal(asked.length, 4);
    const { cancelItem, openItem } = await load('item-form.ts');
    const last = late();
    const leaving = upload(picture(9));
    await settled();
    openItem(item(3));
    last.resolve(ok({ url: url('e') }));
    await leaving;
    assert.deepEqual([value(), page.state.picture], ['', page.NO_PICTURE_STATE], 'the picture of another wish');
    cancelItem();
    openItem();
    cancelItem();
    late();
    void upload(picture(9));
    await settled();
    asked = [];
    await checkAddress();
    assert.equal(asked.length, 0, 'an upload will replace the address');
    abortUpload();
    assert.deepEqual(page.state.picture, page.NO_PICTURE_STATE);
  });

  it('at a typed address are checked, unless the address changes in the meantime', async () => {
    const { checkAddress, takeSuggestion } = await load('pictures.ts');
    for (const [typed, isAsked] of [
      ['', false],
      ['shop.example/a.jpg', false],
      ['https:///a.jpg', false],
      [' https://shop.example/page ', true],
    ] as const) {
      typeInto('item', 'image_url', typed);
      if (isAsked) answers = [ok({ check: { text: 'A page', image_url: 'https://shop.example/a.jpg' } })];
      await checkAddress();
      assert.equal(asked.length, Number(isAsked), typed);
    }
    assert.deepEqual(asked[0]?.body, { url: 'https://shop.example/page' });
    assert.partialDeepStrictEqual(page.state.picture, { text: 'A page', suggestion: 'https://shop.example/a.jpg' });
    takeSuggestion();
    assert.deepEqual(
      [page.state.forms.item.values.image_url, page.state.picture],
      ['https://shop.example/a.jpg', page.NO_PICTURE_STATE],
    );
    const answer = late();
    const checking = checkAddress();
    typeInto('item', 'image_url', 'https://shop.example/b.jpg');
    answer.resolve(ok({ check: { text: 'Late' } }));
    await checking;
    assert.deepEqual(page.state.picture, page.NO_PICTURE_STATE);
  });

  it('become the cover, also after a change by someone else', async () => {
    const { setCover, uploadCover } = await load('pictures.ts');
    page.change({ registry: { ...structuredClone(REGISTRY), cover: url('a') } });
    const saved = (version: string, cover: string) => ok({ registry: { id: 7, version, cover } });
    answers = [
      outdated({ version: '2', cover: url('a'), title: 'Theirs' }),
      saved('3', url('c')),
      saved('4', url('a')),
    ];
    await setCover(url('c'));
    await pressNotice();
    answers = [saved('5', '')];
    await setCover('');
    assert.equal(page.state.notice.text, 'The cover was removed.');
    assert.deepEqual(
      bodies(),
      [
        ['1', url('c')],
        ['2', url('c')],
        ['3', url('a')],
        ['4', ''],
      ].map(([version, cover]) => ({ version, cover })),
    );
    asked = [];
    answers = [ok({ url: url('d') }), saved('7', url('d'))];
    const first = uploadCover(picture(9));
    await uploadCover(picture(9));
    await first;
    assert.equal(asked.length, 2, 'one upload at a time');
    assert.deepEqual([page.state.registry.cover, page.state.isCoverUploading], [url('d'), false]);
    await uploadCover(picture(1001));
    assert.match(page.state.notice.text, /^This picture is too large/);
    assert.equal(page.state.isCoverUploading, false);
  });
});

describe('an open page', () => {
  /** Shows or hides the page. */
  let switchTo: (state: 'visible' | 'hidden') => void;
  beforeEach(() => {
    const events = new EventTarget();
    Object.assign(document, { visibilityState: 'visible', addEventListener: events.addEventListener.bind(events) });
    Object.assign(globalThis, { addEventListener: () => {} });
    switchTo = (visibilityState) => {
      Object.assign(document, { visibilityState });
      events.dispatchEvent(new Event('visibilitychange'));
    };
  });
  const wait = async (ms: number) => {
    mock.timers.tick(ms);
    await settled();
  };

  it('looks for changes one at a time, not in the background, and not twice in five seconds', async () => {
    const { checkInFront } = await load('../../assets/in-front.ts');
    let checks = 0;
    let held = Promise.resolve(true);
    checkInFront(() => {
      checks++;
      return held;
    });
    const after = async (ms: number, expected: number) => {
      await wait(ms);
      assert.equal(checks, expected);
    };
    await after(26_000, 0);
    await after(7_000, 1);
    switchTo('hidden');
    switchTo('visible');
    await after(4_000, 1);
    await after(1_001, 2);
    switchTo('hidden');
    await after(600_000, 2);
    const slow = Promise.withResolvers<boolean>();
    held = slow.promise;
    switchTo('visible');
    await after(5_001, 3);
    switchTo('hidden');
    switchTo('visible');
    await after(100_000, 3);
    slow.reject(new Error('No connection'));
    await settled();
    switchTo('hidden');
    switchTo('visible');
    await after(50_000, 3);
    held = Promise.resolve(true);
    await after(17_000, 4);
    await after(33_001, 5);
  });

  it('offers changes by others, shows gifts at once, and ignores answers that are too old', async () => {
    const { followEdits } = await load('follow-edits.ts');
    const start = { ...structuredClone(REGISTRY), last_edit: 'a', guests: 'g' };
    page.change({ registry: start });
    followEdits();
    const edit = (id: string, more: Fields = {}) => ({ id, tab: 't', name: 'Tom', is_own: false, ...more });
    const check = async (...told: Told[]) => {
      answers = told;
      await wait(66_001);
      return page.state.notice.text;
    };
    const seen = (edits: Fields[], guests = 'g') => ok({ edits: [...edits, edit('a')], guests });
    assert.equal(await check(seen([])), '');
    assert.equal(await check(seen([edit('b')])), 'Tom changed this list.');
    assert.equal(await check(seen([edit('c', { is_own: true })])), 'You changed this list in another window.');
    assert.equal(await check(seen([edit('d', { is_own: true }), edit('c')])), 'Tom changed this list.');
    assert.equal(await check(seen([edit('e', { name: '' })])), 'This list was changed.');
    const { closeNotice } = await load('notice.ts');
    closeNotice();
    assert.equal(await check(seen([edit('e', { name: '' })])), '', 'the user has closed this offer');
    assert.equal(await check(seen([edit('f')])), 'Tom changed this list.');
    page.change({ notice: page.NO_NOTICE });

    const answer = late();
    await wait(66_001);
    page.change({ registry: { ...start, last_edit: 'f' } });
    answer.resolve(seen([edit('f')]));
    await settled();
    assert.equal(page.state.notice.text, '', 'the page has loaded the change in the meantime');
    page.change({ registry: start });

    const given = { ...start, guests: 'h', items: start.items.map((one) => ({ ...one, quantity_purchased: 1 })) };
    assert.equal(await check(seen([], 'h'), ok({ registry: given })), '');
    assert.equal(page.state.registry.guests, 'h');
    const renamed = { ...given, guests: 'i', items: given.items.map((one) => ({ ...one, name: 'New' })) };
    assert.equal(await check(seen([], 'i'), ok({ registry: renamed })), 'This list was changed.');
    assert.equal(page.state.registry.items[0].name, 'Wish 1', 'the user decides');
    asked = [];
    await check(seen([], 'i'));
    assert.equal(asked.length, 1, 'the page does not read the same change again');
    page.change({ notice: page.NO_NOTICE });
    const slow = seen([], 'j');
    answers = [slow];
    const whole = late();
    await wait(66_001);
    page.change({ registry: { ...page.state.registry, items: [] } });
    whole.resolve(ok({ registry: { ...given, guests: 'j' } }));
    await settled();
    assert.deepEqual(page.state.registry.items, [], 'the user has changed the list in the meantime');

    page.change({ registry: { ...start, title: 'Old' }, notice: page.NO_NOTICE });
    await check(seen([edit('k')]));
    answers = [ok({ registry: { ...start, last_edit: 'k', version: '2' } })];
    await pressNotice();
    assert.deepEqual([page.state.notice.text, page.state.announcement], ['', 'The list is up to date.']);
    await check(seen([edit('l'), edit('k')]));
    page.changeForm('details', { values: { title: 'Typed' }, isBusy: true });
    answers = [ok({ registry: { ...start, last_edit: 'l', version: '3' } })];
    await pressNotice();
    const { isBusy, values } = page.state.forms.details;
    assert.deepEqual([isBusy, values], [true, { title: 'Typed' }], 'the form is still being sent');
  });
});

it('the list of gifts: saves each thank-you alone and in turn, and a late failure does not change a newer choice', async () => {
  const { initGiftList } = await load('gift-list.ts');
  class Box {
    type = 'checkbox';
    name: string;
    checked: boolean;
    constructor(name: string, checked: boolean) {
      this.name = name;
      this.checked = checked;
    }
  }
  const { FormData: Sent } = globalThis;
  const boxes = [new Box('thanked[a]', true), new Box('thanked[b]', false)] as const;
  const said = { textContent: '' };
  let change = (_: Fields) => {};
  const form = {
    action: '/gifts',
    querySelectorAll: () => [],
    querySelector: () => said,
    addEventListener: (_: string, listener: typeof change) => (change = listener),
  };
  Object.assign(globalThis, {
    HTMLInputElement: Box,
    FormData: class extends Sent {
      constructor() {
        super();
        for (const name of ['a', 'b']) this.set(`was[${name}]`, '0');
        for (const { name, checked } of boxes) if (checked) this.set(name, '1');
        this.set('_wpnonce', 'n');
      }
    },
  });
  mock.method(document, 'querySelector', (selector: string) => (selector === '[data-largesse-thanks]' ? form : null));
  const bodies: Fields[] = [];
  const held: PromiseWithResolvers<string>[] = [];
  mock.method(globalThis, 'fetch', async (_: string, { body }: { body: FormData }) => {
    bodies.push(Object.fromEntries(body));
    const answer = Promise.withResolvers<string>();
    held.push(answer);
    return { ok: true, url: await answer.promise, text: async () => '3 of 5' };
  });
  const count = { textContent: '' };
  mock.method(document, 'querySelectorAll', () => [count]);
  Object.assign(globalThis, {
    DOMParser: class {
      parseFromString = (textContent: string) => ({ querySelectorAll: () => [{ textContent }] });
    },
  });
  const answer = async (said: string) => {
    held.at(-1)?.resolve(`https://site.example/?said=${said}`);
    await settled();
  };
  try {
    initGiftList();
    change({ target: boxes[0] });
    boxes[1].checked = true;
    change({ target: boxes[1] });
    await settled();
    assert.equal(bodies.length, 1);
    boxes[0].checked = false;
    change({ target: boxes[0] });
    await answer('failed');
    assert.equal(boxes[0].checked, false);
    assert.match(said.textContent, /could not be saved/);
    await answer('saved');
    assert.deepEqual([said.textContent, count.textContent], ['Saved.', '3 of 5']);
    await answer('failed');
    assert.deepEqual(
      boxes.map(({ checked }) => checked),
      [true, true],
      'the failed choice is reverted',
    );
    assert.deepEqual(bodies, [
      { _wpnonce: 'n', 'was[a]': '0', 'thanked[a]': '1' },
      { _wpnonce: 'n', 'was[b]': '0', 'thanked[b]': '1' },
      { _wpnonce: 'n', 'was[a]': '1' },
    ]);
  } finally {
    Object.assign(globalThis, { FormData: Sent });
  }
});

it('requests: name the page only for changes, and tell an outage of the site from one of the connection', async () => {
  const { send, TAB } = await load('../../assets/rest.ts');
  assert.match(TAB, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  let error = new DOMException('', 'TimeoutError');
  const sent: (RequestInit & { headers: Fields })[] = [];
  mock.method(globalThis, 'fetch', async (_: string, options: (typeof sent)[number]) => {
    sent.push(options);
    throw error;
  });
  assert.deepEqual(await send({ ...SENT.access }, 'PATCH', '/x', { a: 1 }), { kind: 'timeout', message: '' });
  error = new DOMException('', 'NetworkError');
  assert.deepEqual(await send({ ...SENT.access }, 'GET', '/x'), { kind: 'offline', message: '' });
  assert.deepEqual(
    sent.map(({ method, body, credentials, headers }) => [method, body, credentials, Object.values(headers)]),
    [
      ['POST', '{"a":1}', 'same-origin', ['abcdef0', 'PATCH', TAB, 'application/json']],
      ['GET', undefined, 'same-origin', ['abcdef0']],
    ],
  );
});

describe('a suggestion of a shop', () => {
  const TEAPOT = { name: 'Teapot', retailer: 'Pots', price: '39.9', description: 'Blue', image_url: '' };
  const url = 'https://shop.example/blue-teapot';
  const values = () => page.state.forms.item.values;
  /** Opens the form of a new wish with an address. */
  const open = async (fields: Fields = {}) => {
    const { resetShopData } = await load('shop-data.ts');
    page.change({ itemId: 0 });
    page.changeForm('item', page.blankForm(page.BLANK_ITEM));
    resetShopData();
    page.changeForm('item', { values: { ...page.BLANK_ITEM, url, ...fields } });
  };
  beforeEach(() => {
    mock.method(document, 'querySelector', () => ({ open: true, focus: () => {} }));
  });

  it('fills only empty fields that the user has not touched, and can be undone', async () => {
    const { markTyped, searchShop, placeOf, takeShopData, undoShopData } = await load('shop-data.ts');
    await open({ retailer: 'Mine' });
    page.changeForm('item', { errors: { price: 'Wrong' } });
    markTyped('description');
    answers = [ok({ preview: { ...TEAPOT, note: 'Sold out' } })];
    await searchShop();
    await searchShop();
    assert.equal(asked.length, 1, 'the address is the same');
    assert.deepEqual(values(), { ...page.BLANK_ITEM, url, retailer: 'Mine', name: 'Teapot', price: '39.90' });
    assert.equal(page.state.forms.item.errors.price, '');
    assert.deepEqual(['name', 'retailer', 'description', 'image_url'].map(placeOf), [
      'in',
      'beside',
      'beside',
      undefined,
    ]);
    assert.equal(
      page.state.shopData.text,
      'Suggested by the shop’s page: Name, Shop, Price, Description. Please check. Sold out',
    );
    takeShopData('retailer');
    assert.equal(values().retailer, 'Pots');
    undoShopData('retailer');
    undoShopData('name');
    assert.deepEqual([values().retailer, values().name], ['Mine', '']);
    page.changeForm('item', { values: { ...values(), url: `${url}?2` } });
    answers = [ok({ preview: { ...TEAPOT, name: 'Pot', price: '5' } })];
    await searchShop();
    assert.deepEqual([values().name, values().price], ['', '5'], 'the user has cleared the name');
  });

  it('is a guess if the page has no name, and does not come after a save or a choice', async () => {
    const { searchShop } = await load('shop-data.ts');
    await open();
    answers = [ok({ preview: {} })];
    await searchShop();
    assert.deepEqual([values().name, page.state.shopData.isNameGuessed], ['Blue teapot', true]);
    assert.match(page.state.shopData.text, /^We found nothing on that page.* The name is a guess/);
    for (const busy of [{ isBusy: true }, { conflict: 'Choose' }]) {
      await open();
      const answer = late();
      const searching = searchShop();
      page.changeForm('item', busy);
      answer.resolve(ok({ preview: TEAPOT }));
      await searching;
      assert.equal(values().name, '');
      page.changeForm('item', { isBusy: false, conflict: '' });
      answers = [ok({ preview: TEAPOT })];
      await searchShop();
      assert.equal(values().name, 'Teapot', 'the user has not seen the first answer');
    }
    asked = [];
    for (const [typed, isAsked] of [
      ['https://a', false],
      ['https://ab', true],
      ['https://a b.example', false],
    ] as const) {
      await open({ url: typed });
      await searchShop();
      assert.equal(asked.splice(0).length, Number(isAsked), typed);
    }
    await open();
    answers = [refused(429)];
    await searchShop();
    assert.equal(page.state.shopData.text, 'No The name is a guess from the address.');
    await open({ name: 'Mine' });
    answers = [[502, '']];
    await searchShop();
    assert.equal(page.state.shopData.text, 'We found nothing on that page. Please fill in the fields yourself.');
    await open();
    answers = [ok({ preview: null })];
    await searchShop();
    await open();
    asked = [];
    await searchShop();
    assert.equal(asked.length, 0, 'the site has no suggestions');
  });
});

it('a wish in the address of the page: fills the form, is removed from the address, and does not come again after a reload', async () => {
  const { sent } = await load('page-data.ts');
  const { openIncomingWish } = await load('incoming-wish.ts');
  const { cancelItem } = await load('item-form.ts');
  const replaced: string[] = [];
  Object.assign(globalThis, {
    history: { state: null, replaceState: (_: unknown, __: string, address: URL) => replaced.push(address.href) },
  });
  location.href = 'https://site.example/mine?registry=7&tab=share&add-wish=x&add-wish-text=y&name=a';
  openIncomingWish();
  assert.deepEqual(replaced, []);
  for (const is_lost of [true, false]) {
    sent.wish = { url: 'https://s.example/', name: 'Pot', is_lost };
    page.change({ itemId: -1 });
    openIncomingWish();
    assert.partialDeepStrictEqual(page.state.forms.item.values, {
      url: 'https://s.example/',
      name: 'Pot',
      quantity_needed: '1',
    });
    assert.equal(page.state.forms.item.message !== '', is_lost);
    cancelItem();
  }
  sent.wish = null;
  assert.equal(replaced[0], 'https://site.example/mine?registry=7&tab=share');
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
  let start: object;
  before(async () => {
    start = { ...(await load('exchange/importing.ts')).state, title: undefined, found: undefined, source: undefined };
  });

  it('sends a file once, up to 2 MB, and begins with all new wishes selected', async () => {
    const importing = await load('exchange/importing.ts');
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
    const importing = await load('exchange/importing.ts');
    const left = mock.method(location, 'assign');
    importing.change({
      ...start,
      step: 'look',
      registry: undefined,
      source: { file, by: 'address' },
      title: 'Mine',
      found: found('new'),
    });
    answers = [refused(422, { fields: { title: 'Too long' } })];
    await importing.addAll();
    assert.deepEqual([importing.state.message, importing.state.step], ['Title: Too long', 'look']);
    const made = { ...REGISTRY, id: 12, manage_url: '/mine?registry=12' };
    answers = [
      [201, { registry: made }],
      [401, { code: 'x', message: 'x' }],
      [200, '0'],
    ];
    const adding = importing.addAll();
    await importing.addAll();
    await adding;
    assert.deepEqual(
      [importing.state.step, importing.state.message, importing.state.isBusy],
      ['add', SIGNED_OUT, false],
    );
    answers = [ok({ results: [{ place: 1, state: 'added', problems: {} }] })];
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
