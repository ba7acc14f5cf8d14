import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { transformSync } from 'esbuild';
import { FAMILY_LINK, type Fields, item, load, PERMALINK, REGISTRY, SENT, settled } from './owner-data.ts';

/*
 * These tests check the content of the page My registries in each state, and the effects of its controls. They render
 * the page without a browser: they call its components, and press a button by calling its handler. All menus are open.
 */

/** An element of the page. */
interface Element {
  tag: string;
  // biome-ignore lint/suspicious/noExplicitAny: attributes and handlers of any element.
  props: Record<string, any>;
  children: (Element | string)[];
}

/** Names of the opened dialogs. */
let opened: string[] = [];
/** Requests of the page: method, path and body. */
let asked: [method: string, path: string, body: unknown][] = [];

/** The element that the user clicks. */
class Target {}

Object.assign(globalThis, {
  HTMLElement: class {},
  Element: Target,
  location: { href: 'https://site.example/mine?registry=7', assign: () => {} },
  document: {
    getElementById: () => ({ textContent: JSON.stringify(SENT) }),
    createElement: () => ({ style: {} }),
    addEventListener: () => {},
    activeElement: null,
    querySelector: (selector: string) => {
      const [, name] = /^dialog\[data-largesse-dialog="(.+)"\]$/.exec(selector) ?? [];
      return name
        ? { open: false, showModal: () => opened.push(name), close: () => {}, querySelector: () => null }
        : null;
    },
  },
});

// Node runs TypeScript, but not JSX.
registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith('.tsx')) return next(url, context);
    const code = readFileSync(new URL(url), 'utf8');
    const { code: source } = transformSync(code, { loader: 'tsx', jsx: 'automatic', jsxImportSource: 'preact' });
    return { format: 'module', source, shortCircuit: true };
  },
});

const page = await load('state.ts');
const importing = await load('exchange/importing.ts');
const { sent } = await load('page-data.ts');
const { resetDetails } = await load('current.ts');
const { ManagePage } = await load('views/manage-page.tsx');
const { NoticeBar } = await load('views/notice.tsx');
const { SIGNED_OUT } = await load('notice.ts');
const { CreateForm } = await load('views/details-form.tsx');
const { ImportPage } = await load('exchange/views.tsx');
const FIRST = page.state;

/** Renders a component, with all components in it. */
// biome-ignore lint/suspicious/noExplicitAny: a node is a component, an element, a list, a text or nothing.
function draw(node: any): (Element | string)[] {
  if (node === null || node === undefined || typeof node === 'boolean') return [];
  if (Array.isArray(node)) return node.flatMap(draw);
  if (typeof node !== 'object') return [String(node)];
  const { type, props } = node;
  if (typeof type === 'string') return [{ tag: type, props, children: draw(props.children) }];
  if (!type.prototype?.render) return draw(type(props));
  const component = new type(props);
  component.props = props;
  const flags: Fields = { isOpen: true, isMoving };
  for (const flag of Object.keys(component.state ?? {})) component.state[flag] = flags[flag] ?? false;
  return draw(component.render(props, component.state));
}

/** The component to render. */
let component: unknown = ManagePage;

/** True to show the headings to which a wish can be moved, in place of its menu. */
let isMoving = false;

const elementsIn = (nodes: (Element | string)[]): Element[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsIn(node.children)]));
const elements = () => elementsIn(draw({ type: component, props: {} }));
const textOf = (node: Element | string): string =>
  typeof node === 'string' ? node : node.props.hidden ? '' : node.children.map(textOf).join('');
const text = () => draw({ type: component, props: {} }).map(textOf).join('');

const CONTROLS = ['a', 'button', 'input', 'select', 'textarea'];

/** Returns all visible controls by their accessible names. Repeated names are numbered from 2. */
function controls(): Map<string, Element> {
  const all = elements();
  const labels = new Map(all.filter(({ tag }) => tag === 'label').map((label) => [label.props.for, label]));
  const found = new Map<string, Element>();
  const counts: Record<string, number> = {};
  for (const one of all.filter(({ tag, props }) => CONTROLS.includes(tag) && !props.hidden)) {
    const name: string = one.props['aria-label'] ?? textOf(labels.get(one.props.id) ?? one).trim();
    counts[name] = (counts[name] ?? 0) + 1;
    found.set(counts[name] > 1 ? `${name} #${counts[name]}` : name, one);
  }
  return found;
}

const has = (name: string) => controls().has(name);
const control = (name: string) => controls().get(name) ?? assert.fail(`${name} is not in: ${[...controls().keys()]}`);

async function press(name: string): Promise<void> {
  control(name).props.onClick({ button: 0, preventDefault: () => {}, currentTarget: { closest: () => null } });
  await settled();
}

/** Shows a registry with other fields. */
const show = (fields: Fields = {}, parts: Fields = {}) => {
  page.change({ ...FIRST, registry: { ...structuredClone(REGISTRY), ...fields }, ...parts });
  resetDetails();
};

