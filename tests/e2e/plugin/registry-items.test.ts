// Needs a service and site: crashes leave the two different.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe } from 'node:test';
import type { ItemResponse } from '@largesse/contract';
import { DETAIL } from '../../../api/conformance/answers.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { warmUp } from '../api/site-with-api.ts';
import { create } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { openProxiedSite, Refused } from './proxied-site.ts';

for (const version of versions) describe(`the items of a registry on WordPress ${version}`, () => itemRules(version));

function itemRules(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const t = openForSuite(() => openProxiedSite(version));
  before(async () => {
    await warmUp(t.system);
  });

  /** Runs PHP code as the owner, and returns the result. The code can use `$store` and `$registry`. */
  async function php<T = unknown>(registry: number, code: string, input: unknown = null): Promise<T> {
    const printed = await t.system.site.wordpress.run(
      `wp_set_current_user( get_user_by( 'login', 'owner' )->ID );
       $registry = ${registry};
       $client   = Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class );
       $store    = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->in_background();
       $result = ( function () use ( $store, $registry, $input ) { ${code} } )();
       echo wp_json_encode( is_wp_error( $result ) ? array( 'error' => $result->get_error_code() ) : $result );`,
      input,
    );
    return JSON.parse(printed);
  }

  const add = (registry: number, name: string) =>
    php<{ id: number }>(
      registry,
      `return $store->items->add( $registry, array( 'name' => $input, 'url' => 'https://shop.example/x' ) );`,
      name,
    ).then(({ id }) => id);
  const remove = (registry: number, item: number) =>
    php(registry, 'return $store->items->remove( $registry, $input );', item);
  /** Moves an item before another item, or to the end of the list. */
  const move = (registry: number, item: number, before: number | null) =>
    php(registry, 'return $store->order->move( $registry, ...$input );', [item, before]);

  /** Returns the database rows that contain the registry's list of items. */
  const rows = (registry: number) =>
    php<string[]>(
      registry,
      `global $wpdb; return $wpdb->get_col( $wpdb->prepare( "SELECT meta_value FROM $wpdb->postmeta WHERE post_id = %d AND meta_key = 'registry_item_ids' ORDER BY meta_id", $registry ) );`,
    );
  /** Returns the stored list of items. @throws if the list has more than one row in the database */
  async function listed(registry: number): Promise<number[]> {
    const all = await rows(registry);
    assert.ok(all.length <= 1, `${all.length} rows`);
    return JSON.parse(all[0] ?? '[]');
  }
  const shown = (registry: number) =>
    php<number[]>(registry, "return array_column( $store->items->all( $registry ), 'id' );");
  const inService = async (registry: number) => {
    const answer = await t.system.request<{ id: number }[]>(
      'admin',
      'GET',
      `/items?registry_id=${registry}&include=remaining&numbers=of_list&limit=1000`,
    );
    return answer.body.map(({ id }) => id);
  };
  const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);

  async function registryWith(count: number): Promise<{ id: number; items: number[] }> {
    const id = await create(t.system.site, 'owner', {});
    const items: number[] = [];
    for (let n = 0; n < count; n++) {
      const body = { registry_id: id, name: `Item ${n}`, url: 'https://shop.example/x' };
      items.push((await t.system.request<ItemResponse>('admin', 'POST', '/items', { body })).body.data.id);
    }
    if (count > 0) await php(id, 'return $store->order->write( $registry );');
    return { id, items };
  }

  everywhere(
    'a burst of changes by several visitors and through the service leaves every item listed once',
    async () => {
      const { id, items } = await registryWith(2);
      const throughService = async (name: string) => {
        const body = { name, url: 'https://shop.example/x' };
        const answer = await t.system.request<ItemResponse>('owner', 'POST', `/registries/${id}/items`, { body });
        assert.equal(answer.status, 201, answer.text);
        return answer.body.data.id;
      };
      const first = items[0] ?? 0;
      const added = await Promise.all([
        add(id, 'Site 1'),
        throughService('Service 1'),
        add(id, 'Site 2'),
        throughService('Service 2'),
        remove(id, first).then(() => 0),
        add(id, 'Site 3'),
      ]);
      assert.deepEqual(
        sorted(await inService(id)),
        sorted([...items, ...added].filter((item) => item && item !== first)),
      );
      // The service may have made the last write, with an older order. The next change repairs the order.
      await php(id, 'return $store->order->write( $registry );');
      assert.deepEqual(sorted(await listed(id)), await inService(id));
    },
  );

  it('a crash between the change and the list is repaired by the next change', async () => {
    const { id, items } = await registryWith(1);
    t.interference = { after: ({ method }) => (method === 'POST' ? false : undefined) };
    assert.deepEqual(
      await php(
        id,
        "return $store->items->add( $registry, array( 'name' => 'Lost', 'url' => 'https://shop.example/x' ) );",
      ),
      { error: 'api_error' },
    );
    t.interference = {};
    assert.deepEqual(await listed(id), items);
    const lost = (await inService(id)).at(-1) ?? 0;
    const next = await add(id, 'Next');
    assert.deepEqual(await listed(id), [...items, lost, next]);
  });

  describe('if other processes write in between', () => {
    /** Runs PHP code. Just before the first query that matches `query`, another process writes. */
    const between = (registry: number, query: string, otherWriter: string, code: string) =>
      php<number[]>(
        registry,
        `add_filter( 'query', function ( $sql ) use ( $registry ) {
           global $wpdb;
           static $done = false;
           if ( ! $done && preg_match( '/${query}/', $sql ) && str_contains( $sql, 'registry_item_ids' ) === ${query.startsWith('INSERT')} ) {
             $done = true;
             ${otherWriter}
           }
           return $sql;
         } );
         ${code}`,
      );
    const insertRow = (value: string) =>
      `$wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES ($registry, 'registry_item_ids', '${value}')" );`;
    const project = 'return $store->order->write( $registry );';

    it('two first lists that are stored at once become one', async () => {
      const { id } = await registryWith(0);
      const [a = 0, b = 0, c = 0] = await registryItems(id, 3);
      assert.deepEqual(await between(id, 'INSERT IGNORE .*records', insertRow(`[${c},${a}]`), project), [c, a, b]);
      assert.deepEqual(await rows(id), [JSON.stringify([c, a, b])]);
    });

    for (const [what, stored] of Object.entries({ 'a list': '[]', 'an empty value': '' }))
      it(`${what} that was replaced in the meantime is not overwritten`, async () => {
        const { id } = await registryWith(0);
        const [a = 0, b = 0] = await registryItems(id, 2);
        await php(id, "add_post_meta( $registry, 'registry_item_ids', $input );", stored);
        const update = `$wpdb->query( "UPDATE $wpdb->postmeta SET meta_value = '[${b},${a}]' WHERE post_id = $registry AND meta_key = 'registry_item_ids'" );`;
        assert.deepEqual(await between(id, 'UPDATE .*postmeta', update, project), [b, a]);
        assert.deepEqual(await listed(id), [b, a]);
      });

    it('that differs only in case is not treated as the same', async () => {
      const { id } = await registryWith(0);
      await php(id, `update_post_meta( $registry, 'registry_invitees', '["ada"]' ); return 1;`);
      const invitees = await php(
        id,
        `$calls = 0;
         $change = function ( array $stored ) use ( $registry, &$calls ) {
           if ( 0 === $calls++ ) {
             update_post_meta( $registry, 'registry_invitees', '["ADA"]' );
           }
           return array( ...$stored, 'bob' );
         };
         return ( new Largesse\\Registries\\Registry\\StoredList( $registry, 'registry_invitees' ) )->change( $change );`,
      );
      assert.deepEqual(invitees, [['ADA', 'bob'], true]);
    });

    it('a registry deleted in the meantime gets no list', async () => {
      const { id } = await registryWith(0);
      await registryItems(id, 1);
      t.interference = { after: () => php(id, 'wp_delete_post( $registry, true ); return 1;').then(() => true) };
      assert.deepEqual(await php(id, project), { error: 'largesse_busy' });
      t.interference = {};
      assert.deepEqual(await rows(id), []);
    });
  });

  /** Creates items in the service only, so that they are missing in the site's list. */
  async function registryItems(registry: number, count: number): Promise<number[]> {
    for (let n = 0; n < count; n++) {
      const body = { registry_id: registry, name: `Item ${n}`, url: 'https://shop.example/x' };
      await t.system.request('admin', 'POST', '/items', { body });
    }
    return inService(registry);
  }

  everywhere('a page shows every item of a damaged list, and the next change repairs the list', async () => {
    const { id, items } = await registryWith(2);
    for (const damaged of ['not json', '{"a":1}', '["1",null,[2]]']) {
      await php(id, "update_post_meta( $registry, 'registry_item_ids', wp_slash( $input ) );", damaged);
      assert.deepEqual(await shown(id), items, damaged);
      await php(id, 'return $store->order->write( $registry );');
      assert.deepEqual(await listed(id), items, damaged);
    }
  });

  it('no change calls a registry route of the service', async () => {
    const { id } = await registryWith(0);
    const calls = await t.callsDuring(async () => {
      const item = await add(id, 'A');
      await php(id, "return $store->items->update( $registry, $input, array( 'price' => 3 ) );", item);
      await move(id, item, null);
      await shown(id);
      await remove(id, item);
    });
    assert.ok(calls.length > 5);
    for (const call of calls) assert.match(call, /^(GET|POST|PUT|DELETE) \/items[/?]?/);
  });

  describe('a gift whose turn does not come in time', () => {
    const give = async (refusals: Refused[]) => {
      const registry = await create(t.system.site, 'owner', { status: 'publish' });
      const item = await add(registry, 'Kettle');
      t.interference = { instead: ({ method }) => (method === 'PUT' ? refusals.shift() : undefined) };
      let given: unknown;
      const calls = await t.callsDuring(async () => {
        given = await php(
          registry,
          `$gift = Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->give( get_post( $registry ), $input[0], array( 'item_id' => $input[1], 'quantity' => 1 ) );
           return is_wp_error( $gift ) ? $gift->get_error_data()['status'] : $gift['quantity'];`,
          [randomUUID(), item],
        );
      });
      t.interference = {};
      return { given, puts: calls.filter((call) => call.startsWith('PUT ')).length };
    };
    const refused = (detail: string) => new Refused(503, detail, { 'retry-after': '1' });
    const busy = () => refused(DETAIL.busy);

    everywhere('is repeated twice', async () => {
      assert.deepEqual(await give([busy(), busy()]), { given: 1, puts: 3 });
      assert.deepEqual(await give([busy(), busy(), busy()]), { given: 503, puts: 3 });
    });

    it('is not repeated after other refusals, because the service may have stored it, or is overloaded', async () => {
      for (const detail of ['Database is unavailable', 'Service is overloaded'])
        assert.deepEqual(await give([refused(detail)]), { given: 503, puts: 1 }, detail);
    });
  });
}
