import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Answer } from './http-client.ts';

/* Permissions as a table: route × target × caller → status (rules: Roles). */

/**
 * `own` is a private registry of `owner` with an active item: `invitee` is invited by name and `mailInvitee` by e-mail
 * address, `keeper` is its keeper, and `coOwner` a co-owner. `secret` is the same registry with a secret purchase.
 * `child` is a list for a child: `owner` and `coOwner` are keepers, too, and its purchase is secret. `other` is a private
 * registry of another member, with an item; `open` is a public one. `inactive` is the own registry and a deleted item.
 * `missing` never existed.
 */
const TARGETS = ['own', 'child', 'secret', 'other', 'open', 'inactive', 'missing'] as const;
type Target = (typeof TARGETS)[number];

/** Callers, in the order of the statuses in the table. */
const CALLERS = ['stranger', 'invitee', 'mailInvitee', 'keeper', 'coOwner', 'owner', 'admin'] as const;
export type RoleCaller = (typeof CALLERS)[number];
type Statuses = [
  stranger: number,
  invitee: number,
  mailInvitee: number,
  keeper: number,
  coOwner: number,
  owner: number,
  admin: number,
];

/**
 * Checks that a route makes on the host before its work. Routes of one class get the same answers from the host and decide
 * the same way, but each has its own row in the table.
 */
type Access =
  | 'nothing'
  | 'login'
  | 'admin'
  | 'item'
  | 'list'
  | 'co-owned list'
  | 'create'
  | 'read'
  | 'change'
  | 'delete'
  | 'items'
  | 'invitees'
  | 'read affiliate'
  | 'affiliate'
  | 'read purchases'
  | 'give'
  | 'purchases'
  | 'free'
  | 'purchase'
  | 'site purchase';

interface Row {
  access: Access;
  /** Request body, or a function of an item if the body names one. */
  body?: object | ((item: number) => object);
  /** `any` if the route names neither a registry nor an item. */
  cases: Partial<Record<Target | 'any', Statuses>>;
}

/** People on the lists of a registry. */
export interface NamedPeople {
  invitees: readonly string[];
  owners?: readonly string[];
  keepers?: readonly string[];
}

/** Operations that the table needs from a service and its host, real or fake. */
export interface World {
  /** Creates a registry of `owner` or of `neighbour`, a member who is never a caller. @returns its id */
  createRegistry(of: 'owner' | 'neighbour', status: 'private' | 'publish', people: NamedPeople): Promise<number>;
  /** Returns the list entry of a person: the e-mail address of `mailInvitee`, otherwise the user name. */
  entryOf(named: Exclude<RoleCaller, 'stranger' | 'admin'>): string;
  /** Creates an active item of a registry with a wished quantity of 99. @returns its id */
  createItem(registry: number): Promise<number>;
  /** Makes an item inactive. */
  deleteItem(item: number): Promise<void>;
  /** Sends a request as a caller, or with this value of `Authorization`, or without one. */
  request(from: Sender, method: string, path: string, body?: object): Promise<Answer<unknown>>;
}

export type Sender = RoleCaller | { authorization: string | undefined };

const NOWHERE = 'https://shop.example:8443/';
const ITEM = { name: 'Kettle', url: 'https://shop.example/kettle' };

const everybody = (status: number): Statuses => [status, status, status, status, status, status, status];
const adminsAlone = (status: number): Statuses => [403, 403, 403, 403, 403, 403, status];
const read = {
  own: [403, 200, 200, 200, 200, 200, 200],
  child: [403, 200, 200, 200, 200, 200, 200],
  other: adminsAlone(200),
  open: adminsAlone(200),
  missing: everybody(404),
} satisfies Row['cases'];
const write = (success: number) =>
  ({
    own: [403, 403, 403, 403, success, success, success],
    child: [403, 403, 403, 403, success, success, success],
    other: adminsAlone(success),
    open: adminsAlone(success),
    missing: everybody(404),
  }) satisfies Row['cases'];
const anyItem = (success: number): Row['cases'] => ({
  own: everybody(success),
  child: everybody(success),
  other: everybody(success),
  open: everybody(success),
  inactive: everybody(404),
  missing: everybody(404),
});
/** Purchases with a giver who is not among the callers. */
const anyPurchase = (success: number) =>
  ({
    own: [404, 404, 404, 404, 404, 404, success],
    child: [404, 404, 404, 404, 404, 404, success],
    other: [404, 404, 404, 404, 404, 404, success],
    open: [404, 404, 404, 404, 404, 404, success],
    missing: everybody(404),
  }) satisfies Row['cases'];
