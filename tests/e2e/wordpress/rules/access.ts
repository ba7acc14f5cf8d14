import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { valuesOf } from '../../../support/values-of.ts';
import { type Caller, create, type Dispatched, type Draft, dispatch, dispatchAll, logIn } from '../requests.ts';
import type { Site, TestUser } from '../site.ts';
import type { Tests } from '../versions.ts';

const invited = { registry_invitees: '["invitee","mailinvitee@people.example"]' };
const everybody = ['admin', 'owner', 'invitee', 'mailInvitee', 'stranger', 'nobody'] as const;

/** Tests permissions to read, change, delete and create registries. */
export function accessRules(site: () => Site, { it, everywhere }: Tests): void {
  const createBy = (caller: TestUser, registry: Draft = {}) => create(site(), caller, registry);
  /** Sends a request as each caller, and returns the callers with the statuses of their answers. */
  const statusesOf = async (request: (caller: Caller) => Dispatched) => {
    const answers = await dispatchAll(site(), everybody.map(request));
    return everybody.map((caller, index) => [caller, answers[index]?.status]);
  };
  const forAll = (...statuses: number[]) => everybody.map((caller, index) => [caller, statuses[index]]);
  const reads =
    (id: number, query = '') =>
    (caller: Caller): Dispatched => [caller, 'GET', `/registries/${id}${query}`];

  const ajax = async (person: TestUser, fields: Record<string, string>) => {
    const response = await fetch(`${site().url}/wp-admin/admin-ajax.php`, {
      method: 'POST',
      headers: { cookie: await logIn(site(), person) },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, text: await response.text() };
  };

  describe('reading', () => {
    it('a registry that is pending or in the trash is visible to owner and administrator only', async () => {
      for (const change of [
        `wp_update_post( array( 'ID' => $input, 'post_status' => 'pending' ) );`,
        'wp_trash_post( $input );',
      ]) {
        const id = await createBy('owner', { meta: invited });
        await site().wordpress.run(change, id);
        assert.deepEqual(await statusesOf(reads(id)), forAll(200, 200, 404, 404, 404, 404), change);
      }
    });

    everywhere('only owner and administrator read for editing', async () => {
      const id = await createBy('owner', { status: 'publish', meta: invited });
      assert.deepEqual(await statusesOf(reads(id, '?context=edit')), forAll(200, 200, 403, 403, 403, 401));
    });
  });

  describe('writing', () => {
    it('no one can create a registry for someone else, or give one away', async () => {
      const author = site().users.stranger.id;
      const id = await createBy('owner');
      const answers = await dispatchAll(site(), [
        ['owner', 'POST', '/registries', { title: 'Yours', author }],
        ['owner', 'POST', `/registries/${id}`, { author }],
      ]);
      assert.deepEqual(valuesOf(answers, 'status'), [403, 403]);
    });
  });

  describe('capabilities', () => {
    it('members get no rights on other content', async () =>
      assert.equal((await dispatch(site(), 'owner', 'POST', '/posts', { title: 'A post' })).status, 403));

    everywhere('the server fetches nothing from the web for a member', async () => {
      const url = 'url=https://192.0.2.1/'; // an IP address, because WordPress would first resolve a host name
      for (const path of [`wp-block-editor/v1/url-details?${url}`, 'wp/v2/pattern-directory/patterns']) {
        const callers = ['owner', 'nobody', 'admin'] as const;
        const answers = await dispatchAll(
          site(),
          callers.map((caller) => [caller, 'GET', `/wp-json/${path}`]),
        );
        const statuses = answers.map(({ status }) => status);
        assert.deepEqual(statuses.slice(0, 2), [403, 401], path);
        // For the administrator, WordPress tries to fetch the address. The status then depends on the machine's
        // network, so this test only checks that WordPress does not refuse the request.
        assert.notEqual(statuses[2], 403, path);
      }
    });

    it('the server fetches nothing for a member who is also an author, either', async () => {
      const id = await createBy('stranger');
      const blocks = await dispatchAll(
        site(),
        (['stranger', 'admin'] as const).map((caller) => [
          caller,
          'GET',
          `/block-renderer/core/archives?context=edit&post_id=${id}`,
        ]),
      );
      assert.deepEqual(valuesOf(blocks, 'status'), [403, 200]);
      const fields = { post_ID: String(id), shortcode: '[embed]https://elsewhere.example/[/embed]' };
      for (const action of ['parse-embed', 'parse-media-shortcode'])
        assert.deepEqual(await ajax('stranger', { action, ...fields }), { status: 403, text: '-1' }, action);
      assert.notEqual((await ajax('admin', { action: 'parse-embed', ...fields })).status, 403);
    });

    everywhere('members do not see who writes for the site', async () => {
      const answers = await dispatchAll(
        site(),
        (['stranger', 'admin'] as const).map((caller) => [caller, 'GET', '/users?who=authors']),
      );
      assert.deepEqual(valuesOf(answers, 'status'), [403, 200]);
    });

    it('members see the addresses of their own registries only', async () => {
      const [mine, secret] = [await createBy('stranger'), await createBy('owner')];
      // The stranger gets this nonce on the edit screen of any post.
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
