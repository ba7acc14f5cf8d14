import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientCase, clientCases, isSlow, type Outcome, play } from '../../../client/testing/cases.ts';
import { openFakeApi } from '../../../client/testing/fake-api.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { openSite } from '../wordpress/site.ts';
import { testsOn } from '../wordpress/versions.ts';

/**
 * Cases that depend on WordPress's own HTTP client. These cases run on every version of WordPress. The first case of
 * each client method also runs on every version.
 */
const ON_THE_WIRE = [
  'reads a compressed body',
  'does not follow a 307 of a POST',
  'fails if no server listens',
  'fails if the body is cut off',
  'gives up after ten seconds without an answer',
];
for (const name of ON_THE_WIRE)
  assert.ok(
    clientCases.some((one) => one.name === name),
    name,
  );

const callClient = (await readFile(new URL('call-client.php', import.meta.url), 'utf8')).replace(/^<\?php/, '');

/** Milliseconds during which the tests collect cases for one run of PHP. Later cases use another run. */
const TOGETHER = 200;

/**
 * Time limit for a call that fails (milliseconds). The client gives up after 10 s, and WordPress then needs time to
 * finish.
 */
const LATEST = 19_000;

/** For each case, `call-client.php` prints the outcome or an exception. */
type Printed = Outcome | { thrown: string };

/** A case that PHP has not run yet. */
interface Waiting {
  given: ClientCase;
  done: PromiseWithResolvers<Outcome>;
}

/**
 * Runs a case with the PHP client inside a real WordPress. PHP reaches the fake API through cURL and a real TCP
 * connection, so the tests also check how the client handles compressed, incomplete and missing responses.
 */
export function phpClientCases(version: WordPressVersion): void {
  describe(`the PHP client in WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const site = openForSuite(() => openSite({ version }));

    /**
     * Runs cases one after the other in one run of PHP. Cases cannot run at the same time, because every case changes
     * the options and the environment of the site.
     */
    const playInOneRun = async (waiting: readonly Waiting[]): Promise<void> => {
      const input = waiting.map(({ given: { settings, call, arguments: given } }) => ({
        settings,
        call,
        arguments: given,
      }));
      try {
        const printed: Printed[] = JSON.parse(await site.wordpress.run(callClient, input));
        assert.equal(printed.length, waiting.length);
        for (const [index, { done }] of waiting.entries()) {
          const outcome = printed[index] ?? { thrown: 'Nothing' };
          if ('thrown' in outcome) done.reject(new Error(outcome.thrown));
          else done.resolve(outcome);
        }
      } catch (error) {
        for (const { done } of waiting) done.reject(error);
      }
    };

    const waiting: Waiting[] = [];
    let last: Promise<void> = Promise.resolve();
    /**
     * Runs a case together with other cases in one run of PHP, because PHP takes longer to start than to run a case.
     */
    const performTogether = (given: ClientCase): Promise<Outcome> => {
      const done = Promise.withResolvers<Outcome>();
      if (waiting.push({ given, done }) === 1)
        last = Promise.all([last, sleep(TOGETHER)]).then(() => playInOneRun(waiting.splice(0)));
      return done.promise;
    };

    const performAlone = async (given: ClientCase): Promise<Outcome> => {
      const done = Promise.withResolvers<Outcome>();
      await playInOneRun([{ given, done }]);
      return done.promise;
    };

    const register = (one: ClientCase, perform: (filled: ClientCase) => Promise<Outcome>) => {
      const isFirst = clientCases.find(({ call }) => call === one.call) === one;
      (isFirst || ON_THE_WIRE.includes(one.name) ? everywhere : it)(one.name, () => play(one, perform, LATEST));
    };

    describe('at the same time', { concurrency: true }, () => {
      for (const one of clientCases.filter((one) => !isSlow(one))) register(one, performTogether);
    });

    // Slow cases mostly wait, but they still run one after the other. Starting more PHP instances would cost more time
    // than the waiting.
    for (const one of clientCases.filter(isSlow)) register(one, performAlone);

    it('fails without a request if a number is invalid', async () => {
      await using api = await openFakeApi([]);
      const printed = await site.wordpress.run(
        `update_option( 'registry_api_base_url', $input );
         $error = ( new Largesse\\Foundation\\Service\\Client( new Largesse\\Foundation\\Service\\Settings() ) )->update_item( 42, array( 'price' => INF ) );
         echo wp_json_encode( array( $error->get_error_code(), $error->get_error_data() ) );`,
        api.url,
      );
      assert.deepEqual(JSON.parse(printed), ['api_error', { status: 0 }]);
      assert.deepEqual(api.seen, []);
    });

    it('sends invitees as a list, whatever their keys, and no key with other characters than ASCII', async () => {
      await using api = await openFakeApi([{ json: { invitees: [] } }]);
      const told = await site.wordpress.run(
        `use Largesse\\Foundation\\Service\\Settings;
         update_option( 'registry_api_base_url', $input );
         $client = new Largesse\\Foundation\\Service\\Client( new Settings() );
         $client->add_invitees( 7, array( 3 => 'anna' ) );
         update_option( 'registry_api_gateway_key', 'clé' );
         $told = array( $client->health()->get_error_code() );
         delete_option( 'registry_api_gateway_key' );
         // Only secrets may be in files.
         delete_option( 'registry_api_username' );
         putenv( 'REGISTRY_API_USERNAME_FILE=/etc/hostname' );
         $told[] = ( new Settings() )->source( 'registry_api_username' );
         putenv( 'REGISTRY_API_USERNAME_FILE' );
         echo wp_json_encode( $told );`,
        api.url,
      );
      assert.deepEqual(JSON.parse(told), ['api_error', 'none']);
      assert.deepEqual(valuesOf(api.seen, 'body'), ['{"invitees":["anna"]}']);
    });

    it('forwards the id of the request that PHP handles, but only a valid id', async () => {
      const given = ['page-7f3.2_A', 'x'.repeat(65), 'a b', 'a\r\nx-api-key: 1', ''];
      await using api = await openFakeApi(given.map(() => ({ json: [] })));
      await site.wordpress.run(
        `update_option( 'registry_api_base_url', $input['url'] );
         foreach ( $input['ids'] as $id ) {
           $_SERVER['HTTP_X_REQUEST_ID'] = $id;
           ( new Largesse\\Foundation\\Service\\Client( new Largesse\\Foundation\\Service\\Settings() ) )->list_items();
         }`,
        { url: api.url, ids: given },
      );
      assert.deepEqual(
        api.seen.map(({ headers }) => headers['x-request-id']),
        ['page-7f3.2_A', undefined, undefined, undefined, undefined],
      );
    });
  });
}
