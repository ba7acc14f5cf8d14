import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe } from 'node:test';
import { type ClientCase, clientCases, isSlow, type Outcome, play } from '../../client/testing/cases.ts';
import { openFakeApi } from '../../client/testing/fake-api.ts';
import type { WordPressVersion } from '../../demo/wordpress/packages.ts';
import { openSite, type Site } from '../wordpress/site.ts';
import { testsOn } from '../wordpress/versions.ts';

/** What WordPress's own HTTP client has a part in, besides the one case for each method that runs everywhere. */
const ON_THE_WIRE = [
  'reads a compressed body',
  'does not follow a 307 of a POST',
  'fails where nobody listens',
  'fails where the body is cut off',
  'gives up after ten seconds without an answer',
];
for (const name of ON_THE_WIRE)
  assert.ok(
    clientCases.some((one) => one.name === name),
    name,
  );

const callClient = (await readFile(new URL('call-client.php', import.meta.url), 'utf8')).replace(/^<\?php/, '');

/**
 * What the PHP client does inside a real WordPress. PHP reaches the fake API through cURL and a real TCP connection,
 * so that nothing of a case is lost.
 */
export function phpClientCases(version: WordPressVersion): void {
  describe(`the PHP client in WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    let site: Site;
    before(async () => {
      site = await openSite({ version });
    });
    after(() => site.close());

    const perform = async (given: ClientCase): Promise<Outcome> =>
      JSON.parse(await site.wordpress.run(callClient, given));

    const register = (one: ClientCase) => {
      const isFirst = clientCases.find(({ call }) => call === one.call) === one;
      (isFirst || ON_THE_WIRE.includes(one.name) ? everywhere : it)(one.name, () => play(one, perform));
    };

    // One after the other: options are the site's.
    for (const one of clientCases.filter((one) => !isSlow(one))) register(one);

    // These differ in the address alone, which each sets before it calls. PHP serves three requests at once.
    describe('slowly', { concurrency: true }, () => {
      for (const one of clientCases.filter(isSlow)) register(one);
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

    everywhere('leaves nothing in the log', async () => {
      assert.equal(await site.wordpress.log(), '');
    });
  });
}
