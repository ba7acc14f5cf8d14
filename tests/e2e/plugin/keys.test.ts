// Needs a service and site: WordPress creates the keys, and the service limits them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Site } from '../../../contract/site.ts';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { basic } from '../../support/host-users.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { openSiteWithApi, warmUp } from '../api/site-with-api.ts';
import { page } from '../wordpress/requests.ts';
import { openAdmin } from './admin.ts';
import { connect } from './connected.ts';

const PAGE = '/wp-admin/options-general.php?page=largesse';

// rules: Keys
describe('keys for programs', () => {
  const t = openForSuite(() => openSiteWithApi('6.5', { AUTH_CACHE_TTL: '1' }));
  const browser = openForSuite(openChromium);
  const run = (php: string, input?: unknown) => t.site.wordpress.run(php, input);
  before(async () => {
    await warmUp(t);
    await connect(t, t.url);
  });

  /** Creates a key in PHP. Returns its credentials. */
  const create = async (scope: string, days: number | null = null) => {
    const key = await run(
      `echo Largesse\\Services::get( Largesse\\Operation\\Setup\\ApiKeys::class )->create( get_user_by( 'login', $input[3] ), $input[0], $input[1], $input[2] );`,
      [randomUUID(), scope, days, t.site.users.admin.username],
    );
    return basic(t.site.users.admin.username, key);
  };
  const ask = (authorization: string, method: string, path: string, body?: object) =>
    t.request<Site>(null, method, path, { headers: { authorization }, ...(body && { body }) });
  const askSite = (authorization: string, method: string, route: string) =>
    fetch(`${t.site.url}/index.php?rest_route=${route}`, { method, headers: { authorization } });

  it('work at the service within their scope, and not at all on the site', async () => {
    const [read, events, gifts] = [await create('read'), await create('events'), await create('gifts')];
    for (const [key, scope] of [
      [read, 'read'],
      [events, 'events'],
      [gifts, 'gifts'],
    ] as const) {
      const answer = await ask(key, 'GET', '/site');
      assert.deepEqual([answer.status, answer.body.user?.key, answer.body.user?.is_admin], [200, scope, true]);
    }
    const registry = await t.request<{ id: number }>('owner', 'POST', '/registries', { body: { title: 'T' } });
    const path = `/registries/${registry.body.id}`;
    assert.equal((await ask(read, 'GET', path)).status, 200);
    assert.equal((await ask(read, 'PATCH', path, { title: 'New' })).status, 403);
    assert.equal((await ask(gifts, 'GET', '/purchases?buyer_email=ada@mail.example')).status, 200);
    assert.equal((await ask(events, 'GET', `/events?registry_id=${registry.body.id}`)).status, 200);
    const onSite = async (method: string, route: string) => (await askSite(read, method, route)).status;
    for (const route of [
      '/wp/v2/posts',
      '/wp/v2/users%26context=edit',
      '/wp/v2/settings',
      '/batch/v1',
      '/largesse/v1/registries',
      '/largesse/v1/status',
    ])
      assert.equal(await onSite('GET', route), 403, route);
    for (const method of ['POST', 'DELETE'])
      assert.equal(await onSite(method, `/wp/v2/registries/${registry.body.id}`), 403);
    assert.equal(await onSite('GET', `/wp/v2/registries/${registry.body.id}`), 200);
    const usual = basic(t.site.users.admin.username, t.site.users.admin.applicationPassword);
    assert.equal((await ask(usual, 'GET', '/site')).body.user.key, null, 'other application passwords have no limits');
  });

  it('find the account of one address, if their scope needs it', async () => {
    const { id, email } = JSON.parse(
      await run(
        `$user = get_user_by( 'login', $input ); wp_insert_user( array( 'user_login' => 'longer', 'user_pass' => 'x', 'user_email' => 'a' . $user->user_email ) );
        echo wp_json_encode( array( 'id' => $user->ID, 'email' => $user->user_email ) );`,
        t.site.users.owner.username,
      ),
    );
    const find = (key: string, search: string) =>
      askSite(key, 'GET', `/wp/v2/users&context=edit&_fields=id&search=${encodeURIComponent(search)}`);
    for (const scope of ['read', 'gifts']) {
      const key = await create(scope);
      assert.deepEqual(await (await find(key, email)).json(), [{ id }], scope);
      assert.deepEqual(await (await find(key, email.slice(1))).json(), [], 'a part of an address');
      const [, host] = email.split('@');
      for (const search of [`*@${host}`, `a*@${host}`, `${email}*`, `@${host}`, email.split('@')[0], ''])
        assert.equal((await find(key, search)).status, 403, `${scope}: ${search}`);
    }
    const events = await create('events');
    assert.equal((await find(events, email)).status, 403);
    for (const scope of ['gifts', 'events'])
      assert.equal((await askSite(await create(scope), 'GET', '/wp/v2/registries')).status, 403, scope);
  });

  it('end on their day, and when they are revoked', async () => {
    const [ending, revoked] = [await create('read', 1), await create('read')];
    for (const key of [ending, revoked]) assert.equal((await ask(key, 'GET', '/site')).status, 200);
    await run(
      `$store = Largesse\\Services::get( Largesse\\Operation\\Setup\\ApiKeys::class );
      list( $revoked, $ending ) = array_keys( $store->all() );
      $store->revoke( $revoked );
      Largesse\\Foundation\\Records\\Records::change( 'api_key', $ending, static fn ( $now ) => $now->with( time: time() - 1 ) );`,
    );
    // The service remembers a valid key for a second.
    for (const key of [ending, revoked])
      await until('the key has ended', async () => (await ask(key, 'GET', '/site')).status === 401);
  });

  it('belong to one user, and open neither pages nor XML-RPC', async () => {
    const key = (await create('read')).slice('Basic '.length);
    const [, password] = Buffer.from(key, 'base64').toString().split(':');
    const ofOther = basic(t.site.users.owner.username, password ?? '');
    assert.equal((await ask(ofOther, 'GET', '/site')).status, 401);
    const wpAdmin = await fetch(`${t.site.url}/wp-admin/`, {
      headers: { authorization: `Basic ${key}` },
      redirect: 'manual',
    });
    assert.equal(wpAdmin.status, 302);
    const call = `<methodCall><methodName>wp.getUsersBlogs</methodName><params><param><value>${t.site.users.admin.username}</value></param><param><value>${password}</value></param></params></methodCall>`;
    const xmlRpc = await fetch(`${t.site.url}/xmlrpc.php`, { method: 'POST', body: call });
    assert.match(await xmlRpc.text(), /<fault>/);
  });

  it('are nothing to WordPress while the plugin is not active', async () => {
    const key = await create('read');
    const me = () => askSite(key, 'GET', '/wp/v2/users/me');
    assert.equal((await me()).status, 200);
    const plugin = (change: string) =>
      t.site.wordpress.load(`require_once ABSPATH . 'wp-admin/includes/plugin.php'; ${change};`);
    await plugin(`deactivate_plugins( 'largesse/largesse.php' )`);
    assert.equal((await me()).status, 401);
    await plugin(`activate_plugin( 'largesse/largesse.php' )`);
    assert.equal((await me()).status, 200);
  });

  it('are created on the settings page, shown once, listed with their last use, and revoked', async () => {
    const admin = await openAdmin(t.site, browser, 'admin');
    await admin.page.setViewportSize({ width: 375, height: 667 });
    await admin.page.goto(`${t.site.url}${PAGE}`);
    const section = admin.page.getByRole('region', { name: 'Keys for programs' });
    await section.getByLabel('Name').fill('Shop "A" & Co');
    await section.getByLabel('This key may').selectOption('gifts');
    await section.getByLabel('Ends after').fill('30');
    await admin.page.toNextPage(() => section.getByRole('button', { name: 'Create a key' }).click());
    const key = await section.locator('code').innerText();
    const authorization = basic(t.site.users.admin.username, key);
    assert.equal((await ask(authorization, 'GET', '/site')).body.user.key, 'gifts');
    assert.ok(
      !(
        await run(
          'global $wpdb; echo wp_json_encode( $wpdb->get_col( "SELECT option_value FROM $wpdb->options UNION ALL SELECT meta_value FROM $wpdb->usermeta" ) );',
        )
      ).includes(key.replaceAll(' ', '')),
    );
    const { html } = await page(t.site, 'admin', PAGE);
    assert.ok(!html.includes(key));
    assert.match(
      html,
      /Shop &quot;A&quot; &amp; Co<\/strong> · admin · Only write gifts<br>\s*Created: [^.]+\. Ends: [^.]+\. Last used: (?!Never)/,
    );
    await admin.page.goto(`${t.site.url}${PAGE}`);
    await section.getByLabel('Name').fill('Shop "A" & Co');
    await admin.page.toNextPage(() => section.getByRole('button', { name: 'Create a key' }).click());
    await section.getByText('Enter a name that no other key').waitFor();
    await admin.page.toNextPage(() => section.getByRole('button', { name: 'Revoke the key Shop' }).click());
    await section.getByText('The key is revoked.').waitFor();
    await until('the key has ended', async () => (await ask(authorization, 'GET', '/site')).status === 401);
  });
});
