// Needs a service and site: WordPress decides who may read a post, and stores titles in its own way.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { InviteesResponse, Registry } from '@largesse/contract';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { acceptAll, dispatch } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { openSiteWithApi, warmUp } from './site-with-api.ts';

describe('the API on a real WordPress', () => {
  const t = openForSuite(() => openSiteWithApi());
  before(() => warmUp(t));

  async function create(who: TestUser, body: object = {}): Promise<Registry> {
    const answer = await t.request<Registry>(who, 'POST', '/registries', { body: { title: 'A registry', ...body } });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  }

  async function read(who: TestUser, id: number): Promise<Registry> {
    const answer = await t.request<Registry>(who, 'GET', `/registries/${id}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  describe('titles', () => {
    const title = `Mum & Dad <3 1<2>0 "Tom's" – 50 % \\ back 🎁 عيد &amp; &lt;3 &#38; &quot; <b>bold</b>`;
    for (const who of ['owner', 'admin'] as const)
      it(`come back to ${who} as typed`, async () => {
        const created = await create(who, { title });
        assert.equal(created.title, title);
        const updated = await t.request<Registry>(who, 'PATCH', `/registries/${created.id}`, { body: { title } });
        assert.equal(updated.body.title, title);
        assert.equal((await read(who, created.id)).title, title);
        const { body } = await t.request<Registry[]>(who, 'GET', '/registries');
        assert.ok(body.some((registry) => registry.title === title));
      });
  });

  describe('stories', () => {
    it('keep their markup, except what WordPress forbids members to write', async () => {
      const { story } = await create('owner', { story: '<p>Fifty <b>years</b> &amp; more</p><script>x()</script>' });
      assert.equal(story, '<p>Fifty <b>years</b> &amp; more</p>x()');
    });

    it('with a password, are for insiders: other users may not read the registry', async () => {
      const { id } = await create('owner', {
        status: 'publish',
        story: 'Ours',
        meta: { registry_invitees: ['invitee'] },
      });
      await t.site.wordpress.run(`wp_update_post( array( 'ID' => $input, 'post_password' => 'secret' ) );`, id);
      for (const who of ['owner', 'invitee', 'admin'] as const) assert.equal((await read(who, id)).story, 'Ours', who);
      const { status, text } = await t.request('stranger', 'GET', `/registries/${id}`);
      assert.equal(status, 403, text);
    });
  });

  it('finds the gifts of the member whose account has an address, if it is confirmed', async () => {
    const { id } = await create('owner', { meta: { registry_invitees: ['mailInvitee'] } });
    const email = t.site.users.mailInvitee.email;
    await t.request('owner', 'POST', `/registries/${id}/invitees`, { body: { invitees: [email] } });
    const wish = { name: 'Pot', url: 'https://shop.example/pot' };
    const made = await t.request<{ data: { id: number } }>('owner', 'POST', `/registries/${id}/items`, { body: wish });
    const gift = `/registries/${id}/purchases/${randomUUID()}`;
    const given = await t.request('mailInvitee', 'PUT', gift, { body: { item_id: made.body.data.id } });
    assert.equal(given.status, 201, given.text);
    const find = async () => {
      const query = `registry_id=${id}&buyer_email=${encodeURIComponent(email.toUpperCase())}`;
      const answer = await t.request<unknown[]>('admin', 'GET', `/purchases?${query}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body.length;
    };
    assert.equal(await find(), 1);
    const account = `get_user_by( 'email', '${email}' )->ID, '_largesse_unconfirmed'`;
    await t.site.wordpress.run(`update_user_meta( ${account}, 'x' );`);
    assert.equal(await find(), 0);
    await t.site.wordpress.run(`delete_user_meta( ${account} );`);
    assert.equal((await t.request('owner', 'DELETE', `/registries/${id}`)).status, 204);
  });

  describe('invitees', () => {
    it('find and read the registry by user name and by address in any case, until they are removed', async () => {
      const { id } = await create('owner', { title: 'Mum & Dad <3' });
      const found = async (role: string) => {
        const { body, headers } = await t.request<Registry[]>('mailInvitee', 'GET', `/registries?role=${role}`);
        return [body, headers['x-host-total']];
      };
      const mail = t.site.users.mailInvitee.email;
      assert.equal((await t.request('invitee', 'GET', `/registries/${id}`)).status, 403);
      const added = await t.request<InviteesResponse>('owner', 'POST', `/registries/${id}/invitees`, {
        body: { invitees: [' INVITEE ', mail.toUpperCase(), 'invitee'] },
      });
      assert.deepEqual(added.body.invitees, ['INVITEE', mail.toUpperCase()]);
      for (const who of ['invitee', 'mailInvitee'] as const)
        assert.deepEqual((await read(who, id)).meta.registry_invitees, ['INVITEE', mail.toUpperCase()]);
      const own = await create('mailInvitee', { meta: { registry_invitees: [mail] } });
      const invited = await read('mailInvitee', id);
      assert.deepEqual(await found('invitee'), [[invited], '1']);
      assert.deepEqual(await found('any&limit=1'), [[invited], '2']);
      assert.deepEqual(await found('any&skip=1'), [[own], '2']);
      assert.equal((await t.request('owner', 'DELETE', `/registries/${id}/invitees/${mail}`)).status, 200);
      assert.equal((await t.request('mailInvitee', 'GET', `/registries/${id}`)).status, 403);
      assert.deepEqual(await found('invitee'), [[], '0']);
    });
  });

  describe('co-owners and keepers', () => {
    const ids = ({ body }: { body: Registry[] }) => body.map(({ id }) => id);
    const list = (who: TestUser) => t.request<Registry[]>(who, 'GET', '/registries?role=co-owner');

    /** Creates a registry whose co-owners and keepers have accepted. */
    const shared = async (body: object): Promise<Registry> => {
      const { id } = await create('owner', body);
      await acceptAll(t.site, id);
      return read('owner', id);
    };

    it('are listed by user name and address; a co-owner finds, reads and changes the registry', async () => {
      const meta = { registry_owners: [' INVITEE '], registry_keepers: [t.site.users.mailInvitee.email.toUpperCase()] };
      const one = await shared({ meta });
      const other = await shared({ status: 'publish', meta: { registry_owners: ['invitee', 'invitee2'] } });
      await create('owner', { status: 'publish', meta: { registry_invitees: ['invitee'] } });
      const found = await list('invitee');
      assert.deepEqual([ids(found), found.headers['x-host-total']], [[one.id, other.id], '2']);
      for (const who of ['owner', 'mailInvitee'] as const) assert.deepEqual(ids(await list(who)), []);
      assert.deepEqual((await read('mailInvitee', one.id)).meta, (await read('owner', one.id)).meta);
      const body = { meta: { registry_owners: ['invitee', 'stranger'] } };
      const changed = await t.request<Registry>('invitee', 'PATCH', `/registries/${one.id}`, { body });
      // The stranger has no role before they accept.
      assert.deepEqual(changed.body.meta.registry_owners, ['invitee']);
      assert.equal((await t.request('stranger', 'GET', `/registries/${one.id}`)).status, 403);
      await acceptAll(t.site, one.id);
      assert.deepEqual((await read('stranger', one.id)).meta.registry_owners, ['invitee', 'stranger']);
    });
  });

  describe('deleting', () => {
    it('deletes the post permanently', async () => {
      const { id } = await create('owner');
      assert.equal((await t.request('owner', 'DELETE', `/registries/${id}`)).status, 204);
      assert.equal((await dispatch(t.site, 'admin', 'GET', `/registries/${id}?context=edit`)).status, 404);
    });
  });

  // rules: Wrong passwords on the host
  it('a revoked password does not even read a public registry, and leaves the cache', async () => {
    const { id, user_id } = await create('owner', { status: 'publish' });
    const run = (code: string, input: unknown) => t.site.wordpress.run(code, input);
    const [password, uuid]: string[] = JSON.parse(
      await run(
        `list( $value, $item ) = WP_Application_Passwords::create_new_application_password( $input, array( 'name' => 'new' ) );
        echo wp_json_encode( array( $value, $item['uuid'] ) );`,
        user_id,
      ),
    );
    const authorization = `Basic ${btoa(`${t.site.users.owner.username}:${password}`)}`;
    const ask = async (path: string) => (await t.request(null, 'GET', path, { headers: { authorization } })).status;
    assert.equal(await ask('/items?limit=1'), 200);
    await run('WP_Application_Passwords::delete_application_password( $input[0], $input[1] );', [user_id, uuid]);
    const paths = ['/items?limit=1', `/registries/${id}`, '/items?limit=1'];
    const statuses: number[] = [];
    for (const path of paths) statuses.push(await ask(path));
    assert.deepEqual(statuses, [200, 401, 401], 'the first read uses the cache');
  });

  describe('a registry', () => {
    it('is never rendered when created, read, listed, changed or deleted', async () => {
      await using _counting = await addCode(
        t.site,
        `add_filter( 'the_content', function ( $content ) { update_option( 'rendered', 1 ); return $content; }, PHP_INT_MIN );`,
      );
      const { id } = await create('owner', { story: 'Dear all', meta: { registry_invitees: ['invitee'] } });
      for (const who of ['owner', 'invitee'] as const) assert.equal((await read(who, id)).story, 'Dear all');
      await t.request('owner', 'GET', '/registries');
      await t.request('owner', 'PATCH', `/registries/${id}`, { body: { title: 'New' } });
      await t.request('owner', 'DELETE', `/registries/${id}`);
      assert.equal(await t.site.wordpress.run(`echo get_option( 'rendered', 'no' );`), 'no');
    });
  });
});