beforeEach(() => {
  mock.method(
    globalThis,
    'fetch',
    async (address: string, { method, headers, body = 'null' }: Fields & { headers: Fields }) => {
      const path = address.replace(SENT.access.root, '').replace('/registries/7', '');
      asked.push([String(headers['X-HTTP-Method-Override'] ?? method), path, JSON.parse(String(body))]);
      return new Response('{"link":"https://site.example/ours?open=2"}');
    },
  );
  mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(sent, structuredClone(SENT));
  component = ManagePage;
  isMoving = false;
  opened = [];
  asked = [];
  show();
});
afterEach(() => mock.reset());

/** Returns which of the controls are visible. */
const seen = (...names: string[]) => names.filter(has);
const address = (name: string) => control(name).props.href;

describe('the head of the page', () => {
  it('shows the visibility of the registry, and its owner', () => {
    for (const [fields, badge] of [
      [{ is_draft: true }, 'Draft'],
      [{}, 'Invited people only'],
      [{ is_public: true }, 'Public'],
      [{ is_public: true, is_past: true }, 'PublicPast'],
    ] as const) {
      show(fields);
      assert.ok(text().startsWith(`OursWedding · May 1${badge}G`), text());
    }
    show({ is_draft: true }, { tab: 'share' });
    assert.doesNotMatch(text(), /Guests cannot see|belongs to/);
    sent.owner = 'Ada';
    assert.match(text(), /This registry belongs to Ada\./);
  });

  it('links to the gifts, to the view of guests and to each tab', () => {
    assert.deepEqual(
      ['Gifts', 'View as a guest', 'Wishes', 'Share', 'Settings'].map(address),
      [SENT.pages.gifts, SENT.pages.guest, '', '&tab=share', '&tab=settings'].map((end) =>
        end.startsWith('http') ? end : `https://site.example/mine?registry=7${end}`,
      ),
    );
    show({}, { tab: 'share' });
    assert.deepEqual(
      [...controls()].filter(([, { props }]) => props['aria-current'] === 'page').map(([name]) => name),
      ['Share'],
    );
  });

  it('has no id twice, because a label belongs to one control', () => {
    const everything = {
      names: 'Ada',
      is_public: true,
      may_delete: true,
      cover: 'x',
      owners: ['a'],
    };
    for (const [tab, fields] of [
      ['wishes', {}],
      ['share', everything],
      ['share', { is_draft: true }],
      ['settings', everything],
    ] as const) {
      show(fields, { tab });
      const ids = elements().flatMap(({ props }) => props.id ?? []);
      assert.deepEqual(
        ids.filter((id, place) => ids.indexOf(id) < place),
        [],
        tab,
      );
    }
  });

  it('has a notice with its own button, and a link to sign in only after a sign-out', () => {
    component = NoticeBar;
    const action = { label: 'Undo', run: () => {} };
    for (const text of ['Said', SIGNED_OUT]) {
      show({}, { notice: { text, action, kind: 'failed' } });
      assert.deepEqual(seen('Sign in in a new tab', 'Undo', 'Dismiss'), [
        ...(text === SIGNED_OUT ? ['Sign in in a new tab'] : []),
        'Undo',
        'Dismiss',
      ]);
    }
    show();
    assert.deepEqual(seen('Undo', 'Dismiss'), []);
  });
});

