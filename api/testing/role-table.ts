import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from './http-client.ts';

/*
 * Who may do what, as a table: every route × what it is about × who asks → status (spec: Endpoints, "Who").
 */

/**
 * `own` is a private registry of `owner`, who invited `invitee` by name and `mailInvitee` by e-mail address, with an
 * active item. `other` is another member's private registry and an item in it. `open` is that member's public
 * one. `inactive` is the own registry and an item that was deleted. `missing` never was.
 */
type Target = 'own' | 'other' | 'open' | 'inactive' | 'missing';

/** Those who ask, in the order in which the table gives their statuses. */
export const CALLERS = ['stranger', 'invitee', 'mailInvitee', 'owner', 'admin'] as const;
export type RoleCaller = (typeof CALLERS)[number];
type Statuses = [stranger: number, invitee: number, mailInvitee: number, owner: number, admin: number];

/**
 * What a route wants of the host before it does its work. Routes of one class hear the same answers of the host and
 * decide alike; each stands under its own name in the table all the same.
 */
type Access =
  | 'nothing'
  | 'login'
  | 'admin'
  | 'item'
  | 'list'
  | 'create'
  | 'read'
  | 'change'
  | 'delete'
  | 'items'
  | 'invitees'
  | 'read affiliate'
  | 'affiliate';

interface Row {
  access: Access;
  body?: object;
  /** `any` where the route names no registry and no item. */
  cases: Partial<Record<Target | 'any', Statuses>>;
}

/** What the table needs of a service and its host, be they real or not. */
export interface World {
  /** Creates a registry of `owner` or of `neighbour`, a member who never asks; gives its id. */
  createRegistry(
    of: 'owner' | 'neighbour',
    status: 'private' | 'publish',
    invitees: readonly string[],
  ): Promise<number>;
  /** What an invitation of this person says: the user name of one, the e-mail address of the other. */
  entryOf(invited: 'invitee' | 'mailInvitee'): string;
  /** Creates an active item of a registry; gives its id. */
  createItem(registry: number): Promise<number>;
  /** Makes an item inactive. */
  deleteItem(item: number): Promise<void>;
  /** Sends a request as somebody, or with this value of `Authorization`, or without one. */
  request(from: Sender, method: string, path: string, body?: object): Promise<Answer<unknown>>;
}

export type Sender = RoleCaller | { authorization: string | undefined };

const ITEM = { name: 'Kettle', url: 'https://shop.example/kettle' };

const everybody = (status: number): Statuses => [status, status, status, status, status];
const read = {
  own: [403, 200, 200, 200, 200],
  other: [403, 403, 403, 403, 200],
  open: [403, 403, 403, 403, 200],
  missing: everybody(404),
} satisfies Row['cases'];
const write = (success: number) =>
  ({
    own: [403, 403, 403, success, success],
    other: [403, 403, 403, 403, success],
    open: [403, 403, 403, 403, success],
    missing: everybody(404),
  }) satisfies Row['cases'];
const anyItem = (success: number): Row['cases'] => ({
  own: everybody(success),
  other: everybody(success),
  open: everybody(success),
  inactive: everybody(404),
  missing: everybody(404),
});
const deletedItem = { inactive: [403, 403, 403, 404, 404] satisfies Statuses };
const deletedItemRead = { inactive: [403, 404, 404, 404, 404] satisfies Statuses };

const TABLE: Record<string, Row> = {
  'GET /': { access: 'nothing', cases: { any: everybody(200) } },
  'GET /health': { access: 'nothing', cases: { any: everybody(200) } },
  'GET /items': { access: 'login', cases: { any: everybody(200) } },
  'POST /items': { access: 'login', body: { ...ITEM, registry_id: 5 }, cases: { any: everybody(201) } },
  'GET /items/search': { access: 'admin', cases: { any: [403, 403, 403, 403, 200] } },
  'GET /items/{item_id}': { access: 'item', cases: anyItem(200) },
  'PUT /items/{item_id}': { access: 'item', body: { price: 3 }, cases: anyItem(200) },
  'DELETE /items/{item_id}': { access: 'item', cases: anyItem(200) },
  'GET /registries': { access: 'list', cases: { any: everybody(200) } },
  'POST /registries': { access: 'create', body: { title: 'T' }, cases: { any: everybody(201) } },
  'GET /registries/{id}': { access: 'read', cases: read },
  'PATCH /registries/{id}': { access: 'change', body: { title: 'T' }, cases: write(200) },
  'DELETE /registries/{id}': { access: 'delete', cases: write(204) },
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
};

const OPEN = ['GET /', 'GET /health'];

/**
 * Registers the tests of the table. `world` is asked for when they run.
 * @param rows all of them, or, for a host that takes its time, the first of each class about every kind of registry,
 *   with what is missing or inactive once for a registry, an item, and an item of a registry
 */
