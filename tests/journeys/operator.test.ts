import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemPublicResponse, Registry, WebhookWithSecret } from '@largesse/contract';
import { give, storedGift } from '../e2e/plugin/gifts.ts';
import { addCommandLine, wp } from '../e2e/plugin/wp-cli.ts';
import { dispatch } from '../e2e/wordpress/requests.ts';
import { fetchOnce } from '../support/http-client.ts';
import { verify } from '../support/receiver.ts';
import { openForSuite } from '../support/suite.ts';
import { until } from '../support/wait.ts';
import { openWorld } from './world.ts';

describe('an operator', () => {
  const world = openForSuite(openWorld);

  it('tests the connection and the mail, until everything is set up', async () => {
    await using admin = await world.person('admin');
    await admin.open('/wp-admin/options-general.php?page=largesse');
    await admin.sees('Next step: Test the connection');
    await admin.follow('Test the connection');
    await admin.sees('Next step: Send a test mail');
    await admin.follow('Send a test mail');
    await admin.sees('Everything is set up.');
    assert.equal((await world.mailsTo('admin@people.example')).length, 1);
    const { body } = await dispatch<{ description: string }>(
      world.system.site,
      'admin',
      'GET',
      '/wp-json/largesse/v1/site-health',
    );
    assert.match(body.description, /Works: Everything is set up/);
  });

  it('connects another program by a webhook', async () => {
    const list = await world.registry({ title: 'Watched' }, { Kettle: {} });
    const { status, body } = await world.system.request<WebhookWithSecret>('admin', 'POST', '/webhooks', {
      body: { url: world.receiver.url, registry_id: list.id },
    });
    assert.equal(status, 201);
    await give(world.system, list.items[0] ?? 0);
    await until('the event arrives', () => world.receiver.requests.length > 0);
    const [received = assert.fail('a request')] = world.receiver.requests;
    verify(received, body.secret);
    assert.equal(received.body.type, 'purchase.created');
  });

  it('sets an affiliate link, which then leads guests to the shop', async () => {
    const { path } = await world.registry({ title: 'Breakfast' }, { Samovar: { url: 'https://shop.example/samovar' } });
    await using admin = await world.person('admin');
    await admin.open('/wp-admin/edit.php?post_type=registry&page=largesse-affiliate-links&s=Samovar');
    await admin.fill('Affiliate link of Samovar', 'https://partner.example/samovar');
    await admin.choose('Status of Samovar', 'Active');
    await admin.follow('Save');
    await admin.sees('1 item changed.');
    await using guest = await world.person('nobody');
    await guest.open(path);
    const link = await guest.page.locator('a[rel~=sponsored]').getAttribute('href');
    const answer = await fetchOnce(link ?? assert.fail('a link'), { redirect: 'manual' });
    assert.equal(answer.headers.get('location'), 'https://partner.example/samovar');
  });

  it('erases what a guest has entered', async () => {
    const email = 'rosa@mail.example';
    const list = await world.registry({ title: 'Erased' }, { Lamp: {} });
    const gift = await give(world.system, list.items[0] ?? 0, { giver_name: 'Rosa', giver_email: email });
    await using admin = await world.person('admin');
    await admin.open('/wp-admin/erase-personal-data.php');
    await admin.fill('Username or email address', email);
    await admin.tap('Send personal data erasure confirmation email.');
    await admin.follow('Send Request');
    await admin.page.getByRole('button', { name: 'Show more details' }).last().click();
    await admin.tap('Erase personal data');
    await admin.sees('All of the personal data found for this user was erased.');
    const { giver_name, giver_email, quantity } = await storedGift(world.system, gift);
    assert.deepEqual([giver_name, giver_email, quantity], [null, null, 1]);
  });

  it('shows a list on a page of the site', async () => {
    const { id } = await world.registry({ title: 'Everywhere' }, { Hat: {} });
    const { site } = world.system;
    const block = `<!-- wp:largesse/registry {"registry":"${id}"} /-->`;
    const page = await site.wordpress.run(
      `echo get_permalink( wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Our party', 'post_content' => $input ) ) );`,
      block,
    );
    await using guest = await world.person('nobody');
    await guest.open(page);
    await guest.sees('Our party');
    await guest.sees('Hat');
    await guest.sees('Still wanted');
  });

  it('lists gifts on the command line', async () => {
    const list = await world.registry({ title: 'On the terminal' }, { Pot: {} });
    await give(world.system, list.items[0] ?? 0, { giver_name: 'Ida' });
    await addCommandLine(world.system.site);
    const { code, stdout } = await wp(world.system.site, 'largesse', 'gifts', 'list', `--registry=${list.id}`);
    assert.equal(code, 0);
    assert.match(stdout, /\tIda\t/);
  });

  it('creates a list with a wish over the API, with an application password', async () => {
    const { username, applicationPassword } = world.system.site.users.owner;
    const login = `Basic ${Buffer.from(`${username}:${applicationPassword}`).toString('base64')}`;
    const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetchOnce(world.system.url + path, {
        method,
        headers: { authorization: login, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.ok(answer.ok, `${answer.status}`);
      return JSON.parse(await answer.text());
    };
    const made = await ask<Registry>('POST', '/registries', { title: 'From a program', status: 'publish' });
    const wish = { name: 'Drill', url: 'https://shop.example/drill' };
    const added = await ask<ItemPublicResponse>('POST', `/registries/${made.id}/items`, wish);
    assert.equal(added.data.name, 'Drill');
    const listed = await ask<Registry[]>('GET', '/registries');
    assert.ok(listed.some(({ title }) => title === 'From a program'));
    await using guest = await world.person('nobody');
    await guest.open(`/?post_type=registry&p=${made.id}`);
    await guest.sees('Drill');
  });
});
