import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { create, page } from '../requests.ts';
import type { Site } from '../site.ts';
import type { Tests } from '../versions.ts';

/** Tests the addresses of registries. */
export function pageRules(site: () => Site, { it, everywhere }: Tests): void {
  everywhere('the permalink of a numeric slug leads to that registry, whatever ids exist', async () => {
    const id = await create(site(), 'owner', { status: 'publish', content: 'The one with the id' });
    await create(site(), 'owner', { status: 'publish', slug: String(id), content: 'The one with the slug' });
    assert.match((await page(site(), 'nobody', `/registry/${id}/`)).html, /The one with the slug/);
    assert.match((await page(site(), 'nobody', `/?registry=${id}`)).html, /The one with the id/);
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
        signed_in: false,
        application_passwords: true,
        registration: false,
        currency: null,
        languages: ['en-US'],
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