export function roleMatrix(world: () => World, rows: 'all' | 'first of each class' = 'all'): void {
  const paths = new Paths(world);
  const asked = new Set<Access>();
  const absences = new Set<string>();
  for (const [operation, { access, body, cases }] of Object.entries(TABLE)) {
    if (rows !== 'all' && asked.has(access)) continue;
    asked.add(access);
    const [method = '', template = ''] = operation.split(' ');
    describe(operation, () => {
      for (const [target, statuses] of casesOf(cases)) {
        // The host says of what is not there that it is not there, whatever a route would do with it.
        const absence = target === 'missing' || target === 'inactive' ? `${target} ${namesIn(template)}` : undefined;
        if (rows !== 'all' && absence !== undefined && absences.has(absence)) continue;
        if (absence !== undefined) absences.add(absence);
        it(`${target}: ${CALLERS.map((caller, n) => `${caller} ${statuses[n]}`).join(', ')}`, async () => {
          const found: number[] = [];
          for (const caller of CALLERS) {
            const answer = await world().request(caller, method, await paths.of(template, target), body);
            found.push(answer.status);
            if (answer.status === 403) assert.equal(answer.text, '{"detail":"Not allowed"}');
            if (answer.status === 404) assert.match(answer.text, /^\{"detail":"(Item|Registry) not found"\}$/);
            if (answer.status < 300 && method === 'DELETE') paths.forget(template, target);
          }
          assert.deepEqual(found, statuses);
        });

        // Before it is known what they are about: the host hears the same whatever that is.
        if (rows !== 'all' && target !== casesOf(cases)[0]?.[0]) continue;
        const expected = OPEN.includes(operation) ? 200 : 401;
        it(`${target}: ${expected} without, with malformed and with rejected credentials`, async () => {
          for (const authorization of [undefined, 'Basic !!', rejected()]) {
            const path = await paths.of(template, target);
            const answer = await world().request({ authorization }, method, path, body);
            assert.equal(answer.status, expected);
            if (expected === 401) assert.equal(answer.text, '{"detail":"Invalid or missing credentials"}');
          }
        });
      }
    });
  }

  it('the table has a row for every route of /openapi.json, and no other', async () => {
    const { body } = await world().request({ authorization: undefined }, 'GET', '/openapi.json');
    assert.deepEqual(operationsIn(body).sort(), Object.keys(TABLE).sort());
  });

  it('every route that names a registry or an item is asked about own, other and missing ones', () => {
    for (const [operation, { cases }] of Object.entries(TABLE)) {
      if (!operation.includes('{')) continue;
      const needed = ['missing', 'open', 'other', 'own', ...(operation.includes('{item_id}') ? ['inactive'] : [])];
      assert.deepEqual(Object.keys(cases).sort(), needed.sort(), operation);
    }
  });
}

const NOTHING = 987_654;

/** Makes what a case is about, and keeps it for the next case until somebody deletes of it. */
class Paths {
  readonly #world: () => World;
  readonly #registries = new Map<string, number>();
  readonly #items = new Map<Target, number>();

  constructor(world: () => World) {
    this.#world = world;
  }

  /** The path of a route about this target. */
  async of(template: string, target: Target | 'any'): Promise<string> {
    if (target === 'any' || !template.includes('{')) return template;
    const registry = await this.#registry(target);
    const item = template.includes('{item_id}') ? await this.#item(target, registry) : NOTHING;
    return template.replace('{id}', `${registry}`).replace('{item_id}', `${item}`).replace('{invitee}', 'leaver');
  }

  /** Somebody deleted what the path named last: the next case gets another one. */
  forget(template: string, target: Target | 'any'): void {
    this.#items.clear();
    if (!template.includes('{item_id}')) this.#registries.delete(keyOf(target));
  }

  async #registry(target: Target): Promise<number> {
    if (target === 'missing') return NOTHING;
    const key = keyOf(target);
    const world = this.#world();
    const known = this.#registries.get(key);
    if (known !== undefined) return known;
    const made =
      key === 'own'
        ? await world.createRegistry('owner', 'private', [
            'leaver',
            world.entryOf('invitee'),
            world.entryOf('mailInvitee'),
          ])
        : await world.createRegistry('neighbour', target === 'open' ? 'publish' : 'private', ['leaver']);
    this.#registries.set(key, made);
    return made;
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

/** Whose registry a target is in. */
function keyOf(target: Target | 'any'): Target | 'any' {
  return target === 'inactive' ? 'own' : target;
}

/** What a path names, for example `{id} {item_id}`. */
function namesIn(template: string): string {
  return (template.match(/\{(?:id|item_id)\}/g) ?? []).join(' ');
}

let names = 0;

/** Credentials of nobody. A new name each time: failed logins for one name add up to a 429. */
function rejected(): string {
  return `Basic ${Buffer.from(`nobody-of-the-table-${names++}:wrong`).toString('base64')}`;
}

/** The operations of an OpenAPI description, for example `GET /items`. */
function operationsIn(description: unknown): string[] {
  assert.ok(typeof description === 'object' && description !== null && 'paths' in description);
  return Object.entries(Object(description.paths)).flatMap(([path, methods]) =>
    Object.keys(Object(methods))
      .filter((method) => /^(get|put|post|delete|patch|head|options|trace)$/.test(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
}

function casesOf(cases: Row['cases']): [Target | 'any', Statuses][] {
  const targets = ['any', 'own', 'other', 'open', 'inactive', 'missing'] as const;
  return targets.flatMap((target) => (cases[target] === undefined ? [] : [[target, cases[target]]]));
}