describe('the list of wishes', () => {
  const moved = async (): Promise<unknown> => {
    mock.timers.tick(500);
    await settled();
    return asked.splice(0);
  };

  it('has a menu for each wish, and each entry does what it says', async () => {
    const kettle = item(2, { gift_url: `${PERMALINK}?gift=2`, retailer: 'Kiste', is_most_wanted: true });
    const three = (fields: Fields = {}) => show({ headings: [], items: [item(1), kettle, item(3)], ...fields });
    three();
    assert.equal(address('Open the shop: Kiste'), `${PERMALINK}?gift=2`);
    assert.equal(address('Mark as received, or hide … #2'), `${SENT.unlisted}2`);
    assert.deepEqual(seen('Open the shop', 'Move to a heading …'), []);
    for (const [name, before] of Object.entries({ 'Move up #2': 1, 'Move down #2': null })) {
      three();
      await press(name);
      assert.deepEqual(await moved(), [['POST', '/items/2/move', { before, heading: '' }]], name);
    }
    const grouped = ['', 'Kitchen', 'Kitchen', 'Bath'].map((heading, index) => item(index + 1, { heading }));
    for (const [name, id, before, heading] of [
      ['Move up #3', 2, 3, ''],
      ['Move down #4', 3, 4, 'Bath'],
    ] as const) {
      show({ items: grouped });
      await press(name);
      assert.deepEqual(await moved(), [['POST', `/items/${id}/move`, { before, heading }]], name);
    }
    three();
    await press('Most wanted #2');
    await press('Most wanted #3');
    await press('Remove #2');
    assert.deepEqual(asked.splice(0), [
      ['POST', '/items/2/most-wanted', { is_most_wanted: false }],
      ['POST', '/items/3/most-wanted', { is_most_wanted: true }],
      ['DELETE', '/items/2', null],
    ]);
    await press('Add a heading above #2');
    assert.deepEqual(page.state.headingPlace, { items: [2, 3], before: null });
    await press('Edit Wish 2');
    assert.equal(page.state.itemId, 2);
    await press('Copy #3');
    assert.equal(page.state.copied.id, 3);
    assert.deepEqual(opened, ['headings', 'item', 'copy-item']);
    sent.unlisted = undefined;
    three({ items: [item(1, { gift_url: 'x' })] });
    assert.deepEqual(seen('Mark as received, or hide …', 'Open the shop', 'Move up'), ['Open the shop']);
  });

  it('moves a wish to the end of another heading', async () => {
    const items = [item(1), item(2, { heading: 'Kitchen' }), item(3, { heading: 'Kitchen' })];
    isMoving = true;
    show({ items: items.slice(0, 2) });
    assert.deepEqual(seen('No heading', 'Kitchen', 'Bath', 'Bath #2'), ['No heading', 'Kitchen', 'Bath', 'Bath #2']);
    assert.equal(has('Kitchen #2'), false, 'the wish is there');
    show({ items });
    await press('Kitchen');
    assert.deepEqual(await moved(), [['POST', '/items/1/move', { before: null, heading: 'Kitchen' }]]);
    show({ items });
    await press('No heading');
    assert.deepEqual(await moved(), [['POST', '/items/2/move', { before: 3, heading: '' }]]);
  });

  it('records own pieces only of wishes that are still open', async () => {
    const [more, less] = ['Increase', 'Reduce'].map((verb) => `${verb} the number we already have by one`);
    for (const [needed, bought, had, expected] of [
      [1, 0, 0, ['We have it']],
      [1, 1, 0, []],
      [1, 1, 1, ['We don’t have it after all']],
      [3, 3, 0, []],
      [3, 2, 0, [more]],
      [3, 3, 2, [less]],
      [3, 2, 1, [more, less]],
      [1, 2, 2, [less]],
    ] as const) {
      show({ items: [item(1, { quantity_needed: needed, quantity_purchased: bought, quantity_had: had })] });
      const enabled = seen('We have it', 'We don’t have it after all', more ?? '', less ?? '').filter(
        (name) => !control(name).props['aria-disabled'],
      );
      assert.deepEqual(enabled, expected, `${needed} ${bought} ${had}`);
    }
    show({ items: [item(1, { quantity_needed: 3 })] }, { busyItems: [1] });
    assert.equal(control(more ?? '').props['aria-disabled'], true);
  });

  it('clears messages at the next button', async () => {
    const { followActions } = await load('place-notice.ts');
    const listeners: ((event: Fields) => void)[] = [];
    followActions({ addEventListener: (_: string, each: () => void) => listeners.push(each) });
    for (const button of [null, {}]) {
      show({}, { notice: { kind: 'done', text: 'Old' } });
      listeners[0]?.({ target: Object.assign(new Target(), { closest: () => button }) });
      assert.equal(page.state.notice.text, button ? '' : 'Old');
    }
  });

  it('states what is open, and of surprises only what the site says', () => {
    for (const [fields, expected] of [
      [{}, 'Still wanted'],
      [{ quantity_purchased: 1 }, 'Given'],
      [{ quantity_needed: 3, quantity_purchased: 1 }, '2 of 3 still wanted'],
      [{ quantity_needed: 3, quantity_purchased: 4 }, 'Given'],
      [{ quantity_needed: 3, quantity_purchased: 2, quantity_had: 1 }, '1 of 3 still wanted · you have 1'],
      [{ shown_text: '20 of 54.95 promised' }, '20 of 54.95 promised'],
      [{ shown_text: '', quantity_had: 1 }, 'you have 1'],
      [{ shown_text: '' }, undefined],
    ] as const) {
      show({ items: [item(1, fields)], surprise_text: 'Gifts are a surprise.' });
      assert.match(text(), /Gifts are a surprise\./);
      const status = elements().find(({ props }) => props.class === 'largesse-mine__status');
      assert.equal(status && textOf(status), expected);
    }
    show({ items: [item(1, { is_most_wanted: true, price_text: '€5' })] });
    assert.match(text(), /Wish 1€5Still wantedMost wanted/);
    assert.equal(control('Most wanted').props['aria-checked'], true);
  });

  it('has a menu for each heading, and says that guests do not see an empty one', async () => {
    assert.equal(text().split('Guests see this heading once').length, 2, 'one heading is empty');
    await press('Rename #2');
    assert.equal(page.state.headingTitle, 'Bath');
    assert.match(text(), /Rename this heading/);
    await press('Add a heading');
    assert.deepEqual([page.state.headingTitle, page.state.headingPlace], ['', page.AT_THE_END]);
    show({ items: [] });
    await press('Move down');
    await press('Move up #2');
    await press('Remove');
    assert.deepEqual(asked, [
      ['PATCH', '/headings', { heading: 'Kitchen', before: null }],
      ['PATCH', '/headings', { heading: 'Bath', before: 'Kitchen' }],
      ['DELETE', '/headings', { heading: 'Kitchen' }],
    ]);
    show({ items: [], headings: ['Kitchen'] });
    assert.deepEqual(seen('Rename', 'Move up', 'Move down', 'Remove'), ['Rename', 'Remove']);
  });

  it('begins with the address of a wish, and shows no list during an outage', async () => {
    const adding = ['Add a wish', 'Continue', 'Add a heading', 'Try again', 'Edit Wish 1'];
    assert.deepEqual(seen(...adding), ['Add a wish', 'Add a heading', 'Edit Wish 1']);
    show({ items_error: 'No answer' });
    assert.deepEqual(seen(...adding), ['Add a wish', 'Try again']);
    show({ items: [], headings: [] });
    assert.deepEqual(seen(...adding), ['Continue']);
    const type = (value: string, inputType: string) =>
      control('Paste a shop’s link, or describe your wish').props.onInput({ currentTarget: { value }, inputType });
    type('h', 'insertText');
    assert.deepEqual(opened, []);
    type(' https://shop.example/pan ', 'insertFromPaste');
    assert.deepEqual([opened, page.state.forms.item.values.url], [['item'], 'https://shop.example/pan']);
    for (const [typed, url, name] of [
      [' https://shop.example/pot ', 'https://shop.example/pot', ''],
      ['shop.example/pot', 'https://shop.example/pot', ''],
      ['Red pot: https://shop.example/pot', 'https://shop.example/pot', 'Red pot'],
      ['"https:/shop.example/pot"', 'https://shop.example/pot', ''],
      ['http://localhost/pot', 'http://localhost/pot', ''],
      ['blue teapot from the market', '', 'blue teapot from the market'],
      ['Dr. Seuss', '', 'Dr. Seuss'],
      ['teapot', '', 'teapot'],
      ['', '', ''],
    ] as const) {
      page.changeForm('item', { values: page.BLANK_ITEM });
      show({ items: [], headings: [] });
      page.changeForm('firstWish', { values: { address: typed } });
      const form = elements().find(({ props }) => props['data-largesse-form'] === 'firstWish');
      form?.props.onSubmit({ preventDefault: () => {} });
      const { values } = page.state.forms.item;
      assert.deepEqual([values.url, values.name], [url, name]);
      assert.deepEqual(page.state.forms.firstWish.values, { address: '' }, 'nothing is left to lose');
    }
  });
});

