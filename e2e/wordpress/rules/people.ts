import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe } from 'node:test';
import { create, logIn, type RegistryPost, read, rest } from '../requests.ts';
import { loginPassword, type Site } from '../site.ts';
import type { Tests } from '../versions.ts';

/** Tests permissions of co-owners and keepers on the host, and actions that no editor of a registry may perform. */
export function peopleRules(site: () => Site, { it, everywhere }: Tests): void {
  const shared = { registry_owners: '["invitee"]', registry_keepers: '["MailInvitee@people.example"]' };
  const path = (id: number) => `/registries/${id}`;
  const author = () => site().users.owner.id;
  const by = async (person: 'owner' | 'invitee' | 'mailInvitee' | 'stranger' | 'admin', id: number, body: unknown) =>
    rest(site(), person, 'POST', path(id), body);

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
    everywhere('a co-owner reads, edits and lists it, in any status but the trash; a keeper reads it', async () => {
      const id = await create(site(), 'owner', { meta: shared });
      for (const [status, mayKeeper] of [
        ['private', 200],
        ['draft', 404],
      ] as const) {
        assert.equal((await by('owner', id, { status })).status, 200);
        assert.equal((await read(site(), 'invitee', id)).status, 200);
        assert.equal((await read(site(), 'invitee', id, '?context=edit')).status, 200);
        assert.equal((await read(site(), 'mailInvitee', id)).status, mayKeeper);
        assert.equal((await by('mailInvitee', id, { title: 'Mine' })).status, mayKeeper === 200 ? 403 : 404);
        assert.equal((await by('invitee', id, { title: `Ours, ${status}` })).body.title.raw, `Ours, ${status}`);
      }
      const listed = async (query: string, person: 'owner' | 'invitee' | 'stranger' | 'mailInvitee' = 'invitee') => {
        const { body, headers } = await rest<RegistryPost[]>(
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
      for (const other of ['owner', 'stranger', 'mailInvitee'] as const)
        assert.deepEqual(await listed('largesse_role=co-owner&status=publish,private,draft', other), [[], '0']);
      assert.equal((await rest(site(), 'invitee', 'GET', '/registries?largesse_role=boss')).status, 400);
      await rest(site(), 'owner', 'DELETE', path(id));
      for (const person of ['invitee', 'mailInvitee'] as const)
        assert.equal((await read(site(), person, id)).status, 404);
      assert.equal((await by('invitee', id, { status: 'private' })).status, 404);
    });

    everywhere('only owners, keepers, invitees and administrators see the people of a registry', async () => {
      const id = await create(site(), 'owner', { status: 'publish', meta: shared });
      for (const person of ['owner', 'invitee', 'mailInvitee', 'admin'] as const)
        assert.partialDeepStrictEqual((await read(site(), person, id)).body.meta, shared);
      for (const person of ['stranger', 'nobody'] as const)
        assert.partialDeepStrictEqual((await read(site(), person, id)).body.meta, {
          registry_owners: '[]',
          registry_keepers: '[]',
        });
    });

    everywhere('a co-owner neither deletes it nor gives it another author, by no way into WordPress', async () => {
      const id = await create(site(), 'owner', { meta: shared });
      const self = site().users.invitee.id;
      for (const query of ['', '?force=true'])
        assert.equal((await rest(site(), 'invitee', 'DELETE', path(id) + query)).status, 403);
      assert.equal((await by('invitee', id, { author: self, title: 'Mine' })).status, 403);
      const cookie = await logIn(site(), 'invitee');
      const nonce = await adminNonce(site(), id, cookie);
      const form = {
        post_ID: String(id),
        post_type: 'registry',
        user_ID: String(self),
        post_author: String(self),
        post_title: 'By form',
      };
      // WordPress itself turns "auto-draft" into a draft.
      for (const status of ['trash', 'auto-draft', 'inherit', 'private']) {
        await fetch(`${site().url}/wp-admin/post.php`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie },
          body: new URLSearchParams({ ...form, ...nonce, action: 'editpost', post_status: status }),
        });
        for (const extra of ['', member('post_author', `<int>${self}</int>`)])
          await editPost(
            'invitee',
            id,
            member('post_status', `<string>${status}</string>`) +
              member('post_title', '<string>By XML-RPC</string>') +
              extra,
          );
        await xmlRpc('wp.deletePost', value('<int>1</int>') + login('invitee') + value(`<int>${id}</int>`));
        const post = (await read(site(), 'owner', id)).body;
        assert.equal(post.author, author());
        assert.ok(['private', 'draft'].includes(post.status), `${status}: ${post.status}`);
      }
      assert.equal((await read(site(), 'owner', id)).body.title.raw, 'By XML-RPC', 'the request succeeded');
    });

    it('XML-RPC cannot write the lists of co-owners and keepers', async () => {
      const id = await create(site(), 'owner', { meta: shared });
      const field = (key: string) =>
        member(
          'custom_fields',
          `<array><data><value><struct>${member('key', `<string>${key}</string>`)}${member('value', '<string>["owner"]</string>')}</struct></value></data></array>`,
        );
      for (const person of ['owner', 'invitee'] as const)
        for (const key of ['registry_keepers', 'registry_owners']) await editPost(person, id, field(key));
      const stored = await site().wordpress.run(
        `echo wp_json_encode( [ get_post_meta( ${id}, 'registry_keepers' ), get_post_meta( ${id}, 'registry_owners' ) ] );`,
      );
      assert.deepEqual(JSON.parse(stored), [[shared.registry_keepers], [shared.registry_owners]]);
    });

    everywhere('an owner becomes a keeper only when the registry is made; a keeper may become an owner', async () => {
      const id = await create(site(), 'owner', {
        meta: { registry_owners: '["invitee"]', registry_keepers: '["owner"]' },
      });
      const keepers = (entries: string[]) => ({ meta: { registry_keepers: JSON.stringify(entries) } });
      for (const entry of ['invitee', ' INVITEE', 'invitee@people.example'])
        for (const person of ['owner', 'invitee'] as const) {
          const { status, body } = await by(person, id, keepers(['owner', entry]));
          assert.deepEqual([status, body.code], [422, 'largesse_keeper_is_owner'], entry);
        }
      const condition = { 'X-Largesse-If-Meta': `registry_keepers=${hash('sha256', '["owner"]')}` };
      assert.equal(
        (await rest(site(), 'owner', 'POST', path(id), keepers(['owner', 'invitee']), condition)).status,
        422,
      );
      assert.equal((await by('invitee', id, keepers(['owner', 'stranger']))).status, 200);
      assert.equal((await by('invitee', id, { meta: { registry_owners: '["invitee","stranger"]' } })).status, 200);
      assert.equal((await by('stranger', id, keepers([]))).status, 200);
      assert.equal((await by('owner', id, keepers(['owner']))).status, 422);
      assert.equal((await by('admin', id, keepers(['owner']))).status, 200);
    });

    it('all four lists support conditional updates and have limits', async () => {
      const id = await create(site(), 'owner', { meta: shared });
      for (const key of ['registry_owners', 'registry_keepers'] as const) {
        const write = (stored: string) =>
          rest(
            site(),
            'owner',
            'POST',
            path(id),
            { meta: { [key]: `["${key}"]` } },
            { 'X-Largesse-If-Meta': `${key}=${hash('sha256', stored)}` },
          );
        assert.equal((await write('[]')).status, 412);
        assert.equal((await write(shared[key])).status, 200);
        for (const bad of [
          '"x"',
          '[1]',
          '[" "]',
          JSON.stringify(['x'.repeat(101)]),
          JSON.stringify(Array.from({ length: 21 }, (_, n) => `u${n}`)),
        ])
          assert.equal((await by('owner', id, { meta: { [key]: bad } })).status, 400, bad);
      }
    });
  });
}

/** Returns the nonce of WordPress's edit screen for a user who can edit the post. */
async function adminNonce(site: Site, id: number, cookie: string): Promise<Record<string, string>> {
  const session = decodeURIComponent(cookie.match(/wordpress_logged_in_[^=]+=([^;]+)/)?.[1] ?? '');
  const nonce = await site.wordpress.run(
    `$_COOKIE[ LOGGED_IN_COOKIE ] = ${JSON.stringify(session)}; wp_set_current_user( get_user_by( 'login', 'invitee' )->ID ); echo wp_create_nonce( 'update-post_${id}' );`,
  );
  return { _wpnonce: nonce };
}
