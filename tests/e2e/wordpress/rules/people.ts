import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe } from 'node:test';
import { valuesOf } from '../../../support/values-of.ts';
import {
  acceptAll,
  create,
  type Dispatched,
  dispatch,
  dispatchAll,
  logIn,
  type RegistryPost,
  rest,
} from '../requests.ts';
import { loginPassword, type Site, type TestUser } from '../site.ts';
import type { Tests } from '../versions.ts';

/**
 * Tests permissions of co-owners and keepers on the host. Also tests actions that no editor of a registry may perform.
 */
export function peopleRules(site: () => Site, { it, everywhere }: Tests): void {
  const shared = { registry_owners: '["invitee"]', registry_keepers: '["MailInvitee@people.example"]' };
  const path = (id: number) => `/registries/${id}`;
  const author = () => site().users.owner.id;
  const by = (person: TestUser, id: number, body: unknown) => dispatch(site(), person, 'POST', path(id), body);
  const read = (person: TestUser, id: number, query = '') => dispatch(site(), person, 'GET', path(id) + query);

  /** Sends an XML-RPC call as the co-owner, and returns the answer. */
  const xmlRpc = async (method: string, params: string): Promise<string> => {
    const body = `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${params}</params></methodCall>`;
    const answer = await fetch(`${site().url}/xmlrpc.php`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/xml' },
    });
    return answer.text();
  };
  const value = (xml: string) => `<param><value>${xml}</value></param>`;
  const member = (name: string, xml: string) => `<member><name>${name}</name><value>${xml}</value></member>`;
  const login = (person: 'owner' | 'invitee') =>
    value(`<string>${person}</string>`) + value(`<string>${loginPassword}</string>`);
  const editPost = (person: 'owner' | 'invitee', id: number, fields: string) =>
    xmlRpc(
      'wp.editPost',
      value('<int>1</int>') + login(person) + value(`<int>${id}</int>`) + value(`<struct>${fields}</struct>`),
    );

  describe('people who share a registry', () => {
    everywhere('a co-owner edits and lists it, in any status but the trash', async () => {
      const id = await create(site(), 'owner', { meta: shared });
      for (const status of ['private', 'draft'])
        assert.equal((await by('invitee', id, { status, title: `Ours, ${status}` })).body.title.raw, `Ours, ${status}`);
      const listed = async (query: string, person: 'owner' | 'invitee' | 'stranger' | 'mailInvitee' = 'invitee') => {
        const { body, headers } = await dispatch<RegistryPost[]>(
          site(),
          person,
          'GET',
          `/registries?_fields=id&per_page=1&${query}`,
        );
        return [body.map((post) => post.id), headers.get('x-wp-total')];
      };
      assert.deepEqual(await listed('largesse_role=co-owner&status=draft&context=edit'), [[id], '1']);
      assert.deepEqual(await listed('largesse_role=co-owner&status=publish,private,draft'), [[id], '1']);
      assert.deepEqual(await listed('largesse_role=co-owner&status=private'), [[], '0']);
      assert.deepEqual(await listed(`largesse_role=co-owner&status=draft&include=${id}`), [[id], '1']);
      for (const without of [`include=${id + 1}`, `exclude=${id}`, `include=${id}&exclude=${id}`])
        assert.deepEqual(await listed(`largesse_role=co-owner&status=draft&${without}`), [[], '0'], without);
      for (const other of ['owner', 'stranger', 'mailInvitee'] as const)
        assert.deepEqual(await listed('largesse_role=co-owner&status=publish,private,draft', other), [[], '0']);
      assert.equal((await dispatch(site(), 'invitee', 'GET', '/registries?largesse_role=boss')).status, 400);
      await dispatch(site(), 'owner', 'DELETE', path(id));
      for (const person of ['invitee', 'mailInvitee'] as const) assert.equal((await read(person, id)).status, 404);
      assert.equal((await by('invitee', id, { status: 'private' })).status, 404);
    });

    everywhere('only owners, keepers, invitees and administrators see the people of a registry', async () => {
      const id = await create(site(), 'owner', { status: 'publish', meta: shared });
      const callers = ['owner', 'invitee', 'mailInvitee', 'admin', 'stranger', 'nobody'] as const;
      const answers = await dispatchAll(
        site(),
        callers.map((caller) => [caller, 'GET', path(id)]),
      );
      for (const [n, caller] of callers.entries()) {
        const expected = n < 4 ? shared : { registry_owners: '[]', registry_keepers: '[]' };
        assert.partialDeepStrictEqual(answers[n]?.body.meta, expected, caller);
      }
    });

    everywhere('a co-owner cannot delete it or change its author, by any way into WordPress', async () => {
      const id = await create(site(), 'owner', { meta: shared });
      const self = site().users.invitee.id;
      const answers = await dispatchAll(site(), [
        ['invitee', 'DELETE', path(id)],
        ['invitee', 'DELETE', `${path(id)}?force=true`],
        ['invitee', 'POST', path(id), { author: self, title: 'Mine' }],
      ]);
      assert.deepEqual(valuesOf(answers, 'status'), [403, 403, 403]);
      const stored = async () => {
        const { author, status, title } = (await read('owner', id)).body;
        return [author, status, title.raw];
      };
      const cookie = await logIn(site(), 'invitee');
      const form = {
        post_ID: String(id),
        post_type: 'registry',
        user_ID: String(self),
        post_author: String(self),
        post_title: 'By form',
        post_status: 'trash',
      };
      await fetch(`${site().url}/wp-admin/post.php`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
        body: new URLSearchParams({ ...form, ...(await adminNonce(site(), id, cookie)), action: 'editpost' }),
      });
      assert.deepEqual(await stored(), [author(), 'private', 'By form']);
      await editPost(
        'invitee',
        id,
        member('post_status', '<string>trash</string>') +
          member('post_title', '<string>By XML-RPC</string>') +
          member('post_author', `<int>${self}</int>`),
      );
      await xmlRpc('wp.deletePost', value('<int>1</int>') + login('invitee') + value(`<int>${id}</int>`));
      assert.deepEqual(await stored(), [author(), 'private', 'By XML-RPC']);
      const statuses = await site().wordpress.run(
        `wp_set_current_user( $input['self'] );
        foreach ( array( 'trash', 'auto-draft', 'inherit', 'draft', 'private' ) as $status ) {
          wp_update_post( array( 'ID' => $input['id'], 'post_status' => $status, 'post_author' => $input['self'] ) );
          $stored[] = get_post( $input['id'] )->post_author . ' ' . get_post_status( $input['id'] );
        }
        echo wp_json_encode( $stored );`,
        { id, self },
      );
      assert.deepEqual(
        JSON.parse(statuses),
        ['private', 'private', 'private', 'draft', 'private'].map((status) => `${author()} ${status}`),
      );
    });

    it('XML-RPC cannot write the lists of co-owners and keepers', async () => {
      const id = await create(site(), 'owner', { meta: shared });
      const field = (key: string) =>
        member(
          'custom_fields',
          `<array><data><value><struct>${member('key', `<string>${key}</string>`)}${member('value', '<string>["owner"]</string>')}</struct></value></data></array>`,
        );
      for (const key of ['registry_keepers', 'registry_owners']) await editPost('owner', id, field(key));
      const stored = await site().wordpress.run(
        `echo wp_json_encode( [ get_post_meta( ${id}, 'registry_keepers' ), get_post_meta( ${id}, 'registry_owners' ) ] );`,
      );
      assert.deepEqual(JSON.parse(stored), [[shared.registry_keepers], [shared.registry_owners]]);
    });

    everywhere('an owner becomes a keeper only at its creation; a keeper may become an owner', async () => {
      const id = await create(site(), 'owner', {
        meta: { registry_owners: '["invitee"]', registry_keepers: '["owner"]' },
      });
      const keepers = (entries: string[]) => ({ meta: { registry_keepers: JSON.stringify(entries) } });
      const condition = { 'X-Largesse-If-Meta': `registry_keepers=${hash('sha256', '["owner"]')}` };
      const refused = await dispatchAll(site(), [
        ...['invitee', ' INVITEE', 'invitee@people.example'].flatMap((entry) =>
          (['owner', 'invitee'] as const).map(
            (person): Dispatched => [person, 'POST', path(id), keepers(['owner', entry])],
          ),
        ),
        ['owner', 'POST', path(id), keepers(['owner', 'invitee']), condition],
      ]);
      for (const { status, body } of refused) assert.deepEqual([status, body.code], [422, 'largesse_keeper_is_owner']);
      // The plugin accepts changes of these lists only in REST requests over HTTP. `dispatchAll` turns this rule off,
      // so this change shows that the plugin accepts a real request.
      assert.equal((await rest(site(), 'invitee', 'POST', path(id), keepers(['owner', 'stranger']))).status, 200);
      await acceptAll(site(), id);
      const named = { meta: { registry_owners: '["invitee","stranger"]' } };
      assert.equal((await by('invitee', id, named)).status, 200);
      await acceptAll(site(), id);
      const answers = await dispatchAll(site(), [
        ['stranger', 'POST', path(id), keepers([])],
        ['owner', 'POST', path(id), keepers(['owner'])],
        ['admin', 'POST', path(id), keepers(['owner'])],
      ]);
      assert.deepEqual(valuesOf(answers, 'status'), [200, 422, 200]);
    });
  });
}

/** Returns a form field of WordPress's edit screen. The field contains the invitee's nonce. */
async function adminNonce(site: Site, id: number, cookie: string): Promise<Record<string, string>> {
  const session = decodeURIComponent(cookie.match(/wordpress_logged_in_[^=]+=([^;]+)/)?.[1] ?? '');
  const nonce = await site.wordpress.run(
    `$_COOKIE[ LOGGED_IN_COOKIE ] = ${JSON.stringify(session)}; wp_set_current_user( get_user_by( 'login', 'invitee' )->ID ); echo wp_create_nonce( 'update-post_${id}' );`,
  );
  return { _wpnonce: nonce };
}
