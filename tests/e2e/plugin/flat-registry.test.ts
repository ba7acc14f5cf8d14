// Needs a whole site: themes read posts, meta fields and items through WordPress.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { ItemResponse, Registry } from '@largesse/contract';
import { letPass } from '../../../contract/testing/clock.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { fillRegistry } from '../api/fill-registry.ts';
import { type Caller, create, page } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { openProxiedSite } from './proxied-site.ts';
import { addShowingPage, type FlatRegistry, type Shown } from './showing-page.ts';

for (const version of versions)
  describe(`a registry as pages see it on WordPress ${version}`, () => flatRules(version));

function flatRules(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const t = openForSuite(() => openProxiedSite(version));
  before(async () => {
    await addShowingPage(t.system.site);
    await run(
      `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Show', 'post_name' => 'show' ) );`,
    );
  });

  const run = (code: string, input: unknown = null) => t.system.site.wordpress.run(code, input);
  const addItem = async (registry: number, fields: object = {}) => {
    const body = { registry_id: registry, name: 'Kettle', url: 'https://shop.example/kettle', ...fields };
    const answer = await t.system.request<ItemResponse>('admin', 'POST', '/items', { body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data.id;
  };
  async function withItems(count: number): Promise<{ id: number; items: number[] }> {
    const id = await create(t.system.site, 'owner', { status: 'publish' });
    const items: number[] = [];
    for (let n = 0; n < count; n++) items.push(await addItem(id));
    await run(`update_post_meta( $input[0], 'registry_item_ids', wp_json_encode( $input[1] ) );`, [id, items]);
    return { id, items };
  }
  async function show(who: Caller, id: number, query = ''): Promise<FlatRegistry> {
    const { status, html } = await page(t.system.site, who, `/show/?registry=${id}${query}`);
    assert.equal(status, 200);
    const { registry }: Shown = JSON.parse(html);
    assert.ok(registry, 'the page shows the registry');
    return registry;
  }
  const shownItems = async (who: Caller, id: number) => (await show(who, id)).items.map((item) => item.id);

  describe('the array', () => {
    everywhere('has exactly its keys with their values', async () => {
      const created = await t.system.request<Registry>('owner', 'POST', '/registries', {
        body: {
          title: 'Mum & Dad <3',
          story: '<p>We <em>marry</em></p>',
          status: 'publish',
          meta: {
            registry_invitees: ['invitee'],
            registry_event_type: 'Wedding',
            registry_event_date: '2027-05-01',
            registry_surprise: 'names',
          },
        },
      });
      const { id, permalink } = created.body;
      const item = await addItem(id);
      await run(`update_post_meta( $input[0], 'registry_item_ids', wp_json_encode( array( $input[1] ) ) );`, [
        id,
        item,
      ]);
      const { items, ...flat } = await show('owner', id);
      assert.deepEqual(flat, {
        id,
        user_id: t.system.site.users.owner.id,
        title: 'Mum & Dad <3',
        description: '<p>We <em>marry</em></p>',
        is_public: true,
        permalink,
        share_key: id,
        meta: {
          registry_item_ids: [item],
          registry_invitees: ['invitee'],
          registry_owners: [],
          registry_keepers: [],
          registry_headings: [],
          registry_most_wanted: [],
          registry_event_type: 'Wedding',
          registry_event_date: '2027-05-01',
          registry_surprise: 'names',
          registry_reveal_date: null,
          registry_cover: null,
        },
      });
      assert.deepEqual(
        items.map((each) => each.id),
        [item],
      );
    });

    it('is available by id and by slug', async () => {
      const id = await create(t.system.site, 'owner', { slug: 'our-wedding' });
      const found = await run(
        `wp_set_current_user( $input['user'] );
        echo wp_json_encode( array_map( fn ( $asked ) => largesse_get_registry( $asked )['id'] ?? null, $input['asked'] ) );`,
        { user: t.system.site.users.owner.id, asked: [id, String(id), 'our-wedding', 'nothing', 999999] },
      );
      assert.deepEqual(JSON.parse(found), [id, id, id, null, null]);
    });

    it('has only the name for visitors without the password', async () => {
      const id = await create(t.system.site, 'owner', {
        status: 'publish',
        title: 'Locked',
        content: 'The story',
        password: 'sesame',
        meta: {
          registry_event_type: 'Wedding',
          registry_event_date: '2027-05-01',
          registry_headings: '[{"title":"Kitchen","items":[1]}]',
          registry_most_wanted: '[1]',
          registry_invitees: '["invitee"]',
        },
      });
      await addItem(id);
      for (const who of ['nobody', 'stranger'] as const) {
        const { title, description, meta, items } = await show(who, id);
        assert.deepEqual([title, description, items], ['Locked', '', []]);
        for (const [name, value] of Object.entries(meta))
          assert.ok(value === null || (Array.isArray(value) && value.length === 0), `${name}, ${who}`);
      }
      for (const who of ['owner', 'invitee', 'admin'] as const)
        assert.partialDeepStrictEqual(await show(who, id), { description: 'The story', items: [{ name: 'Kettle' }] });
    });
  });

  describe('a page', () => {
    it('with 200 items makes one call, and none to a registry route', async () => {
      const { id, items } = await withItems(200);
      const order = items.toReversed();
      await run(`update_post_meta( $input[0], 'registry_item_ids', wp_json_encode( $input[1] ) );`, [id, order]);
      const calls = await t.callsDuring(async () => assert.deepEqual(await shownItems('nobody', id), order));
      assert.deepEqual(calls, [`GET /items?registry_id=${id}&include=remaining&numbers=of_list&limit=1000`]);
    });

    it('shows all items if they exceed one answer', async () => {
      const id = await create(t.system.site, 'owner', { status: 'publish' });
      fillRegistry(t.system, id, 1001);
      const calls = await t.callsDuring(async () => assert.equal(new Set(await shownItems('nobody', id)).size, 1001));
      assert.equal(calls.length, 2);
    });
  });

  describe('items', () => {
    const change = (id: number, code: string, input: unknown = null) =>
      run(
        `$registry = ${id};
         $store = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class );
         ${code}`,
        input,
      );

    it('contain only the part that the visitor may see', async () => {
      const { id } = await withItems(2);
      for (const [who, isShown] of [
        ['nobody', false],
        ['stranger', false],
        ['admin', true],
      ] as const)
        assert.equal(JSON.stringify(await show(who, id)).includes('affiliate'), isShown, who);
    });

    everywhere('show every change through the site and through the API', async () => {
      const { id, items } = await withItems(1);
      const names = async () => (await show('nobody', id)).items.map(({ name }) => name);
      assert.deepEqual(await names(), ['Kettle']);
      await change(id, `$store->items->add( $registry, array( 'name' => 'Pot', 'url' => 'https://shop.example/p' ) );`);
      assert.deepEqual(await names(), ['Kettle', 'Pot']);
      await change(id, `$store->items->update( $registry, $input, array( 'name' => 'Pan' ) );`, items[0]);
      assert.deepEqual(await names(), ['Pan', 'Pot']);
      await change(id, `$store->items->remove( $registry, $input );`, items[0]);
      assert.deepEqual(await names(), ['Pot']);
      await addItem(id);
      assert.deepEqual(await names(), ['Pot', 'Kettle']);
    });

    it('make only one visitor wait for a service that does not answer', async () => {
      const { id, items } = await withItems(1);
      await run(`update_option( 'test_pause', '1' );`);
      t.interference = { before: () => false };
      assert.deepEqual(await shownItems('nobody', id), []);
      const again = await t.callsDuring(() => shownItems('nobody', id));
      assert.equal(again.length, 1, 'nobody has waited for a connection that was lost at once');
      const slowly = () => letPass(1500, 'the plugin measures the real time of a failure').then(() => false);
      t.interference = { before: slowly };
      assert.deepEqual(await shownItems('nobody', id), []);
      const calls = await t.callsDuring(() => shownItems('nobody', id));
      t.interference = {};
      assert.deepEqual(calls, []);
      const cause = new RegExp(
        `Largesse: pages of the registry ${id} do not ask .* \\d+\\.\\d seconds: .*cURL error 52`,
      );
      assert.match(await t.system.site.wordpress.log(), cause);
      assert.deepEqual(await shownItems('owner', id), items, 'recipients always ask');
      const seconds = await run(`echo get_option( "_transient_timeout_largesse_items_failed_$input" ) - time();`, id);
      assert.ok(Number(seconds) > 0 && Number(seconds) <= 10, seconds);
      await run(`delete_option( 'test_pause' );`);
      assert.deepEqual(await shownItems('nobody', id), items);
    });

    it('never have a negative remaining number, and reveal gifts again after a read without a reveal', async () => {
      const { id } = await withItems(0);
      await addItem(id, { quantity_needed: 1, quantity_purchased: 3 });
      const told = await change(
        id,
        `$fired = 0;
         add_action( 'largesse_before_items_read', function () use ( &$fired ) { ++$fired; } );
         $read  = fn () => $store->items->for_public( $registry );
         $store->active->without_reveal( $read );
         echo $fired, $read()[0][ Largesse\\Registries\\Registry\\Store::REMAINING ], $fired;`,
      );
      assert.equal(told, '001');
    });

    it('are added together in their order, without the refused ones, in requests of at most 512 KiB', async () => {
      const id = await create(t.system.site, 'owner', {});
      const added = await change(
        id,
        `$wish  = array( 'name' => 'Pot', 'url' => 'https://shop.example/p' );
         $large = array( 'retailer' => str_repeat( '李', 2000 ), 'image_url' => str_repeat( '李', 2000 ) ) + $wish;
         $sizes = array();
         add_filter( 'http_request_args', function ( $options ) use ( &$sizes ) {
           if ( 'POST' === $options['method'] ) {
             $sizes[] = strlen( $options['body'] );
           }
           return $options;
         } );
         $all     = array( 7 => $wish, 8 => array( 'url' => 'x' ) + $wish ) + array_fill( 10, 30, $large );
         $answers = $store->items->add_all( $registry, $all );
         $error   = $answers[8];
         $ids     = array_column( array_filter( $answers, 'is_array' ), 'id' );
         echo wp_json_encode( array(
           'is_ordered' => array_keys( $answers ) === array_keys( $all ) && Largesse\\Registries\\Registry\\WishOrder::of( $registry )->ids === $ids,
           'created'    => count( $ids ),
           'rules'      => Largesse\\Foundation\\Service\\ApiError::broken_rules( $error ),
           'requests'   => count( $sizes ),
           'fits'       => max( $sizes ) <= 524288,
         ) );`,
      );
      assert.deepEqual(JSON.parse(added), {
        is_ordered: true,
        created: 31,
        rules: { url: { name: 'minLength', limit: 10 } },
        requests: 3,
        fits: true,
      });
    });
  });
}