describe('the dialog of a wish', () => {
  it('shows the fields that the wish needs', async () => {
    const fields = ['How many are wanted', 'Heading', 'Upload a picture', 'Remove the picture'];
    assert.deepEqual(seen(...fields), fields.slice(0, 3));
    sent.pictures = undefined;
    show({ headings: [] });
    page.changeForm('item', {
      values: { ...page.BLANK_ITEM, quantity_needed: '*', image_url: 'x', retailer: 'Kiste' },
    });
    assert.deepEqual(seen(...fields), ['Remove the picture']);
    assert.equal(control('Any number is welcome').props.checked, true);
    assert.match(text(), /Guests see the shop only if the wish has an address/);
    control('Any number is welcome').props.onChange({ currentTarget: { checked: false } });
    assert.equal(page.state.forms.item.values.quantity_needed, '');
    await press('Remove the picture');
    assert.equal(page.state.forms.item.values.image_url, '');
    show({}, { picture: { ...page.NO_PICTURE_STATE, isUploading: true } });
    assert.deepEqual(seen('Upload a picture', 'Stop uploading'), ['Stop uploading']);
    show({}, { picture: { text: 'A page', suggestion: 'https://shop.example/a.jpg' } });
    await press('Use the picture of that page');
    assert.equal(page.state.forms.item.values.image_url, 'https://shop.example/a.jpg');
  });

  it('compares both versions of a changed wish, and keeps the chosen one', async () => {
    const conflict = {
      conflict: 'Choose',
      collisions: ['name', 'quantity_needed', 'description'],
      values: { ...page.BLANK_ITEM, name: 'Mine', quantity_needed: '*', description: 'Red' },
      saved: { ...page.BLANK_ITEM, name: 'Theirs', quantity_needed: '2', description: '' },
      version: '2',
    };
    const collide = (more: Fields = {}) => {
      show({}, { itemId: 3 });
      page.changeForm('item', { ...conflict, ...more });
    };
    collide();
    assert.match(
      text(),
      /NameYours: MineTheirs: TheirsHow many are wantedYours: Any number is welcomeTheirs: 2DescriptionYours: RedTheirs: \(empty\)/,
    );
    assert.equal(has('Save wish'), false);
    await press('Take theirs');
    assert.equal(page.state.forms.item.values.name, 'Theirs');
    collide();
    await press('Keep mine');
    assert.partialDeepStrictEqual(asked.splice(0), [['PATCH', '/items/3', { version: '2', name: 'Mine' }]]);
    collide({ collisions: [] });
    assert.deepEqual(seen('Keep mine', 'Take theirs', 'Add it again', 'Leave it removed'), [
      'Add it again',
      'Leave it removed',
    ]);
    await press('Add it again');
    assert.partialDeepStrictEqual(asked.splice(0), [['POST', '/items', { name: 'Mine' }]]);
    collide({ collisions: [] });
    await press('Leave it removed');
    assert.deepEqual([page.state.itemId, asked], [0, [['GET', '', null]]]);
  });
});

