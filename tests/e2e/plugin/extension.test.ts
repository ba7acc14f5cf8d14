// Needs a whole site: other plugins use hooks and fields.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { ANY_NUMBER } from '../../../contract/limits.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { until } from '../../support/wait.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create, page, rest } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { OWN_GIFT } from './gifts.ts';
import { deliver, openMailingSite } from './mailing-site.ts';

const STORE = 'Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )';
const PURCHASES = 'Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )';

/** PHP code that records each action of the plugin with a short form of its arguments. */
const RECORDER = `foreach ( array( 'registry_created', 'registry_published', 'registry_deleted', 'gift_made', 'gift_changed', 'gift_given_back', 'gift_revealed', 'wish_added', 'wish_changed', 'wish_removed', 'invited', 'uninvited' ) as $name ) {
  add_action( "largesse_{$name}", function ( ...$arguments ) use ( $name ) {
    $brief = fn ( $value ) => $value instanceof WP_Post ? "registry {$value->ID}" : ( isset( $value['id'] ) ? "with id {$value['id']}" : $value );
    update_option( 'recorded', array( ...get_option( 'recorded', array() ), array( $name, ...array_map( $brief, $arguments ) ) ) );
  }, 10, 3 );
}`;

describe('other plugins', () => {
  const system = openForSuite(() => openMailingSite());
  const run = (php: string, input?: unknown) => system.site.wordpress.run(php, input);

  describe('actions', () => {
    let stop: AsyncDisposable;
    before(async () => {
      stop = await addCode(system.site, RECORDER);
      return () => stop[Symbol.asyncDispose]();
    });

    /** Runs PHP and returns the actions that fired. */
    async function fired(php: string, input?: unknown): Promise<unknown[][]> {
      await run(`delete_option( 'recorded' ); ${php}`, input);
      return JSON.parse(await run(`echo wp_json_encode( get_option( 'recorded', array() ) );`));
    }

    it('fire when registries, wishes, people and gifts change', async () => {
      const id = await create(system.site, 'owner', { status: 'publish' });
      const gift = randomUUID();
      const all = await fired(
        `list( $id, $gift ) = $input;
         wp_set_current_user( get_user_by( 'login', 'owner' )->ID );
         $new = wp_insert_post( array( 'post_type' => 'registry', 'post_title' => 'New', 'post_status' => 'private' ) );
         wp_publish_post( $new );
         wp_update_post( array( 'ID' => $new, 'post_title' => 'Newer' ) );
         wp_delete_post( $new, true );
         $store = ${STORE};
         $item  = $store->items->add( $id, array( 'name' => 'Lid', 'url' => 'https://shop.example/lid', 'quantity_needed' => 3 ) )['id'];
         $store->items->update( $id, $item, array( 'name' => 'Pan' ) );
         $store->items->remove( $id, $item );
         $store->items->restore( $id, $item, null );
         foreach ( array( 1, 2 ) as $turn ) $store->people->invite( $id, array( 'anna' ) );
         $store->people->uninvite( $id, array( 'anna' ) );
         $gifts = ${PURCHASES};
         $gifts->give( get_post( $id ), $gift, array( 'item_id' => $item ) );
         $own = ${OWN_GIFT};
         $gifts->change( $own( $gifts->get( $gift ) ), array( 'quantity' => 2 ) );
         $gifts->reveal( $id );
         $gifts->give_back( $own( $gifts->get( $gift ) ) );`,
        [id, gift],
      );
      const [made, item] = [all[0]?.[1], all[3]?.[2]];
      assert.deepEqual(all, [
        ['registry_created', made],
        ['registry_published', made],
        ['registry_deleted', made],
        ['wish_added', id, item],
        ['wish_changed', id, `with id ${item}`],
        ['wish_removed', id, item, 'Pan'],
        ['wish_changed', id, `with id ${item}`],
        ['wish_added', id, item],
        ['invited', id, ['anna']],
        ['uninvited', id, ['anna']],
        ['gift_made', `with id ${gift}`, `registry ${id}`, []],
        ['gift_changed', `with id ${gift}`, id],
        ['gift_revealed', id, all[12]?.[2]],
        ['gift_given_back', gift, id, 0],
      ]);
      // WordPress saves an automatic draft when somebody opens the form for a new post.
      const begun = await fired(
        `$id = wp_insert_post( array( 'post_type' => 'registry', 'post_title' => 'New', 'post_status' => 'auto-draft' ) );
         update_option( 'recorded', array( 'begun' ) );
         wp_publish_post( $id );`,
      );
      const names = begun.map((action) => [action].flat()[0]);
      assert.deepEqual(names, ['begun', 'registry_created', 'registry_published']);
      // The site remembers the names of the last hundred removed wishes.
      const removed = await run(
        `foreach ( range( 1, 101 ) as $wish ) Largesse\\Registries\\Registry\\Changes::fire_removed( $input, array( $wish => "Wish $wish" ) );
         echo wp_json_encode( array_map( fn ( $wish ) => Largesse\\Registries\\Registry\\Changes::removed_name( $input, $wish ), array( 1, 2, 101 ) ) );`,
        id,
      );
      assert.equal(removed, '["","Wish 2","Wish 101"]');
    });

    it('fire when a wish is added or removed through the API', async () => {
      const id = await create(system.site, 'owner', { status: 'publish' });
      await fired('');
      const body = { name: 'Pot', url: 'https://shop.example/pot' };
      const answer = await system.request<{ data: { id: number } }>('owner', 'POST', `/registries/${id}/items`, {
        body,
      });
      assert.equal(answer.status, 201, answer.text);
      await system.request('owner', 'DELETE', `/registries/${id}/items/${answer.body.data.id}`);
      let recorded: unknown[] = [];
      // The service may answer before it updates the list on the site. So the test waits for the actions.
      await until('both actions have fired', async () => {
        recorded = JSON.parse(await run(`echo wp_json_encode( get_option( 'recorded', array() ) );`));
        return recorded.length >= 2;
      });
      assert.deepEqual(recorded, [
        ['wish_added', id, answer.body.data.id],
        ['wish_removed', id, answer.body.data.id, null],
      ]);
    });
  });

  it('add fields to wishes, with valid names and texts, and never see the address of a wish without a shop', async () => {
    const id = await create(system.site, 'owner', {});
    const fields = await run(
      `$seen = null;
       $sent = array( 'ok' => array( 'label' => 'A', 'text' => 'B' ), 'Not ok' => array( 'label' => 'A', 'text' => 'B' ), 'empty' => array( 'label' => 'A', 'text' => '' ), 'odd' => 7 );
       add_filter( 'largesse_wish_fields', function ( $fields, $item ) use ( &$seen, &$sent ) { $seen = $item; return $sent; }, 99, 2 );
       $item = array( 'id' => 1, 'name' => 'Pot', 'url' => get_permalink( $input ) . '#largesse-no-shop', 'quantity_needed' => 2 );
       $told = array( array_keys( Largesse\\Registries\\Registry\\Wish::fields( $item, get_post( $input ) ) ), $seen );
       $sent = null;
       echo wp_json_encode( array( ...$told, Largesse\\Registries\\Registry\\Wish::fields( $item, get_post( $input ) ) ) );`,
      id,
    );
    assert.deepEqual(JSON.parse(fields), [['ok'], { id: 1, name: 'Pot', url: '' }, []]);
  });

  it('change the answers of routes', async () => {
    const code = `add_filter( 'largesse_rest_answer', function ( $answer, $request ) {
      if ( $answer instanceof WP_REST_Response ) $answer->set_data( $answer->get_data() + array( 'added' => $request->get_route() ) );
      return $answer;
    }, 10, 2 );`;
    const id = await create(system.site, 'owner', {});
    await using _ = await addCode(system.site, code);
    const path = `/largesse/v1/registries/${id}`;
    const { body } = await rest<{ added: string }>(system.site, 'owner', 'GET', `/wp-json${path}`);
    assert.equal(body.added, path);
  });

  it('add fields to registries in answers, and refuse submitted fields', async () => {
    const id = await create(system.site, 'owner', {});
    const { id: owner } = system.site.users.owner;
    const seen = await run(
      `wp_set_current_user( get_post( $input )->post_author );
       foreach ( array( 'details', 'people' ) as $what ) {
         add_filter( "largesse_registry_$what", fn ( $fields, $registry ) => $fields + array( "of_$what" => $registry->ID ), 10, 2 );
       }
       add_filter( 'largesse_registry_items', fn ( $wishes, $registry, $items ) => array( $registry->ID, $wishes, $items ), 10, 3 );
       add_filter( 'largesse_registry_problems', fn ( $problems, $sent, $owner, $id ) => $problems + array( 'title' => new WP_Error( 'no', "{$sent['title']} $owner $id" ) ), 10, 4 );
       $read   = rest_do_request( "/largesse/v1/registries/$input" )->get_data()['registry'];
       $change = new WP_REST_Request( 'PATCH', "/largesse/v1/registries/$input" );
       $change->set_header( 'Content-Type', 'application/json' );
       $change->set_body( wp_json_encode( array( 'title' => 'New', 'version' => $read['version'] ) ) );
       $refused = rest_do_request( $change )->get_data();
       echo wp_json_encode( array( $read['of_details'], $read['of_people'], $read['items'], $refused['data']['fields'] ) );`,
      id,
    );
    assert.deepEqual(JSON.parse(seen), [id, id, [id, [], []], { title: `New ${owner} ${id}` }]);
  });

  it('take away the right to create registries, or to edit published ones as a co-owner', async () => {
    const id = await create(system.site, 'owner', { meta: { registry_owners: '["stranger"]' } });
    const may = await run(
      `add_filter( 'user_has_cap', static fn ( $has ) => array( 'edit_published_registries' => false ) + $has );
         $registry = get_post( $input[0] );
         foreach ( array( 'private', 'draft', 'publish', 'future' ) as $registry->post_status ) {
           wp_cache_set( $registry->ID, $registry, 'posts' );
           $found[ $registry->post_status ] = user_can( $input[1], 'edit_post', $registry->ID );
         }
         wp_cache_delete( $registry->ID, 'posts' );
         echo wp_json_encode( $found );`,
      [id, system.site.users.stranger.id],
    );
    assert.deepEqual(JSON.parse(may), { private: true, draft: true, publish: false, future: false });
    await run(`get_user_by( 'login', 'stranger' )->add_cap( 'publish_registries', false );`);
    const made = await rest(system.site, 'stranger', 'POST', '/wp-json/largesse/v1/registries', { title: 'Mine' });
    await run(`get_user_by( 'login', 'stranger' )->remove_cap( 'publish_registries' );`);
    assert.equal(made.status, 403);
  });

  it('get only the gifts that the visitor may see, and add fields to them and to the file', async () => {
    const id = await create(system.site, 'owner', {
      status: 'publish',
      meta: { registry_event_date: '2099-06-12', registry_surprise: 'hidden' },
    });
    const item = await addItem(system, id, 'Pot');
    const code = `add_filter( 'largesse_gift_fields', fn ( $fields, $gift, $registry ) => $fields + array( 'Wrapping' => "{$gift['item_id']} in {$registry->ID}" ), 10, 3 );`;
    await using _ = await addCode(system.site, code);
    await run(
      `${PURCHASES}->give( get_post( $input[0] ), $input[2], array( 'item_id' => $input[1], 'giver_name' => 'Ada' ) );`,
      [id, item, randomUUID()],
    );
    const seen = JSON.parse(
      await run(
        `foreach ( array( 'owner', 'stranger', 'admin' ) as $name ) {
          wp_set_current_user( get_user_by( 'login', $name )->ID );
          $gifts        = largesse_get_gifts( $input );
          $all[ $name ] = null === $gifts ? null : array_map( fn ( $gift ) => array( $gift['who'], $gift['wish'], $gift['is_secret'], $gift['fields'] ), $gifts );
        }
        $file  = new ReflectionMethod( Largesse\\Pages\\Owners\\GiftsPage::class, 'csv' );
        $gifts = Largesse\\Pages\\Owners\\VisibleGifts::of( get_post( $input ), ${STORE}, ${PURCHASES} );
        $all['file'] = $file->invoke( null, get_post( $input ), $gifts );
        echo wp_json_encode( $all );`,
        id,
      ),
    );
    const fields = { Wrapping: `${item} in ${id}` };
    assert.deepEqual([seen.owner, seen.stranger, seen.admin], [[], null, [['Ada', 'Pot', true, fields]]]);
    assert.match(seen.file, /Wrapping"?\r?\n/);
    assert.match(seen.file, new RegExp(`${fields.Wrapping}"?\\r?\\n`));
  });

  it('show fields of a gift to its giver, on the page of the gift and in the mail', async () => {
    const code = `add_filter( 'largesse_own_gift_fields', fn ( $fields, $gift, $is_mail ) => $fields + array(
      'wrapping' => array( 'label' => 'Wrapping', 'text' => $gift['quantity'] . ( $is_mail ? ' mailed' : ' shown' ) ),
      'Bad name' => array( 'label' => 'Bad', 'text' => 'Bad' ),
    ), 10, 3 );`;
    await using _ = await addCode(system.site, code);
    const id = await create(system.site, 'owner', { status: 'publish' });
    const item = await addItem(system, id, 'Plates', { quantity_needed: 6 });
    const gift = randomUUID();
    const link = await run(
      `${PURCHASES}->give( get_post( $input[0] ), $input[2], array( 'item_id' => $input[1], 'quantity' => 2, 'giver_email' => 'ada@people.example' ) );
       echo Largesse\\Promises\\Giving\\GiftLink::url( Largesse\\Registries\\Registry\\OpenedList::of_visitor( get_post( $input[0] ) ), $input[2] );`,
      [id, item, gift],
    );
    const { html } = await page(system.site, 'nobody', link.replace(system.site.url, ''));
    assert.match(html, /<dt>Wrapping<\/dt>\s*<dd[^>]*>2 shown<\/dd>/);
    const mail = (await deliver(system)).find(({ recipients }) => recipients.includes('ada@people.example'));
    assert.match(mail?.text ?? '', /^Wrapping: 2 mailed$/m);
    assert.doesNotMatch(html + mail?.text, /Bad/);
  });

  it('get what the cards say about each wish, whether or not the list hides numbers', async () => {
    const id = await create(system.site, 'owner', { status: 'publish' });
    const pots = await addItem(system, id, 'Pot', { quantity_needed: 3 });
    const bike = await addItem(system, id, 'Bike', { price: 400 });
    const any = await addItem(system, id, 'Towels', { quantity_needed: ANY_NUMBER });
    await run(`${PURCHASES}->give( get_post( $input[0] ), $input[2], array( 'item_id' => $input[1] ) );`, [
      id,
      pots,
      randomUUID(),
    ]);
    const texts = async (level: string) => {
      const path = await run(
        `update_post_meta( $input[0], 'registry_surprise', $input[1] ); wp_set_current_user( get_post( $input[0] )->post_author ); echo get_permalink( $input[0] );`,
        [id, level],
      );
      const { html } = await page(system.site, 'nobody', path.replace(system.site.url, ''));
      const shown = html.split('data-item="').slice(1);
      const wanted = JSON.parse(await run(`echo wp_json_encode( largesse_get_wanted( $input ) );`, id));
      for (const item of [pots, bike, any]) {
        const card = shown.find((one) => one.startsWith(`${item}"`)) ?? '';
        assert.ok(card.includes(wanted[item]), `${level} ${item}: ${wanted[item]} in ${card}`);
      }
      return [pots, bike, any].map((item) => wanted[item]);
    };
    assert.deepEqual(await texts('names'), ['2 of 3 still wanted', 'Still wanted', 'Any number is welcome']);
    assert.deepEqual(await texts('hidden'), ['3 wished for', '', 'Any number is welcome']);
    const draft = `wp_update_post( array( 'ID' => $input, 'post_status' => 'draft' ) );`;
    assert.equal(await run(`${draft} echo wp_json_encode( largesse_get_wanted( $input ) );`, id), 'null');
  });

  it('learn when data of old gifts was erased', async () => {
    const id = await create(system.site, 'owner', { status: 'publish', meta: { registry_event_date: '2020-06-12' } });
    const erased = JSON.parse(
      await run(
        `add_action( 'largesse_gifts_erased', function ( $registry, $before, $what ) use ( &$all ) { $all[] = array( $registry->ID, strlen( $before ), $what ); }, 10, 3 );
         delete_option( 'largesse_retention' );
         do_action( 'largesse_erase_old' );
         echo wp_json_encode( $all );`,
      ),
    );
    assert.deepEqual(
      erased.filter(([registry]: [number]) => registry === id),
      [
        [id, 10, 'names'],
        [id, 10, 'addresses'],
      ],
    );
  });

  it('show fields of wishes to guests, in exports and in the mail to the giver: docs/examples', async () => {
    const name = 'largesse-delivery-times';
    const file = new URL(`../../../docs/examples/${name}/${name}.php`, import.meta.url);
    await run(
      `wp_mkdir_p( WP_PLUGIN_DIR . '/${name}' );
       file_put_contents( WP_PLUGIN_DIR . '/${name}/${name}.php', $input );
       update_option( 'active_plugins', array( ...get_option( 'active_plugins' ), '${name}/${name}.php' ) );
       update_option( 'delivery_times_days', array( 'shop.example' => 3 ) );`,
      readFileSync(file, 'utf8'),
    );
    const id = await create(system.site, 'owner', { title: 'Anna & Ben', status: 'publish', slug: 'example' });
    const item = await addItem(system, id, 'Pot');
    await addItem(system, id, 'Pan', { url: 'https://elsewhere.example/pan' });
    const { html } = await page(system.site, 'nobody', '/registry/example/');
    const fields = html.match(/<dl class="largesse-item__fields">.*?<\/dl>/gs) ?? [];
    assert.equal(fields.length, 1, html);
    assert.match(fields[0] ?? '', /<dt>Delivery<\/dt>\s*<dd[^>]*>3 days<\/dd>/);
    const exported = await run(
      `$exported = Largesse\\Managing\\Exchange\\ExportedRegistry::for_visitor( get_post( $input ), ${STORE}, ${PURCHASES} );
       echo Largesse\\Managing\\Exchange\\ExportFile::of( $exported, 'json', Largesse\\Promises\\Giving\\BoughtView::of( get_post( $input ), true ) );`,
      id,
    );
    const { wishes }: { wishes: { fields?: object }[] } = JSON.parse(exported);
    assert.deepEqual(valuesOf(wishes, 'fields'), [{ delivery: '3 days' }, undefined]);
    await run(
      `${PURCHASES}->give( get_post( $input[0] ), $input[2], array( 'item_id' => $input[1], 'giver_email' => 'ada@people.example' ) );`,
      [id, item, randomUUID()],
    );
    const [mail] = await deliver(system);
    assert.match(mail?.text ?? '', /^Delivery: 3 days$/m);
    assert.match(mail?.html ?? '', /Delivery<\/th><td[^>]*>3 days</);
  });
});
