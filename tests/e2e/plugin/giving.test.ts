// Needs a service and site: the plugin's requests must be what the service accepts.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Item, Purchase } from '@largesse/contract';
import { openForSuite } from '../../support/suite.ts';
import { create } from '../wordpress/requests.ts';
import { addItem, openConnected } from './connected.ts';

describe('gifts and givers, as the plugin requests them', () => {
  const t = openForSuite(openConnected);
  const run = <T>(code: string, input: unknown): Promise<T> =>
    t.site.wordpress
      .run(
        `$ledger = \\Largesse\\Services::get( \\Largesse\\Promises\\Giving\\Purchases::class ); $store = \\Largesse\\Services::get( \\Largesse\\Registries\\Registry\\Store::class );
         $owned = \\Largesse\\Services::get( \\Largesse\\Promises\\Giving\\OwnedPieces::class );
         $done = ( static function () use ( $ledger, $owned, $store, $input ) { ${code} } )();
         echo wp_json_encode( is_wp_error( $done ) ? array( 'error' => $done->get_error_message(), 'status' => $done->get_error_data()['status'] ?? null ) : $done );`,
        input,
      )
      .then(JSON.parse);
  const give = (registry: number, item: number, quantity = 1, id = randomUUID()) =>
    run<Purchase & { error?: string; status?: number }>(
      `return $ledger->give( get_post( $input['registry'] ), $input['id'], array( 'item_id' => $input['item'], 'quantity' => $input['quantity'], 'giver_name' => 'Ada', 'giver_email' => 'ada@family.test' ) );`,
      { registry, item, quantity, id },
    );
  const registryWith = async (meta: Record<string, string>) => {
    const registry = await create(t.site, 'owner', { status: 'publish', meta });
    return { registry, item: await addItem(t, registry, 'Kettle', { quantity_needed: 3 }) };
  };
  const numbers = (registry: number) =>
    run<{ owner: (Item & { quantity_remaining?: number })[]; guest: (Item & { quantity_remaining: number })[] }>(
      `return array( 'owner' => $store->items->all( $input ), 'guest' => $store->items->for_reader( \\Largesse\\Registries\\Registry\\OpenedList::of_visitor( get_post( $input ) ) ) );`,
      registry,
    );
  const seenByOwner = (registry: number) =>
    run<Purchase[]>(
      `return $ledger->seen_in( \\Largesse\\Registries\\Registry\\Place::of_recipients( get_post( $input ) ) );`,
      registry,
    );

  it('removes the owner’s own pieces, even if a guest has given pieces that the site does not know yet', async () => {
    const { registry, item } = await registryWith({});
    await run(
      `return $owned->record( get_post( $input[0] ), wp_generate_uuid4(), array( 'item_id' => $input[1], 'quantity' => 1 ) );`,
      [registry, item],
    );
    const reduced = await run(
      `$store->items->all( $input[0] );
       \\Largesse\\Services::get( \\Largesse\\Foundation\\Service\\Client::class )->put_purchase( wp_generate_uuid4(), array( 'item_id' => $input[1], 'secret' => false ) );
       return $owned->reduce( get_post( $input[0] ), $input[1], 0 );`,
      [registry, item],
    );
    assert.equal(reduced, true);
    assert.deepEqual(
      (await seenByOwner(registry)).map((purchase) => purchase.is_owner),
      [false],
    );
  });

  it('count secret gifts for guests, and not for an owner', async () => {
    const { registry, item } = await registryWith({ registry_surprise: 'hidden' });
    await give(registry, item, 2);
    const left = await run<Record<'owner' | 'other' | 'guest', (Item & { quantity_remaining: number })[]>>(
      `$left = static function ( int $reader ) use ( $store, $input ) {
         wp_set_current_user( $reader );
         return $store->items->for_reader( \\Largesse\\Registries\\Registry\\OpenedList::of_visitor( get_post( $input[0] ) ) );
       };
       return array( 'owner' => $left( $input[1] ), 'other' => $left( $input[2] ), 'guest' => $left( 0 ) );`,
      [registry, t.site.users.owner.id, t.site.users.stranger.id],
    );
    const numbersLeft = Object.values(left).map(([wish]) => wish?.quantity_remaining);
    assert.deepEqual(numbersLeft, [3, 1, 1]);
  });

  it('records the owner’s own pieces as theirs, which no one can release', async () => {
    const { registry, item } = await registryWith({ registry_surprise: 'hidden' });
    const had = await run<Purchase>(
      `return $owned->record( get_post( $input[0] ), wp_generate_uuid4(), array( 'item_id' => $input[1], 'quantity' => 3 ) );`,
      [registry, item],
    );
    assert.deepEqual([had.is_owner, had.state, had.giver_user_id], [true, 'bought', t.site.users.owner.id]);
    const release = `return $ledger->release( get_post( $input[0] ), $input[1], '' );`;
    assert.equal(await run(release, [registry, had.id]), null);
    const other = await registryWith({});
    const gift = randomUUID();
    await give(other.registry, other.item, 1, gift);
    assert.equal(await run(release, [registry, gift]), null, 'a gift on another registry');
    assert.equal((await seenByOwner(other.registry)).length, 1);
  });

  it('returns null if the wish was removed, or belongs to another registry', async () => {
    const { registry } = await registryWith({});
    assert.equal(await give(registry, 999_999), null);
    const other = await registryWith({ registry_surprise: 'hidden' });
    assert.equal(await give(registry, other.item), null);
    assert.equal((await numbers(other.registry)).guest[0]?.quantity_remaining, 3);
  });
});
