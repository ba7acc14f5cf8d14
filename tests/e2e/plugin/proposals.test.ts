// Needs a whole site: rights come from capabilities, and mails from the queue.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { ask as askSite, formIn, Guest, type Seen } from '../wordpress/guest.ts';
import { type Caller, create, page, rest } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { deliver, openMailingSite } from './mailing-site.ts';
import { ask } from './rest-namespace.ts';

const OVERVIEW = '/my-registries/';
const ROSA = 'rosa@family.example';
const LISTS = ['owners', 'keepers'] as const;

describe('proposals to be a co-owner or keeper', () => {
  const t = openForSuite(() => openMailingSite());
  const site = () => t.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);

  /** Creates an account with a name and allergies for Rosa's address, or deletes the account. */
  const world = (hasAccount: boolean) =>
    run(
      `require_once ABSPATH . 'wp-admin/includes/user.php';
      $user = get_user_by( 'email', $input[0] );
      if ( $user ) wp_delete_user( $user->ID );
      if ( $input[1] ) {
        $id = wp_insert_user( array( 'user_login' => 'rosa', 'user_pass' => 'x', 'user_email' => $input[0], 'display_name' => 'Rosa Secret', 'role' => 'subscriber' ) );
        Largesse\\Together\\About\\StoredAbout::of_user( $id )->save( 'Allergies: Nuts' );
      }`,
      [ROSA, hasAccount],
    );
  const name = (id: number, list: (typeof LISTS)[number], person: string, who: Caller = 'owner', method = 'POST') =>
    ask(site(), who, method, `/${id}/${list}`, { person });
  const listsOf = async (id: number) => {
    const { registry } = (await ask(site(), 'owner', 'GET', `/${id}`)).body;
    return [registry.owners, registry.keepers, registry.proposed_owners, registry.proposed_keepers];
  };
  const metaOf = async (id: number) => {
    const { meta } = (await rest(site(), 'owner', 'GET', `/registries/${id}`)).body;
    return [meta.registry_owners, meta.registry_keepers];
  };
  const write = (id: number, meta: object, who: Caller = 'owner') =>
    rest(site(), who, 'POST', `/registries/${id}`, { meta });

  /** Reads the form on the page My registries. Returns a function that answers the proposal with this form. */
  async function formOf(who: TestUser, id: number): Promise<(act: 'accept' | 'decline') => Promise<string>> {
    const { html } = await page(site(), who, OVERVIEW);
    const form = [...html.matchAll(/<form\b.*?<\/form>/gs)].find(([one]) =>
      one.includes(`name="proposal-of" value="${id}"`),
    );
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(form?.[0] ?? '')?.[1];
    assert.ok(nonce !== undefined, `no proposal on the page of ${who}`);
    return (act) => send(who, { 'largesse-proposal': act, 'proposal-of': String(id), _wpnonce: nonce });
  }
  /** Answers a proposal with the form on the page My registries. */
  const answer = async (who: TestUser, act: 'accept' | 'decline', id: number) => (await formOf(who, id))(act);
  /** Sends the form. Returns the result in the address of the next page. */
  async function send(who: TestUser, form: Record<string, string>): Promise<string> {
    const { location } = await askSite(site(), OVERVIEW, { who, form, headers: { origin: site().url } });
    return new URL(location ?? '', site().url).searchParams.get('proposal-said') ?? '';
  }

  it('everything that others see is the same for an address with and without an account', async () => {
    const id = await create(site(), 'owner', {
      title: 'Wishes',
      status: 'publish',
      meta: { registry_invitees: '["invitee"]', registry_surprise: 'hidden' },
    });
    const path = (await rest(site(), 'owner', 'GET', `/registries/${id}`)).body.link.replace(site().url, '');
    // Nonces, form tokens, times and states of edits are different in each answer.
    const same = (text: string) => text.replaceAll(/[0-9a-f]{8,}|\d{9,}|\d\d:\d\d:\d\d/g, '#');
    /** Names Rosa, and returns everything that people can see before she accepts. */
    async function seen() {
      const named = [];
      for (const list of LISTS) {
        const { status, body } = await name(id, list, ROSA);
        named.push([status, { ...body, registry: { ...body.registry, last_edit: '', guests: '' } }]);
      }
      const answers = [];
      for (const who of ['owner', 'invitee', 'stranger', 'admin', 'nobody'] as const) {
        for (const one of [
          path,
          `${path}feed/`,
          `${OVERVIEW}?registry=${id}`,
          `${OVERVIEW}?registry=${id}&export=json`,
          `${OVERVIEW}?registry=${id}&export=csv`,
          OVERVIEW,
          '/?s=Rosa',
        ]) {
          const { status, html } = await page(site(), who, one);
          answers.push([who, one, status, same(html)]);
        }
        for (const namespace of ['wp/v2', 'largesse/v1']) {
          const { status, body } = await rest(site(), who, 'GET', `/wp-json/${namespace}/registries/${id}`);
          answers.push([who, namespace, status, same(JSON.stringify(body))]);
        }
      }
      for (const key of ['registry_owners', 'registry_keepers'])
        answers.push((await write(id, { [key]: JSON.stringify([ROSA]) })).body.meta);
      const mails = (await deliver(t)).map(({ recipients, subject, text }) => [recipients, subject, text]);
      for (const list of LISTS) named.push((await name(id, list, ROSA, 'owner', 'DELETE')).status);
      return { named, answers, mails };
    }
    // The owner's page shows whether the invitee has opened the registry.
    await page(site(), 'invitee', path);
    await world(false);
    const without = await seen();
    await world(true);
    const known = await seen();
    assert.deepEqual(known, without);
    assert.equal(known.mails.length, 1);
    assert.match(JSON.stringify(known.answers), /"proposed_owners\\":\[\\"rosa@family.example/);
    assert.doesNotMatch(JSON.stringify(known), /Rosa Secret|Allergies/);
    // The account and its deletion change no list of proposals.
    await name(id, 'owners', ROSA);
    await world(false);
    assert.deepEqual(await listsOf(id), [[], [], [ROSA], []]);
    await name(id, 'owners', ROSA, 'owner', 'DELETE');
  });

  it('a named member has no rights, no mails and no name before they accept', async () => {
    const id = await create(site(), 'owner', { title: 'Mine', meta: { registry_surprise: 'hidden' } });
    for (const list of LISTS) {
      assert.equal((await name(id, list, 'invitee')).status, 200);
      for (const method of ['GET', 'POST']) assert.notEqual((await write(id, {}, 'invitee')).status, 200, method);
      assert.equal((await rest(site(), 'invitee', 'GET', `/registries/${id}`)).status, 403, list);
    }
    const roles = await run(
      `$roles = Largesse\\Registries\\Registry\\Roles::of( get_post( $input ) ); $user = get_user_by( 'login', 'invitee' );
      echo wp_json_encode( array( count( $roles->owners() ), $roles->addresses_of_recipients(), $roles->is_named( $user ) ) );`,
      id,
    );
    assert.deepEqual(JSON.parse(roles), [1, ['owner@people.example'], false]);
    assert.deepEqual(await listsOf(id), [[], [], ['invitee'], ['invitee']]);
    const { body } = await ask(site(), 'owner', 'GET', `/${id}`);
    assert.deepEqual([body.registry.helper_names, body.registry.suggested_names], [{}, 'owner']);

    const mails = await deliver(t);
    assert.deepEqual(
      mails.map(({ recipients }) => recipients),
      [['invitee@people.example']],
    );
    const [text = ''] = mails.map((mail) => mail.text);
    assert.match(text, /owner asks you to own the gift list “Mine”.*see all gifts for the gift list “Mine”/s);
    const { html } = await page(
      site(),
      'invitee',
      /http\S+my-registries\/\S*/.exec(text)?.[0].replace(site().url, '') ?? '',
    );
    assert.match(html, /A question for you/);
    assert.doesNotMatch((await page(site(), 'stranger', OVERVIEW)).html, /A question for you/);

    assert.equal(
      await send('stranger', { 'largesse-proposal': 'accept', 'proposal-of': String(id), _wpnonce: 'x' }),
      'late',
    );
    assert.equal(await answer('invitee', 'accept', id), 'accepted');
    assert.deepEqual(await listsOf(id), [['invitee'], ['invitee'], [], []]);
    assert.equal((await write(id, {}, 'invitee')).status, 200);
    assert.equal((await ask(site(), 'owner', 'GET', `/${id}`)).body.registry.suggested_names, 'owner & invitee');
  });

  it('a person without an account accepts after signing up with the named address', async () => {
    await world(false);
    const id = await create(site(), 'owner', { title: 'Ours' });
    await name(id, 'owners', ROSA.toUpperCase());
    await world(true);
    const accept = (login: string) =>
      run(
        `$error = Largesse\\Registries\\Registry\\Proposals::accept( get_post( $input[0] ), get_user_by( 'login', $input[1] ) );
        echo $error ? $error->get_error_code() : 'accepted';`,
        [id, login],
      );
    await run(`update_user_meta( get_user_by( 'login', 'rosa' )->ID, '_largesse_unconfirmed', 'key' );`);
    assert.equal(await accept('rosa'), 'largesse_no_proposal', 'an unconfirmed address');
    await run(`delete_user_meta( get_user_by( 'login', 'rosa' )->ID, '_largesse_unconfirmed' );`);
    assert.equal(await accept('stranger'), 'largesse_no_proposal', 'another account');
    assert.equal(await accept('rosa'), 'accepted');
    assert.deepEqual(await metaOf(id), [JSON.stringify([ROSA.toUpperCase()]), '[]']);
    await world(false);
    assert.deepEqual(await metaOf(id), ['[]', '[]'], 'the account was deleted');
  });

  it('a person without an account answers with one mail, on a page that only this mail opens', async () => {
    const email = 'nora@family.example';
    await run(`update_option( 'users_can_register', 1 );`);
    const id = await create(site(), 'owner', { title: 'Ours & theirs' });
    await name(id, 'owners', email);
    const mailed = async () => (await deliver(t)).filter(({ recipients }) => recipients[0] === email);
    const [mail] = await mailed();
    const link = mail?.links.find((one) => one.includes('proposal=')) ?? '';
    const nora = new Guest(site());
    for (const wrong of [
      link.replace(/open=\w+/, `open=${'0'.repeat(32)}`),
      link.replace(/proposal=\d+/, 'proposal=0'),
    ])
      assert.deepEqual([(await nora.open(wrong)).status, nora.cookies.size], [404, 0], wrong);
    const asked = await nora.open(link);
    assert.match(asked.text, /You are asked to help.*Ours & theirs.*Nothing happens before you accept/);
    const press = async (page: Seen, typed: Record<string, string> = {}) => {
      const form = formIn(page.html.slice(page.html.indexOf('<main'))) ?? assert.fail(page.text);
      return nora.open(form.address || '/', { ...form.fields, ...typed });
    };
    const signUp = await nora.follow(await press(asked));
    assert.match(signUp.html, /value="nora@family\.example"/);
    const account = await press(signUp, { 'largesse-name': 'Nora', 'largesse-password': 'a long password 7' });
    const overview = await nora.open(account.location ?? '');
    assert.match(overview.text, /Ours & theirs/);
    assert.deepEqual(await mailed(), [], 'no second mail');
    const made = await run(
      `$user = get_user_by( 'email', $input ); echo Largesse\\Registries\\Registry\\ConfirmedAddress::of( $user );`,
      email,
    );
    assert.equal(made, email);
    // The link ends with the proposal.
    await name(id, 'owners', email, 'owner', 'DELETE');
    assert.equal((await new Guest(site()).open(link)).status, 404);
  });

  it('a role stays with the account that accepted it, and never passes to the next person with its address', async () => {
    const id = await create(site(), 'owner', { title: 'Passed on' });
    for (const list of LISTS) await name(id, list, 'passer@family.example');
    /** Changes the address as plugins do, without WordPress's mail. The new address is unconfirmed. */
    const move = (email: string) =>
      run(
        `$user = get_user_by( 'login', 'passer' );
        wp_update_user( array( 'ID' => $user->ID, 'user_email' => $input ) );
        update_user_meta( $user->ID, '_largesse_unconfirmed', 'key' );`,
        email,
      );
    await run(
      `$id = wp_insert_user( array( 'user_login' => 'passer', 'user_pass' => 'x', 'user_email' => 'passer@family.example', 'role' => 'subscriber' ) );
      Largesse\\Registries\\Registry\\Proposals::accept( get_post( $input ), get_userdata( $id ) );`,
      id,
    );
    await move('victim@family.example');
    await move('elsewhere@family.example');
    assert.deepEqual(await metaOf(id), ['["elsewhere@family.example"]', '["elsewhere@family.example"]']);
    await move('victim@family.example');
    await run(
      `require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user( get_user_by( 'login', 'passer' )->ID );`,
    );
    assert.deepEqual(await metaOf(id), ['[]', '[]'], 'the account was deleted');
  });

  it('a repeated answer, for example after a lost response, has the same result', async () => {
    const id = await create(site(), 'owner', { title: 'Twice' });
    await name(id, 'owners', 'stranger');
    const declining = await formOf('stranger', id);
    for (const _ of [1, 2]) assert.equal(await declining('decline'), 'declined');
    assert.equal(await declining('accept'), 'largesse_no_proposal');
    await name(id, 'owners', 'stranger');
    const accepting = await formOf('stranger', id);
    assert.deepEqual(await Promise.all([accepting('accept'), accepting('accept')]), ['accepted', 'accepted']);
    assert.equal(await accepting('accept'), 'accepted');
    assert.equal(await accepting('decline'), 'largesse_no_proposal', 'the person has the role');
    assert.deepEqual(await metaOf(id), ['["stranger"]', '[]']);
  });

  it('a proposal stays if the list is full when the person accepts', async () => {
    const id = await create(site(), 'owner', { title: 'Full' });
    await name(id, 'keepers', 'stranger');
    const full = JSON.stringify(Array.from({ length: 20 }, (_, n) => `k${n}`));
    await run(`update_post_meta( $input[0], 'registry_keepers', $input[1] );`, [id, full]);
    assert.equal(await answer('stranger', 'accept', id), 'largesse_too_many');
    assert.deepEqual((await listsOf(id))[3], ['stranger']);
    await run(`update_post_meta( $input, 'registry_keepers', '[]' );`, id);
    assert.equal(await answer('stranger', 'accept', id), 'accepted');
  });

  it('a person declines, and an owner withdraws', async () => {
    const id = await create(site(), 'owner', { title: 'Not yours' });
    await deliver(t);
    await name(id, 'owners', 'stranger');
    assert.equal(await answer('stranger', 'decline', id), 'declined');
    assert.deepEqual(await listsOf(id), [[], [], [], []]);
    await name(id, 'keepers', 'stranger');
    await name(id, 'keepers', 'STRANGER', 'owner', 'DELETE');
    assert.deepEqual(await listsOf(id), [[], [], [], []]);
    assert.equal((await deliver(t)).length, 0, 'no mail after the withdrawal');
    assert.doesNotMatch((await page(site(), 'stranger', OVERVIEW)).html, /A question for you/);
  });

  it('lists that programs write name only people who have accepted', async () => {
    const made = await rest(site(), 'owner', 'POST', '/registries', {
      title: 'By program',
      status: 'private',
      meta: { registry_owners: '["invitee","nobody-here"]', registry_keepers: '["OWNER","invitee"]' },
    });
    const { id } = made.body;
    assert.deepEqual([made.body.meta.registry_owners, made.body.meta.registry_keepers], ['[]', '["OWNER"]']);
    assert.deepEqual(await listsOf(id), [[], ['OWNER'], ['invitee', 'nobody-here'], ['invitee']]);
    // A list withdraws the proposals that it does not name. A repeated proposal sends no second mail.
    await deliver(t);
    await write(id, { registry_owners: '["invitee"]' });
    assert.deepEqual(await listsOf(id), [[], ['OWNER'], ['invitee'], ['invitee']]);
    assert.equal((await deliver(t)).length, 0);
    // The person becomes a keeper first, so that they see all gifts of the child, like the author.
    assert.equal(await answer('invitee', 'accept', id), 'accepted');
    assert.deepEqual(await metaOf(id), ['["invitee"]', '["OWNER","invitee"]']);
    await write(id, { registry_owners: '[]' });
    assert.deepEqual(await metaOf(id), ['[]', '["OWNER","invitee"]']);
    await write(id, { registry_keepers: null });
    assert.deepEqual(await listsOf(id), [[], [], [], []]);
  });

  it('an owner does not become a keeper by accepting', async () => {
    const id = await create(site(), 'owner', { meta: { registry_surprise: 'hidden' } });
    await name(id, 'keepers', 'invitee');
    await run(`update_post_meta( $input, 'registry_owners', '["invitee@people.example"]' );`, id);
    assert.equal(await answer('invitee', 'accept', id), 'largesse_keeper_is_owner');
    assert.deepEqual(await metaOf(id), ['["invitee@people.example"]', '[]']);
    // Administrators may make this change, and an administrator who names themselves has accepted.
    await name(id, 'keepers', 'invitee', 'admin');
    await name(id, 'owners', 'admin', 'admin');
    assert.deepEqual(await listsOf(id), [['invitee@people.example', 'admin'], ['invitee'], [], []]);
  });

  it('a member can name 20 people a day, on the site and through programs', async () => {
    await deliver(t);
    const id = await create(site(), 'owner', { title: 'Many' });
    const people = Array.from({ length: 18 }, (_, n) => `p${n}@family.example`);
    assert.equal((await write(id, { registry_keepers: JSON.stringify(people) })).status, 200);
    for (const person of ['p18@family.example', 'p19@family.example', 'P18@family.example'])
      assert.equal((await name(id, 'owners', person)).status, 200, person);
    const refused = [
      await name(id, 'owners', 'p20@family.example'),
      await write(id, { registry_owners: '["p20@family.example"]' }),
    ];
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code]),
      refused.map(() => [422, 'largesse_many_proposals']),
    );
    assert.deepEqual((await listsOf(id)).slice(2), [['p18@family.example', 'p19@family.example'], people]);
    assert.equal((await write(id, { registry_keepers: '[]' })).status, 200, 'withdrawing is always possible');
  });
});