describe('the tab for sharing', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'share', ...parts });
  const good = { state: 'good', url: FAMILY_LINK };

  it('shows the link that guests can open', () => {
    const links = () => elements().flatMap((one) => ('data-largesse-link' in one.props ? [textOf(one)] : []));
    const buttons = () => seen('Create a private link', 'Create a new link', 'Revoke link …', 'Continue');
    for (const [fields, familyLink, shown, actions] of [
      [{}, FIRST.familyLink, [PERMALINK], ['Create a private link']],
      [{}, { state: 'dead', url: '' }, [PERMALINK], ['Create a new link']],
      [{}, good, [FAMILY_LINK, PERMALINK], ['Revoke link …']],
      [{ is_public: true }, FIRST.familyLink, [PERMALINK], []],
      [{ is_public: true }, good, [PERMALINK, FAMILY_LINK], ['Revoke link …']],
      [{ is_public: true, has_password: true }, good, [FAMILY_LINK], ['Revoke link …']],
      [{ is_public: true, has_password: true }, FIRST.familyLink, [], ['Create a private link']],
      [{ is_draft: true }, FIRST.familyLink, [], ['Continue']],
    ] as const) {
      open(fields, { familyLink });
      assert.deepEqual([links(), buttons()], [shown, actions], JSON.stringify([fields, familyLink.state]));
    }
  });

  it('revokes or replaces a link only after a question', async () => {
    open({}, { familyLink: good });
    await press('Revoke link …');
    assert.deepEqual([opened, asked], [['revoke-link'], []]);
    await press('Keep it');
    assert.deepEqual(asked, []);
    await press('Revoke it');
    await press('Revoke it and create a new one');
    assert.deepEqual(asked, [
      ['DELETE', '/family-link', null],
      ['POST', '/family-link', { instead_of: FAMILY_LINK }],
    ]);
    for (const [fields, codeLink, isForEveryone] of [
      [{}, PERMALINK, false],
      [{}, FAMILY_LINK, true],
      [{ is_public: true }, PERMALINK, true],
    ] as const) {
      open(fields, { codeLink });
      assert.equal(text().includes('Anyone who scans it'), isForEveryone);
      assert.equal(text().includes('People you have invited can scan it'), !isForEveryone);
    }
  });

  it('asks who may see a draft, and offers no level that the owner has not', () => {
    const levels = ['Surprise me', 'Show me how many', 'Show me everything'];
    for (const [surprise, expected] of [
      ['hidden', levels.slice(0, 2)],
      ['counts', levels.slice(0, 2)],
      ['names', [levels[0], levels[2]]],
    ] as const) {
      open({ is_draft: true, surprise });
      assert.deepEqual(seen(...levels), expected);
      assert.deepEqual(
        ['Invited people only', 'Public', ...expected].filter((name) => control(name ?? '').props.checked),
        ['Invited people only', expected[surprise === 'hidden' ? 0 : 1]],
      );
    }
    for (const [name, field, value] of [
      ['Public', 'visibility', 'public'],
      ['Invited people only', 'visibility', 'private'],
      ['Surprise me', 'surprise', 'hidden'],
      ['Show me everything', 'surprise', 'names'],
    ] as const) {
      control(name).props.onChange();
      assert.equal(page.state.forms.share.values[field], value);
    }
  });

  it('has buttons for each invited person, and sends no links of a draft', async () => {
    const person = (entry: string, more: Fields = {}) => ({
      entry,
      name: '',
      states: [{ key: 'invited', text: 'Invited' }],
      may_mail: false,
      has_link: false,
      ...more,
    });
    const failed = { states: [{ key: 'failed', text: 'Not sent' }] };
    const invitations = [
      person('tom', { name: 'Tom S.' }),
      person('a@b.example', { may_mail: true, has_link: true }),
      person('c@d.example', { may_mail: true, has_link: true, ...failed }),
    ];
    const offered = () => [...controls().keys()].filter((name) => /Send|Copy link:|from the|Revoke all/.test(name));
    const removing = ['Tom S.', 'a@b.example', 'c@d.example'].map((name) => `Remove ${name} from the invited people`);
    open({ invitations }, { familyLink: FIRST.familyLink });
    assert.deepEqual(offered(), [
      removing[0],
      'Send by mail: a@b.example',
      'Copy link: a@b.example',
      removing[1],
      'Send again: c@d.example',
      'Copy link: c@d.example',
      removing[2],
      'Revoke all links …',
      'Send now',
    ]);
    await press('Send again: c@d.example');
    await press('Copy link: a@b.example');
    await press(`Remove Tom S. from the invited people`);
    await press('Revoke all links …');
    assert.deepEqual(opened, ['mail', 'end-links']);
    await press('Keep them');
    await press('Revoke them');
    assert.deepEqual(asked, [
      ['POST', '/invitees/letter', { invitees: ['c@d.example'] }],
      ['POST', '/invitees/link', { invitee: 'a@b.example' }],
      ['DELETE', '/invitees', { invitee: 'tom' }],
      ['DELETE', '/personal-links', null],
    ]);
    open({ invitations: [...invitations, person('e@f.example', { may_mail: true })] });
    asked = [];
    await press('Send the link to everyone without a mail yet (2)');
    assert.deepEqual(asked, [['POST', '/invitees/letter', { invitees: ['a@b.example', 'e@f.example'] }]]);
    open({ invitations: [...invitations.slice(0, 2), ...invitations.slice(1, 2)], is_draft: true });
    assert.deepEqual(offered(), [...removing.slice(0, 2), `${removing[1]} #2`, 'Revoke all links …', 'Send now']);
    open({ invitations: invitations.slice(0, 1) });
    assert.equal(has('Revoke all links …'), false);
  });

  it('are all shown up to 30; a longer list shows 25 until the owner asks for all', async () => {
    const rows = (count: number) => {
      open({ invitations: Array.from({ length: count }, (_, n) => ({ entry: `guest${n}`, states: [] })) });
      return [...controls().keys()].filter((name) => /^Remove guest/.test(name)).length;
    };
    assert.deepEqual([rows(30), has('Show all'), rows(31)], [30, false, 25]);
    await press('Show all');
    assert.equal(page.state.isEverybodyShown, true);
  });

  it('shows the mail and its recipients before it is sent', () => {
    const letter = { subject: 'Subject', without: 'Body', before: 'B', after: 'A', reply_to: 'To me', left: '7 left' };
    const invitations = [{ entry: 'a@b.example', name: 'Ada', states: [], may_mail: true, has_link: false }];
    open({ invitations }, { letter, mailTo: ['a@b.example'] });
    assert.match(text(), /To: Ada.*To me7 leftSubjectBody/);
    open({ invitations }, { letter, mailTo: ['a@b.example', 'b@b.example'] });
    page.changeForm('mail', { values: { message: 'Come' } });
    assert.match(text(), /To 2 people, a mail for each\..*SubjectB> ComeA/);
  });

  it('lists helpers by their roles, and removes each from the right list after a question', async () => {
    open({ owners: ['ada'], keepers: ['ida', 'tom'], owner_keepers: ['ida'], helper_names: { ada: 'Ada L.' } });
    const removing = [...controls().keys()].filter((name) => /^Remove .*: /.test(name));
    assert.deepEqual(removing, ['Remove Ada L.: They own it, too', 'Remove tom: They keep the secret']);
    assert.match(text(), /idaOwner/);
    assert.doesNotMatch(text(), /its owners see all gifts/);
    for (const [name, list, person, said] of [
      [removing[0], 'owners', 'ada', /Then Ada L\. can no longer change this registry/],
      [removing[1], 'keepers', 'tom', /Then tom can no longer see the gifts/],
    ] as const) {
      asked = [];
      await press(name ?? '');
      assert.match(text(), said);
      const form = elements().find(({ props }) => props['data-largesse-form'] === 'dismiss');
      form?.props.onSubmit({ preventDefault: () => {} });
      await settled();
      assert.deepEqual(asked, [['DELETE', `/${list}`, { person }]]);
    }
    open({ is_for_child: true, owner_keepers: ['ida', 'tom'] });
    assert.match(text(), /its owners see all gifts.*They see all gifts, like you\./);
    asked = [];
    await press('It is not for a child');
    assert.match(text(), /Then surprises are hidden from all owners/);
    elements()
      .find(({ props }) => props['data-largesse-form'] === 'dismiss')
      ?.props.onSubmit({ preventDefault: () => {} });
    await settled();
    assert.deepEqual(
      asked,
      ['ida', 'tom'].map((person) => ['DELETE', '/keepers', { person }]),
    );
    open();
    assert.match(
      text(),
      /Own the registry with you.*Surprises for you are surprises for them, too\..*Keep the secret.*They see every gift/,
    );
  });
});

