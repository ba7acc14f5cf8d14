import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { valuesOf } from '../../../support/values-of.ts';
import { type Caller, create, type Dispatched, dispatch, dispatchAll, page, rest, type User } from '../requests.ts';
import type { Site } from '../site.ts';
import type { Tests } from '../versions.ts';

/** Tests what the site reveals about its users. */
export function privacyRules(site: () => Site, { it, everywhere }: Tests): void {
  describe('owners of public registries', () => {
    let link: string;
    before(async () => {
      await site().wordpress.run(`update_option( 'largesse_close_author_pages', '1' );`);
      const id = await create(site(), 'owner', { status: 'publish', title: 'Ours', content: 'Story' });
      link = await site().wordpress.run('echo get_permalink( $input );', id);
      // WordPress creates a menu in the name of the first visitor. The menu must not make this visitor public.
      await site().wordpress.run(
        `wp_insert_post( array( 'post_type' => 'wp_navigation', 'post_status' => 'publish', 'post_title' => 'Menu', 'post_author' => $input ) );`,
        site().users.owner.id,
      );
    });

    // This test sends requests over HTTP, because the rule applies only while WordPress serves a REST request.
    everywhere('are not in the list of users, and cannot be read by id', async () => {
      const { id } = site().users.owner;
      const { body } = await rest<User[]>(site(), 'stranger', 'GET', '/users?per_page=100');
      assert.deepEqual(valuesOf(body, 'slug'), ['admin']);
      for (const caller of ['nobody', 'stranger'] as const)
        assert.equal((await rest(site(), caller, 'GET', `/users/${id}`)).status, caller === 'nobody' ? 401 : 403);
      for (const query of ['slug=owner', 'search=owner'])
        assert.deepEqual((await dispatch<User[]>(site(), 'nobody', 'GET', `/users?${query}`)).body, [], query);
    });

    it('can see themselves, and administrators can see them', async () => {
      const { id } = site().users.owner;
      const [self, admin, all] = await dispatchAll<unknown>(site(), [
        ['owner', 'GET', `/users/${id}`],
        ['admin', 'GET', `/users/${id}`],
        ['admin', 'GET', '/users?per_page=100'],
      ]);
      assert.deepEqual([self?.status, admin?.status], [200, 200]);
      assert.ok(Array.isArray(all?.body) && all.body.length > 1);
    });

    everywhere('have no archive, which would confirm their login name', async () => {
      for (const path of ['/author/owner/', '/author/owner/feed/']) {
        const { status, html } = await page(site(), 'nobody', path);
        assert.equal(status, 404, path);
        assert.doesNotMatch(html, /owner@|>owner</, path);
      }
    });

    it('look the same as unknown users in ?author=', async () => {
      for (const id of [site().users.owner.id, 999999]) {
        const { status, location } = await page(site(), 'nobody', `/?author=${id}`);
        assert.deepEqual({ status, location }, { status: 404, location: null });
      }
    });

    everywhere('are not in the sitemap of users', async () => {
      const { html } = await page(site(), 'nobody', '/wp-sitemap-users-1.xml');
      const addresses = Array.from(html.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address);
      assert.deepEqual(addresses, [`${site().url}/author/admin/`]);
    });

    everywhere('are not named on its page, in feeds or to sites that embed it', async () => {
      const path = link.replace(site().url, '');
      for (const address of [path, '/feed/?post_type=registry', `${path}embed/`]) {
        const { status, html } = await page(site(), 'nobody', address);
        assert.equal(status, 200, address);
        assert.match(html, /Ours/, address);
        assert.doesNotMatch(html, /author\/owner|>owner<|\[owner\]/, address);
      }
      const { body } = await rest<{ title: string }>(
        site(),
        'nobody',
        'GET',
        `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(link)}`,
      );
      assert.equal(body.title, 'Ours');
      assert.doesNotMatch(JSON.stringify({ ...body, html: '' }), /owner/);
    });

    it('may show a name they chose themselves', async () => {
      await dispatch(site(), 'owner', 'POST', '/users/me', { name: 'Anna and Ben' });
      const { html } = await page(site(), 'nobody', '/feed/?post_type=registry');
      assert.match(html, /<dc:creator><!\[CDATA\[Anna and Ben/);
      await dispatch(site(), 'owner', 'POST', '/users/me', { name: 'owner' });
    });
  });

  it('authors of other content stay public', async () => {
    assert.equal((await rest(site(), 'nobody', 'GET', `/users/${site().users.admin.id}`)).status, 200);
    const { location } = await page(site(), 'nobody', `/?author=${site().users.admin.id}`);
    assert.match(location ?? '', /\/author\/admin\//);
    assert.equal((await page(site(), 'nobody', '/author/admin/')).status, 200);
  });

  describe('e-mail addresses', () => {
    const change = (caller: Caller, path: string, body: unknown) => dispatch<User>(site(), caller, 'POST', path, body);

    everywhere('are not changed over REST by their users, however the route is written', async () => {
      const { id } = site().users.stranger;
      const email = 'granny@people.example';
      const over = await rest<User>(site(), 'stranger', 'POST', '/users/me', { email });
      assert.deepEqual([over.status, over.body.code], [403, 'largesse_email_change'], 'over HTTP');
      const answers = await dispatchAll<User>(site(), [
        ...[`/users/${id}`, '/USERS/Me', `/Users/${id}`].map(
          (path): Dispatched => ['stranger', 'POST', path, { email }],
        ),
        ['stranger', 'POST', `/users/me?email=${email}`, {}],
        ['stranger', 'PUT', '/users/me', { email }],
        ['stranger', 'PATCH', '/users/me', { email }],
      ]);
      for (const { status, body } of answers) assert.deepEqual([status, body.code], [403, 'largesse_email_change']);
      const me = await dispatch<User>(site(), 'stranger', 'GET', '/users/me?context=edit');
      assert.equal(me.body.email, site().users.stranger.email);
    });

    everywhere('can be sent unchanged with changes to other fields', async () => {
      const email = site().users.stranger.email.toUpperCase();
      const { status, body } = await change('stranger', '/users/me', { email, first_name: 'Sam' });
      assert.equal(status, 200);
      assert.equal(body.first_name, 'Sam');
    });

    it('can be changed by administrators, their own and other people’s', async () => {
      for (const name of ['stranger', 'admin'] as const) {
        const { id, email } = site().users[name];
        assert.equal((await change('admin', `/users/${id}`, { email: 'new@people.example' })).status, 200, name);
        assert.equal((await change('admin', `/users/${id}`, { email })).status, 200, name);
      }
    });

    it('of other people cannot be guessed', async () => {
      const { id, email } = site().users.owner;
      const [right, wrong] = [
        await change('stranger', `/users/${id}`, { email }),
        await change('stranger', `/users/${id}`, { email: 'wrong@people.example' }),
      ];
      assert.deepEqual(right.body, wrong.body);
      assert.equal(right.body.code, 'rest_cannot_edit');
    });
  });
}
