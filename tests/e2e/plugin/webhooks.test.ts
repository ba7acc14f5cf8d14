import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Delivery, Webhook, WebhookWithSecret } from '@largesse/contract';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openReceiver } from '../../support/receiver.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { ask } from '../wordpress/guest.ts';
import { create, page } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';
import { addItem, connect, openConnected } from './connected.ts';
import { openOddService } from './connection-settings.ts';

const PATH = '/wp-admin/options-general.php?page=largesse-webhooks';
const HOSTILE = `<script>alert(1)</script> "Stock" & 'مرحبا'`;

for (const version of versions) describe(`the screen of webhooks on WordPress ${version}`, () => screenOn(version));

function screenOn(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const receiver = openForSuite(() => openReceiver());
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openConnected(version, { WEBHOOKS_ALLOW: receiver.host }));
  let admin: Admin;
  before(async () => {
    admin = await openAdmin(t.site, browser, 'admin');
  });

  const main = () => admin.page.locator('#wpbody-content');
  const text = async () => (await page(t.site, 'admin', PATH)).html.replace(/^.*<div class="wrap">/s, '');
  const add = async (fields: object): Promise<WebhookWithSecret> =>
    (await t.request<WebhookWithSecret>('admin', 'POST', '/webhooks', { body: { url: receiver.url, ...fields } })).body;
  /** Returns the finding about webhooks in Site Health; null if there is none. */
  const health = async (): Promise<{ status: string; label: string } | null> =>
    JSON.parse(
      await t.site.wordpress.run(
        `wp_set_current_user( $input );
        echo wp_json_encode( ( new Largesse\\Setup\\SetupCheck( new Largesse\\Service\\Settings() ) )->finding( 'webhooks' ) );`,
        t.site.users.admin.id,
      ),
    );

  everywhere('shows in plain words what was sent, and sends it again', async () => {
    await admin.page.goto(`${t.site.url}/wp-admin/options-general.php?page=largesse`);
    await admin.page.locator('summary', { hasText: 'Advanced' }).click();
    const link = admin.page.getByRole('link', { name: 'Show webhooks and what they have sent' });
    await admin.page.toNextPage(() => link.click());
    await main().getByText('There are no webhooks.').waitFor();
    assert.equal(await health(), null);

    const registry = await create(t.site, 'owner', { title: 'Ann & Tom', status: 'publish' });
    const { id } = await add({ registry_id: registry, description: HOSTILE });
    await admin.page.reload();
    await main().getByText('Nothing has been sent in the last 30 days.').waitFor();
    await main().getByText(HOSTILE).waitFor();
    await addItem(t, registry, 'Kettle');
    await until('the event is delivered', async () =>
      /Delivered to 127\.0\.0\.1 \d+ seconds? ago\./.test(await text()),
    );
    assert.match(await text(), /Wish added: Ann &amp; Tom/);

    receiver.answering = 500;
    await addItem(t, registry, 'Pot');
    await until('the failure is shown', async () =>
      /127\.0\.0\.1 answered with status 500; the next attempt is at \d+:\d\d [ap]m\./.test(await text()),
    );
    assert.match(await text(), /127\.0\.0\.1 has accepted nothing for \d+ second/);
    assert.equal((await health())?.label, 'No webhook fails');

    receiver.answering = 410;
    await addItem(t, registry, 'Pan');
    await until('the webhook is disabled', async () => (await text()).includes('wants no more events'));
    assert.partialDeepStrictEqual(await health(), {
      status: 'recommended',
      label: 'The webhook to 127.0.0.1 was disabled because it failed',
    });
    await admin.page.reload();
    await main().getByText('127.0.0.1 answered with status 410; there are no more attempts.').waitFor();
    assert.deepEqual(await admin.axe(), []);

    receiver.answering = 204;
    const press = (name: string) => admin.page.toNextPage(() => main().getByRole('button', { name }).click());
    await press('Send again');
    await main().getByText('The event is sent again.').waitFor();
    await press('Enable');
    await main().getByText('The webhook is enabled.').waitFor();
    await until('all events are delivered', async () => (await text()).split('Delivered to 127.0.0.1').length === 4);
    await press('Send a test');
    await main().getByText('127.0.0.1 accepted the test.').waitFor();
    assert.equal(receiver.requests.at(-1)?.body.type, 'test');
    receiver.answering = (response) => void response.destroy();
    await press('Send a test');
    const reason = '127.0.0.1 did not answer (connection closed without an answer).';
    await main().getByRole('alert').getByText(reason).waitFor();
    assert.equal((await health())?.label, 'No webhook fails');
    assert.deepEqual(admin.complaints(), []);
    receiver.answering = 204;
    await t.request('admin', 'DELETE', `/webhooks/${id}`);
  });

  it('describes every state', async () => {
    const hour = 3600;
    const failed = { status: 'failed', last_attempt_at: [-hour] };
    const late = { status: 'waiting', last_error: 'refused', last_attempt_at: [-60], next_attempt_at: [30 * hour] };
    const disabled = { status: 'disabled', failing_since: [-122 * hour] };
    // Each case: a webhook, its deliveries, and the texts about the webhook and each delivery. Times are in seconds from
    // now.
    const cases: [webhook: object, deliveries: object[], texts: RegExp][] = [
      [
        { failing_since: [-3 * hour] },
        [late, { status: 'waiting' }],
        /^shop\.example has accepted nothing for 3 hours\. .*\(refused\); the next attempt is at \w+ \d+, .*\|It is sent in a moment\.$/,
      ],
      [
        disabled,
        [failed],
        /^Disabled because it failed for five days\.\|shop\.example did not answer; there are no more/,
      ],
      [disabled, [{ ...failed, last_attempt_at: [-100 * hour] }], /^Disabled\. Nothing is sent\.\|/],
    ];
    const told = await t.site.wordpress.run(
      `use Largesse\\Webhooks\\WebhookText;
       $at = static fn ( array $one ): array => array_map( static fn ( $value ) => is_array( $value ) ? gmdate( DATE_ATOM, time() + $value[0] ) : $value, $one );
       foreach ( $input as list( $webhook, $deliveries ) ) {
         $webhook = $at( $webhook ) + array( 'url' => 'https://shop.example/in', 'status' => 'active', 'failing_since' => null );
         $all     = array_map( static fn ( $one ) => $at( $one ) + array( 'last_status' => null, 'last_error' => null, 'last_attempt_at' => null, 'next_attempt_at' => null ), $deliveries );
         $told[]  = implode( '|', array( WebhookText::state( $webhook, $all ), ...array_map( fn ( $one ) => WebhookText::delivery( $webhook, $one ), $all ) ) );
       }
       echo wp_json_encode( $told );`,
      cases,
    );
    for (const [index, text] of (JSON.parse(told) as string[]).entries()) assert.match(text, cases[index]?.[2] ?? /^$/);
  });

  it('hides from recipients what a webhook with secret gifts has sent', async () => {
    const meta = { registry_surprise: 'hidden', registry_owners: '["admin"]' };
    const coOwned = await create(t.site, 'owner', { status: 'publish', meta });
    const { id: first } = await add({ include_secret: true });
    assert.match(await text(), /gifts that are a surprise for you/, 'a co-owner');
    await t.request('admin', 'DELETE', `/webhooks/${first}`);
    await t.site.wordpress.run(`wp_delete_post( $input, true );`, coOwned);
    const registry = await create(t.site, 'admin', { status: 'publish', meta: { registry_surprise: 'hidden' } });
    const others = await create(t.site, 'owner', { title: 'Others', status: 'publish' });
    const all = [await add({ include_secret: true }), await add({ include_secret: true, registry_id: registry })];
    const other = await add({ include_secret: true, registry_id: others });
    receiver.answering = 410;
    const ofOwn = async () => (await text()).split('<section').slice(1, 3);
    const before = await ofOwn();
    assert.ok(before.every((section) => section.includes('>Enable<')));
    for (const id of [registry, others]) await addItem(t, id, 'Cup');
    await until('all are disabled', async () => {
      const { body } = await t.request<Webhook[]>('admin', 'GET', '/webhooks');
      return body.every(({ status }) => status === 'disabled');
    });
    assert.deepEqual(await ofOwn(), before);
    const shown = await text();
    assert.equal(shown.split('gifts that are a surprise for you').length, 3);
    assert.equal(shown.split('Wish added: Others').length, 2);
    assert.equal((await health())?.status, 'recommended');
    await t.request('admin', 'DELETE', `/webhooks/${other.id}`);
    assert.equal((await health())?.status, 'good');
    for (const { id } of all) await t.request('admin', 'DELETE', `/webhooks/${id}`);
    receiver.answering = 204;
  });

  it('is for administrators, and sends only with a nonce', async () => {
    assert.equal((await page(t.site, 'owner', PATH)).status, 403);
    const { id } = await add({});
    const form = { largesse_webhook: `test ${id}`, largesse_webhook_nonce: '' };
    const before = receiver.requests.length;
    assert.equal((await ask(t.site, PATH, { who: 'admin', form })).status, 403);
    assert.equal(receiver.requests.length, before);
    const deliveries = await t.request<Delivery[]>('admin', 'GET', `/webhooks/${id}/deliveries`);
    assert.deepEqual(deliveries.body, []);
    await t.request('admin', 'DELETE', `/webhooks/${id}`);
  });

  it('explains why it shows nothing', async () => {
    await using off = await openOddService(() => ({ status: 404, body: { detail: 'Not found' } }));
    await connect(t, off.url);
    assert.match(await text(), /<p>The registry service does not record changes, .*EVENTS_DAYS is 0/);
    assert.equal(await health(), null);
    await connect(t, CLOSED_ADDRESS);
    assert.match(await text(), /Webhooks cannot be shown now\.<\/strong> The registry service did not answer\./);
    await connect(t, t.url);
  });
}