describe('the settings', () => {
  const open = (fields: Fields = {}, parts: Fields = {}) => show(fields, { tab: 'settings', ...parts });

  it('offer only what the user may change on this site', async () => {
    const all = ['Upload a cover', 'Remove the cover', 'Delete registry …', 'Delete for good', 'Show me now …'];
    const [upload, remove, ask, destroy, reveal] = all;
    for (const [fields, expected] of [
      [{}, [reveal]],
      [{ cover: '' }, [upload, reveal]],
      [{ cover: 'x', may_delete: true }, [upload, remove, ask, destroy, reveal]],
      [{ is_revealed: true }, []],
      [{ sees_all: true }, []],
    ] as const) {
      open(fields);
      assert.deepEqual(seen(...all), expected, JSON.stringify(fields));
    }
    sent.pictures = undefined;
    open({ cover: 'x', may_delete: true });
    assert.deepEqual(seen(...all), [remove, ask, destroy, reveal]);
    await press(remove ?? '');
    assert.deepEqual(asked.splice(0), [['PATCH', '', { version: '1', cover: '' }]]);
    await press(ask ?? '');
    await press(reveal ?? '');
    await press('Keep it');
    await press('Keep the surprise');
    assert.deepEqual([opened, asked], [['delete', 'reveal'], []]);
    assert.match(text(), /Delete “Ours” and all its wishes \(3\) for good\?/);
  });

  it('explain what a list for a child hides, and warn before a save reveals everything', () => {
    open({ sees_all: true });
    assert.match(
      text(),
      /You always see all gifts\..*not even your child.*how many of each wish.*Every owner sees who gives/,
    );
    const due = /you will see everything as soon as you save it/;
    for (const [reveal_date, is_revealed, isDue] of [
      ['2026-06-12', false, true],
      ['2026-06-12', true, false],
      ['2026-06-13', false, false],
    ] as const) {
      open({ reveal_date, is_revealed });
      assert.equal(due.test(text()), isDue, `${reveal_date} ${is_revealed}`);
    }
    for (const [name, level] of [
      ['Surprise me', 'hidden'],
      ['Show me how many', 'counts'],
      ['Show me everything', 'names'],
    ] as const) {
      control(name).props.onChange();
      assert.equal(page.state.forms.details.values.surprise, level);
      assert.equal(control(name).props.checked, true);
    }
  });

  it('make a registry findable only while it is public', () => {
    const tick = 'Let others find it by our names';
    const names = 'Names by which it is found (required)';
    for (const [fields, expected] of [
      [{ is_public: true }, []],
      [{ names: 'Ada' }, []],
      [{ names: '', is_public: true }, [tick]],
      [{ is_public: true, names: 'Ada' }, [tick, names]],
    ] as const) {
      open(fields);
      assert.deepEqual(seen(tick, names), expected, JSON.stringify(fields));
    }
    assert.deepEqual([control(tick).props.checked, control(names).props.value], [true, 'Ada']);
    for (const [name, visibility] of Object.entries({ 'Invited people only': 'private', Public: 'public' })) {
      control(name).props.onChange();
      assert.equal(page.state.forms.details.values.visibility, visibility);
    }
  });

  it('state that chats show only the link of a private registry', () => {
    for (const is_public of [true, false]) {
      open({ cover: '', is_public });
      assert.equal(/Chats show your link without a title and a picture/.test(text()), !is_public);
    }
  });

  it('list a registry as past, or with the others again', async () => {
    open({ is_over: true });
    assert.match(text(), /The day is over/);
    await press('Move to the past registries');
    open({ is_past: true });
    assert.equal(has('Move to the past registries'), false);
    assert.doesNotMatch(text(), /The day is over/);
    await press('Move to the current registries');
    await press('Copy the open wishes …');
    assert.deepEqual(asked, [
      ['POST', '/past', null],
      ['POST', '/past', { is_past: false }],
    ]);
    assert.deepEqual(opened, ['copy-open']);
  });

  it('compare both versions of changed details in words', async () => {
    const story = { is_story_html: true, story: '<b>Theirs</b>', story_text: 'Theirs' };
    const collide = () => {
      open(story);
      page.changeForm('details', {
        conflict: 'Choose',
        collisions: ['visibility', 'findable', 'surprise', 'story'],
        values: { title: 'T', visibility: 'public', findable: '', surprise: 'names', story: 'Mine' },
        saved: { title: 'T', visibility: 'private', findable: 'yes', surprise: 'hidden', story: story.story },
        version: '4',
      });
    };
    collide();
    assert.match(text(), /Yours: PublicTheirs: Invited people only/);
    assert.match(text(), /Yours: No one finds it by namesTheirs: Let others find it by our names/);
    assert.match(text(), /Yours: Show me everythingTheirs: Surprise me/);
    assert.match(text(), /Yours: MineTheirs: Theirs/);
    assert.equal(has('Save details'), false);
    await press('Take theirs');
    assert.equal(page.state.forms.details.values.visibility, 'private');
    collide();
    await press('Keep mine');
    const mine = { is_public: true, names: null, surprise: 'names', story: 'Mine' };
    assert.deepEqual(asked, [['PATCH', '', { version: '4', ...mine }]]);
  });

  it('keep a formatted story until the owner rewrites it', async () => {
    open({ is_story_html: true, story: '<b>We</b>', story_text: 'We' });
    assert.deepEqual(seen('Rewrite it', 'Story'), ['Rewrite it']);
    assert.doesNotMatch(text(), /<b>/);
    await press('Rewrite it');
    assert.deepEqual(seen('Rewrite it', 'Story'), ['Story']);
    assert.equal(control('Story').props.value, 'We');
  });
});

