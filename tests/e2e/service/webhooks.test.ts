// Needs a process and database: a command reads and changes webhooks.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Delivery, WebhookWithSecret } from '@largesse/contract';
import { addItem, addRegistry } from '../../../api/conformance/world.ts';
import { type Ended, runCommand } from '../../support/command.ts';
import { openReceiver } from '../../support/receiver.ts';
import { openTestService } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';

describe('npm run webhooks', () => {
  const receiver = openForSuite(() => openReceiver());
  const t = openForSuite(() =>
    openTestService({ env: { WEBHOOKS_ALLOW: receiver.host }, overrides: { webhooks: { times: { poll: 10 } } } }),
  );
  afterEach(() => {
    receiver.answering = 204;
  });

  const run = (...args: string[]): Promise<Ended> => {
    const [username = '', password = ''] = Buffer.from(t.host.users.authorization('admin').slice(6), 'base64')
      .toString()
      .split(/:(.*)/s);
    return runCommand('webhooks', args, {
      REGISTRY_API_BASE_URL: t.url,
      REGISTRY_API_USERNAME: username,
      REGISTRY_API_APP_PASSWORD: password,
    });
  };
  const create = async () => {
    const body = { url: receiver.url, description: 'Stock' };
    return (await t.request<WebhookWithSecret>('POST', '/webhooks', { as: 'admin', body })).body;
  };
  const deliveries = async (id: string) =>
    (await t.request<Delivery[]>('GET', `/webhooks/${id}/deliveries`, { as: 'admin' })).body;

  it('lists webhooks with their state, tests them, and sends failed events again', async () => {
    assert.match((await run('list')).stdout, /^There are no webhooks\.$/m);
    const { id, secret } = await create();
    receiver.answering = 410;
    await addItem(t, addRegistry(t).id);
    await until('the delivery has failed', async () => (await deliveries(id))[0]?.status === 'failed');

    const list = await run('list');
    assert.equal(list.code, 0, list.stderr);
    assert.ok(list.stdout.includes(`${id}  disabled  ${receiver.url}\n`), list.stdout);
    assert.match(list.stdout, /Stock, all registries, nothing delivered yet, failing since 2/);
    assert.match(list.stdout, /0 delivered, 0 waiting, 1 failed/);
    assert.ok(!list.stdout.includes(secret));

    const failed = await run('test', id);
    assert.equal(failed.code, 1);
    assert.match(failed.stdout, /^not delivered: answered 410, after \d+ ms$/m);
    receiver.answering = 204;
    const passed = await run('test', id);
    assert.deepEqual([passed.code, passed.stderr], [0, '']);
    assert.match(passed.stdout, /^delivered: answered 204, after \d+ ms$/m);

    await t.request('PATCH', `/webhooks/${id}`, { as: 'admin', body: { status: 'active' } });
    assert.match((await run('resend', id)).stdout, /^1 event is sent again$/m);
    await until('it is delivered', async () => (await deliveries(id))[0]?.status === 'delivered');
    assert.match((await run('resend', id)).stdout, /^0 events are sent again$/m);
    const [{ event } = assert.fail()] = await deliveries(id);
    assert.match((await run('resend', id, event.id)).stdout, /^1 event is sent again$/m);
    await until('it is delivered again', async () => (await deliveries(id))[0]?.attempts === 3);
    // `resend` sends only failed events again. An event that waits for its next attempt has not failed.
    receiver.answering = 503;
    await addItem(t, addRegistry(t).id);
    await until('the delivery waits', async () => (await deliveries(id))[0]?.attempts === 1);
    assert.match((await run('resend', id)).stdout, /^0 events are sent again$/m);
  });
});
