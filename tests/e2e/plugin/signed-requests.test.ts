// Needs a service and site: the service must answer the plugin's requests without a call to the site.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import type { Item } from '@largesse/contract';
import { listen } from '../../support/server-address.ts';
import { SITE_KEY } from '../../support/signing.ts';
import { openForSuite } from '../../support/suite.ts';
import { withApi } from '../api/site-with-api.ts';
import { formIn, Guest } from '../wordpress/guest.ts';
import { create } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { storeSettings } from './connection-settings.ts';

/**
 * Opens a site whose service calls a server that accepts requests and never answers. It has only once said that the
 * site is behind it (rules: Copies).
 */
async function openUnanswered() {
  await using opened = new AsyncDisposableStack();
  const asked: string[] = [];
  const site = await openSite({ version: '6.5' });
  let isSilent = false;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (!isSilent) response.setHeader('content-type', 'application/json').end(JSON.stringify({ home: site.url }));
  });
  const host = opened.use(await listen(server));
  const system = opened.use(await withApi(site, { HOST_URL: host.url, SITE_KEY }));
  const { username, applicationPassword } = system.site.users.admin;
  const settings = { baseUrl: system.url, username, appPassword: applicationPassword, siteKey: SITE_KEY };
  await storeSettings(system.site, settings);
  await system.site.wordpress.run(
    `Largesse\\Services::get( 'Largesse\\Foundation\\Service\\Client' )->delete_item( 1 );`,
  );
  assert.deepEqual(asked.splice(0), ['GET /wp-json/?_fields=home']);
  isSilent = true;
  const all = opened.move();
  return { site: system.site, settings, asked, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

// rules: Signed requests
describe('a site that signs its requests needs no answer to a question of the service', () => {
  const t = openForSuite(openUnanswered);
  const run = <T>(code: string, input: unknown): Promise<T> =>
    t.site.wordpress
      .run(
        `wp_set_current_user( get_user_by( 'login', 'owner' )->ID );
         $get   = static fn ( string $name ) => Largesse\\Services::get( "Largesse\\\\{$name}" );
         $items = $get( 'Registries\\Registry\\Store' )->items;
         $done  = ( static function () use ( $get, $items, $input ) { ${code} } )();
         echo wp_json_encode( is_wp_error( $done ) ? array( 'error' => $done->get_error_message() ) : $done );`,
        input,
      )
      .then(JSON.parse);
  const list = (meta: Record<string, string> = {}) => create(t.site, 'owner', { status: 'publish', meta });
  const WISH = { name: 'Kettle', url: 'https://shop.example/kettle', quantity_needed: 5, price: 40 };
  const idsOf = (id: number) =>
    run<{ items: number[]; stored: string }>(
      `return array( 'items' => array_column( $items->all( $input ), 'id' ), 'stored' => get_post_meta( $input, 'registry_item_ids', true ) );`,
      id,
    );

  it('for wishes: added, imported, shown on other lists, changed, removed, and restored', async () => {
    const [home, other] = [await list(), await list({ registry_surprise: 'hidden' })];
    const { id } = await run<Item>('return $items->add( $input[0], $input[1] );', [home, WISH]);
    const imported = await run<Item[]>('return $items->add_all( $input[0], array( $input[1], $input[1] ) );', [
      home,
      WISH,
    ]);
    const ids = [id, ...imported.map((item) => item.id)];
    assert.deepEqual(await idsOf(home), { items: ids, stored: JSON.stringify(ids) });
    assert.equal(await run('return $items->show_on( ...$input );', [other, id]), true);
    assert.deepEqual(await idsOf(other), { items: [id], stored: `[${id}]` });
    assert.equal(
      (await run<Item>('return $items->update( $input[0], $input[1], array( "price" => 50 ) );', [other, id])).price,
      50,
    );
    assert.equal(await run('return $items->hide_on( ...$input );', [other, id]), true);
    assert.deepEqual(await idsOf(other), { items: [], stored: '[]' });
    await run('return $items->show_on( ...$input );', [other, id]);
    assert.ok(await run('return $items->remove( ...$input );', [other, id]));
    assert.ok(await run('return $items->restore( $input[0], $input[1], null );', [other, id]));
    assert.ok(await run('return $items->remove( ...$input );', [home, ids[1]]));
    assert.deepEqual(await idsOf(home), { items: [id, ids[2]], stored: JSON.stringify([id, ids[2]]) });
    assert.deepEqual(t.asked, []);
  });

  it('for a changed surprise of shared lists, which counts for later gifts, and for a deleted list', async () => {
    const [home, other] = [await list(), await list()];
    const { id } = await run<Item>('return $items->add( $input[0], $input[1] );', [home, WISH]);
    await run('return $items->show_on( ...$input );', [other, id]);
    await run(
      `update_post_meta( $input, 'registry_surprise', 'hidden' );
       return $get( 'Promises\\Giving\\RevealScheduler' )->inform( $input );`,
      other,
    );
    const gift = await run<{ is_secret: boolean }>(
      `return $get( 'Promises\\Giving\\Purchases' )->give( get_post( $input[0] ), wp_generate_uuid4(), array( 'item_id' => $input[1], 'quantity' => 1 ) );`,
      [home, id],
    );
    assert.equal(gift.is_secret, true);
    assert.equal(
      await run(
        `wp_delete_post( $input, true ); return $get( 'Registries\\Registry\\DeletedRegistries' )->retire_items( $input );`,
        home,
      ),
      1,
    );
    assert.deepEqual((await idsOf(other)).items, [id], 'the wish stays on the other list');
    assert.deepEqual(t.asked, []);
  });

  it('for a visit: the list, the gift, its page, and giving it back', async () => {
    const id = await list({ registry_surprise: 'hidden' });
    const item = await run<Item>('return $items->add( $input[0], $input[1] );', [id, WISH]);
    const path = new URL(await t.site.wordpress.run('echo get_permalink( $input );', id)).pathname;
    const guest = new Guest(t.site);
    assert.match((await guest.open(path)).text, /Kettle/);
    const address = `${path}?give=${item.id}`;
    const { fields } =
      formIn((await guest.open(address)).html, 'class="largesse-give__form"') ?? assert.fail('no form');
    const page = await guest.follow(await guest.open(address, { ...fields, giver_name: 'Ada' }));
    assert.match(page.text, /Kettle/);
    const [gift, ...more] = await run<{ giver_name: string }[]>(
      `return $get( 'Foundation\\Service\\Client' )->list_purchases( array( 'registry_id' => $input ) );`,
      id,
    );
    assert.deepEqual([gift?.giver_name, more], ['Ada', []]);
    assert.deepEqual(t.asked, []);
  });

  it('asks as before without the key, or with another one', async () => {
    const id = await list();
    for (const siteKey of [undefined, `${SITE_KEY}x`]) {
      await storeSettings(t.site, { ...t.settings, siteKey });
      const answer = await run<{ error: string }>(
        `add_filter( 'http_request_args', static fn ( $args ) => array( 'timeout' => 1 ) + $args ); return $items->all( $input );`,
        id,
      );
      assert.match(answer.error, /did not answer/);
    }
    // The second request waits for the question of the first.
    assert.deepEqual([...new Set(t.asked.map((line) => line.split('?')[0]))], ['GET /wp-json/wp/v2/users/me']);
    await storeSettings(t.site, t.settings);
  });
});
