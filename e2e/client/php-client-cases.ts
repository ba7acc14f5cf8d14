import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { type ClientCase, clientCases, isSlow, type Outcome, play } from '../../client/testing/cases.ts';
import { openFakeApi } from '../../client/testing/fake-api.ts';
import type { WordPressVersion } from '../../demo/wordpress/packages.ts';
import { openSite, type Site } from '../wordpress/site.ts';

const callClient = (await readFile(new URL('call-client.php', import.meta.url), 'utf8')).replace(/^<\?php/, '');

/**
 * What the PHP client does inside a real WordPress. PHP reaches the fake API through cURL and a real TCP connection,
 * so that nothing of a case is lost.
 */
export function phpClientCases(version: WordPressVersion): void {
  describe(`the PHP client in WordPress ${version}`, () => {
    let site: Site;
    before(async () => {
      site = await openSite({ version });
    });
    after(() => site.close());

    const perform = async (given: ClientCase): Promise<Outcome> =>
      JSON.parse(await site.wordpress.run(callClient, given));

    // One after the other: options are the site's.
    for (const one of clientCases.filter((one) => !isSlow(one))) it(one.name, () => play(one, perform));

    // These differ in the address alone, which each sets before it calls. PHP serves three requests at once.
    describe('slowly', { concurrency: true }, () => {
      for (const one of clientCases.filter(isSlow)) it(one.name, () => play(one, perform));
    });

    it('fails without a request where a number is none', async () => {
      await using api = await openFakeApi([]);
      const printed = await site.wordpress.run(
        `update_option( 'registry_api_base_url', $input );
         $error = ( new Largesse\\Api\\Client( new Largesse\\Api\\Settings() ) )->update_item( 42, array( 'price' => INF ) );
         echo wp_json_encode( array( $error->get_error_code(), $error->get_error_data() ) );`,
        api.url,
      );
      assert.deepEqual(JSON.parse(printed), ['api_error', { status: 0 }]);
      assert.deepEqual(api.seen, []);
    });

    it('leaves nothing in the log', async () => {
      assert.equal(await site.wordpress.log(), '');
    });
  });
}
