// Needs a whole site: who may learn that a webhook fails depends on the registries and their co-owners.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import { openForSuite } from '../../support/suite.ts';
import { create } from '../wordpress/requests.ts';
import { connect, openConnected } from './connected.ts';
import { openOddService } from './connection-settings.ts';

const HOUR = 3_600_000;

interface Hook {
  url?: string;
  status?: 'active' | 'disabled';
  /** Hours since the webhook last succeeded; absent if it does not fail. */
  failing?: number;
  include_secret?: boolean;
  registry_id?: number;
}

const GOOD = 'No webhook fails';
const fails = (host: string) => `The webhook to ${host} fails`;
const disabled = (host: string) => `The webhook to ${host} was disabled because it failed`;

// rules: Surprise 6
describe('Site Health about webhooks', () => {
  const t = openForSuite(() => openConnected());

  /** Returns what Site Health says to the administrator about webhooks that the service lists; null for nothing. */
  async function finding(hooks: readonly Hook[], status = 200): Promise<string | null> {
    const body = hooks.map(({ url = 'https://shop.example/in', failing, ...fields }) => ({
      ...{ id: 'a', url, status: 'active', include_secret: false, registry_id: null, ...fields },
      failing_since: failing === undefined ? null : new Date(realNow() - failing * HOUR).toISOString(),
    }));
    await using service = await openOddService(() => ({ status, body }));
    await connect(t, service.url);
    const said: { label: string } | null = JSON.parse(
      await t.site.wordpress.run(
        `wp_set_current_user( $input );
        echo wp_json_encode( Largesse\\Services::get( Largesse\\Operation\\Setup\\WebhookCheck::class )->check() );`,
        t.site.users.admin.id,
      ),
    );
    return said?.label ?? null;
  }

  // FailingWebhook.test.php tests which webhook it names.
  it('names the host of a failing or disabled webhook', async () => {
    for (const [hooks, expected] of [
      [[], null],
      [[{}], GOOD],
      [[{ failing: 1.1 }], fails('shop.example')],
      [[{ failing: 0.1, status: 'disabled', url: 'https://a.example/' }], disabled('a.example')],
    ] as const)
      assert.equal(await finding(hooks), expected, JSON.stringify(hooks));
  });

  it('is silent if the service has no webhooks, or does not answer', async () => {
    assert.equal(await finding([], 404), null);
    assert.equal(await finding([], 503), null);
  });

  it('hides a webhook with secret gifts from their recipients', async () => {
    const meta = { registry_surprise: 'hidden' };
    const others = await create(t.site, 'owner', { status: 'publish', meta });
    const secret = { failing: 9, include_secret: true };
    assert.equal(await finding([{ ...secret, registry_id: others }]), fails('shop.example'));
    assert.equal(await finding([secret]), fails('shop.example'), 'an administrator without a registry');
    const coOwned = await create(t.site, 'owner', {
      status: 'publish',
      meta: { ...meta, registry_owners: '["admin"]' },
    });
    assert.equal(await finding([{ ...secret, registry_id: coOwned }]), GOOD, 'a co-owner');
    assert.equal(await finding([secret]), GOOD, 'all registries, one of them co-owned');
    assert.equal(await finding([{ ...secret, include_secret: false }]), fails('shop.example'));
    await connect(t, t.url);
    await t.site.wordpress.run(`wp_delete_post( $input, true );`, coOwned);
    const own = await create(t.site, 'admin', { status: 'publish', meta });
    assert.equal(await finding([{ ...secret, registry_id: own }]), GOOD);
    assert.equal(
      await finding([
        { ...secret, registry_id: own },
        { ...secret, registry_id: others },
      ]),
      fails('shop.example'),
    );
  });
});