const deletedItem = { inactive: [403, 403, 403, 403, 404, 404, 404] satisfies Statuses };
const deletedItemRead = { inactive: [403, 404, 404, 404, 404, 404, 404] satisfies Statuses };

/** Rows by operation; a second row for an operation has a query. */
const TABLE: Record<string, Row> = {
  'GET /': { access: 'nothing', cases: { any: everybody(200) } },
  'GET /health': { access: 'nothing', cases: { any: everybody(200) } },
  'GET /items': { access: 'login', cases: { any: everybody(200) } },
  'POST /items': { access: 'login', body: { ...ITEM, registry_id: 5 }, cases: { any: everybody(201) } },
  'GET /items/search': { access: 'admin', cases: { any: adminsAlone(200) } },
  'GET /items/{item_id}': { access: 'item', cases: anyItem(200) },
  'PUT /items/{item_id}': { access: 'item', body: { price: 3 }, cases: anyItem(200) },
  'DELETE /items/{item_id}': { access: 'item', cases: anyItem(200) },
  'GET /registries': { access: 'list', cases: { any: everybody(200) } },
  'GET /registries?role=co-owner': { access: 'co-owned list', cases: { any: everybody(200) } },
  'POST /registries': { access: 'create', body: { title: 'T' }, cases: { any: everybody(201) } },
  'GET /registries/{id}': { access: 'read', cases: read },
  'PATCH /registries/{id}': { access: 'change', body: { title: 'T' }, cases: write(200) },
  'DELETE /registries/{id}': {
    access: 'delete',
    cases: {
      ...write(204),
      own: [403, 403, 403, 403, 403, 204, 204],
      child: [403, 403, 403, 403, 403, 204, 204],
    },
  },
  'GET /registries/{id}/items': { access: 'read', cases: read },
  'POST /registries/{id}/items': { access: 'items', body: ITEM, cases: write(201) },
  'DELETE /registries/{id}/items/{item_id}': { access: 'items', cases: { ...write(204), ...deletedItem } },
  'GET /registries/{id}/invitees': { access: 'read', cases: read },
  'POST /registries/{id}/invitees': { access: 'invitees', body: { invitees: ['ann'] }, cases: write(200) },
  'DELETE /registries/{id}/invitees/{invitee}': { access: 'invitees', cases: write(200) },
  'GET /registries/{id}/items/{item_id}/affiliate': {
    access: 'read affiliate',
    cases: { ...read, ...deletedItemRead },
  },
  'PUT /registries/{id}/items/{item_id}/affiliate': {
    access: 'affiliate',
    body: { affiliate_url: 'https://aff.example/' },
    cases: { ...write(200), ...deletedItem },
  },
  'DELETE /registries/{id}/items/{item_id}/affiliate': {
    access: 'affiliate',
    cases: { ...write(204), ...deletedItem },
  },
  'GET /registries/{id}/purchases': { access: 'read purchases', cases: read },
  'PUT /registries/{id}/purchases/{purchase_id}': {
    access: 'give',
    body: (item_id) => ({ item_id }),
    cases: {
      ...read,
      own: [403, 201, 201, 201, 201, 201, 201],
      child: [403, 201, 201, 201, 201, 201, 201],
      other: adminsAlone(201),
      open: adminsAlone(201),
    },
  },
  'PATCH /registries/{id}/purchases/{purchase_id}': {
    access: 'purchases',
    body: { thanked: true },
    cases: { ...write(200), secret: [403, 403, 403, 403, 404, 404, 200] },
  },
  'DELETE /registries/{id}/purchases/{purchase_id}': {
    access: 'free',
    cases: {
      ...write(204),
      own: [403, 403, 403, 204, 204, 204, 204],
      child: [403, 403, 403, 204, 204, 204, 204],
      secret: [403, 403, 403, 204, 404, 404, 204],
    },
  },
  'POST /registries/{id}/purchases/reveal': { access: 'purchases', cases: write(200) },
  // Previews reject addresses with other ports without a request.
  'POST /previews': { access: 'login', body: { url: NOWHERE }, cases: { any: everybody(200) } },
  'POST /previews/picture': { access: 'admin', body: { url: NOWHERE }, cases: { any: adminsAlone(422) } },
  'POST /previews/check': { access: 'admin', body: { url: NOWHERE }, cases: { any: adminsAlone(200) } },
  'GET /purchases': { access: 'login', cases: { any: everybody(200) } },
  'GET /purchases?registry_id=5': { access: 'admin', cases: { any: adminsAlone(200) } },
  'GET /purchases?registry_id=5&view=owner': { access: 'admin', cases: { any: adminsAlone(200) } },
  'GET /purchases/{purchase_id}': { access: 'purchase', cases: anyPurchase(200) },
  'PUT /purchases/{purchase_id}': {
    access: 'site purchase',
    body: (item_id) => ({ item_id, secret: false }),
    cases: {
      own: adminsAlone(201),
      child: adminsAlone(201),
      other: adminsAlone(201),
      open: adminsAlone(201),
      missing: adminsAlone(404),
    },
  },
  'PATCH /purchases/{purchase_id}': { access: 'purchase', body: { state: 'bought' }, cases: anyPurchase(200) },
  'DELETE /purchases/{purchase_id}': { access: 'purchase', cases: anyPurchase(204) },
  'POST /purchases/reveal': { access: 'admin', body: { registry_id: 5 }, cases: { any: adminsAlone(200) } },
  'POST /purchases/uncount': { access: 'admin', body: { item_id: 5 }, cases: { any: adminsAlone(200) } },
  'POST /purchases/erase': { access: 'admin', body: { giver_user_id: 5 }, cases: { any: adminsAlone(200) } },
};

