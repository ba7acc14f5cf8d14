import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { CALLERS, REFUSALS, ROWS, ROWS_OF_REGISTRY_ACCESS, type Row, TARGETS, type Target } from './role-rows.ts';
import { addItem, addRegistry } from './world.ts';

// Each test with rejected credentials advances the clock, because an address may send only 200 rejected logins a
// minute.
let advanced = 0;
const t = await openTestService({ overrides: { now: () => performance.now() + advanced } });
after(() => t.close());

const LOGINS = {
  stranger: 'stranger',
  invitee: 'guest',
  mailInvitee: 'mailguest',
  keeper: 'keeper',
  coOwner: 'partner',
  owner: 'owner',
  admin: 'admin',
};
const FAMILY = { invitees: ['leaver', 'guest', 'granny@family.test'], owners: ['partner'], keepers: ['keeper'] };
/** Role that each operation declares, by operation: `GET /items`. */
const DECLARED = rolesIn((await t.request('GET', '/openapi.json')).body);
/** Id that no registry and no item has. */
const NOTHING = 987_654;

before(() => {
  t.host.users.add('neighbour');
});

/** Registers the tests of a table. Calls `service` when the tests run. */
function matrix(service: () => TestService, rows: Record<string, Row>): void {
  const targets = new Targets(service);
  for (const [operation, { body, cases }] of Object.entries(rows)) {
    const [method = '', template = ''] = operation.split(' ');
    /** Sends this row's request for a target. */
    const send = async (target: Target | 'any', sender: { as?: string; headers?: { authorization: string } }) => {
      const path = await targets.path(operation, target);
      const sent = typeof body === 'function' ? body(await targets.idsOf(target)) : body;
      return service().request(method, path, { ...sender, body: sent });
    };
    describe(operation, () => {
      for (const [target, statuses] of casesOf(cases)) {
        it(`${target}: ${CALLERS.map((caller, n) => `${caller} ${statuses[n]}`).join(', ')}`, async () => {
          const found: number[] = [];
          for (const caller of CALLERS) {
            const before = await targets.onHost(target);
            const answer = await send(target, { as: LOGINS[caller] });
            found.push(answer.status);
            if (answer.status >= 400) assert.equal(await targets.onHost(target), before, 'the host stores no change');
            if (answer.status === 403) assert.equal(answer.text, '{"detail":"Not allowed"}');
            if (answer.status === 404)
              assert.match(answer.text, /^\{"detail":"(Idea|Item|Registry|Purchase|Share|Webhook) not found"\}$/);
            if (answer.status < 300) targets.forgetChanged(method, template, target);
          }
          assert.deepEqual(found, statuses);
        });

        const expected = DECLARED.get(operationOf(operation)) === 'everyone' ? 200 : 401;
        it(`${target}: ${expected} without, with malformed and with rejected credentials`, async () => {
          advanced += 1000;
          for (const headers of [undefined, { authorization: 'Basic !!' }, { authorization: rejected() }]) {
            const answer = await send(target, headers === undefined ? {} : { headers });
            assert.equal(answer.status, expected);
            if (expected === 401) assert.equal(answer.text, '{"detail":"Invalid or missing credentials"}');
          }
        });
      }
    });
  }
}

/** Creates the target of a case. Reuses the target until a test deletes part of it. */
class Targets {
  readonly #service: () => TestService;
  readonly #registries = new Map<Target, number>();
  readonly #items = new Map<Target, number>();
  readonly #purchases = new Map<Target, string>();

  constructor(service: () => TestService) {
    this.#service = service;
  }

