// Needs WP-CLI on a whole site: WordPress stores application passwords.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { fetchOnce } from '../../support/http-client.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { addItem, connect, openConnected } from './connected.ts';
import { storedSettings, storeSettings } from './connection-settings.ts';
import { addCommandLine, wp, wpAll } from './wp-cli.ts';

for (const version of versions) {
  describe(`wp largesse renew-password on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const system = openForSuite(() => openConnected(version, { HOST_TIMEOUT: '30' }));
    let page: string;
    before(async () => {
      await addCommandLine(system.site);
      const id = await create(system.site, 'owner', { title: 'Ours', status: 'publish' });
      await addItem(system, id, 'A pot for everybody');
      page = `${system.site.url}/?registry=${id}`;
      // The command waits until the service has checked the new password with a request to this site. During this
      // request, WordPress would record the use of the password. With SQLite, this write would wait for the end of the
      // command, while the command waits for the request. So this code prevents the write. MariaDB would not need it.
      await addCode(
        system.site,
        `add_filter( 'update_user_metadata', fn( $done, $user, $key ) =>
          '_application_passwords' === $key && str_contains( $_SERVER['REQUEST_URI'] ?? '', '/users/me' ) ? true : $done, 10, 3 );`,
      );
    });

    /** Asks the site directly whether it accepts a password of the administrator. The service may cache the result. */
    const isAccepted = async (password: string) => {
      const authorization = `Basic ${Buffer.from(`${system.site.users.admin.username}:${password}`).toString('base64')}`;
      const answer = await fetchOnce(`${system.site.url}/wp-json/wp/v2/users/me`, { headers: { authorization } });
      return answer.status === 200;
    };

    everywhere('stores a new password that works, and only then revokes the old one', async () => {
      const { username, applicationPassword: old } = system.site.users.admin;
      // WordPress shows passwords in groups of four letters.
      const appPassword = old.replaceAll(/\w{4}(?=\w)/g, '$& ');
      await storeSettings(system.site, { baseUrl: system.url, username, appPassword });
      // With PHP inside Node and SQLite, pages cannot load while the command runs. So this code tests both passwords
      // after the new password is stored and before the old password is revoked.
      const code = await addCode(
        system.site,
        `add_action( 'update_option_registry_api_app_password', function () {
          $_SERVER['REMOTE_ADDR'] = '127.0.0.1';
          add_filter( 'application_password_is_api_request', '__return_true' );
          $both = array( ${JSON.stringify(old)}, ( new Largesse\\Foundation\\Service\\Settings() )->get( 'registry_api_app_password' ) );
          set_transient( 'test_both', array_map( fn( $one ) => wp_authenticate_application_password( null, 'admin', $one ) instanceof WP_User, $both ) );
        } );`.replaceAll('\\\\', '\\'),
      );
      const outcome = await wp(system.site, 'largesse', 'renew-password', '--wait=0');
      await code[Symbol.asyncDispose]();
      assert.deepEqual(outcome, {
        stdout:
          'The new application password works and is stored.\nSuccess: The old application password is revoked.\n',
        stderr: '',
        code: 0,
      });
      assert.equal(
        await system.site.wordpress.run(
          `echo wp_json_encode( array( get_transient( 'test_both' ), array_keys( get_option( 'registry_api_app_password' ) ) ) );`,
        ),
        '[[true,true],["value"]]',
      );
      const { appPassword: renewed = '' } = await storedSettings(system.site);
      assert.deepEqual([renewed === old, await isAccepted(renewed), await isAccepted(old)], [false, true, false]);
      assert.match(await (await fetchOnce(page)).text(), /A pot for everybody/);
    });

    it('changes nothing if the service does not accept the new password', async () => {
      const before = await storedSettings(system.site);
      const passwords = () =>
        system.site.wordpress.run(
          `echo count( WP_Application_Passwords::get_user_application_passwords( get_user_by( 'login', 'admin' )->ID ) );`,
        );
      const count = await passwords();
      await connect(system, CLOSED_ADDRESS);
      const settings = await storedSettings(system.site);
      const { stderr, code } = await wp(system.site, 'largesse', 'renew-password', '--wait=0');
      assert.match(stderr, /Error: The service does not accept a new application password, so nothing was changed/);
      assert.equal(code, 1);
      assert.deepEqual([await storedSettings(system.site), await passwords()], [settings, count]);
      await storeSettings(system.site, before);
    });

    it('explains missing settings, and invalid arguments', async () => {
      await storeSettings(system.site, { baseUrl: system.url });
      const [missing, invalid] = await wpAll(system.site, [
        ['largesse', 'renew-password'],
        ['largesse', 'renew-password', '--wait=soon'],
      ]);
      assert.match(missing?.stderr ?? '', /Enter both under Settings → Largesse first/);
      assert.match(invalid?.stderr ?? '', /--wait must be a whole number/);
    });

    it('changes nothing if the environment sets the password', async () => {
      const { username, applicationPassword } = system.site.users.admin;
      await storeSettings(system.site, { baseUrl: system.url, username });
      await using _ = await addCode(system.site, `putenv( 'REGISTRY_API_APP_PASSWORD=${applicationPassword}' );`);
      const { stderr, code } = await wp(system.site, 'largesse', 'renew-password', '--wait=0');
      assert.match(stderr, /^Error: .*comes from the environment variable REGISTRY_API_APP_PASSWORD\./);
      assert.equal(code, 1);
      assert.deepEqual(await storedSettings(system.site), { baseUrl: system.url, username });
    });
  });
}