describe('the form of a new registry', () => {
  it('chooses an occasion by a chip or in words, and suggests a title until the user types one', () => {
    component = CreateForm;
    sent.surprising = ['birthday'];
    const values = () => page.state.forms.create.values;
    for (const [chosen, occasion, title, effect] of [
      ['Birthday', 'Birthday', 'Ida’s birthday', /switches on “Surprise me”\. You see none/],
      ['Wedding', 'Wedding', 'Ida’s wedding', /switches on “Show me how many”\. You see how many/],
      ['Other', '', '', undefined],
    ] as const) {
      control(chosen).props.onChange();
      assert.deepEqual([values().event_type, values().title], [occasion, title]);
      assert.equal(control(chosen).props.checked, true);
      assert.equal(has('Occasion'), chosen === 'Other');
      if (effect) assert.match(text(), effect);
      else assert.doesNotMatch(text(), /switches on/);
    }
    control('Occasion').props.onInput({ currentTarget: { value: 'Wedding' } });
    assert.equal(control('Other').props.checked, true, 'the field stays');
    control('Title (required)').props.onInput({ currentTarget: { value: 'We' } });
    control('Baby').props.onChange();
    assert.deepEqual([values().event_type, values().title, has('Occasion')], ['Baby', 'We', false]);
  });
});

