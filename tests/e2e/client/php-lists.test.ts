// Needs a service and whole WordPress: the client in PHP uses its HTTP functions.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openConnected } from '../plugin/connected.ts';

// rules: Clients
describe('the PHP client at the real service', () => {
  const t = openForSuite(() => openConnected());
  const run = async (php: string) =>
    JSON.parse(
      await t.site.wordpress.run(
        `$client = Largesse\\Services::get( Largesse\\Foundation\\Service\\Client::class ); ${php}`,
      ),
    );

  it('reads lists with tag and totals, which are not sent again', async () => {
    const found = await run(`
      $id = $client->create_registry( array( 'title' => 'One' ) )['id'];
      $client->create_registry( array( 'title' => 'Two' ) );
      $wish = array( 'name' => 'Pot', 'url' => 'https://shop.example/pot' );
      $client->create_registry_item( $id, $wish );
      $items = $client->registry_item_list( $id );
      $same = $client->registry_item_list( $id, array(), $items->etag );
      $client->create_registry_item( $id, $wish );
      $more = $client->registry_item_list( $id, array(), $items->etag );
      $page = $client->registry_list( array( 'limit' => 1 ) );
      $all = $client->item_list( array( 'registry_id' => $id ) );
      echo wp_json_encode( array( count( $items->entries ), '' !== $items->etag, $same->entries, $same->etag === $items->etag, count( $more->entries ), $items->total, count( $page->entries ), $page->total, $page->pages, $client->item_list( array( 'registry_id' => $id ), $all->etag )->entries ) );`);
    assert.deepEqual(found, [1, true, null, true, 2, null, 1, 2, 2, null]);
  });

  it('returns null for a missing registry, and the error of a refused list', async () => {
    const found = await run(`
      $refused = $client->item_list( array( 'limit' => 0 ) );
      echo wp_json_encode( array( $client->registry_item_list( 987654 ), is_wp_error( $refused ) ? $refused->get_error_data()['status'] : 0 ) );`);
    assert.deepEqual(found, [null, 422]);
  });

  it('refuses unknown fields if it is strict, also with another timeout', async () => {
    const found = await run(`
      $fields = array( 'title' => 'T', 'titel' => 'T' );
      $status = static fn ( $answer ) => is_wp_error( $answer ) ? $answer->get_error_data()['status'] : 201;
      echo wp_json_encode( array( $status( $client->create_registry( $fields ) ), $status( $client->strict()->create_registry( $fields ) ), $status( $client->strict()->with_timeout( 9 )->create_registry( $fields ) ) ) );`);
    assert.deepEqual(found, [201, 422, 422]);
  });
});