  /** Returns the path of an operation. The path contains the ids of the target. */
  async path(operation: string, target: Target | 'any'): Promise<string> {
    const [method, template = ''] = operation.split(' ');
    if (target === 'any' || !template.includes('{')) return template.replace('{idea_id}', randomUUID());
    const registry = this.#registry(target);
    const item = template.includes('{item_id}') ? await this.#item(target) : NOTHING;
    const path = template
      .replace('{id}', `${registry}`)
      .replace('{item_id}', `${item}`)
      .replace('{invitee}', 'leaver')
      .replace('{share_id}', randomUUID());
    if (!path.includes('{purchase_id}')) return path;
    return path.replace('{purchase_id}', method === 'PUT' ? randomUUID() : await this.#purchase(target));
  }

  /** Returns the item id and the registry id that a request about this target sends in its body. */
  async idsOf(target: Target | 'any'): Promise<{ item: number; registry: number }> {
    if (target === 'any') return { item: NOTHING, registry: NOTHING };
    return { item: await this.#item(target), registry: this.#registry(target) };
  }

  /** Returns the host's data of a target. Omits the list of items, because the service updates this list later. */
  async onHost(target: Target | 'any'): Promise<string> {
    const post = target === 'any' ? undefined : this.#service().host.registries.find(this.#registry(target));
    const meta = [...(post?.meta ?? [])].filter(([key]) => key !== 'registry_item_ids');
    return JSON.stringify({ ...post, modified: null, meta });
  }

  /** Forgets the deleted or restored parts of a target. The next case then creates new parts. */
  forgetChanged(method: string, template: string, target: Target | 'any'): void {
    if (target === 'inactive') this.#items.delete(target);
    if (method !== 'DELETE') return;
    this.#purchases.clear();
    if (template.includes('{purchase_id}')) return;
    this.#items.clear();
    if (target !== 'any' && !template.includes('{item_id}')) this.#registries.delete(registryOf(target));
  }

  #registry(target: Target): number {
    const key = registryOf(target);
    const id = this.#registries.get(key) ?? this.#create(key);
    this.#registries.set(key, id);
    return id;
  }

  #create(key: Target): number {
    const service = this.#service();
    switch (key) {
      case 'missing':
        return NOTHING;
      case 'open':
      case 'other': {
        const status = key === 'open' ? 'publish' : 'private';
        return addRegistry(service, { of: 'neighbour', status, invitees: ['leaver'] }).id;
      }
      case 'draft':
      case 'trash':
        return addRegistry(service, { ...FAMILY, status: key }).id;
      case 'child':
        return addRegistry(service, { ...FAMILY, keepers: ['keeper', 'partner', 'owner'] }).id;
      default:
        return addRegistry(service, FAMILY).id;
    }
  }

  /**
   * Returns the id of a purchase of the target; creates the purchase if necessary. For `had`, the co-owner recorded the
   * purchase. For other targets, the giver is none of the callers.
   */
  async #purchase(target: Target): Promise<string> {
    const known = this.#purchases.get(target);
    if (target === 'missing' || known !== undefined) return known ?? randomUUID();
    const id = randomUUID();
    const [item_id, registry] = [await this.#item(target), this.#registry(target)];
    const secret = target === 'secret' || target === 'child';
    const { status } =
      target === 'had'
        ? await t.request('PUT', `/registries/${registry}/purchases/${id}`, { as: 'partner', body: { item_id } })
        : await t.request('PUT', `/purchases/${id}`, { as: 'admin', body: { item_id, secret } });
    assert.equal(status, 201);
    this.#purchases.set(target, id);
    return id;
  }

  async #item(target: Target): Promise<number> {
    const known = this.#items.get(target);
    if (target === 'missing' || known !== undefined) return known ?? NOTHING;
    const { id } = await addItem(this.#service(), this.#registry(target), { quantity_needed: 99 });
    if (target === 'inactive') await this.#service().request('DELETE', `/items/${id}`, { as: 'admin' });
    this.#items.set(target, id);
    return id;
  }
}

/** Returns the target whose registry the given target uses. For example, `secret` uses the registry of `own`. */
function registryOf(target: Target): Target {
  if (target === 'inactive' || target === 'secret' || target === 'had') return 'own';
  return target === 'orphan' ? 'missing' : target;
}

let names = 0;

/**
 * Returns invalid credentials. Each call uses a new name, because many failed logins for one name would cause a 429.
 */
function rejected(): string {
  return `Basic ${Buffer.from(`nobody-of-the-table-${names++}:wrong`).toString('base64')}`;
}

/** Returns the declared role of each operation of an OpenAPI description. */
function rolesIn(description: unknown): Map<string, unknown> {
  assert.ok(typeof description === 'object' && description !== null && 'paths' in description);
  const operations = Object.entries(Object(description.paths)).flatMap(([path, methods]) =>
    Object.entries(Object(methods))
      .filter(([method]) => /^(get|put|post|delete|patch|head|options|trace)$/.test(method))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, Object(operation)['x-role']] as const),
  );
  return new Map(operations);
}

const isRole = (role: unknown): role is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, String(role));

const operationOf = (row: string): string => row.split('?', 1)[0] ?? '';

function casesOf(cases: Row['cases']) {
  const targets = ['any', ...TARGETS] as const;
  return targets.flatMap((target) => (cases[target] === undefined ? [] : [[target, cases[target]] as const]));
}