describe('the page of an import', () => {
  const wish = (place: number, state: string, more: Fields = {}) => ({
    place,
    shownPlace: place,
    isDoubtful: false,
    by: 'name',
    nth: 1,
    fields: { name: `Wish ${place}` },
    notes: [],
    state,
    problems: {},
    ...more,
  });
  const FIRST_STEP = { ...importing.state, title: undefined, found: undefined };
  const look = (parts: Fields = {}, wishes = [wish(1, 'new'), wish(2, 'there'), wish(3, 'wrong'), wish(4, 'new')]) =>
    importing.change({
      ...FIRST_STEP,
      step: 'look',
      left: new Set(),
      found: { format: 'csv', registry: { title: '', problems: {} }, wishes },
      ...parts,
    });
  beforeEach(() => {
    component = ImportPage;
  });

  it('lets the user choose among the new wishes, and states what is imported', async () => {
    look();
    assert.deepEqual([...controls().keys()], ['Add these wishes: 2', 'Choose something else', 'Wish 1', 'Wish 4']);
    assert.match(
      text(),
      /^Import wishes: OursRecognized as a table \(CSV\)\.New: 2Already on the list: 1Cannot be imported: 1/,
    );
    control('Wish 4').props.onChange({ currentTarget: { checked: false } });
    assert.deepEqual([control('Wish 1').props.checked, control('Wish 4').props.checked], [true, false]);
    await press('Add these wishes: 1');
    const sentWish = { place: 1, by: 'name', nth: 1, fields: { name: 'Wish 1' } };
    assert.deepEqual(asked, [['POST', '/import', { wishes: [sentWish] }]]);
    control('Go on');
    look({ left: new Set([1, 4]) });
    assert.deepEqual([...controls().keys()], ['Choose something else', 'Wish 1', 'Wish 4']);
    control('Wish 4').props.onChange({ currentTarget: { checked: true } });
    assert.equal(has('Add these wishes: 1'), true);
    await press('Choose something else');
    assert.deepEqual([...controls().keys()], ['A file', 'Or paste it here', 'Preview']);
  });

  it('creates a registry even without wishes, and only then asks for its title', () => {
    sent.registry = null;
    look({ registry: undefined, title: 'Mine', left: new Set([1, 4]) });
    assert.equal(control('Title (required)').props.value, 'Mine');
    assert.equal(has('Create the registry with these wishes: 0'), true);
    assert.match(text(), /^Create a registry from a file/);
    look({ isBusy: true });
    assert.deepEqual([...controls().keys()], ['Wish 1', 'Wish 4']);
  });

  it('shows the progress, the result of each wish, and its problems', () => {
    const wishes = [
      wish(1, 'added', { price_text: '€5', fields: { name: 'Pot', quantity_needed: 2, heading: 'Kitchen' } }),
      wish(2, 'waiting', { notes: ['Shortened'], fields: { name: 'Pan', any_number: true } }),
      wish(3, 'wrong', { problems: { url: 'No address', wishes: 'Too many' } }),
    ];
    look({ step: 'add', message: SIGNED_OUT }, wishes);
    assert.match(
      text(),
      /Added: 1.*1 of 2You are no longer signed in.*Sign in in a new tabGo onLine 1AddedPot€5Wanted: 2KitchenLine 2NewPlease checkPanAny number is welcomeShortenedLine 3Cannot be importedWish 3Address of the product: No addressToo many$/,
    );
    look({ step: 'done' }, wishes);
    assert.deepEqual([...controls().keys()], ['Open the registry']);
  });
});
