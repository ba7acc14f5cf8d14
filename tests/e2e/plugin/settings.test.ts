// Needs a whole site: WordPress's settings screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, beforeEach, describe } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { SITE_KEY } from '../../support/signing.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSiteWithApi, warmUp } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { ask } from '../wordpress/guest.ts';
import { noncesOf, page } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';
import { type ConnectionSettings, storedSettings, storeSettings } from './connection-settings.ts';

const PAGE = '/wp-admin/options-general.php?page=largesse';
const KEY = 'the-right-gateway-key';
const HOSTILE = `"><script>alert(1)</script> 'مرحبا' & שלום`;

/** A declared setting: `Largesse\Setting`, as JSON. */
interface Setting {
  option: string;
  label: string;
  /** Text of a checkbox; '' for other settings. */
  box: string;
  /** Texts by value; an empty list for settings without choices. */
  choices: Readonly<Record<string, string>>;
  /** Largest number; 0 for settings without a number. */
  maximum: number;
  standard: string | number;
}

/** A form that the administrator sends, on a site with these stored options and environment variables. */
interface Form {
  options?: Record<string, unknown>;
  environment?: Record<string, string>;
  /** Values of the sent fields. Each key is the name of an option. */
  sent?: Record<string, unknown>;
}

/** The page that follows a sent form, and the stored options. */
interface Shown {
  errors: string[];
  /** Value and `aria-invalid` of each field. The keys are the ids of the fields. */
  fields: Record<string, { value: string; invalid: boolean } | undefined>;
  html: string;
  options: Record<string, unknown>;
  /** The gateway key that applies. */
  key: string;
}

