import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ItemPublicResponse, Registry } from '@largesse/contract';
import { roleMatrix, type World } from '../../api/testing/role-table.ts';
import { type Account, createAccounts } from '../../wordpress/accounts.ts';
import { type Caller, type RegistryPost, rest } from '../wordpress/requests.ts';
import { openSiteWithApi } from './site-with-api.ts';

const t = await openSiteWithApi(undefined, { PREVIEWS: 'on' });
after(() => t.close());

/** The users of every site, and additional users of the table. */
const people = new Map<string, Account>(Object.entries(t.site.users));
const personOf = (name: string): Account => people.get(name) ?? assert.fail(name);
before(async () => {
  const names = ['neighbour', 'keeper', 'coOwner'];
  const plans = names.map((name) => ({
    username: name.toLowerCase(),
    email: `${name.toLowerCase()}@people.example`,
    role: 'subscriber' as const,
  }));
  const created = await createAccounts(t.site.wordpress, plans);
  for (const [index, account] of created.entries()) people.set(names[index] ?? '', account);
});

const world: World = {
  async createRegistry(of, status, { invitees, owners = [], keepers = [] }) {
    const { authorization } = personOf(of);
    const meta = { registry_invitees: invitees, registry_owners: owners, registry_keepers: keepers };
    const body = { title: 'A registry', status, meta };
    const answer = await t.request<Registry>(null, 'POST', '/registries', { headers: { authorization }, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id;
  },
  entryOf: (named) => personOf(named)[named === 'mailInvitee' ? 'email' : 'username'],
  async createItem(registry) {
    // Without WordPress: permissions do not depend on its list of items.
    const body = { registry_id: registry, name: 'Kettle', url: 'https://shop.example/kettle', quantity_needed: 99 };
    const answer = await t.request<ItemPublicResponse>('owner', 'POST', '/items', { body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data.id;
  },
  async deleteItem(item) {
    assert.equal((await t.request('owner', 'DELETE', `/items/${item}`)).status, 200);
  },
  request(from, method, path, body) {
    const headers = typeof from === 'string' ? { authorization: personOf(from).authorization } : { ...from };
    return t.request(null, method, path, { body, headers });
  },
};

// api/conformance runs the whole table. This suite only tests how the service uses WordPress's answers for each class
// of routes.
describe('permissions on a real WordPress', () => roleMatrix(() => world, 'first of each class'));

describe('WordPress’s own answers about a registry', () => {
  const canary = 'canary@invited.example';
  const statuses = ['publish', 'private', 'draft'] as const;
  const ids: number[] = [];
  before(async () => {
    for (const status of statuses) {
      const id = await world.createRegistry('owner', status === 'publish' ? status : 'private', {
        invitees: [canary, 'invitee'],
      });
      if (status === 'draft') await rest(t.site, 'owner', 'POST', `/registries/${id}`, { status });
      ids.push(id);
    }
  });

  const routes = (): string[] => [
    ...ids.flatMap((id) => [
      `/registries/${id}`,
      `/registries/${id}?_embed`,
      `/registries/${id}?context=edit`,
      `/registries/${id}/revisions`,
      `/registries/${id}/autosaves`,
      `/posts/${id}`,
    ]),
    `/registries?include=${ids}`,
    `/registries?include=${ids}&_fields=meta`,
    `/registries?include=${ids}&context=embed`,
    `/registries?include=${ids}&context=edit`,
    `/registries?include=${ids}&status=publish,private,draft`,
    `/search?subtype=registry&include=${ids}&_embed`,
  ];
  for (const caller of ['nobody', 'stranger'] as const satisfies Caller[]) {
    it(`contains no invitee for ${caller}, public, private or draft`, async () => {
      for (const [route, body] of Object.entries(await readAll(caller, routes())))
        assert.doesNotMatch(JSON.stringify(body), /canary/, route);
    });

    it(`contains the public registry with its meta but without its invitees for ${caller}`, async () => {
      const { status, body } = await rest(t.site, caller, 'GET', `/registries/${ids[0]}`);
      assert.equal(status, 200);
      assert.equal(body.meta.registry_invitees, '[]');
      assert.equal(body.meta.registry_item_ids, '[]');
    });

    it(`contains neither the private registry nor the draft for ${caller}`, async () => {
      const refused = [await rest(t.site, caller, 'GET', `/registries/${ids[1]}`)];
      refused.push(await rest(t.site, caller, 'GET', `/registries/${ids[2]}`));
      assert.deepEqual(
        refused.map(({ status, body }) => [status, body.meta]),
        [
          [caller === 'nobody' ? 401 : 403, undefined],
          [404, undefined],
        ],
      );
      const { body } = await rest<RegistryPost[]>(t.site, caller, 'GET', '/registries?per_page=100');
      const listed = body.map(({ id }) => id);
      assert.deepEqual(
        ids.filter((id) => listed.includes(id)),
        ids.slice(0, 1),
      );
    });

    it(`does not allow ${caller} to find a registry by its invitees`, async () => {
      for (const route of [`/registries?search=${canary}`, `/search?search=${canary}`]) {
        assert.deepEqual((await rest<unknown[]>(t.site, caller, 'GET', route)).body, [], route);
      }
    });
  }

  it('contains the invitees for the administrator on the same routes, so that a leak to others would show', async () => {
    const found = Object.entries(await readAll('admin', routes()));
    const telling = found.filter(([route]) => /^\/registries(?!.*(?:revisions|autosaves|context=embed))/.test(route));
    assert.equal(telling.length, 13);
    for (const [route, body] of telling) assert.match(JSON.stringify(body), /canary/, route);
  });

  it('contains all invitees for owner, administrator and invitees', async () => {
    for (const caller of ['owner', 'admin', 'invitee'] as const) {
      for (const id of ids.slice(0, 2)) {
        const { body } = await rest(t.site, caller, 'GET', `/registries/${id}`);
        assert.deepEqual(JSON.parse(body.meta.registry_invitees), [canary, 'invitee'], caller);
      }
    }
  });
});

/** Requests several REST API routes as a caller in one run of PHP. */
async function readAll(caller: Caller, routes: readonly string[]): Promise<Record<string, unknown>> {
  const id = caller === 'nobody' ? 0 : t.site.users[caller].id;
  return JSON.parse(await t.site.wordpress.run(READ_ALL, { id, routes }));
}

/** As in `WP_REST_Server::serve_request()` and `rest_preload_api_request()`. */
const READ_ALL = `
  define( 'REST_REQUEST', true );
  wp_set_current_user( $input['id'] );
  foreach ( $input['routes'] as $route ) {
    $request = WP_REST_Request::from_url( rest_url( "wp/v2$route" ) );
    $response = apply_filters( 'rest_post_dispatch', rest_do_request( $request ), rest_get_server(), $request );
    $answers[ $route ] = rest_get_server()->response_to_data( $response, $request->has_param( '_embed' ) );
  }
  echo wp_json_encode( $answers );`;
