import assert from 'node:assert/strict';
import { before, beforeEach, describe } from 'node:test';
import { fetchOnce } from '../../api/testing/http-client.ts';
import { CLOSED_ADDRESS } from '../../api/testing/server-address.ts';
import { openForSuite } from '../../api/testing/suite.ts';
import { openChromium } from '../../browser/chromium.ts';
import { openSiteWithApi, warmUp } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { logIn, page } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';
import {
  type ConnectionSettings,
  largesseExcept,
  openOddService,
  storedSettings,
  storeSettings,
} from './connection-settings.ts';

const PAGE = '/wp-admin/options-general.php?page=largesse';
const KEY = 'the-right-gateway-key';
const HOSTILE = `"><script>alert(1)</script> 'مرحبا' & שלום`;

for (const version of versions) {
  describe(`Settings → Largesse on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const browser = openForSuite(openChromium);
    const t = openForSuite(() => openSiteWithApi(version, { GATEWAY_KEY: KEY }));
    let admin: Admin;
    /** Without scripts and styles, for tests that do not need them. */
    let plain: Admin;
    before(async () => {
      await warmUp(t);
      admin = await openAdmin(t.site, browser, 'admin');
      plain = await openAdmin(t.site, browser, 'admin', { javaScriptEnabled: false });
      await plain.page.route('**', (route) =>
        route.request().resourceType() === 'document' ? route.fallback() : route.fulfill({ body: '' }),
      );
    });
    beforeEach(() => storeSettings(t.site, {}));

    describe('the form', () => {
      everywhere('stores its fields, and shows all of them again except secrets', async () => {
        await open(admin);
        await fill({ ...right(), baseUrl: `${t.url}/`, cacheSeconds: '7' }, admin);
        await save(admin);
        await admin.page.getByText('Settings saved.').waitFor();
        assert.deepEqual(await storedSettings(t.site), { ...right(), cacheSeconds: '7' });
        assert.equal(await field('Service address', admin).inputValue(), t.url);
        assert.equal(await field('User name', admin).inputValue(), 'admin');
        assert.equal(await field('Seconds to remember items', admin).inputValue(), '7');
        await seesNoSecret(admin);
        assert.deepEqual(await admin.axe(), []);
      });

      it('keeps a secret while its field is empty, and replaces it with typed text', async () => {
        await storeSettings(t.site, right());
        await open();
        await save();
        assert.deepEqual(await storedSettings(t.site), right());
        await fill({ gatewayKey: 'another key' });
        await save();
        assert.deepEqual(await storedSettings(t.site), { ...right(), gatewayKey: 'another key' });
      });

      it('removes a secret if its checkbox is ticked', async () => {
        await storeSettings(t.site, right());
        await open();
        await plain.page.getByRole('checkbox', { name: 'Remove the stored gateway key' }).check();
        await plain.page.getByRole('checkbox', { name: 'Remove the stored application password' }).check();
        await save();
        const { baseUrl, username } = right();
        assert.deepEqual(await storedSettings(t.site), { baseUrl, username });
        assert.equal(
          await plain.page.getByRole('checkbox', { name: /^Remove/ }).count(),
          0,
          'nothing is left to remove',
        );
      });

      it('does not autoload new options', async () => {
        await t.site.wordpress.run(
          'foreach ( $GLOBALS["wpdb"]->get_col( "SELECT option_name FROM {$GLOBALS["wpdb"]->options} WHERE option_name LIKE \'registry_api_%\'" ) as $name ) delete_option( $name );',
        );
        await open();
        await fill(right());
        await save();
        const loaded = await t.site.wordpress.run(
          'echo implode( " ", preg_grep( "/^registry_api/", array_keys( wp_load_alloptions( true ) ) ) );',
        );
        assert.equal(loaded, '');
        assert.deepEqual(await storedSettings(t.site), right());
      });

      it('names the field and the rule of an error, keeps the input, and saves the rest', async () => {
        await storeSettings(t.site, right());
        await open(admin);
        await fill(
          {
            baseUrl: `https://${HOSTILE}`,
            gatewayKey: 'a new key',
            username: 'ad:min',
            cacheSeconds: HOSTILE,
          },
          admin,
        );
        await save(admin);
        for (const [label, typed, rule] of [
          ['Service address', `https://${HOSTILE}`, 'It contains characters that an address cannot have'],
          ['User name', 'ad:min', 'It must not contain a colon.'],
          ['Seconds to remember items', HOSTILE, 'It must be a whole number from 0 to 60.'],
        ] as const) {
          await admin.page.getByText(`${label} was not saved. ${rule}`).waitFor();
          assert.equal(await field(label, admin).inputValue(), typed);
          assert.equal(await field(label, admin).getAttribute('aria-invalid'), 'true');
        }
        assert.deepEqual(await admin.axe(), []);
        assert.deepEqual(await storedSettings(t.site), { ...right(), gatewayKey: 'a new key' });
        await open(admin);
        assert.equal(
          await field('User name', admin).inputValue(),
          'admin',
          'the next page does not contain refused input',
        );
      });

      it('stores the currency of prices in capitals, and refuses invalid codes', async () => {
        await open();
        await field('Currency').fill('eur');
        await save();
        await plain.page.getByText('Settings saved.').waitFor();
        assert.equal(await field('Currency').inputValue(), 'EUR');
        const isCut = await field('Currency').evaluate((input) => input.scrollWidth > input.clientWidth);
        assert.equal(isCut, false, 'three letters must fit');
        await field('Currency').fill('€');
        await save();
        await plain.page.getByText('Currency was not saved. It must be a code of three letters').waitFor();
        assert.equal(await field('Currency').inputValue(), 'EUR');
        assert.equal(await field('Currency').getAttribute('aria-invalid'), 'true');
        await field('Currency').fill('');
        await save();
        assert.equal(await t.site.wordpress.run(`echo get_option( 'largesse_currency' );`), '');
      });

      it('stores the settings of gifts, and the defaults for empty numbers', async () => {
        await open(admin);
        assert.equal(await field('Name of the giver', admin).inputValue(), 'optional');
        assert.equal(await field('Gifts for one registry from one place in ten minutes', admin).inputValue(), '');
        await admin.page.getByText('From 1 to 10,000; 20 while the field is empty.').waitFor();
        await field('Name of the giver', admin).selectOption('needed');
        await field('Gifts for one registry from one place in ten minutes', admin).fill(' 007 ');
        await field('Gifts for one registry in an hour', admin).fill('100000');
        await field('Days to keep e-mail addresses', admin).fill('30');
        await save(admin);
        await admin.page.getByText('Settings saved.').waitFor();
        assert.deepEqual(await giving(), ['needed', 7, 100_000, 30, 13]);
        assert.equal(await field('Name of the giver', admin).inputValue(), 'needed');
        assert.deepEqual(await admin.axe(), []);
        await field('Gifts for one registry from one place in ten minutes', admin).fill('');
        await field('Name of the giver', admin).selectOption('none');
        await save(admin);
        assert.deepEqual(await giving(), ['none', 20, 100_000, 30, 13]);
        await t.site.wordpress.run(`update_option( 'largesse_gifts_per_registry', '100001' );`);
        assert.equal((await giving())[2], 150, 'invalid values, such as those stored by a command');
        await t.site.wordpress.run(`delete_option( 'largesse_gifts_per_registry' );`);
      });

      it('names the field and the rule of invalid numbers about gifts, and keeps the input', async () => {
        await t.site.wordpress.run(`update_option( 'largesse_names_kept_months', '24' );`);
        for (const typed of ['0', '9'.repeat(30), HOSTILE]) {
          await open();
          await field('Months to keep names').fill(typed);
          await save();
          await plain.page
            .getByText('Months to keep names was not saved. It must be a whole number from 1 to 120.')
            .waitFor();
          assert.equal(await field('Months to keep names').inputValue(), typed);
          assert.equal(await field('Months to keep names').getAttribute('aria-invalid'), 'true');
          assert.equal((await giving())[4], 24);
        }
        const form = new URLSearchParams(await hiddenFields());
        form.set('largesse_giver_names', 'everybody');
        form.set('largesse_gifts_per_address[]', '3');
        const before = await giving();
        assert.equal(await post('admin', '/wp-admin/options.php', form), 302);
        assert.deepEqual(await giving(), before);
      });

      it('shows WordPress’s toolbar to members without a role in the editorial team if set', async () => {
        const isShown = async (who: TestUser) =>
          (await page(t.site, who, '/sample-page/')).html.includes('id="wpadminbar"');
        assert.deepEqual([await isShown('stranger'), await isShown('admin')], [false, true]);
        const box = plain.page.getByRole('checkbox', { name: 'Show WordPress’s toolbar to all members' });
        for (const isTold of [true, false]) {
          await open();
          await box.setChecked(isTold);
          await save();
          assert.equal(await box.isChecked(), isTold);
          assert.deepEqual([await isShown('stranger'), await isShown('admin')], [isTold, true]);
        }
      });

      it('hides guests from shops if set, and adds that to the policy', async () => {
        const box = plain.page.getByRole('checkbox', { name: 'Shops do not see guests' });
        await open();
        assert.equal(await box.isChecked(), false);
        for (const isTold of [true, false]) {
          await open();
          await box.setChecked(isTold);
          await save();
          assert.equal(await box.isChecked(), isTold);
          const { html } = await page(t.site, 'admin', '/wp-admin/options-privacy.php?tab=policyguide');
          assert.equal(html.includes('shops do not learn who looks at a registry'), isTold);
        }
      });

      it('allows owners to watch shops if set, adds that to the policy, and schedules the cron', async () => {
        const box = plain.page.getByRole('checkbox', { name: 'Owners may have shops watched' });
        for (const isTold of [true, false]) {
          await open();
          assert.equal(await box.isChecked(), !isTold);
          await box.setChecked(isTold);
          await save();
          assert.equal(await box.isChecked(), isTold);
          const { html } = await page(t.site, 'admin', '/wp-admin/options-privacy.php?tab=policyguide');
          assert.equal(html.includes('A shop sees that our service looks at its page'), isTold);
          const next = await t.site.wordpress.run("echo (int) wp_next_scheduled( 'largesse_watch' );");
          assert.equal(Number(next) > 0, isTold);
        }
      });

      it('does not show a password that was typed as part of the address', async () => {
        await open();
        await fill({ baseUrl: 'https://admin:typed-secret@api.example.com' });
        await save();
        await plain.page.getByText('It must not contain a user name or a password').waitFor();
        assert.equal(await field('Service address').inputValue(), 'https://api.example.com');
        assert.doesNotMatch(await plain.page.content(), /typed-secret/);
        assert.doesNotMatch(
          await t.site.wordpress.run(
            'echo wp_json_encode( $GLOBALS["wpdb"]->get_results( "SELECT * FROM {$GLOBALS["wpdb"]->options}" ) );',
          ),
          /typed-secret/,
        );
      });

      it('does not show a password in an address stored by other means', async () => {
        for (const address of [
          'https://admin:stored-secret@api.example.com',
          'https://admin:stored/secret@api.example.com',
        ]) {
          await storeSettings(t.site, { baseUrl: address });
          await open();
          assert.equal(await field('Service address').inputValue(), 'https://api.example.com');
          assert.doesNotMatch(await plain.page.content(), /stored.secret/);
        }
        await fill({ baseUrl: 'https://admin:1/typed-secret@api.example.com' });
        await save();
        await plain.page
          .getByText('Service address was not saved. It must not contain a user name or a password')
          .waitFor();
        assert.doesNotMatch(await plain.page.content(), /typed-secret/);
      });

      it('keeps secrets out of the list of all options', async () => {
        await open();
        await fill(right());
        await save();
        const list = await fetchOnce(`${t.site.url}/wp-admin/options.php`, {
          headers: { cookie: await logIn(t.site, 'admin') },
        });
        const html = await list.text();
        assert.ok(html.includes(t.url), 'the address is there');
        assert.ok(!html.includes(KEY) && !html.includes(t.site.users.admin.applicationPassword));
      });

      it('does not show a refused secret', async () => {
        await storeSettings(t.site, right());
        await open();
        await fill({ gatewayKey: 'refused-sécret' });
        await save();
        await plain.page.getByText('Gateway key was not saved. It must be made of ASCII characters.').waitFor();
        assert.doesNotMatch(await plain.page.content(), /refused-s/);
        assert.deepEqual(await storedSettings(t.site), right());
      });

      it('shows markup, quotes and right-to-left text literally', async () => {
        await open();
        await fill({ username: HOSTILE });
        await save();
        assert.equal(await field('User name').inputValue(), HOSTILE);
        assert.deepEqual(await storedSettings(t.site), { username: HOSTILE });
        await fill({ baseUrl: t.url, appPassword: HOSTILE, gatewayKey: KEY });
        await save();
        await test();
        await plain.page.getByText('There is no user of this name on this site.', { exact: true }).waitFor();
      });
    });

    describe('settings from the environment', () => {
      const environment = {
        REGISTRY_API_BASE_URL: 'https://environment.example/api/',
        REGISTRY_API_GATEWAY_KEY: 'key-of-the-environment',
        REGISTRY_API_USERNAME: HOSTILE.replace(':', ''),
        REGISTRY_API_APP_PASSWORD: 'password-of-the-environment',
        REGISTRY_API_CACHE_SECONDS: '9',
        REGISTRY_PAGES_URL: 'http://gateway.example:8082',
        REGISTRY_PAGES_KEY: 'pages-key-of-the-environment',
      };

      it('are marked, readable except for secrets, and not editable', async () => {
        await using _ = await withEnvironment(environment);
        await open(admin);
        assert.equal(await field('Service address', admin).inputValue(), 'https://environment.example/api');
        assert.equal(await field('User name', admin).inputValue(), environment.REGISTRY_API_USERNAME);
        for (const label of ['Service address', 'User name', 'Seconds to remember items']) {
          assert.equal(await field(label, admin).isEditable(), false, label);
        }
        for (const name of Object.keys(environment)) {
          await admin.page
            .getByText(`Set by the environment variable ${name}, and can be changed only there.`)
            .waitFor();
        }
        assert.equal(await admin.page.locator('input[type=password]').count(), 0);
        assert.doesNotMatch(await admin.page.content(), /of-the-environment/);
        assert.deepEqual(await admin.axe(), []);
      });

      it('are never overwritten on saving, not even by a forged form', async () => {
        await using _ = await withEnvironment(environment);
        await open();
        await save();
        await plain.page.getByText('Settings saved.').waitFor();
        assert.deepEqual(await storedSettings(t.site), {});
        const form = new URLSearchParams(await hiddenFields());
        form.set('registry_api_base_url', 'https://forged.example');
        form.set('registry_api_gateway_key[value]', 'forged');
        assert.equal(await post('admin', '/wp-admin/options.php', form), 302);
        assert.deepEqual(await storedSettings(t.site), {});
      });

      it('are mentioned, but not shown, if an address contains a password', async () => {
        await using _ = await withEnvironment({
          REGISTRY_API_BASE_URL: 'https://a:password-inside@environment.example',
        });
        await open();
        await plain.page.getByText('The value cannot be used. It must not contain a user name or a password').waitFor();
        await test();
        assert.match((await findings())[0] ?? '', /^Does not work: The address of the registry service cannot be used/);
        assert.doesNotMatch(await plain.page.content(), /password-inside/);
      });

      it('can come from files, whose errors are reported without their contents', async () => {
        const file = '/tmp/largesse-secret';
        await t.site.wordpress.run(`file_put_contents( $input, "of-the-file\\n" );`, file);
        await using _ = await withEnvironment({
          ...environment,
          REGISTRY_API_GATEWAY_KEY: '',
          REGISTRY_API_GATEWAY_KEY_FILE: file,
          REGISTRY_API_APP_PASSWORD_FILE: file,
        });
        await open();
        await plain.page.getByText('Set by the environment variable REGISTRY_API_GATEWAY_KEY_FILE, and').waitFor();
        await plain.page
          .getByText('The value cannot be used. It must not be set together with REGISTRY_API_APP_PASSWORD.')
          .waitFor();
        const get = `echo ( new Largesse\\Service\\Settings() )->get( Largesse\\Service\\Settings::GATEWAY_KEY );`;
        assert.equal(await t.site.wordpress.run(get), 'of-the-file');
        assert.doesNotMatch(await plain.page.content(), /of-the-|largesse-secret/);
      });

      const withEnvironment = (variables: Record<string, string>) =>
        addCode(
          t.site,
          Object.entries(variables)
            .map(
              ([name, value]) => `putenv( base64_decode( '${Buffer.from(`${name}=${value}`).toString('base64')}' ) );`,
            )
            .join('\n'),
        );
    });

    describe('the test mail', () => {
      const send = ({ page }: Admin = plain) =>
        page.toNextPage(() => page.getByRole('button', { name: 'Send a test mail' }).click());

      it('sends the administrator a mail, and shows the mail server’s answer', async () => {
        await using _ = await addCode(
          t.site,
          `add_filter( 'wp_mail_from', fn() => 'site@people.example' );
          add_filter( 'wp_mail', function ( $mail ) {
            require_once ABSPATH . WPINC . '/PHPMailer/PHPMailer.php';
            require_once ABSPATH . WPINC . '/PHPMailer/Exception.php';
            $GLOBALS['phpmailer'] = new class( true ) extends PHPMailer\\PHPMailer\\PHPMailer {
              public function send() {
                if ( get_option( 'test_mailer_is_down' ) ) {
                  throw new PHPMailer\\PHPMailer\\Exception( 'Connection <refused>' );
                }
                update_option( 'test_mails', array( $this->getToAddresses()[0][0], $this->Subject ) );
                return true;
              }
            };
            return $mail;
          } );`,
        );
        await open(admin);
        await admin.page.getByText('Sends a mail to you, at admin@people.example.').waitFor();
        await send(admin);
        await admin.page.getByText('The mail was accepted. Look whether it arrives').waitFor();
        assert.deepEqual(await admin.axe(), []);
        const sent = await t.site.wordpress.run(`echo wp_json_encode( get_option( 'test_mails' ) );`);
        assert.match(sent, /^\["admin@people\.example","A test mail from /);
        await t.site.wordpress.run(`update_option( 'test_mailer_is_down', 1 );`);
        await send(admin);
        await admin.page.getByRole('alert').getByText('The mail was not accepted.').waitFor();
        await admin.page.getByText('Connection <refused>').waitFor();
        assert.deepEqual(await admin.axe(), []);
        await t.site.wordpress.run(`delete_option( 'test_mailer_is_down' );`);
        await send(admin);
      });

      it('sends nothing for users without permission, or by a link', async () => {
        const form = new URLSearchParams(await mailForm());
        await t.site.wordpress.run(`add_option( 'test_mails', '' ); update_option( 'test_mails', 'none' );`);
        await using _ = await addCode(
          t.site,
          "add_filter( 'pre_wp_mail', function () { update_option( 'test_mails', 'sent' ); return true; } );",
        );
        assert.equal(await post('stranger', PAGE, form), 403);
        form.set('largesse_test_mail_nonce', 'forged');
        assert.equal(await post('admin', PAGE, form), 403);
        assert.equal(await t.site.wordpress.run(`echo get_option( 'test_mails' );`), 'none');
      });

      async function mailForm(): Promise<[string, string][]> {
        await open();
        const nonce = await plain.page.locator('input[name=largesse_test_mail_nonce]').getAttribute('value');
        return [
          ['largesse_test_mail', '1'],
          ['largesse_test_mail_nonce', nonce ?? ''],
        ];
      }
    });

    describe('the connection test', () => {
      it('reports a missing address', async () => {
        await tests(
          {},
          'Does not work: The address of the registry service is not set',
          /Enter the address under Settings → Largesse/,
        );
        assert.equal((await findings()).length, 7, 'the others are about this site only');
      });

      everywhere('reports step by step that everything works', async () => {
        await storeSettings(t.site, right());
        await open(admin);
        await test(admin);
        await admin.page.getByText('The connection works.').waitFor();
        assert.deepEqual(
          (await findings(admin)).map((text) => text.split('\n')[0]),
          [
            'Works: The address of the registry service is set',
            'Works: The registry service answers',
            'Works: The gateway key is accepted',
            'Works: The registry service accepts the credentials',
            "Works: The account is an administrator's",
            'Works: Guests can give',
            'Works: The clocks agree',
            'Works: Plugin and registry service fit together',
            'Works: WordPress and PHP are new enough',
            'Works: Application passwords are available',
            'Works: The REST API shows registries completely',
            'Works: The Authorization header arrives',
            'Works: No mail has failed',
            'Works: Scheduled tasks run',
          ],
        );
        await seesNoSecret(admin);
        assert.deepEqual(await admin.axe(), []);
      });

      it('reports an address without a server', async () => {
        await tests(
          { ...right(), baseUrl: CLOSED_ADDRESS },
          'Does not work: The registry service cannot be reached',
          /Check that the service is running/,
          admin,
        );
        assert.deepEqual(await admin.axe(), []);
      });

      it('reports a web server other than Largesse, and sends it no credentials', async () => {
        const visited: boolean[] = [];
        await using odd = await openOddService((_path, hasCredentials) => {
          visited.push(hasCredentials);
          return { status: 200, body: '<h1>Welcome to nginx</h1>' };
        });
        await tests(
          { ...right(), baseUrl: odd.url },
          'Does not work: What answers is not the registry service',
          /Check the address/,
        );
        assert.ok(visited.length > 0);
        assert.ok(!visited.includes(true));
      });

      it('reports a wrong gateway key, a missing one, and a service that requires none', async () => {
        await tests(
          { ...right(), gatewayKey: 'a wrong key' },
          'Does not work: The gateway key is refused',
          /Enter the key that the service/,
        );
        const { gatewayKey: _, ...withoutKey } = right();
        await tests(withoutKey, 'Does not work: The gateway key is missing', /Enter the key/);
        await using open = await openOddService(largesseExcept({ status: 200, body: [] }));
        await tests(
          { ...right(), baseUrl: open.url },
          'Could be better: The registry service asks for no gateway key',
          /set GATEWAY_KEY/,
        );
        await plain.page.getByText('The connection works, but something could be better.').waitFor();
      });

      it('reports a wrong password', async () => {
        await tests(
          { ...right(), appPassword: 'wrong' },
          'Does not work: The registry service rejects the credentials',
          /not one of the application passwords of this user/,
        );
      });

      it('reports an account that is not an administrator’s', async () => {
        await tests(
          { ...right(), ...accountOf('owner') },
          "Does not work: The account is not an administrator's",
          /Use an administrator/,
        );
      });
    });

    describe('users without permission', () => {
      it('cannot see the page, save, or test', async () => {
        await storeSettings(t.site, right());
        await open();
        const fields = new URLSearchParams(await hiddenFields());
        fields.set('registry_api_base_url', 'https://subscriber.example');
        const cookie = await logIn(t.site, 'stranger');
        const answer = await fetchOnce(t.site.url + PAGE, { headers: { cookie } });
        assert.equal(answer.status, 403);
        assert.doesNotMatch(await answer.text(), new RegExp(KEY));
        assert.equal(await post('stranger', '/wp-admin/options.php', fields), 403);
        assert.equal(await post('stranger', PAGE, new URLSearchParams({ largesse_test_connection: '1' })), 403);
        assert.deepEqual(await storedSettings(t.site), right());
      });

      it('get an error without the nonce of the form, even administrators', async () => {
        await storeSettings(t.site, right());
        const fields = new URLSearchParams({
          option_page: 'largesse',
          action: 'update',
          registry_api_username: 'nobody',
        });
        assert.equal(await post('admin', '/wp-admin/options.php', fields), 403);
        assert.equal(await post('admin', PAGE, new URLSearchParams({ largesse_test_connection: '1' })), 403);
        assert.deepEqual(await storedSettings(t.site), right());
      });
    });

    it('works without scripts', async () => {
      await open();
      await fill(right());
      await save();
      assert.deepEqual(await storedSettings(t.site), right());
      await test();
      await plain.page.getByText('The connection works.').waitFor();
    });

    it('is linked in the list of plugins', async () => {
      await admin.page.goto(`${t.site.url}/wp-admin/plugins.php`);
      const settings = admin.page.getByRole('row', { name: /Largesse/ }).getByRole('link', { name: 'Settings' });
      await admin.page.toNextPage(() => settings.click());
      await admin.page.getByRole('heading', { level: 1, name: 'Largesse' }).waitFor();
    });

    everywhere('causes no browser errors', async () => {
      assert.deepEqual([...admin.complaints(), ...plain.complaints()], []);
    });

    const accountOf = (who: 'admin' | 'owner') => ({
      username: t.site.users[who].username,
      appPassword: t.site.users[who].applicationPassword,
    });

    const right = (): ConnectionSettings => ({ baseUrl: t.url, gatewayKey: KEY, ...accountOf('admin') });

    const field = (label: string, { page }: Admin = plain) => page.getByLabel(label, { exact: true });

    async function open({ page }: Admin = plain): Promise<void> {
      await page.goto(t.site.url + PAGE);
    }

    async function fill(settings: ConnectionSettings, who: Admin = plain): Promise<void> {
      for (const [name, label] of Object.entries(LABELS)) {
        const value = new Map(Object.entries(settings)).get(name);
        if (value !== undefined) await field(label, who).fill(value);
      }
    }

    async function save({ page }: Admin = plain): Promise<void> {
      await page.toNextPage(async () => {
        // Not the page's address: a WordPress script removes the parameter from it.
        const saved = page.waitForResponse(/settings-updated=true/);
        await Promise.all([saved, page.getByRole('button', { name: 'Save Changes' }).click()]);
      });
    }

    async function test({ page }: Admin = plain): Promise<void> {
      await page.toNextPage(() => page.getByRole('button', { name: 'Test the connection' }).click());
      await page.getByRole('region', { name: 'Test the connection' }).getByRole('list').waitFor();
    }

    const findings = ({ page }: Admin = plain) =>
      page.getByRole('region', { name: 'Test the connection' }).getByRole('listitem').allInnerTexts();

    /** Stores the settings, tests them, and expects a finding with this label and text. */
    async function tests(settings: ConnectionSettings, label: string, text: RegExp, who = plain): Promise<void> {
      await storeSettings(t.site, settings);
      await open(who);
      await test(who);
      const found = await findings(who);
      const finding = found.find((lines) => lines.startsWith(label));
      assert.ok(finding, `${label}\n${found.join('\n')}`);
      assert.match(finding, text);
      await seesNoSecret(who);
    }

    async function seesNoSecret({ page }: Admin = plain): Promise<void> {
      const html = await page.content();
      for (const secret of [KEY, ...Object.values(t.site.users).map((user) => user.applicationPassword)]) {
        assert.ok(!html.includes(secret), 'a secret is in the page');
      }
    }

    /** Effective settings of gifts: the names, then the numbers. */
    const giving = async (): Promise<(string | number)[]> =>
      JSON.parse(
        await t.site.wordpress.run(`echo wp_json_encode( array(
          Largesse\\Giving\\GivingSettings::names(),
          ...array_map( Largesse\\Giving\\GivingSettings::number( ... ), array_keys( Largesse\\Giving\\GivingSettings::DEFAULTS ) ),
        ) );`),
      );

    /** Returns the hidden fields that WordPress adds to the settings form, including the nonce. */
    const hiddenFields = () =>
      plain.page
        .locator('form[action="options.php"] input[type=hidden]')
        .evaluateAll((inputs) =>
          inputs.map((input): [string, string] => [
            input.getAttribute('name') ?? '',
            input.getAttribute('value') ?? '',
          ]),
        );

    async function post(who: 'admin' | 'stranger', path: string, body: URLSearchParams): Promise<number> {
      const cookie = await logIn(t.site, who);
      const { status } = await fetchOnce(t.site.url + path, {
        method: 'POST',
        headers: { cookie },
        body,
        redirect: 'manual',
      });
      return status;
    }
  });
}

const LABELS: Record<keyof ConnectionSettings, string> = {
  baseUrl: 'Service address',
  gatewayKey: 'Gateway key',
  username: 'User name',
  appPassword: 'Application password',
  cacheSeconds: 'Seconds to remember items',
};
