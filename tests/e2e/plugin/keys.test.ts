// Needs a service and site: WordPress creates the keys, and the service limits them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Site } from '../../../contract/site.ts';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { basic } from '../../support/host-users.ts';
import { openForSuite } from '../../support/suite.ts';
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
    const onSite = async (method: string, route: string) => {
      const answer = await fetch(`${t.site.url}/index.php?rest_route=${route}`, {
        method,
        headers: { authorization: read },
      });
      return answer.status;
    };
    for (const route of [
      '/wp/v2/posts',
      '/wp/v2/users%26context=edit',
      '/wp/v2/settings',
      '/batch/v1',
      '/largesse/v1/registries',
    ])
      assert.equal(await onSite('GET', route), 403, route);
    for (const method of ['POST', 'DELETE'])
      assert.equal(await onSite(method, `/wp/v2/registries/${registry.body.id}`), 403);
    assert.equal(await onSite('GET', `/wp/v2/registries/${registry.body.id}`), 200);
    const usual = basic(t.site.users.admin.username, t.site.users.admin.applicationPassword);
    assert.equal((await ask(usual, 'GET', '/site')).body.user.key, null, 'other application passwords have no limits');
  });

  it('end on their day, when they are revoked, and without their entry', async () => {
    const [ending, entryless] = [await create('read', 1), await create('read')];
    for (const key of [ending, entryless]) assert.equal((await ask(key, 'GET', '/site')).status, 200);
    await run(
      `$keys = get_option( 'largesse_keys' ); $ids = array_keys( $keys ); $keys[ $ids[1] ]['ends'] = time() - 1; unset( $keys[ $ids[0] ] ); update_option( 'largesse_keys', $keys );`,
    );
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (const key of [ending, entryless]) assert.equal((await ask(key, 'GET', '/site')).status, 401);
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
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal((await ask(authorization, 'GET', '/site')).status, 401);
  });
});
