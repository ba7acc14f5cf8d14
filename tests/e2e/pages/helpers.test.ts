import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { warmUp } from '../api/site-with-api.ts';
import { addItem } from '../plugin/connected.ts';
import { giftOf, give } from '../plugin/gifts.ts';
import { askDirectly as ask } from '../plugin/rest-namespace.ts';
import { acceptAll, create, page, read } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { addressOf, assertNoErrors, assertNoHorizontalScroll, openOwnerSite } from './owner-page.ts';

describe('the helpers of a registry', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));
  before(() => warmUp(t.proxied.system));

  const phone = { viewport: { width: 320, height: 700 } };
  const help = (id: number, list: 'owners' | 'keepers', person: unknown, who: TestUser = 'owner') =>
    ask(t.site, who, 'POST', `/${id}/${list}`, { person });
  const listOf = async (id: number, who: TestUser) =>
    (await page(t.site, who, `/my-registries/?registry=${id}&gifts=list`)).html;

  /** Creates a registry with secret gifts and one wish. */
  async function secret(meta: object = {}, title = 'Mine') {
    const id = await create(t.site, 'owner', { title, meta: { registry_surprise: 'hidden', ...meta } });
    return { id, item: await addItem(t.proxied.system, id, 'Kettle', { quantity_needed: 3 }) };
  }

  it('an owner adds a co-owner on a phone, who changes the registry, cannot delete it, and leaves', async () => {
    await t.site.wordpress.run(
      `wp_update_user( array( 'ID' => get_user_by( 'login', 'invitee' )->ID, 'display_name' => 'Ida Invited' ) );`,
    );
    const { id } = await secret();
    await using owner = await t.visit('owner', id, phone);
    const person = owner.field('User name or e-mail address', owner.page.locator('[data-largesse-form="help"]'));
    // The task needs two taps and one field: a tap on the tab, the name in the field, and a tap on the button.
    await owner.openTab('Share');
    await person.fill(' Invitee');
    await owner.button('Add').click();
    await owner.says('We asked Invitee. They help you as soon as they accept.');
    await owner.says('Has not answered yet');
    await person.fill('nobody-here');
    await owner.button('Add').click();
    await owner.says(/Nobody on this site has the user name “nobody-here”/);
    await person.fill('');
    await assertNoHorizontalScroll(owner.page);
    assert.equal(
      await owner.page.evaluate<number>(
        `(() => { const row = document.querySelector('[aria-labelledby="largesse-helpers-owners"] > li'); return row.querySelector('button > span').getBoundingClientRect().left - row.getBoundingClientRect().left; })()`,
      ),
      0,
      'the button is aligned with the name',
    );
    assert.deepEqual(await owner.axe('[aria-labelledby="largesse-helpers"]'), []);
    await owner.openTab('Settings');
    assert.equal(
      await owner.page.locator('main').getByRole('heading').last().innerText(),
      'Delete this registry',
      'the end of the page',
    );
    assertNoErrors(owner, true);

    await using helper = await t.visit('invitee', undefined, phone);
    await helper.says('A question for you');
    await assertNoHorizontalScroll(helper.page);
    assert.deepEqual(await helper.axe('[aria-labelledby="largesse-proposals"]'), []);
    await helper.page.toNextPage(() => helper.button(/^Accept/).click());
    await helper.says('Thank you! You find the registry below.');
    await helper.says(/^From /);
    await assertNoHorizontalScroll(helper.page);
    await helper.page.toNextPage(() => helper.page.getByRole('link', { name: 'Manage: Mine' }).click());
    await helper.says(/^This registry belongs to /);
    await helper.openTab('Settings');
    assert.equal(await helper.page.getByRole('heading', { name: 'Delete this registry' }).count(), 0);
    const details = helper.page.locator('[data-largesse-form="details"]');
    await helper.field('Title', details).fill('Ours');
    await helper.button('Save details').click();
    await helper.says('The details are saved.');
    assert.equal((await read(t.site, 'owner', id)).body.title.raw, 'Ours');

    await helper.openTab('Share');
    await helper.button(/^Remove Ida Invited: /).click();
    await helper.says(/^Then Ida Invited can no longer change this registry/);
    await helper.page.toNextPage(() => helper.page.locator('[data-largesse-form="dismiss"] [type="submit"]').click());
    assert.equal(helper.page.url(), addressOf(t.site));
    assert.equal((await read(t.site, 'invitee', id)).status, 403);
    assertNoErrors(helper);
  });

  it('two tabs in a hurry add each person once and lose no one', async () => {
    const { id } = await secret();
    const people = ['invitee', 'INVITEE', 'someone@else.example', 'stranger', 'mailinvitee'];
    const answers = await Promise.all(people.map((person) => help(id, 'owners', person)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      people.map(() => 200),
    );
    const { proposed_owners: owners } = (await ask(t.site, 'owner', 'GET', `/${id}`)).body.registry;
    assert.deepEqual(owners?.map((name) => name.toLowerCase()).sort(), [
      'invitee',
      'mailinvitee',
      'someone@else.example',
      'stranger',
    ]);
    const most = JSON.stringify(Array.from({ length: 20 }, (_, n) => `friend${n}@else.example`));
    const full = await create(t.site, 'owner', { meta: { registry_owners: most, registry_keepers: most } });
    for (const list of ['owners', 'keepers'] as const) {
      const refused = await help(full, list, 'one-more@else.example');
      assert.deepEqual([refused.status, refused.body.code], [422, 'largesse_too_many'], list);
      assert.equal((await help(full, list, 'FRIEND7@else.example')).status, 200, 'already on the list');
    }
  });

  it('no one can end a surprise with one click, or learn people’s addresses', async () => {
    const { id } = await secret();
    assert.equal((await help(id, 'owners', 'invitee')).status, 200);
    await acceptAll(t.site, id);
    for (const who of ['owner', 'invitee'] as const)
      for (const person of ['owner', 'invitee', 'OWNER ', 'owner@people.example']) {
        const { status, body } = await help(id, 'keepers', person, who);
        assert.deepEqual([status, body.code], [422, 'largesse_keeper_is_owner'], `${who}: ${person}`);
      }
    // An owner cannot add a co-owner's unconfirmed address as keeper. After confirming the address, the co-owner would
    // see all gifts.
    const pending = (value: string) =>
      t.site.wordpress.run(
        `update_user_meta( get_user_by( 'login', 'invitee' )->ID, '_largesse_unconfirmed', $input );`,
        value,
      );
    await pending('key');
    assert.equal((await help(id, 'keepers', 'invitee@people.example')).status, 422, 'an unconfirmed address');
    await pending('');
    const adminsOwn = await create(t.site, 'admin', { meta: { registry_surprise: 'hidden' } });
    assert.equal((await help(adminsOwn, 'keepers', 'admin', 'admin')).status, 422, 'an administrator’s own registry');
    assert.equal((await help(id, 'keepers', 'owner', 'admin')).status, 200, 'another user’s registry');
    assert.equal((await ask(t.site, 'admin', 'DELETE', `/${id}/keepers`, { person: 'owner' })).status, 200);
    const known = await help(id, 'keepers', 'stranger@people.example');
    const unknown = await help(id, 'keepers', 'nobody@people.example');
    assert.deepEqual(
      [known.status, Object.keys(known.body.registry)],
      [unknown.status, Object.keys(unknown.body.registry)],
    );
    for (const person of [undefined, 7, '', ' ', 'x'.repeat(101)])
      assert.equal((await help(id, 'keepers', person)).status, 422, String(person));
    const open = await create(t.site, 'owner', {
      status: 'publish',
      meta: { registry_surprise: 'hidden', registry_keepers: '["stranger@people.example","mailinvitee"]' },
    });
    const { body } = await ask(t.site, 'invitee', 'GET', `/${open}`);
    assert.deepEqual(body.registry.keepers, [], 'a visitor of a public registry');
    assert.deepEqual(body.registry.helper_names, {}, 'a visitor of a public registry');
    const owners = await ask(t.site, 'owner', 'GET', `/${open}`);
    assert.deepEqual(Object.keys(owners.body.registry.helper_names ?? {}), ['mailinvitee']);
  });

  it('owners who take over a keeper’s address do not become keepers, and rights follow the user who has them', async () => {
    const { id } = await secret({
      registry_owners: '["MailInvitee@people.example"]',
      registry_keepers: '["later@people.example","stranger@people.example","third@people.example"]',
    });
    const rename = (login: string, email: string) =>
      t.site.wordpress.run(
        `wp_update_user( array( 'ID' => get_user_by( 'login', $input['login'] )->ID, 'user_email' => $input['email'] ) );`,
        { login, email },
      );
    const lists = async () => (await read(t.site, 'owner', id)).body.meta;
    const child = await secret({ registry_keepers: '["Owner@people.example"]' });
    const others = await t.site.wordpress.run(
      `foreach ( array( 'trash', 'draft', 'draft', 'draft', 'draft', 'draft' ) as $status ) {
        $all[] = wp_insert_post( array( 'post_type' => 'registry', 'post_title' => 'x', 'post_status' => $status, 'post_author' => $input, 'meta_input' => array( 'registry_keepers' => '["later@people.example"]' ) ) );
      }
      echo wp_json_encode( $all );`,
      t.site.users.owner.id,
    );
    await rename('owner', 'later@people.example');
    const kept = await t.site.wordpress.run(
      `foreach ( $input as $id ) { echo get_post_meta( $id, 'registry_keepers', true ); wp_delete_post( $id, true ); }`,
      JSON.parse(others),
    );
    assert.equal(kept, '[]'.repeat(6), 'in all registries of the owner');
    const { registry_keepers } = (await read(t.site, 'owner', child.id)).body.meta;
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
    await t.site.wordpress.run(
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
    const { registry_owners, registry_keepers, registry_invitees } = (await read(t.site, 'owner', id)).body.meta;
    assert.deepEqual(
      [registry_owners, registry_keepers, registry_invitees],
      ['[]', '["invitee"]', '["leaver@people.example","claimed@people.example"]'],
    );
    assert.equal((await read(t.site, 'owner', invited.id)).body.meta.registry_invitees, '[]');
  });

  it('a list for a child shows its owners all gifts, and allows them to give', async () => {
    await using owner = await t.visit('owner', undefined, phone);
    await owner.field('Title').fill('For Mia');
    await owner.field('Occasion').fill('Birthday');
    await owner.unfold('For a child?');
    await owner.page.getByLabel('This is a list for a child').check();
    await assertNoHorizontalScroll(owner.page);
    assert.deepEqual(await owner.axe('[data-largesse-form="create"]'), []);
    await owner.page.toNextPage(() => owner.button('Create registry').click());
    await owner.openTab('Share');
    await owner.says(/^This is a list for a child: its owners/);
    assert.equal(await owner.button(/^Remove/).count(), 0, 'no owner stops seeing the gifts by a click');
    const id = Number(new URL(owner.page.url()).searchParams.get('registry'));
    assert.equal((await read(t.site, 'owner', id)).body.meta.registry_keepers, '["owner"]');
    assertNoErrors(owner);

    const item = await addItem(t.proxied.system, id, 'Kite', { quantity_needed: 2 });
    await give(t.proxied.system, item, { secret: true, giver_name: 'Aunt Ada', message: 'Fly high' });
    assert.match(await listOf(id, 'owner'), /Aunt Ada[\s\S]*Fly high/);
    const { body } = await ask(t.site, 'owner', 'GET', `/${id}`);
    assert.partialDeepStrictEqual(body.registry.items[0], { quantity_purchased: 1, quantity_had: 0 });
    assert.match((await page(t.site, 'owner', `/?registry=${id}&give=${item}`)).html, /name="token"/);
    await help(id, 'owners', 'invitee');
    await acceptAll(t.site, id);
    assert.match(await listOf(id, 'invitee'), /Aunt Ada/);
    // The site must not mail secrets to recipients: owners who are not keepers. An owner who is a keeper is no
    // recipient, even before they have an account.
    await help(id, 'owners', 'later@else.example');
    await acceptAll(t.site, id);
    const recipients = await t.site.wordpress.run(
      `update_post_meta( $input, 'registry_owners', '["Later@else.example","other@else.example"]' );
       echo wp_json_encode( Largesse\\Registry\\Roles::of( get_post( $input ) )->addresses_of_recipients() );`,
      id,
    );
    assert.equal(recipients, '["other@else.example"]');
    // A co-owner who became a recipient stays one if somebody adds them again.
    const lists = await t.site.wordpress.run(
      `update_post_meta( $input, 'registry_owners', '["invitee","Invitee@people.example"]' );
       update_post_meta( $input, 'registry_keepers', '["owner"]' );
       $registry = get_post( $input );
       Largesse\\Services::get( Largesse\\Registry\\Store::class )->people->add_helper( $registry, 'registry_owners', 'invitee' );
       $roles = Largesse\\Registry\\Roles::of( $registry );
       echo get_post_meta( $input, 'registry_keepers', true ), wp_json_encode( array_column( $roles->owners(), 'user_login' ) ), wp_json_encode( $roles->addresses_of_recipients() );`,
      id,
    );
    assert.equal(lists, '["owner"]["owner","invitee"]["invitee@people.example"]', 'each owner once');
  });

  it('a keeper sees every gift on a phone and releases one; recipients do not notice', async () => {
    const { id, item } = await secret({ registry_owners: '["invitee"]', registry_keepers: '["stranger"]' }, 'Kept');
    const gift = await give(t.proxied.system, item, {
      secret: true,
      giver_name: 'Uncle Bo',
      message: 'Hot!',
    });
    for (const who of ['owner', 'invitee'] as const)
      assert.doesNotMatch(await listOf(id, who), /Uncle Bo|Hot!|Release/);
    assert.doesNotMatch(await listOf(id, 'mailInvitee'), /Uncle Bo|Hot!/);

    const own = { purchase: randomUUID(), quantity: 1 };
    assert.equal((await ask(t.site, 'owner', 'POST', `/${id}/items/${item}/have`, own)).status, 200);
    const kept = await listOf(id, 'stranger');
    assert.match(kept, /The owner has it/);
    assert.equal(kept.split('form="largesse-free"').length - 1, 1, 'only a guest’s gift');
    assert.doesNotMatch(kept, /What you already have/);
    const ways = await Promise.all((['stranger', 'owner'] as const).map((who) => listOf(id, who)));
    const backTo = ways.map((html) => /largesse-mine__back"><a href="([^"]+)"/.exec(html)?.[1]?.replace('&#038;', '&'));
    assert.deepEqual(backTo, [addressOf(t.site), addressOf(t.site, id)], 'keepers cannot open the settings');

    await using keeper = await t.visit('stranger', undefined, phone);
    await keeper.says('You keep the secret');
    await keeper.page.toNextPage(() => keeper.page.getByRole('link', { name: 'Gifts: Kept' }).click());
    await keeper.says('Uncle Bo');
    await keeper.says('Hot!');
    assert.equal(await keeper.page.getByRole('checkbox').count(), 0, 'keepers thank nobody');
    await keeper.page.locator('summary', { hasText: 'Release' }).click();
    await assertNoHorizontalScroll(keeper.page);
    assert.deepEqual(await keeper.axe('.largesse-mine__gifts'), []);
    await keeper.page.toNextPage(() => keeper.button('Yes, release it').click());
    await keeper.says('Saved.');
    assertNoErrors(keeper);
    assert.equal(await giftOf(t.proxied.system, gift), null);
  });
});