const OPEN = ['GET /', 'GET /health'];

/**
 * Registers the tests of the table. Calls `world` when the tests run.
 * @param rows all rows, or, for a slow host, only the first of each class for every kind of registry. Then missing and
 *   inactive targets are tested only once for a registry, an item, and an item of a registry
 */
export function roleMatrix(world: () => World, rows: 'all' | 'first of each class' = 'all'): void {
  const paths = new Paths(world);
  const asked = new Set<Access>();
  const absences = new Set<string>();
  for (const [operation, { access, body, cases }] of Object.entries(TABLE)) {
    if (rows !== 'all' && asked.has(access)) continue;
    asked.add(access);
    const [method = '', template = ''] = operation.split(' ');
    const bodyFor = async (target: Target | 'any') =>
      typeof body === 'function' ? body(target === 'any' ? NOTHING : await paths.itemOf(target)) : body;
    describe(operation, () => {
      for (const [target, statuses] of casesOf(cases)) {
        // The host knows nothing about gifts.
        if (rows !== 'all' && (target === 'secret' || (target === 'child' && access !== 'free'))) continue;
        // The host reports missing things as missing, whatever the route.
        const absence = target === 'missing' || target === 'inactive' ? `${target} ${namesIn(template)}` : undefined;
        if (rows !== 'all' && absence !== undefined && absences.has(absence)) continue;
        if (absence !== undefined) absences.add(absence);
        it(`${target}: ${CALLERS.map((caller, n) => `${caller} ${statuses[n]}`).join(', ')}`, async () => {
          const found: number[] = [];
          for (const caller of CALLERS) {
            const answer = await world().request(
              caller,
              method,
              await paths.of(operation, target),
              await bodyFor(target),
            );
            found.push(answer.status);
            if (answer.status === 403) assert.match(answer.text, /^\{"detail":"Not allowed","errors":\[[^[]*\]\}$/);
            if (answer.status === 404) assert.match(answer.text, /^\{"detail":"(Item|Registry|Purchase) not found"\}$/);
            if (answer.status < 300 && method === 'DELETE') paths.forget(template, target);
          }
          assert.deepEqual(found, statuses);
        });

        // Rejected before the target matters: the calls to the host are the same for all targets.
        if (rows !== 'all' && target !== casesOf(cases)[0]?.[0]) continue;
        const expected = OPEN.includes(operation) ? 200 : 401;
        it(`${target}: ${expected} without, with malformed and with rejected credentials`, async () => {
          for (const authorization of [undefined, 'Basic !!', rejected()]) {
            const path = await paths.of(operation, target);
            const answer = await world().request({ authorization }, method, path, await bodyFor(target));
            assert.equal(answer.status, expected);
            if (expected === 401) assert.equal(answer.text, '{"detail":"Invalid or missing credentials"}');
          }
        });
      }
    });
  }

  it('the table has a row for each route of /openapi.json, and no others', async () => {
    const { body } = await world().request({ authorization: undefined }, 'GET', '/openapi.json');
    const operations = new Set(Object.keys(TABLE).map((row) => row.split('?', 1)[0]));
    assert.deepEqual(operationsIn(body).sort(), [...operations].sort());
  });

  it('every route for a registry or an item has cases for own, other and missing ones', () => {
    for (const [operation, { cases }] of Object.entries(TABLE)) {
      if (!operation.includes('{')) continue;
      const needed = [
        'child',
        'missing',
        'open',
        'other',
        'own',
        ...(operation.includes('{item_id}') ? ['inactive'] : []),
      ];
      assert.deepEqual(
        Object.keys(cases)
          .filter((target) => target !== 'secret')
          .sort(),
        needed.sort(),
        operation,
      );
    }
  });
}

const NOTHING = 987_654;

/** Creates the target of a case, and reuses it until a test deletes part of it. */
class Paths {
  readonly #world: () => World;
  readonly #registries = new Map<string, number>();
  readonly #items = new Map<Target, number>();
  readonly #purchases = new Map<Target, string>();

  constructor(world: () => World) {
    this.#world = world;
  }

  /** Returns the path of a route for a target. */
  async of(operation: string, target: Target | 'any'): Promise<string> {
    const [method, template = ''] = operation.split(' ');
    if (target === 'any' || !template.includes('{')) return template;
    const registry = await this.#registry(target);
    const item = template.includes('{item_id}') ? await this.#item(target, registry) : NOTHING;
    const path = template.replace('{id}', `${registry}`).replace('{item_id}', `${item}`).replace('{invitee}', 'leaver');
    if (!path.includes('{purchase_id}')) return path;
    return path.replace('{purchase_id}', method === 'PUT' ? randomUUID() : await this.#purchase(target));
  }

  /** Returns the id of the item in a request body for this target. */
  async itemOf(target: Target): Promise<number> {
    return this.#item(target, await this.#registry(target));
  }

  /** Drops the targets of a path after a deletion, so that the next case creates new ones. */
  forget(template: string, target: Target | 'any'): void {
    this.#purchases.clear();
    if (template.includes('{purchase_id}')) return;
    this.#items.clear();
    if (!template.includes('{item_id}')) this.#registries.delete(keyOf(target));
  }

  async #registry(target: Target): Promise<number> {
    if (target === 'missing') return NOTHING;
    const key = keyOf(target);
    const known = this.#registries.get(key);
    if (known !== undefined) return known;
    const made = await this.#create(key);
    this.#registries.set(key, made);
    return made;
  }

  #create(key: Target | 'any'): Promise<number> {
    const world = this.#world();
    if (key !== 'own' && key !== 'child') {
      const status = key === 'open' ? 'publish' : 'private';
      return world.createRegistry('neighbour', status, { invitees: ['leaver'] });
    }
    const owners = [world.entryOf('coOwner')];
    return world.createRegistry('owner', 'private', {
      invitees: ['leaver', world.entryOf('invitee'), world.entryOf('mailInvitee')],
      owners,
      keepers: [world.entryOf('keeper'), ...(key === 'child' ? [...owners, world.entryOf('owner')] : [])],
    });
  }

  /** Returns the id of a purchase whose giver is not among the callers. */
  async #purchase(target: Target): Promise<string> {
    if (target === 'missing') return randomUUID();
    const known = this.#purchases.get(target);
    if (known !== undefined) return known;
    const id = randomUUID();
    const body = { item_id: await this.itemOf(target), secret: target === 'secret' || target === 'child' };
    const { status } = await this.#world().request('admin', 'PUT', `/purchases/${id}`, body);
    assert.equal(status, 201);
    this.#purchases.set(target, id);
    return id;
  }

  async #item(target: Target, registry: number): Promise<number> {
    if (target === 'missing') return NOTHING;
    const known = this.#items.get(target);
    if (known !== undefined) return known;
    const made = await this.#world().createItem(registry);
    if (target === 'inactive') await this.#world().deleteItem(made);
    this.#items.set(target, made);
    return made;
  }
}

/** Returns the target whose registry a target shares. */
function keyOf(target: Target | 'any'): Target | 'any' {
  return target === 'inactive' || target === 'secret' ? 'own' : target;
}

/** Returns the placeholders of a path, for example `{id} {item_id}`. */
function namesIn(template: string): string {
  return (template.match(/\{(?:id|item_id)\}/g) ?? []).join(' ');
}

let names = 0;

/** Returns invalid credentials. The name is new each time, since failed logins for one name add up to a 429. */
function rejected(): string {
  return `Basic ${Buffer.from(`nobody-of-the-table-${names++}:wrong`).toString('base64')}`;
}

/** Returns the operations of an OpenAPI description, for example `GET /items`. */
function operationsIn(description: unknown): string[] {
  assert.ok(typeof description === 'object' && description !== null && 'paths' in description);
  return Object.entries(Object(description.paths)).flatMap(([path, methods]) =>
    Object.keys(Object(methods))
      .filter((method) => /^(get|put|post|delete|patch|head|options|trace)$/.test(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
}

function casesOf(cases: Row['cases']): [Target | 'any', Statuses][] {
  const targets = ['any', ...TARGETS] as const;
  return targets.flatMap((target) => (cases[target] === undefined ? [] : [[target, cases[target]]]));
}
