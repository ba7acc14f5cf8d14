import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { create, dispatch, page } from '../requests.ts';
import type { Site } from '../site.ts';
import type { Tests } from '../versions.ts';

/** Tests the addresses of registries. */
export function pageRules(site: () => Site, { it, everywhere }: Tests): void {
  describe('addresses', () => {
    const open = async (path: string) => {
      const first = await page(site(), 'nobody', path);
      return first.location ? page(site(), 'nobody', first.location.replace(site().url, '')) : first;
    };

    everywhere('?registry= accepts the id and the slug', async () => {
      const id = await create(site(), 'owner', {
        status: 'publish',
        title: 'Housewarming',
        slug: 'our-house',
        content: 'Mind the paint',
      });
      for (const name of [id, 'our-house']) {
        const { status, html } = await open(`/?registry=${name}`);
        assert.equal(status, 200, String(name));
        assert.match(html, /Mind the paint/);
      }
    });

    it('?registry= does not open other content', async () => {
      assert.equal((await open('/?registry=1')).status, 404);
      assert.equal((await open('/?registry=999999')).status, 404);
    });

    it('a numeric slug is found if no registry has that id', async () => {
      await create(site(), 'owner', { status: 'publish', slug: '777777', content: 'Lucky number' });
      assert.match((await open('/?registry=777777')).html, /Lucky number/);
    });

    it('the permalink of a numeric slug leads to that registry, whatever ids exist', async () => {
      const id = await create(site(), 'owner', { status: 'publish', content: 'The one with the id' });
      await create(site(), 'owner', { status: 'publish', slug: String(id), content: 'The one with the slug' });
      assert.match((await open(`/registry/${id}/`)).html, /The one with the slug/);
      assert.match((await page(site(), 'nobody', `/?registry=${id}`)).html, /The one with the id/);
    });

    everywhere('an old address does not reveal the new one to visitors without access', async () => {
      const id = await create(site(), 'owner', { status: 'publish', slug: 'before' });
      await dispatch(site(), 'owner', 'POST', `/registries/${id}`, { slug: 'in-between' });
      assert.match((await page(site(), 'nobody', '/registry/before/')).location ?? '', /in-between/);
      await dispatch(site(), 'owner', 'POST', `/registries/${id}`, { slug: 'hidden-now', status: 'private' });
      const answer = await page(site(), 'nobody', '/registry/before/');
      assert.equal(answer.status, 404);
      assert.equal(answer.location, null);
    });
  });

  describe('the status route', () => {
    const status = async (headers: Record<string, string> = {}) => {
      const response = await fetch(`${site().url}/wp-json/largesse/v1/status`, { headers });
      assert.equal(response.status, 200);
      assert.match(response.headers.get('cache-control') ?? '', /no-store/);
      const body: unknown = await response.json();
      assert.ok(body && typeof body === 'object');
      return { authorization: undefined, ...body };
    };

    everywhere('reports the version of the plugin, and that no credentials arrived', async () => {
      const source = await readFile(new URL('../../../../plugin/largesse.php', import.meta.url), 'utf8');
      const plugin = source.match(/Version: +(\S+)/)?.[1];
      assert.deepEqual(await status(), {
        plugin,
        authorization: false,
        application_passwords: true,
        registration: false,
      });
    });

    it('reports that credentials arrived, right or wrong', async () => {
      const wrong = `Basic ${Buffer.from('nobody:wrong').toString('base64')}`;
      for (const authorization of [wrong, 'Bearer x'])
        assert.equal((await status({ authorization })).authorization, true, authorization);
    });

    it('reports that credentials arrived if the web server passes only the user name', async () => {
      const authorization = (code: string) =>
        site().wordpress.run(`
          ${code}
          $answer = rest_do_request( new WP_REST_Request( 'GET', '/largesse/v1/status' ) );
          echo wp_json_encode( $answer->get_data()['authorization'] );`);
      assert.equal(await authorization("$_SERVER['PHP_AUTH_USER'] = 'owner';"), 'true');
      assert.equal(await authorization("unset( $_SERVER['PHP_AUTH_USER'] );"), 'false');
    });

    it('reports that application passwords are off', async () => {
      const body = await site().wordpress.run(
        `add_filter( 'wp_is_application_passwords_available', '__return_false' );
        echo wp_json_encode( rest_do_request( new WP_REST_Request( 'GET', '/largesse/v1/status' ) )->get_data() );`,
      );
      assert.partialDeepStrictEqual(JSON.parse(body), { application_passwords: false });
    });
  });
}
