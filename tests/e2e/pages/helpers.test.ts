// Needs a whole site: rights of helpers come from WordPress's capabilities.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { warmUp } from '../api/site-with-api.ts';
import { addItem } from '../plugin/connected.ts';
import { give } from '../plugin/gifts.ts';
import { openProxiedSite } from '../plugin/proxied-site.ts';
import { askDirectly as ask } from '../plugin/rest-namespace.ts';
import { acceptAll, create, page, read } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';

describe('the helpers of a registry', () => {
  const t = openForSuite(() => openProxiedSite('6.5', 'largesse'));
  before(() => warmUp(t.system));

  const help = (id: number, list: 'owners' | 'keepers', person: unknown, who: TestUser = 'owner') =>
    ask(t.system.site, who, 'POST', `/${id}/${list}`, { person });
  const listOf = async (id: number, who: TestUser) =>
    (await page(t.system.site, who, `/my-registries/?registry=${id}&gifts=list`)).html;

  /** Creates a registry with secret gifts and one wish. */
  async function secret(meta: object = {}, title = 'Mine') {
    const id = await create(t.system.site, 'owner', { title, meta: { registry_surprise: 'hidden', ...meta } });
    return { id, item: await addItem(t.system, id, 'Kettle', { quantity_needed: 3 }) };
  }

  it('no one can end a surprise with one click, or learn people’s addresses', async () => {
    const { id } = await secret();
    assert.equal((await help(id, 'owners', 'invitee')).status, 200);
    await acceptAll(t.system.site, id);
    for (const who of ['owner', 'invitee'] as const)
      for (const person of ['owner', 'invitee', 'OWNER ', 'owner@people.example']) {
        const { status, body } = await help(id, 'keepers', person, who);
        assert.deepEqual([status, body.code], [422, 'largesse_keeper_is_owner'], `${who}: ${person}`);
      }
    // An owner cannot add a co-owner's unconfirmed address as keeper. After confirming the address, the co-owner would
    // see all gifts.
    const pending = (value: string) =>
      t.system.site.wordpress.run(
        `update_user_meta( get_user_by( 'login', 'invitee' )->ID, '_largesse_unconfirmed', $input );`,
        value,
      );
    await pending('key');
    assert.equal((await help(id, 'keepers', 'invitee@people.example')).status, 422, 'an unconfirmed address');
    await pending('');
    const adminsOwn = await create(t.system.site, 'admin', { meta: { registry_surprise: 'hidden' } });
    assert.equal((await help(adminsOwn, 'keepers', 'admin', 'admin')).status, 422, 'an administrator’s own registry');
    assert.equal((await help(id, 'keepers', 'owner', 'admin')).status, 200, 'another user’s registry');
    assert.equal((await ask(t.system.site, 'admin', 'DELETE', `/${id}/keepers`, { person: 'owner' })).status, 200);
    const known = await help(id, 'keepers', 'stranger@people.example');
    const unknown = await help(id, 'keepers', 'nobody@people.example');
    assert.deepEqual(
      [known.status, Object.keys(known.body.registry)],
      [unknown.status, Object.keys(unknown.body.registry)],
    );
    for (const person of [undefined, 7, '', ' ', 'x'.repeat(101)])
      assert.equal((await help(id, 'keepers', person)).status, 422, String(person));
    const most = JSON.stringify(Array.from({ length: 20 }, (_, n) => `friend${n}@else.example`));
    const full = await create(t.system.site, 'owner', { meta: { registry_owners: most } });
    assert.equal((await help(full, 'owners', 'one-more@else.example')).body.code, 'largesse_too_many');
    assert.equal((await help(full, 'owners', 'FRIEND7@else.example')).status, 200, 'already on the list');
  });

  it('owners who take over a keeper’s address do not become keepers, and rights follow the user who has them', async () => {
    const { id } = await secret({
      registry_owners: '["MailInvitee@people.example"]',
      registry_keepers: '["later@people.example","stranger@people.example","third@people.example"]',
    });
    const rename = (login: string, email: string) =>
      t.system.site.wordpress.run(
        `wp_update_user( array( 'ID' => get_user_by( 'login', $input['login'] )->ID, 'user_email' => $input['email'] ) );`,
        { login, email },
      );
    const lists = async () => (await read(t.system.site, 'owner', id)).body.meta;
    const child = await secret({ registry_keepers: '["Owner@people.example"]' });
    const others = await t.system.site.wordpress.run(
      `foreach ( array( 'trash', 'draft', 'draft', 'draft', 'draft', 'draft' ) as $status ) {
        $all[] = wp_insert_post( array( 'post_type' => 'registry', 'post_title' => 'x', 'post_status' => $status, 'post_author' => $input, 'meta_input' => array( 'registry_keepers' => '["later@people.example"]' ) ) );
      }
      echo wp_json_encode( $all );`,
      t.system.site.users.owner.id,
    );
    await rename('owner', 'later@people.example');
    const kept = await t.system.site.wordpress.run(
      `foreach ( $input as $id ) { echo get_post_meta( $id, 'registry_keepers', true ); wp_delete_post( $id, true ); }`,
      JSON.parse(others),
    );
    assert.equal(kept, '[]'.repeat(6), 'in all registries of the owner');
    const { registry_keepers } = (await read(t.system.site, 'owner', child.id)).body.meta;
    assert.equal(registry_keepers, '["later@people.example"]', 'an owner who is a keeper stays one');
    assert.equal((await lists()).registry_keepers, '["stranger@people.example","third@people.example"]');
    await rename('stranger', 'strange@people.example');
    await rename('mailinvitee', 'third@people.example');
    assert.partialDeepStrictEqual(await lists(), {
      registry_owners: '["third@people.example"]',
      registry_keepers: '["strange@people.example"]',
    });
    for (const name of ['owner', 'stranger', 'mailinvitee']) await rename(name, `${name}@people.example`);
  });

  it('deleting a user, or removing them from the site, also deletes their entries in lists, except for invitations to addresses', async () => {
    const all = ['leaver', 'leaver@people.example', 'claimed@people.example', 'mover'];
    const { id } = await secret({
      registry_owners: JSON.stringify(all),
      registry_keepers: '["invitee","Leaver","mover"]',
      registry_invitees: JSON.stringify(all),
    });
    const invited = await secret({ registry_invitees: '["leaver"]' });
    await t.system.site.wordpress.run(
      `require_once ABSPATH . 'wp-admin/includes/user.php';
      foreach ( array( 'leaver', 'claimed', 'mover' ) as $login ) {
        $user = array( 'user_login' => $login, 'user_email' => "$login@people.example", 'user_pass' => 'secret' );
        $id   = wp_insert_user( $user );
        if ( 'claimed' === $login ) {
          update_user_meta( $id, '_largesse_unconfirmed', 'key' );
        }
        // On a network, WordPress fires this action when an account leaves a site.
        'mover' === $login ? do_action( 'remove_user_from_blog', $id, 1, 0 ) : wp_delete_user( $id );
      }`,
    );
    const { registry_owners, registry_keepers, registry_invitees } = (await read(t.system.site, 'owner', id)).body.meta;
    assert.deepEqual(
      [registry_owners, registry_keepers, registry_invitees],
      ['[]', '["invitee"]', '["leaver@people.example","claimed@people.example"]'],
    );
    assert.equal((await read(t.system.site, 'owner', invited.id)).body.meta.registry_invitees, '[]');
  });

  it('a list for a child shows its owners all gifts, and allows them to give', async () => {
    const made = await ask(t.system.site, 'owner', 'POST', '', {
      title: 'For Mia',
      event_type: 'Birthday',
      is_for_child: true,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body.registry;
    assert.equal((await read(t.system.site, 'owner', id)).body.meta.registry_keepers, '["owner"]');
    const item = await addItem(t.system, id, 'Kite', { quantity_needed: 2 });
    await give(t.system, item, { secret: true, giver_name: 'Aunt Ada', message: 'Fly high' });
    await t.system.site.wordpress.run(`update_post_meta( $input, 'registry_surprise', 'hidden' );`, id);
    const all = await listOf(id, 'owner');
    assert.match(all, /You see all gifts.*does not show them before.*Aunt Ada.*Fly high/s);
    assert.doesNotMatch(all, /keep the secret/);
    const { body } = await ask(t.system.site, 'owner', 'GET', `/${id}`);
    assert.partialDeepStrictEqual(body.registry.items[0], { quantity_purchased: 1, quantity_had: 0 });
    assert.match((await page(t.system.site, 'owner', `/?registry=${id}&give=${item}`)).html, /name="token"/);
    await help(id, 'owners', 'invitee');
    await acceptAll(t.system.site, id);
    assert.match(await listOf(id, 'invitee'), /Aunt Ada/);
    // The site must not mail secrets to recipients: owners who are not keepers. An owner who is a keeper is no
    // recipient, even before they have an account.
    await help(id, 'owners', 'later@else.example');
    await acceptAll(t.system.site, id);
    const recipients = await t.system.site.wordpress.run(
      `update_post_meta( $input, 'registry_owners', '["Later@else.example","other@else.example"]' );
       echo wp_json_encode( Largesse\\Registries\\Registry\\Roles::of( get_post( $input ) )->addresses_of_recipients() );`,
      id,
    );
    assert.equal(recipients, '["other@else.example"]');
    // A co-owner who became a recipient stays one if somebody adds them again.
    const lists = await t.system.site.wordpress.run(
      `update_post_meta( $input, 'registry_owners', '["invitee","Invitee@people.example"]' );
       update_post_meta( $input, 'registry_keepers', '["owner"]' );
       $registry = get_post( $input );
       Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->people->add_helper( $registry, 'registry_owners', 'invitee' );
       $roles = Largesse\\Registries\\Registry\\Roles::of( $registry );
       echo get_post_meta( $input, 'registry_keepers', true ), wp_json_encode( array_column( $roles->owners(), 'user_login' ) ), wp_json_encode( $roles->addresses_of_recipients() );`,
      id,
    );
    assert.equal(lists, '["owner"]["owner","invitee"]["invitee@people.example"]', 'each owner once');
  });
});
