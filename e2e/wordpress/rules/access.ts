import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Caller, create, type Draft, logIn, page, read, rest } from '../requests.ts';
import type { Site, TestUser } from '../site.ts';
import type { Tests } from '../versions.ts';

const invited = { registry_invitees: '["invitee","mailinvitee@people.example"]' };
const everybody = ['admin', 'owner', 'invitee', 'mailInvitee', 'stranger', 'nobody'] as const;

/** Tests permissions to read, change, delete and create registries. */
export function accessRules(site: () => Site, { it, everywhere }: Tests): void {
  const createBy = (caller: TestUser, registry: Draft = {}) => create(site(), caller, registry);
  const statusesOf = (request: (caller: Caller) => Promise<{ status: number }>) =>
    Promise.all(everybody.map(async (caller) => [caller, (await request(caller)).status]));
  const forAll = (...statuses: number[]) => everybody.map((caller, index) => [caller, statuses[index]]);

  const ajax = async (person: TestUser, fields: Record<string, string>) => {
    const response = await fetch(`${site().url}/wp-admin/admin-ajax.php`, {
      method: 'POST',
      headers: { cookie: await logIn(site(), person) },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, text: await response.text() };
  };

  describe('reading', () => {
    everywhere('a private registry is there for owner, administrator and invitees', async () => {
      const id = await createBy('owner', { meta: invited });
      const statuses = await statusesOf((caller) => read(site(), caller, id));
      assert.deepEqual(statuses, forAll(200, 200, 200, 200, 403, 401));
    });

    it('a registry that is pending is visible to owner and administrator only', async () => {
      const id = await createBy('owner', { status: 'pending', meta: invited });
      const statuses = await statusesOf((caller) => read(site(), caller, id));
      assert.deepEqual(statuses, forAll(200, 200, 404, 404, 404, 404));
    });

    it('a registry in the trash is visible to owner and administrator only', async () => {
      const id = await createBy('owner', { meta: invited });
      await rest(site(), 'owner', 'DELETE', `/registries/${id}`);
      const statuses = await statusesOf((caller) => read(site(), caller, id));
      assert.deepEqual(statuses, forAll(200, 200, 404, 404, 404, 404));
    });

    everywhere('only owner and administrator read for editing', async () => {
      const id = await createBy('owner', { status: 'publish', meta: invited });
      const statuses = await statusesOf((caller) => read(site(), caller, id, '?context=edit'));
      assert.deepEqual(statuses, forAll(200, 200, 403, 403, 403, 401));
    });

    everywhere('the page of a private registry is there for those who may read it', async () => {
      const id = await createBy('owner', { title: 'Golden wedding', content: 'Fifty years', meta: invited });
      const pages = new Map<Caller, { status: number; html: string }>();
      for (const caller of everybody) pages.set(caller, await page(site(), caller, `/?registry=${id}`));
      const statuses = everybody.map((caller) => [caller, pages.get(caller)?.status]);
      assert.deepEqual(statuses, forAll(200, 200, 200, 200, 404, 404));
      assert.match(pages.get('invitee')!.html, /Fifty years/);
      assert.doesNotMatch(pages.get('stranger')!.html, /Fifty years|Golden wedding/);
    });
  });

  describe('invitees', () => {
    const readsWith = async (caller: Caller, entry: string) => {
      const id = await createBy('owner', { meta: { registry_invitees: JSON.stringify([entry]) } });
      return (await read(site(), caller, id)).status;
    };

    it('user names are compared without regard to case and surrounding spaces', async () => {
      assert.equal(await readsWith('invitee', ' \u00a0InVitee\t'), 200);
    });

    it('e-mail addresses are compared without regard to case', async () => {
      assert.equal(await readsWith('mailInvitee', 'MailInvitee@People.EXAMPLE'), 200);
    });

    it('an entry must match the whole name', async () => {
      assert.equal(await readsWith('invitee', 'invite'), 403);
      assert.equal(await readsWith('mailInvitee', 'people.example'), 403);
    });

    describe('if a user name is someone else’s e-mail address', () => {
      let impostor: { authorization: string };
      before(async () => {
        const password = await site().wordpress.run(`
          $id = wp_insert_user( array( 'user_login' => 'granny@people.example', 'user_email' => 'other@people.example', 'user_pass' => wp_generate_password() ) );
          echo WP_Application_Passwords::create_new_application_password( $id, array( 'name' => 'test' ) )[0];`);
        impostor = { authorization: `Basic ${Buffer.from(`other@people.example:${password}`).toString('base64')}` };
      });

      it('an invitation to the address does not include that user', async () => {
        const id = await createBy('owner', { meta: { registry_invitees: '["granny@people.example"]' } });
        const url = `${site().url}/wp-json/wp/v2/registries/${id}`;
        assert.equal((await fetch(url, { headers: impostor })).status, 403);
      });
    });

    for (const list of ['{"invitee":1}', 'invitee', '[["invitee"]]', '"invitee"', '']) {
      it(`an invalid list invites no one: ${list || '(empty)'}`, async () => {
        const id = await createBy('owner');
        await site().wordpress.run("update_post_meta( $input[0], 'registry_invitees', $input[1] );", [id, list]);
        assert.equal((await read(site(), 'invitee', id)).status, 403);
      });
    }

    it('people removed from the list lose access at once', async () => {
      const id = await createBy('owner', { meta: invited });
      await rest(site(), 'owner', 'POST', `/registries/${id}`, { meta: { registry_invitees: '[]' } });
      assert.equal((await read(site(), 'invitee', id)).status, 403);
    });
  });

  describe('writing', () => {
    for (const status of ['private', 'publish']) {
      everywhere(`only owner and administrator change and delete a ${status} registry`, async () => {
        const id = await createBy('owner', { status, meta: invited });
        const change = (caller: Caller) => rest(site(), caller, 'POST', `/registries/${id}`, { title: 'New' });
        assert.deepEqual(await statusesOf(change), forAll(200, 200, 403, 403, 403, 401));
        const refused = (caller: Caller) =>
          caller === 'admin' || caller === 'owner'
            ? Promise.resolve({ status: 0 })
            : rest(site(), caller, 'DELETE', `/registries/${id}?force=true`);
        assert.deepEqual(await statusesOf(refused), forAll(0, 0, 403, 403, 403, 401));
        assert.equal((await rest(site(), 'owner', 'DELETE', `/registries/${id}?force=true`)).status, 200);
      });
    }

    it('an administrator can delete other people’s registries', async () => {
      const id = await createBy('owner');
      assert.equal((await rest(site(), 'admin', 'DELETE', `/registries/${id}?force=true`)).status, 200);
    });

    everywhere('every member creates registries of their own', async () => {
      const { body } = await rest(site(), 'stranger', 'POST', '/registries', { title: 'Mine', status: 'publish' });
      assert.equal(body.author, site().users.stranger.id);
      assert.equal(body.status, 'publish');
    });

    it('no one can create a registry for someone else, or give one away', async () => {
      const author = site().users.stranger.id;
      assert.equal((await rest(site(), 'owner', 'POST', '/registries', { title: 'Yours', author })).status, 403);
      const id = await createBy('owner');
      assert.equal((await rest(site(), 'owner', 'POST', `/registries/${id}`, { author })).status, 403);
    });
  });

  describe('capabilities', () => {
    it('members get no rights on other content', async () => {
      assert.equal((await rest(site(), 'owner', 'POST', '/posts', { title: 'A post' })).status, 403);
    });

    it('users without a role on the site have no rights on registries', async () => {
      const can = await site().wordpress.run(`
        $id = wp_insert_user( array( 'user_login' => 'outsider', 'user_email' => 'outsider@people.example', 'user_pass' => wp_generate_password(), 'role' => '' ) );
        echo wp_json_encode( user_can( $id, 'edit_registries' ) );`);
      assert.equal(can, 'false');
    });

    everywhere('the server fetches nothing from the web for a member', async () => {
      const url = 'url=https://192.0.2.1/'; // a host name would first be resolved
      for (const path of [`wp-block-editor/v1/url-details?${url}`, 'wp/v2/pattern-directory/patterns']) {
        assert.equal((await rest(site(), 'owner', 'GET', `/wp-json/${path}`)).status, 403, path);
        assert.equal((await rest(site(), 'nobody', 'GET', `/wp-json/${path}`)).status, 401, path);
        // The administrator's request reaches the network, which is missing here.
        assert.notEqual((await rest(site(), 'admin', 'GET', `/wp-json/${path}`)).status, 403, path);
      }
    });

    it('nor for a member who is also an author', async () => {
      const id = await createBy('stranger');
      const block = (caller: Caller) =>
        rest(site(), caller, 'GET', `/block-renderer/core/archives?context=edit&post_id=${id}`);
      assert.equal((await block('stranger')).status, 403);
      assert.equal((await block('admin')).status, 200);
      for (const action of ['parse-embed', 'parse-media-shortcode']) {
        const fields = { action, post_ID: String(id), shortcode: '[embed]https://elsewhere.example/[/embed]' };
        assert.deepEqual(await ajax('stranger', fields), { status: 403, text: '-1' }, action);
        assert.notEqual((await ajax('admin', fields)).status, 403, action);
      }
    });

    everywhere('members do not see who writes for the site', async () => {
      assert.equal((await rest(site(), 'stranger', 'GET', '/users?who=authors')).status, 403);
      assert.equal((await rest(site(), 'admin', 'GET', '/users?who=authors')).status, 200);
    });

    it('members see the addresses of their own registries only', async () => {
      const [mine, secret] = [await createBy('stranger'), await createBy('owner')];
      // As on the edit screen of any other post.
      const samplepermalinknonce = await site().wordpress.run(
        `foreach ( explode( '; ', $input['cookie'] ) as $cookie ) {
           list( $name, $value ) = explode( '=', $cookie, 2 );
           $_COOKIE[ $name ] = urldecode( $value );
         }
         wp_set_current_user( $input['user'] );
         echo wp_create_nonce( 'samplepermalink' );`,
        { cookie: await logIn(site(), 'stranger'), user: site().users.stranger.id },
      );
      const sample = (id: number) =>
        ajax('stranger', { action: 'sample-permalink', post_id: String(id), samplepermalinknonce });
      assert.equal((await sample(mine)).status, 200);
      assert.deepEqual(await sample(secret), { status: 403, text: '-1' });
    });

    it('nothing is stored', async () => {
      const stored = await site().wordpress.run("echo wp_json_encode( get_option( 'wp_user_roles' ) );");
      assert.doesNotMatch(stored, /registr/);
    });
  });
}
