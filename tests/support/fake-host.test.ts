import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type FakeHost, openFakeHost } from './fake-host.ts';
import { basic, type HostUser } from './host-users.ts';
import { type Answer, send } from './http-client.ts';

interface Post {
  id: number;
  status: string;
  title: { raw: string; rendered: string };
  content: { raw: string };
  meta: Record<string, string>;
  code: string;
}

/** The expected answers were measured on WordPress 6.5.5. */
describe('the fake host answers like the measured WordPress', () => {
  let host: FakeHost;
  let owner: HostUser;
  const agent = new Agent({ keepAlive: true });
  const ask = <T = Post>(as: string | undefined, method: string, route: string, body?: unknown): Promise<Answer<T>> => {
    const headers =
      as === undefined ? {} : { authorization: as.startsWith('Basic ') ? as : host.users.authorization(as) };
    return send<T>(agent, host.url, method, `/wp-json/wp/v2${route}`, { headers, body });
  };

  before(async () => {
    host = await openFakeHost();
    host.users.add('admin', { roles: ['administrator'] });
    owner = host.users.add('owner', { password: 'abcd efgh ijkl' });
    host.users.add('guest');
    host.users.add('stranger');
  });
  after(async () => {
    agent.destroy();
    await host.close();
  });

  it('accepts a login name or e-mail address in any case, and a password with or without spaces', async () => {
    for (const name of ['owner', 'OWNER', 'owner@example.test']) {
      for (const password of ['abcd efgh ijkl', 'abcdefghijkl']) {
        const me = await ask<{ id: number }>(basic(name, password), 'GET', '/users/me?context=edit');
        assert.equal(me.body.id, owner.id);
      }
    }
  });

  it('answers rest_not_logged_in to wrong credentials, and treats them as anonymous elsewhere', async () => {
    const me = await ask(basic('owner', 'wrong'), 'GET', '/users/me?context=edit');
    assert.deepEqual([me.status, me.body.code], [401, 'rest_not_logged_in']);
    assert.equal((await ask(basic('owner', 'wrong'), 'GET', '/registries')).status, 200);
  });

  it('filters the text of members like kses, and stores the text of administrators unchanged', async () => {
    const title = 'A & B &amp; C &amp;amp; <b>x</b> <i>i</i> 1<2 a<b \\ back  two';
    const content = 'x & y &amp; <a href="javascript:x" onclick="y">l</a> <script>x()</script> 1<2';
    const member = await ask('owner', 'POST', '/registries', { title, content });
    assert.equal(member.body.title.raw, 'A &amp; B &amp; C &amp;amp; <b>x</b> <i>i</i> 1&lt;2 a&lt;b \\ back  two');
    assert.equal(member.body.content.raw, 'x &amp; y &amp; <a href="x">l</a> x() 1&lt;2');
    const admin = await ask('admin', 'POST', '/registries', { title: 'A & B <b>x</b> <script>1</script>', content });
    assert.deepEqual([admin.body.title.raw, admin.body.content.raw], ['A & B <b>x</b> <script>1</script>', content]);
    const encoded = 'A &amp; B &lt;3 &amp;amp; &quot;q&quot;';
    assert.equal((await ask('owner', 'POST', '/registries', { title: encoded })).body.title.raw, encoded);
  });

  it('rejects arrays in string meta, ignores unknown meta, clears meta with null', async () => {
    const bad = await ask('owner', 'POST', '/registries', { meta: { registry_item_ids: ['a'] } });
    assert.deepEqual([bad.status, bad.body.code], [400, 'rest_invalid_type']);
    const unknown = await ask('owner', 'POST', '/registries', {
      meta: { unregistered: 'x', registry_event_type: 'y' },
    });
    assert.deepEqual(unknown.body.meta, {
      registry_item_ids: '[]',
      registry_invitees: '[]',
      registry_owners: '[]',
      registry_keepers: '[]',
      registry_event_type: 'y',
      registry_event_date: '',
      registry_surprise: '',
      registry_reveal_date: '',
    });
    const cleared = await ask('owner', 'PATCH', `/registries/${unknown.body.id}`, {
      meta: { registry_event_type: null },
    });
    assert.equal(cleared.body.meta.registry_event_type, '');
  });

  it('allows reads and writes only to users with the permission', async () => {
    const open = host.registries.add({ author: owner.id, status: 'publish', invitees: ['GUEST'] });
    const secret = host.registries.add({ author: owner.id, status: 'private', invitees: ['Guest'] });
    const statuses = async (method: string, id: number, query = '') =>
      Promise.all(
        ['owner', 'admin', 'guest', 'stranger', undefined].map(
          async (as) => (await ask(as, method, `/registries/${id}${query}`, method === 'GET' ? undefined : {})).status,
        ),
      );
    assert.deepEqual(await statuses('GET', secret.id), [200, 200, 200, 403, 401]);
    assert.deepEqual(await statuses('GET', secret.id, '?context=edit'), [200, 200, 403, 403, 401]);
    assert.deepEqual(await statuses('GET', open.id), [200, 200, 200, 200, 200]);
    assert.deepEqual(await statuses('PATCH', open.id), [200, 200, 403, 403, 401]);
    assert.equal((await ask('guest', 'GET', `/registries/${open.id}`)).body.meta.registry_invitees, '["GUEST"]');
    assert.equal((await ask('stranger', 'GET', `/registries/${open.id}`)).body.meta.registry_invitees, '[]');
  });

  it('allows co-owners to edit and keepers to read, and shows both lists only to them', async () => {
    const lists = { owners: ['GUEST@example.test'], keepers: ['stranger'] };
    const post = host.registries.add({ author: owner.id, status: 'private', ...lists });
    const statuses = async (method: string, path: string, body?: object) =>
      Promise.all(
        ['owner', 'guest', 'stranger', undefined].map(async (as) => (await ask(as, method, path, body)).status),
      );
    assert.deepEqual(await statuses('GET', `/registries/${post.id}`), [200, 200, 200, 401]);
    assert.deepEqual(await statuses('PATCH', `/registries/${post.id}`, {}), [200, 200, 403, 401]);
    assert.deepEqual(await statuses('GET', `/registries/${post.id}?context=edit`), [200, 200, 403, 401]);
    assert.equal((await ask('stranger', 'GET', `/registries/${post.id}`)).body.meta.registry_keepers, '["stranger"]');
    post.meta.set('registry_keepers', '[]');
    post.status = 'publish';
    assert.equal((await ask('stranger', 'GET', `/registries/${post.id}`)).body.meta.registry_owners, '[]');
    const found = await ask<Post[]>('guest', 'GET', '/registries?largesse_role=co-owner&status=publish,private');
    assert.deepEqual([found.body.length, found.headers['x-wp-total']], [1, '1']);
    const made = await ask('guest', 'PATCH', `/registries/${post.id}`, { meta: { registry_keepers: '["owner"]' } });
    assert.deepEqual([made.status, made.body.code], [422, 'largesse_keeper_is_owner']);
    assert.equal((await ask('guest', 'DELETE', `/registries/${post.id}?force=true`)).status, 403);
  });

  it('pages and counts, reports no total past the end of an offset, and rejects a page past the end', async () => {
    const lister = host.users.add('lister');
    for (let n = 0; n < 5; n++) host.registries.add({ author: lister.id, status: n % 2 ? 'publish' : 'private' });
    const page = async (query: string) => {
      const answer = await ask<Post[] | Post>(
        'lister',
        'GET',
        `/registries?author=${lister.id}&status=publish,private&context=edit&${query}`,
      );
      const count = Array.isArray(answer.body) ? answer.body.length : -1;
      return [answer.status, count, answer.headers['x-wp-total'], answer.headers['x-wp-totalpages']];
    };
    assert.deepEqual(await page('per_page=2'), [200, 2, '5', '3']);
    assert.deepEqual(await page('per_page=2&page=3'), [200, 1, '5', '3']);
    assert.deepEqual(await page('per_page=2&page=4'), [400, -1, undefined, undefined]);
    assert.deepEqual(await page('per_page=2&offset=3&page=9'), [200, 2, '5', '3']);
    assert.deepEqual(await page('per_page=2&offset=500'), [200, 0, '0', '0']);
    assert.equal((await page('per_page=0'))[0], 400);
    assert.equal((await page('per_page=101'))[0], 400);
  });

  it('moves to the trash on DELETE, and deletes on DELETE with force', async () => {
    const post = host.registries.add({ author: owner.id });
    assert.equal((await ask('guest', 'DELETE', `/registries/${post.id}?force=true`)).status, 403);
    assert.equal((await ask('owner', 'DELETE', `/registries/${post.id}`)).body.status, 'trash');
    assert.equal((await ask('owner', 'GET', `/registries/${post.id}`)).status, 200);
    assert.equal((await ask('owner', 'DELETE', `/registries/${post.id}`)).status, 410);
    assert.equal((await ask('owner', 'DELETE', `/registries/${post.id}?force=true`)).status, 200);
    assert.equal((await ask('owner', 'GET', `/registries/${post.id}`)).body.code, 'rest_post_invalid_id');
  });

  it('supports _fields, also with ?rest_route=', async () => {
    const post = host.registries.add({ author: owner.id, title: 'T' });
    const some = await ask('owner', 'GET', `/registries/${post.id}?_fields=id,title.raw,meta.registry_item_ids`);
    const expected = { id: post.id, title: { raw: 'T' }, meta: { registry_item_ids: '[]' } };
    assert.deepEqual(some.body, expected);
    const plain = await send<Post>(
      agent,
      host.url,
      'GET',
      `/index.php?rest_route=/wp/v2/registries/${post.id}&_fields=id,title.raw,meta.registry_item_ids`,
      { headers: { authorization: host.users.authorization('owner') } },
    );
    assert.deepEqual(plain.body, expected);
  });
});
