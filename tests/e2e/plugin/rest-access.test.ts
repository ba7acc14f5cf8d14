// Needs a whole site: WordPress checks cookies, nonces and capabilities.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { create, dispatch, logIn } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { addItem } from './connected.ts';
import { openProxiedSite } from './proxied-site.ts';
import { askDirectly as ask, ask as askOverHttp } from './rest-namespace.ts';

describe('access to the REST routes', () => {
  const t = openForSuite(() => openProxiedSite('6.5'));

  const read = (who: TestUser, id: number) => dispatch(t.system.site, who, 'GET', `/registries/${id}`);
  const run = (code: string, input: unknown = null) => t.system.site.wordpress.run(code, input);

  describe('permissions', () => {
    it('depend on the path, whatever id the body or the query string contains', async () => {
      const own = await create(t.system.site, 'owner', { title: 'A registry' });
      const open = await create(t.system.site, 'stranger', { status: 'publish' });
      const { body } = await ask(t.system.site, 'owner', 'GET', `/${own}`);
      const version = body.registry.version;
      assert.equal(
        (await ask(t.system.site, 'owner', 'PATCH', `/${open}?id=${own}`, { id: own, version })).status,
        403,
      );
      const changed = await ask(t.system.site, 'owner', 'PATCH', `/${own}?id=${open}&title=No`, { id: open, version });
      assert.deepEqual([changed.status, changed.body.registry.id], [200, own]);
      assert.equal((await ask(t.system.site, 'owner', 'GET', `/${own}`)).body.registry.title, 'A registry');
      for (const odd of [`0${own}`, '0', '99999999999999999999'])
        assert.equal((await ask(t.system.site, 'owner', 'GET', `/${odd}`)).status, 404, odd);
      for (const odd of ['0', '9007199254740992', '99999999999999999999'])
        assert.equal((await ask(t.system.site, 'owner', 'DELETE', `/${own}/items/${odd}`)).status, 404, odd);
    });

    it('hide the contents of a public registry with a password from strangers', async () => {
      const id = await create(t.system.site, 'owner', {
        status: 'publish',
        content: 'Inside',
        meta: {
          registry_invitees: '["invitee"]',
          registry_keepers: '["owner"]',
          registry_event_type: 'Inside',
          registry_surprise: 'hidden',
          registry_reveal_date: '2037-06-20',
          registry_event_date: '2019-06-12',
          registry_headings: '[{"title":"Inside","items":[]}]',
        },
      });
      await addItem(t.system, id, 'Inside');
      const stranger = async () => (await ask(t.system.site, 'stranger', 'GET', `/${id}`)).body.registry;
      const { story, version, invitees, owners, keepers, owner_keepers } = await stranger();
      assert.deepEqual([story, version], ['Inside', '']);
      assert.deepEqual([invitees, owners, keepers, owner_keepers], [[], [], [], []], 'no people');
      await ask(t.system.site, 'owner', 'POST', `/${id}/past`);
      for (const [who, isOwner] of [
        ['invitee', false],
        ['owner', true],
      ] as const) {
        const { registry } = (await ask(t.system.site, who, 'GET', `/${id}`)).body;
        assert.partialDeepStrictEqual(registry, { is_past: isOwner, sees_all: isOwner });
        assert.deepEqual(
          [registry.invitees, registry.headings, registry.owner_keepers],
          [['invitee'], ['Inside'], isOwner ? ['owner'] : []],
        );
      }
      assert.equal((await stranger()).is_for_child, false);
      await dispatch(t.system.site, 'owner', 'POST', `/registries/${id}`, { password: 'sesame' });
      assert.doesNotMatch(JSON.stringify(await stranger()), /Inside|20(37|19)-/);
      assert.equal((await stranger()).surprise, '');
      const { body } = await read('stranger', id);
      assert.doesNotMatch(JSON.stringify(body), /Inside/, 'the REST API of WordPress');
      const unlocked = await dispatch(t.system.site, 'stranger', 'GET', `/registries/${id}?password=sesame`);
      assert.match(JSON.stringify(unlocked.body.meta), /Inside/);
      assert.equal((await ask(t.system.site, 'invitee', 'GET', `/${id}`)).body.registry.story, 'Inside');
    });

    it('a member without a role on the site, or with an unconfirmed address, may create nothing', async () => {
      const refused = await run(
        `$neighbour = wp_insert_user( array( 'user_login' => 'neighbour', 'user_pass' => 'x', 'role' => '' ) );
        wp_set_current_user( $neighbour );
        $request = new WP_REST_Request( 'POST', '/largesse/v1/registries' );
        $request->set_body_params( array( 'title' => 'New' ) );
        foreach ( array( '', 'key' ) as $unconfirmed ) {
          update_user_meta( $neighbour, '_largesse_unconfirmed', $unconfirmed );
          $answer = rest_do_request( $request );
          echo $answer->get_status(), ' ', $answer->get_data()['code'], ' ';
        }`,
      );
      assert.equal(refused, '403 largesse_forbidden 403 largesse_unconfirmed ');
      // Copies and files create registries, too.
      const earlier = await create(t.system.site, 'stranger', { title: 'Earlier' });
      const open = await create(t.system.site, 'owner', { status: 'publish' });
      const item = await addItem(t.system, open, 'Kettle');
      const pending = (value: string) =>
        run(`update_user_meta( $input[0], '_largesse_unconfirmed', $input[1] );`, [
          t.system.site.users.stranger.id,
          value,
        ]);
      await pending('key');
      for (const path of [`/${earlier}/copy`, `/${open}/items/${item}/copy`, '/from-file']) {
        const { status, body } = await ask(t.system.site, 'stranger', 'POST', path, { title: 'New', text: 'Kettle' });
        assert.deepEqual([status, body.code], [403, 'largesse_unconfirmed'], path);
      }
      await pending('');
    });
  });

  it('pages learn who changed a registry, but not about joined guests, affiliate links or old changes', async () => {
    const id = await create(t.system.site, 'owner', {});
    const { owner, stranger } = t.system.site.users;
    const printed = await run(
      `use Largesse\\Pages\\Owners\\RecentEdits;
       $id     = $input['id'];
       $latest = fn () => RecentEdits::state( $id )['last_edit'];
       $_SERVER['HTTP_X_LARGESSE_TAB'] = '<b>' . str_repeat( 'a-', 20 );
       $is_change = function ( Closure $act ) use ( $latest ) {
         $before = $latest();
         $act( new RecentEdits() );
         return $latest() !== $before;
       };
       wp_set_current_user( $input['stranger'] );
       $changes['a guest joins']       = $is_change( fn ( $edits ) => $edits->store_after_meta( 0, $id, 'registry_invitees' ) );
       $changes['not a list']          = $is_change( fn ( $edits ) => $edits->store_after_meta( 0, $id, 'registry_event_date' ) );
       $changes['a co-owner is added'] = $is_change( fn ( $edits ) => $edits->store_after_meta( 0, $id, 'registry_owners' ) );
       wp_set_current_user( $input['owner'] );
       $changes['an owner invites']    = $is_change( fn ( $edits ) => $edits->store_after_meta( 0, $id, 'registry_invitees' ) );
       $changes['a wish']              = $is_change( fn ( $edits ) => $edits->store_after_wish( $id ) );
       $changes['gifts']               = $is_change( fn ( $edits ) => $edits->store_after_guests( $id ) );
       $GLOBALS['current_screen']      = new class() { public function in_admin() { return true; } };
       $changes['an affiliate link']   = $is_change( fn ( $edits ) => $edits->store_after_wish( $id ) );
       unset( $GLOBALS['current_screen'] );
       for ( $n = 0; $n < 11; $n++ ) {
         wp_set_current_user( $input[ $n % 2 ? 'stranger' : 'owner' ] );
         ( new RecentEdits() )->store_after_wish( $id );
       }
       $request = new WP_REST_Request( 'GET', "/largesse/v1/registries/$id/edits" );
       $edits   = rest_do_request( $request )->get_data()['edits'];
       echo wp_json_encode( compact( 'changes', 'edits' ) );`,
      { id, owner: owner.id, stranger: stranger.id },
    );
    const { changes, edits } = JSON.parse(printed);
    assert.deepEqual(
      Object.keys(changes).filter((name) => changes[name]),
      ['a co-owner is added', 'an owner invites', 'a wish'],
    );
    assert.equal(edits.length, 10, 'the latest changes');
    assert.equal(edits[0].tab, `b${'a-'.repeat(20)}`.slice(0, 36));
    assert.deepEqual(
      edits.slice(0, 2).map(({ name, is_own }: { name: string; is_own: boolean }) => [name, is_own]),
      [
        ['owner', true],
        ['stranger', false],
      ],
    );
  });

  describe('a browser', () => {
    it('never caches an answer, whether success or failure', async () => {
      const id = await create(t.system.site, 'owner', {});
      for (const caller of ['nobody', 'owner'] as const) {
        const { headers } = await askOverHttp(t.system.site, caller, 'GET', `/${id}`);
        assert.match(headers.get('cache-control') ?? '', /no-store/, caller);
      }
    });

    async function nonceOf(cookie: string): Promise<string> {
      const answer = await fetch(`${t.system.site.url}/wp-admin/admin-ajax.php?action=rest-nonce`, {
        headers: { cookie },
      });
      return answer.text();
    }
    const send = async (id: number, method: string, headers: Record<string, string>) => {
      const url = `${t.system.site.url}/wp-json/largesse/v1/registries/${id}/invitees`;
      const body = JSON.stringify({ invitee: 'grandma' });
      const answer = await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, body });
      const told: { code?: string } = JSON.parse(await answer.text());
      return [answer.status, told.code];
    };

    it('needs cookie and nonce; without a valid nonce nothing changes', async () => {
      const id = await create(t.system.site, 'owner', {});
      const cookie = await logIn(t.system.site, 'owner');
      const nonce = await nonceOf(cookie);
      assert.deepEqual(await send(id, 'POST', { cookie }), [401, 'largesse_signed_out']);
      const wrong = await nonceOf(await logIn(t.system.site, 'stranger'));
      assert.deepEqual(await send(id, 'POST', { cookie, 'x-wp-nonce': wrong }), [403, 'rest_cookie_invalid_nonce']);
      assert.equal((await read('owner', id)).body.meta.registry_invitees, '[]');
      assert.deepEqual(await send(id, 'POST', { cookie, 'x-wp-nonce': nonce }), [200, undefined]);
    });
  });

  describe('invitees', () => {
    const invite = (id: number, body: unknown) => ask(t.system.site, 'owner', 'POST', `/${id}/invitees`, body);

    it('cause a question if the site does not know them and the page asks for questions; the others are invited', async () => {
      const id = await create(t.system.site, 'owner', { meta: { registry_invitees: '["Grandma B"]' } });
      const invitees = ['INVITEE', 'grandma', 'a@mail.example', 'a@mail', ' ', 'x'.repeat(101)];
      const { status, body } = await invite(id, { invitees, ask: true });
      assert.equal(status, 200);
      assert.deepEqual(body.registry.invitees, ['Grandma B', 'INVITEE', 'a@mail.example']);
      assert.deepEqual(
        body.asked?.map(({ text }) => text),
        [
          'We don’t know anyone called “grandma”. Enter an e-mail address instead.',
          '“a@mail” is not a complete e-mail address.',
          'Enter a user name or an e-mail address.',
          'This is too long: please use at most 100 characters.',
        ],
      );
      const [old] = body.registry.invitations;
      assert.deepEqual(old?.states, [{ key: 'nobody', text: 'Nobody here has this name' }]);
      assert.deepEqual((await ask(t.system.site, 'invitee', 'GET', `/${id}`)).body.registry.invitations, []);
    });

    it('are refused with a reason next to the field', async () => {
      const id = await create(t.system.site, 'owner', {});
      for (const [body, message] of [
        [{}, 'Enter a user name or an e-mail address.'],
        [{ invitee: ['a'] }, 'must be a string'],
        [{ invitee: 'a\0b' }, 'This contains characters that cannot be stored. Please type it again.'],
        [{ invitees: Array.from({ length: 501 }, (_, n) => `u${n}`) }, 'Add at most 500 guests at once.'],
      ] as const) {
        const answer = await invite(id, body);
        assert.deepEqual([answer.status, answer.body.code], [422, 'largesse_fields']);
        assert.deepEqual(answer.body.data.fields, { invitee: message });
      }
      const list = await invite(id, ['grandma']);
      assert.deepEqual([list.status, list.body.message], [422, 'The request must contain a JSON object.']);
      assert.equal((await read('owner', id)).body.meta.registry_invitees, '[]');
    });
  });
});
