// Needs a service and site: an answer contains what both have changed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Item, Registry, RegistryChange } from '../../../plugin/assets/registry.ts';
import { openForSuite } from '../../support/suite.ts';
import { addItem, openConnected } from './connected.ts';
import { give } from './gifts.ts';
import { askDirectly as ask, type NamespaceBody } from './rest-namespace.ts';

/** Method and path of a request, and its body, which may depend on the registry. */
type Click = [method: string, path: string, body?: unknown | ((view: Registry) => unknown)];

/** Fields that name the state of a registry. `GET /edits` informs pages about them. */
const STATE = ['version', 'last_edit', 'guests'];

describe('an answer to a change', () => {
  const t = openForSuite(() => openConnected('6.5'));
  const send = (method: string, path: string, body?: unknown) => ask(t.site, 'owner', method, path, body);
  const look = async (id: number) => (await send('GET', `/${id}`)).body.registry;

  /** Creates a registry with these wishes. The function returns the ids. */
  async function registryWith(fields: object, ...names: string[]): Promise<[id: number, ...items: number[]]> {
    const { body } = await send('POST', '', { title: 'Ours', ...fields });
    const items: number[] = [];
    for (const name of names) items.push(await addItem(t, body.registry.id, name, { quantity_needed: 3 }));
    // Moving a wish stores the order of all wishes.
    if (items[0]) await send('POST', `/${body.registry.id}/items/${items[0]}/move`, { before: items[1] ?? null });
    return [body.registry.id, ...items];
  }

  /**
   * Makes a change. Checks that its answer contains all fields that the change has changed, and no other field.
   * @returns the answer
   */
  async function check(id: number, [method, path, body]: Click): Promise<NamespaceBody> {
    const before = await look(id);
    const sent = typeof body === 'function' ? body(before) : body;
    const answer = await send(method, `/${id}${path}`, sent);
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    const after = await look(id);
    const name = `${method} ${path} ${JSON.stringify(sent)}`;
    const { items, order, ...fields }: RegistryChange = answer.body.registry;
    const changed = keys(after).filter(
      (key) => !STATE.includes(key) && key !== 'items' && differ(before[key], after[key]),
    );
    assert.deepEqual(Object.keys(fields).sort(), ['id', 'version', ...changed].sort(), name);
    assert.partialDeepStrictEqual(after, fields, name);
    assert.equal(order !== undefined, isReordered(before, after), name);
    if (order) assert.deepEqual(order, places(after), name);
    const known = new Map(before.items.map((item) => [item.id, item]));
    const isChanged = (item: Item) => differ({ ...known.get(item.id), heading: '' }, { ...item, heading: '' });
    assert.deepEqual(ids(items ?? []), ids(after.items.filter(isChanged)), name);
    for (const item of items ?? [])
      assert.deepEqual(
        item,
        after.items.find(({ id }) => id === item.id),
        name,
      );
    assert.equal(items?.length === 0, false, `${name}: no empty list`);
    return answer.body;
  }

  it('contains exactly the changed fields of the registry', async () => {
    const [id] = await registryWith({ event_date: '2037-06-12', is_public: true, names: 'Ada Owner' });
    const version = (more: object) => (view: Registry) => ({ version: view.version, ...more });
    for (const more of [
      { title: 'Other', story: 'For *us*' },
      { event_type: 'Wedding', event_date: '2037-07-12' },
      { is_public: false },
      { is_public: true, names: 'Ada & Ben' },
      { names: null, event_date: '2026-01-01' },
    ])
      await check(id, ['PATCH', '', version(more)]);
    const [hidden] = await registryWith({ surprise: 'hidden', event_date: '2037-06-12' }, 'A');
    for (const more of [{ event_date: '2037-07-12' }, { reveal_date: '2037-08-12' }])
      await check(hidden, ['PATCH', '', version(more)]);
    const { registry } = await check(id, ['PATCH', '', version({ title: 'Other' })]);
    assert.deepEqual(Object.keys(registry), ['id', 'version'], 'a title that stays the same');
    await check(id, ['POST', '/past']);
    const again = (await send('POST', `/${id}/past`)).body.registry;
    assert.deepEqual(Object.keys(again), ['id', 'version', 'is_past'], 'a page that shows an old state');
    await check(id, ['POST', '/past', { is_past: false }]);
  });

  it('contains exactly the changed lists of people', async () => {
    const [id, item = 0] = await registryWith({ surprise: 'hidden', event_date: '2037-06-12' }, 'A', 'B');
    await give(t, item, { secret: true });
    for (const click of [
      ['POST', '/invitees', { invitees: ['uncle@family.example', 'aunt@family.example'] }],
      ['POST', '/invitees/mail', { invitees: ['uncle@family.example'], message: '' }],
      ['DELETE', '/invitees', { invitee: 'aunt@family.example' }],
      ['POST', '/owners', { person: 'inv\u200e\u2066itee\u00ad' }],
      ['DELETE', '/owners', { person: 'invitee' }],
      ['POST', '/keepers', { person: 'invitee' }],
      ['DELETE', '/keepers', { person: 'invitee' }],
    ] satisfies Click[])
      await check(id, click);
  });

  it('contains exactly the changed wishes, and the places of all wishes only if one of them changed', async () => {
    const [id, a, b, c] = await registryWith({}, 'A', 'B', 'C');
    const of = (item?: number) => (view: Registry) => view.items.find((one) => one.id === item)?.version;
    await check(id, ['POST', '/items', { name: 'D', url: 'https://shop.example/d' }]);
    await check(id, ['PATCH', `/items/${a}`, (view: Registry) => ({ version: of(a)(view), price: 3 })]);
    await check(id, ['POST', `/items/${c}/move`, { before: a }]);
    await check(id, ['POST', `/items/${b}/most-wanted`]);
    await check(id, ['POST', `/items/${b}/most-wanted`, { is_most_wanted: false }]);
    await check(id, ['POST', `/items/${a}/have`, { purchase: crypto.randomUUID(), quantity: 2 }]);
    await check(id, ['DELETE', `/items/${a}/have`, { left: 1 }]);
    const { undo } = await check(id, ['DELETE', `/items/${b}`]);
    await check(id, ['POST', `/items/${b}/restore`, undo]);
  });

  it('contains exactly the wishes whose numbers depend on a changed surprise, a reveal or a role', async () => {
    const hidden = { surprise: 'hidden', event_date: '2037-06-12' };
    const [id, a = 0] = await registryWith({ ...hidden, is_for_child: true }, 'A', 'B');
    await give(t, a, { secret: true });
    await check(id, ['DELETE', '/keepers', { person: 'owner' }]);
    const { registry } = await check(id, ['POST', '/reveal']);
    assert.deepEqual(ids(registry.items), [a]);
    await check(id, ['PATCH', '', ({ version }: Registry) => ({ version, surprise: 'counts' })]);
    await check(id, [
      'PATCH',
      '',
      ({ version }: Registry) => ({ version, surprise: 'names', reveal_date: '2037-07-01' }),
    ]);
  });
});

const keys = (view: Registry) => Object.keys(view) as (keyof Registry)[];

const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

const ids = (items: readonly Item[]) => items.map(({ id }) => id);

const places = ({ items }: Registry) => items.map(({ id, heading }) => ({ id, heading }));

/** Checks whether wishes were added, removed or moved, or have another heading. */
const isReordered = (before: Registry, after: Registry) => differ(places(before), places(after));