for (const version of versions) {
  describe(`Settings → Largesse on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const browser = openForSuite(openChromium);
    const t = openForSuite(() => openSiteWithApi(version, { GATEWAY_KEY: KEY, SITE_KEY }));
    let admin: Admin;
    let settings: readonly Setting[] = [];
    before(async () => {
      await warmUp(t);
      settings = JSON.parse(
        await t.site.wordpress.run(
          `echo wp_json_encode( array_merge( ...array_column( Largesse\\Features::settings(), 'settings' ) ) );`,
        ),
      );
      admin = await openAdmin(t.site, browser, 'admin');
    });
    beforeEach(() => storeSettings(t.site, {}));

    everywhere('stores the fields of its form, tests the connection, and shows no secret again', async () => {
      await admin.page.goto(`${t.site.url}/wp-admin/plugins.php`);
      const link = admin.page.getByRole('row', { name: /Largesse/ }).getByRole('link', { name: 'Settings' });
      await admin.page.toNextPage(() => link.click());
      await admin.page.getByRole('heading', { level: 1, name: 'Largesse' }).waitFor();
      assert.equal(await field('Months to keep names').isVisible(), false);
      await unfold();
      await admin.page.getByText('From 1 to 10,000; 20 if the field is empty.').waitFor();
      await admin.page.getByText('Sends a mail to you, at admin@people.example.').waitFor();
      await fill({ ...right(), baseUrl: `${t.url}/` });
      await field('Currency').fill('eur');
      const [numbers, boxes, choices] = [Object.entries(ofNumbers()), ofBoxes(), Object.entries(ofChoices())];
      assert.ok(numbers.length > 1 && boxes.length > 1 && choices.length > 0);
      for (const [label, value] of choices) await field(label).selectOption(value);
      for (const [label, number] of numbers) await field(label).fill(number);
      for (const name of boxes) await box(name).check();
      await save();
      await admin.page.getByText('Settings saved.').waitFor();
      await unfold();
      assert.deepEqual(await storedSettings(t.site), { ...right() });
      assert.equal(await field('Service address').inputValue(), t.url);
      assert.equal(await field('User name').inputValue(), 'admin');
      assert.equal(await field('Currency').inputValue(), 'EUR');
      for (const [label, value] of [...choices, ...numbers])
        assert.equal(await field(label).inputValue(), value, label);
      for (const name of boxes) assert.ok(await box(name).isChecked(), name);
      await seesNoSecret();
      const autoloaded = await t.site.wordpress.run(
        `echo implode( ' ', preg_grep( '/^registry_/', array_keys( wp_load_alloptions( true ) ) ) );
        foreach ( $input as $option ) update_option( $option, '' );`,
        settings.map(({ option }) => option),
      );
      assert.equal(autoloaded, '', 'only pages with items need these options');
      const { html } = await page(t.site, 'admin', '/wp-admin/options.php');
      assert.ok(html.includes(t.url), 'the list of all options has the address');
      assert.ok(
        !html.includes(KEY) && !html.includes(SITE_KEY) && !html.includes(t.site.users.admin.applicationPassword),
      );

      await admin.page.toNextPage(() => admin.page.getByRole('button', { name: 'Test the connection' }).click());
      await admin.page.getByText('The connection works.').waitFor();
      const results = admin.page.getByRole('region', { name: 'Test the connection' }).getByRole('listitem');
      assert.match((await results.allInnerTexts()).join('\n'), /Works: The gateway key is accepted/);
      await seesNoSecret();
      assert.deepEqual(await admin.axe(), []);
    });

    it('has options that docs/settings.md describes, and that the plugin removes with its data', async () => {
      assert.ok(settings.length > 7);
      const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
      const [guide, stored] = [read('docs/settings.md'), read('plugin/src/stored.php')];
      for (const { option } of settings) {
        assert.ok(guide.includes(`\n| \`${option}\` |`), option);
        assert.ok(stored.includes(`'${option}'`), option);
      }
    });

    it('keeps a secret while its field is empty, and removes it if its checkbox is ticked', async () => {
      const secrets = { registry_api_gateway_key: { value: 'a' }, registry_api_app_password: { value: 'b' } };
      const empty = { registry_api_gateway_key: { value: '' }, registry_api_app_password: { value: '' } };
      const key = (value: string) => ({ sent: { ...empty, registry_api_gateway_key: { value } }, options: secrets });
      const ticked = { value: '', remove: '1' };
      const [kept, replaced, refused, removed] = await send(
        key(''),
        key(' another \u200bkey\ufeff\u200e'),
        key('refused-sécret'),
        {
          options: secrets,
          sent: { registry_api_gateway_key: ticked, registry_api_app_password: ticked },
        },
      );
      assert.partialDeepStrictEqual(kept?.options, secrets);
      assert.match(kept?.html ?? '', /Remove the stored gateway key.*Remove the stored application password/s);
      const another = { value: 'another key' };
      assert.partialDeepStrictEqual(replaced?.options, { ...secrets, registry_api_gateway_key: another });
      assert.partialDeepStrictEqual(refused?.options, secrets);
      assert.deepEqual(refused?.errors, ['Gateway key was not saved. It must be made of ASCII characters.']);
      assert.doesNotMatch(refused?.html ?? '', /refused-s/);
      const none = { registry_api_gateway_key: '', registry_api_app_password: '' };
      assert.partialDeepStrictEqual(removed?.options, none);
      assert.doesNotMatch(removed?.html ?? 'Remove', /Remove the stored/);
    });

    it('never shows a password inside an address, whether typed or stored', async () => {
      const [typed, withSlash, stored, storedWithSlash] = await send(
        { sent: { registry_api_base_url: 'https://admin:a-secret@api.example.com' } },
        { sent: { registry_api_base_url: 'https://admin:a/secret@api.example.com' } },
        { options: { registry_api_base_url: 'https://admin:a-secret@api.example.com' } },
        { options: { registry_api_base_url: 'https://admin:a/secret@api.example.com' } },
      );
      for (const shown of [typed, withSlash, stored, storedWithSlash]) {
        assert.equal(shown?.fields.registry_api_base_url?.value, 'https://api.example.com');
        assert.doesNotMatch(shown.html, /a.secret/);
      }
      for (const shown of [typed, withSlash]) {
        assert.match(
          shown?.errors.join() ?? '',
          /^Service address was not saved. It must not contain a user name or a/,
        );
        assert.doesNotMatch(JSON.stringify(shown), /a.{1,3}secret/);
      }
    });

    it('validates fields, and keeps the input of refused ones', async () => {
      const options = {
        largesse_currency: 'EUR',
        largesse_giver_names: 'needed',
        largesse_gifts_per_address: '24',
        largesse_features: { draws: true, finding: false },
        registry_api_base_url: CLOSED_ADDRESS,
        registry_api_username: 'admin',
      };
      const rows: [option: keyof typeof options, sent: unknown, stored: string, error?: string][] = [
        ['largesse_currency', ' usd ', 'USD'],
        ['largesse_currency', '', ''],
        ['largesse_currency', '€', 'EUR', 'Currency was not saved. It must be a code of three letters, such as EUR.'],
        ['largesse_giver_names', 'everybody', 'needed'],
        [
          'registry_api_base_url',
          `https://${HOSTILE}`,
          CLOSED_ADDRESS,
          'Service address was not saved. It contains characters that an address cannot have, such as spaces, quotes or angle brackets.',
        ],
        ['registry_api_username', 'ad:min', 'admin', 'User name was not saved. It must not contain a colon.'],
        ['largesse_gifts_per_address', ' 007 ', '7'],
        ['largesse_gifts_per_address', ['3'], '24'],
        ...['10001', HOSTILE].map(
          (typed) =>
            [
              'largesse_gifts_per_address',
              typed,
              '24',
              'Gifts from one network address to one registry in ten minutes was not saved. It must be a whole number from 1 to 10,000.',
            ] as [keyof typeof options, string, string, string],
        ),
      ];
      const shown = await send(...rows.map(([option, sent]) => ({ options, sent: { [option]: sent } })));
      for (const [index, [option, sent, stored, error]] of rows.entries()) {
        const { errors, fields, options: after } = shown[index] ?? assert.fail(String(option));
        const row = `${option} ${sent}`;
        assert.partialDeepStrictEqual(after, { ...options, [option]: stored }, row);
        assert.deepEqual(errors, error === undefined ? [] : [error], row);
        if (option === 'largesse_giver_names') continue;
        assert.equal(fields[option]?.value, error === undefined ? stored : sent, row);
        assert.equal(fields[option]?.invalid, error !== undefined, row);
      }
    });

    it('changes the policy with its checkbox', async () => {
      const states = await t.site.wordpress.run(
        `foreach ( array( '1', '' ) as $value ) {
          update_option( $input, $value );
          $states[] = str_contains( implode( apply_filters( 'largesse_policy_on_shops', array() ) ), 'shops do not learn' );
        }
        delete_option( $input );
        echo wp_json_encode( $states );`,
        'largesse_shops_see_no_guests',
      );
      assert.deepEqual(JSON.parse(states), [true, false]);
    });

    it('never overwrites settings from the environment, or shows their secrets', async () => {
      const environment = {
        REGISTRY_API_BASE_URL: 'https://environment.example/api/',
        REGISTRY_API_GATEWAY_KEY: 'key-of-the-environment',
        REGISTRY_API_USERNAME: HOSTILE.replace(':', ''),
        REGISTRY_API_APP_PASSWORD: 'password-of-the-environment',
      };
      const file = await t.site.wordpress.run(
        `$file = tempnam( sys_get_temp_dir(), 'secret' ); file_put_contents( $file, "of-the-file\\n" ); echo $file;`,
      );
      const forged = {
        registry_api_base_url: 'https://forged.example',
        registry_api_gateway_key: { value: 'forged' },
      };
      const fromFiles = {
        ...environment,
        REGISTRY_API_GATEWAY_KEY: '',
        REGISTRY_API_GATEWAY_KEY_FILE: file,
        REGISTRY_API_APP_PASSWORD_FILE: file,
      };
      const [overwritten, invalid, files] = await send(
        { environment, sent: forged },
        { environment: { REGISTRY_API_BASE_URL: 'https://a:password-inside@environment.example' } },
        { environment: fromFiles },
      );
      assert.doesNotMatch(JSON.stringify(overwritten?.options ?? 'forged'), /forged|environment/);
      assert.doesNotMatch(overwritten?.html ?? '', /forged|of-the-environment/);
      assert.match(invalid?.html ?? '', /The value cannot be used\. It must not contain a user name or a password/);
      assert.doesNotMatch(invalid?.html ?? '', /password-inside/);
      assert.match(files?.html ?? '', /Set by the environment variable REGISTRY_API_GATEWAY_KEY_FILE. You/);
      const problem = /The value cannot be used\. It must not be set together with REGISTRY_API_APP_PASSWORD\./;
      assert.match(files?.html ?? '', problem);
      assert.equal(files?.key, 'of-the-file');
      assert.doesNotMatch(files.html, /of-the-/);
      assert.ok(!files.html.includes(file));
    });

    it('refuses users without permission, and forms without their nonce', async () => {
      await storeSettings(t.site, right());
      await using _ = await addCode(
        t.site,
        "add_filter( 'pre_wp_mail', function () { update_option( 'test_mails', 'sent' ); return true; } );",
      );
      const shown = await page(t.site, 'stranger', PAGE);
      assert.equal(shown.status, 403);
      assert.doesNotMatch(shown.html, new RegExp(KEY));
      const [nonce = ''] = await noncesOf(t.site, 'stranger', ['largesse-options']);
      const fields = { option_page: 'largesse', action: 'update', registry_api_username: 'nobody' };
      for (const [who, path, sent] of [
        ['stranger', '/wp-admin/options.php', { ...fields, _wpnonce: nonce }],
        ['admin', '/wp-admin/options.php', { ...fields, _wpnonce: nonce }],
        ['admin', PAGE, { largesse_test_connection: '1' }],
        ['admin', PAGE, { largesse_test_mail: '1', largesse_test_mail_nonce: 'forged' }],
        ['admin', PAGE, { largesse_open_registration: '1', largesse_open_registration_nonce: 'forged' }],
      ] as const) {
        const { status } = await ask(t.site, path, { who, form: { ...sent } });
        assert.equal(status, 403, `${who} ${path} ${JSON.stringify(sent)}`);
      }
      assert.deepEqual(await storedSettings(t.site), right());
      assert.equal(
        await t.site.wordpress.run(`echo get_option( 'test_mails', 'none' ), get_option( 'users_can_register' );`),
        'none0',
      );
    });

    everywhere('causes no browser errors', () => assert.deepEqual(admin.complaints(), []));

    const right = (): ConnectionSettings => ({
      baseUrl: t.url,
      gatewayKey: KEY,
      username: t.site.users.admin.username,
      appPassword: t.site.users.admin.applicationPassword,
      siteKey: SITE_KEY,
    });

    /** A value for each declared number, by label: the largest. */
    const ofNumbers = () =>
      Object.fromEntries(settings.flatMap(({ label, maximum }) => (maximum > 0 ? [[label, String(maximum)]] : [])));
    /** Texts of all declared checkboxes. */
    const ofBoxes = () => settings.flatMap(({ box }) => box || []);
    /** A value for each declared choice, by label: the first that is not the standard. */
    const ofChoices = () =>
      Object.fromEntries(
        settings.flatMap(({ label, choices, standard }) => {
          const value = Object.keys(choices).find((one) => one !== standard);
          return value === undefined ? [] : [[label, value]];
        }),
      );

    const field = (label: string) => admin.page.getByLabel(label, { exact: true });
    const box = (name: string) => admin.page.getByRole('checkbox', { name });

    /** Opens the section with the rarely used settings. */
    async function unfold(): Promise<void> {
      await admin.page.getByText('Advanced', { exact: true }).click();
    }

    async function fill(settings: ConnectionSettings): Promise<void> {
      for (const [name, label] of Object.entries(LABELS)) {
        const value = new Map(Object.entries(settings)).get(name);
        if (value !== undefined) await field(label).fill(value);
      }
    }

    async function save(): Promise<void> {
      const { page } = admin;
      await page.toNextPage(async () => {
        // Waits for the response, not for the page's address, because a WordPress script removes the parameter from the
        // address.
        const saved = page.waitForResponse(/settings-updated=true/);
        await Promise.all([saved, page.getByRole('button', { name: 'Save Changes' }).click()]);
      });
    }

    async function seesNoSecret(): Promise<void> {
      const html = await admin.page.content();
      for (const secret of [KEY, SITE_KEY, ...Object.values(t.site.users).map((user) => user.applicationPassword)])
        assert.ok(!html.includes(secret), 'a secret is in the page');
    }

    /** Saves forms like WordPress's options.php, each on a site without other settings, and renders the page again. */
    async function send(...forms: Form[]): Promise<Shown[]> {
      const shown = await t.site.wordpress.run(
        `require_once ABSPATH . 'wp-admin/includes/admin.php';
        wp_set_current_user( $input['admin'] );
        $GLOBALS['title'] = 'Largesse';
        $settings         = new Largesse\\Foundation\\Service\\Settings();
        $page             = Largesse\\Services::get( Largesse\\Operation\\Setup\\SettingsPage::class );
        $page->register_settings();
        $options = $GLOBALS['new_allowed_options']['largesse'];
        foreach ( $input['forms'] as $form ) {
          $environment = $form['environment'] ?? array();
          foreach ( $environment as $name => $value ) putenv( "$name=$value" );
          foreach ( $options as $option ) {
            remove_all_filters( "sanitize_option_$option" );
            isset( $form['options'][ $option ] ) ? update_option( $option, $form['options'][ $option ] ) : delete_option( $option );
          }
          $GLOBALS['wp_settings_errors'] = array();
          $page->register_settings();
          foreach ( isset( $form['sent'] ) ? $options : array() as $option ) {
            $value = $form['sent'][ $option ] ?? null;
            update_option( $option, is_string( $value ) ? trim( $value ) : $value );
          }
          $page->load();
          ob_start();
          $page->show();
          $html   = ob_get_clean();
          $fields = array();
          for ( $tags = new WP_HTML_Tag_Processor( $html ); $tags->next_tag( 'input' ); ) {
            $fields[ $tags->get_attribute( 'id' ) ?? '' ] = array( 'value' => $tags->get_attribute( 'value' ), 'invalid' => 'true' === $tags->get_attribute( 'aria-invalid' ) );
          }
          $shown[] = array(
            'errors'    => array_column( get_settings_errors(), 'message' ),
            'fields'    => $fields,
            'html'      => $html,
            'options'   => array_map( 'get_option', array_combine( $options, $options ) ),
            'key'     => $settings->get( Largesse\\Foundation\\Service\\Settings::GATEWAY_KEY ),
          );
          foreach ( $environment as $name => $value ) putenv( $name );
        }
        foreach ( $options as $option ) delete_option( $option );
        echo wp_json_encode( $shown );`,
        { admin: t.site.users.admin.id, forms },
      );
      return JSON.parse(shown);
    }
  });
}

const LABELS: Record<keyof ConnectionSettings, string> = {
  baseUrl: 'Service address',
  gatewayKey: 'Gateway key',
  username: 'User name',
  appPassword: 'Application password',
  siteKey: 'Site key',
};