// rules: Admins see affiliate fields
describe('rules: Roles', () => {
  matrix(() => t, ROWS);

  it('the table has a row for each route of /openapi.json, and no others', async () => {
    const operations = new Set(Object.keys(ROWS).map(operationOf));
    assert.deepEqual([...DECLARED.keys()].sort(), [...operations].sort());
  });

  it('each operation declares a role, refuses callers without this role, and answers all others like an admin', () => {
    for (const [operation, role] of DECLARED) assert.ok(isRole(role), `${operation} declares the role ${role}`);
    for (const [row, { cases }] of Object.entries(ROWS)) {
      const role = DECLARED.get(operationOf(row));
      assert.ok(isRole(role));
      // Only admins may send some parameters of operations for users.
      if (row.includes('?') && (role === 'user' || role === 'item-user')) continue;
      for (const [target, statuses] of casesOf(cases)) {
        // The answer also depends on the purchase (rules: Surprise).
        if (target === 'secret' || target === 'had') continue;
        const expected: (number | undefined)[] = CALLERS.map(
          (caller) => REFUSALS[role](target, caller) ?? statuses.at(-1),
        );
        assert.deepEqual(statuses, expected, `${row} needs the role ${role}: ${target}`);
      }
    }
  });

  it('rules of the body that no schema expresses precede the role (rules: Requests, 3)', async () => {
    const id = randomUUID();
    const requests: [method: string, path: string, body: object, field: string][] = [
      ['PUT', `/purchases/${id}`, { item_id: 5, owner: true, secret: true }, 'owner'],
      ['PUT', `/purchases/${id}`, { item_id: 5, secret: true, level: 'names' }, 'level'],
      ['PUT', `/registries/5/shares/${id}`, { item_id: 5, amount: 5, secret: true, level: 'names' }, 'level'],
      ['POST', '/purchases/reveal', { registry_id: 5, names_since: 'x' }, 'names_since'],
      ['POST', '/purchases/reveal', { registry_id: 5, day_began: 'x' }, 'day_began'],
      ['POST', '/purchases/erase', {}, 'body'],
    ];
    for (const [method, path, body, field] of requests) {
      const { status, text, headers } = await t.request(method, path, {
        as: 'stranger',
        body: { ...body, unknown: 1 },
      });
      assert.equal(status, 422, `${method} ${path}`);
      assert.ok(text.startsWith(`{"detail":"${field}: `), text);
      assert.equal(headers['ignored-fields'], 'unknown');
    }
  });

  it('every route for a registry or an item has cases for all kinds of registries and items', () => {
    for (const [operation, { cases }] of Object.entries(ROWS)) {
      if (!operation.includes('{') || /{(webhook|idea|share)_id}/.test(operation)) continue;
      const needed: Target[] = ['own', 'child', 'other', 'open', 'missing'];
      if (/registries\/\{id\}|^GET \/events/.test(operation)) needed.push('draft', 'trash');
      if (operation.includes('{item_id}')) needed.push('inactive');
      const optional = ['secret', 'had'];
      assert.deepEqual(
        Object.keys(cases)
          .filter((target) => !optional.includes(target))
          .sort(),
        needed.sort(),
        operation,
      );
    }
  });
});

describe('rules: Item routes, roles with ITEMS_ACCESS=registry', async () => {
  const strict = await openTestService({ host: t.host, env: { ITEMS_ACCESS: 'registry' } });
  after(() => strict.close());
  matrix(() => strict, ROWS_OF_REGISTRY_ACCESS);

  it('the table has rows for all operations with the role `item-user`, and no others', () => {
    const operations = new Set(Object.keys(ROWS_OF_REGISTRY_ACCESS).map(operationOf));
    const declared = [...DECLARED].filter(([, role]) => role === 'item-user').map(([operation]) => operation);
    assert.deepEqual([...operations].sort(), declared.sort());
  });
});

describe('rules: Secrecy', () => {
  it('hides drafts from keepers, also if the host shows them', async () => {
    const { id } = addRegistry(t, { ...FAMILY, status: 'draft' });
    const { isHidden, mayRead } = t.host.registries;
    Object.assign(t.host.registries, { isHidden: () => false, mayRead: () => true });
    try {
      for (const path of [`/registries/${id}`, `/registries/${id}/items`]) {
        assert.equal((await t.request('GET', path, { as: 'keeper' })).status, 404, path);
        assert.equal((await t.request('GET', path, { as: 'partner' })).status, 200, path);
      }
    } finally {
      Object.assign(t.host.registries, { isHidden, mayRead });
    }
  });

  it('shows affiliate fields to non-admins only on the affiliate routes', async () => {
    const post = addRegistry(t, { invitees: ['guest'], owners: ['partner'], keepers: ['keeper'] });
    const canary = 'affiliate-canary';
    const { id } = await addItem(t, post.id, { affiliate_url: canary, affiliate_status: 'active' });
    for (const as of ['owner', 'partner', 'keeper', 'guest', 'stranger'])
      for (const route of [
        '/items?limit=1000',
        `/items/${id}`,
        `/items?ids=${id}`,
        `/registries/${post.id}/items`,
        `/registries/${post.id}`,
      ]) {
        const { text } = await t.request('GET', route, { as });
        assert.ok(!text.includes(canary) && !text.includes('affiliate_'), `${as} ${route}`);
      }
    assert.ok((await t.request('GET', `/items/${id}`, { as: 'admin' })).text.includes(canary));
  });
});
