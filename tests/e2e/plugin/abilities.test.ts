import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Registry } from '../../../plugin/blocks/my-registries/registry.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { abilitiesApi } from '../wordpress/abilities-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Caller, create, dispatch, rest } from '../wordpress/requests.ts';
import { addItem, openConnected } from './connected.ts';
import { give } from './gifts.ts';

/** Result of an ability, or the error that it returns. */
interface Ran {
  code?: string;
  message?: string;
  data?: { status: number };
  registries?: { id: number; title: string }[];
  registry?: Registry;
  item?: number;
  items?: { id: number; name: string; is_surprise: boolean }[];
  is_public?: boolean;
  invitees?: string[];
}

describe('the abilities', () => {
  const t = openForSuite(() => openConnected());
  let registry: number;
  let publicOne: number;
  let kettle: number;
  before(async () => {
    await addCode(t.site, abilitiesApi());
    registry = await create(t.site, 'owner', {
      title: 'Ann & Tom',
      status: 'private',
      meta: {
        registry_invitees: JSON.stringify(['invitee', 'aunt@people.example']),
        registry_owners: JSON.stringify(['mailinvitee']),
        registry_surprise: 'hidden',
        registry_event_date: '2037-06-12',
      },
    });
    publicOne = await create(t.site, 'admin', { title: 'Others', status: 'publish' });
    kettle = await addItem(t, registry, 'Kettle');
    await addItem(t, registry, 'Pot', { quantity_needed: 2 });
    await give(t, kettle, { secret: true, giver_name: 'Granny' });
  });

  const run = async (who: Caller, name: string, input?: object) => {
    const path = `/wp-json/wp-abilities/v1/abilities/largesse/${name}/run`;
    if (name === 'add-wish') return rest<Ran>(t.site, who, 'POST', path, { input });
    const query = Object.entries(input ?? {}).map(([key, value]) => `input[${key}]=${value}`);
    return rest<Ran>(t.site, who, 'GET', `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`);
  };

  it('read what the user sees on the site, the owner’s surprise included', async () => {
    const path = `/wp-json/largesse/v1/registries/${registry}`;
    const shown = await dispatch<{ registry: Registry }>(t.site, 'owner', 'GET', path);
    const { body } = await run('owner', 'get-registry', { id: registry });
    assert.deepEqual(body, shown.body);
    const wanted = await run('owner', 'show-wanted', { id: registry });
    assert.deepEqual(valuesOf(wanted.body.items ?? [], 'is_surprise'), [true, true]);
    const open = await addItem(t, publicOne, 'Cup');
    await addItem(t, publicOne, 'Plate');
    await give(t, open, { giver_name: 'Granny' });
    const { items = [] } = (await run('stranger', 'show-wanted', { id: publicOne })).body;
    assert.deepEqual(valuesOf(items, 'name'), ['Plate']);
    const access = await run('mailInvitee', 'show-access', { id: registry });
    assert.partialDeepStrictEqual(access.body, {
      title: 'Ann & Tom',
      is_public: false,
      invitees: ['invitee', 'aunt@people.example'],
    });
    assert.deepEqual((await run('stranger', 'show-access', { id: publicOne })).body.invitees, []);
  });

  it('list the registries that the user may change', async () => {
    const titles = async (who: Caller) =>
      (await run(who, 'list-registries')).body.registries?.map(({ title }) => title);
    assert.deepEqual(await titles('owner'), ['Ann & Tom']);
    assert.deepEqual(await titles('mailInvitee'), ['Ann & Tom']);
    assert.deepEqual(await titles('invitee'), []);
    assert.equal((await run('nobody', 'list-registries')).status, 401);
  });

  it('add a wish with the rules and messages of the site', async () => {
    const { status, body } = await run('mailInvitee', 'add-wish', { id: registry, name: 'Spoon', price: 3.5 });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(valuesOf(body.registry?.items ?? [], 'name'), ['Spoon']);
    for (const [input, expected] of [
      [{ name: 'Fork', url: 'ftp://shop.example' }, /^url: /],
      [{ name: 'Fork', quantity: 2 }, /quantity is not a valid property/],
      [{}, /name is a required property/],
    ] as const) {
      const refused = await run('owner', 'add-wish', { id: registry, ...input });
      assert.ok(refused.status >= 400 && refused.status < 500, JSON.stringify(refused.body));
      assert.match(refused.body.message ?? '', expected);
    }
  });

  it('refuse what the user may not do on the site', async () => {
    for (const [who, name, status, code] of [
      ['nobody', 'show-access', 401, 'largesse_signed_out'],
      ['stranger', 'get-registry', 403, 'largesse_no_registry'],
      ['stranger', 'show-wanted', 403, 'largesse_no_registry'],
      ['invitee', 'show-wanted', 200, undefined],
      ['invitee', 'add-wish', 403, 'largesse_forbidden'],
      ['stranger', 'add-wish', 403, 'largesse_no_registry'],
    ] as const) {
      const answer = await run(who, name, { id: registry, ...(name === 'add-wish' && { name: 'Fork' }) });
      assert.deepEqual([answer.status, answer.body.code], [status, code], `${who} ${name}`);
    }
    const missing = await run('stranger', 'get-registry', { id: 999_999 });
    assert.deepEqual(missing.body, (await run('stranger', 'get-registry', { id: registry })).body);
  });

  it('have annotations for assistants', async () => {
    const described: Record<string, { meta: object }> = JSON.parse(
      await t.site.wordpress.run(
        `add_action( 'wp_abilities_api_init', $collect = function () {} );
         rest_get_server();
         $all = array();
         foreach ( function_exists( 'wp_get_abilities' ) ? wp_get_abilities() : $GLOBALS['test_abilities'] as $name => $ability ) {
           $name = is_array( $ability ) ? $name : $ability->get_name();
           if ( str_starts_with( $name, 'largesse/' ) ) $all[ $name ] = array( 'meta' => is_array( $ability ) ? $ability['meta'] : $ability->get_meta() );
         }
         echo wp_json_encode( $all );`,
      ),
    );
    const names = ['add-wish', 'get-registry', 'list-registries', 'show-access', 'show-wanted'];
    assert.deepEqual(
      Object.keys(described).sort(),
      names.map((name) => `largesse/${name}`),
    );
    for (const [name, { meta }] of Object.entries(described)) {
      const isReading = name !== 'largesse/add-wish';
      assert.partialDeepStrictEqual(meta, {
        annotations: { readonly: isReading, destructive: false, idempotent: isReading },
        show_in_rest: true,
        public: true,
        mcp: { public: true },
      });
    }
  });
});
