import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it } from 'node:test';
import { type Sending, send } from '../../api/testing/http-client.ts';
import { openTestService } from '../../api/testing/service.ts';
import { until } from '../../api/testing/wait.ts';
import { type Gateway, startNginxGateway } from '../../deploy/testing/gateway.ts';
import { hasNginx } from '../../deploy/testing/nginx.ts';

const agent = new Agent({ keepAlive: false });
const t = await openTestService({ env: { TRUST_PROXY: '127.0.0.1' } });
after(() => t.close());

const ask = (gateway: Gateway, path: string, headers: Record<string, string> = {}, sending: Sending = {}) =>
  send(agent, gateway.url, 'GET', path, { ...sending, headers });

describe('an nginx with the files of deploy/gateway', { skip: hasNginx ? false : 'nginx is not installed' }, () => {
  it('lets requests with one of its keys through, and others not', async () => {
    await using gateway = await startNginxGateway({ processes: [t.url], keys: ['one', 'two'] });
    const authorization = t.host.users.authorization('owner');
    for (const key of ['one', 'two'])
      assert.equal((await ask(gateway, '/items', { authorization, 'x-api-key': key })).status, 200);
    for (const key of ['ONE', 'on', 'onee', 'one,two', 'xone', '']) {
      const answer = await ask(gateway, '/items', { authorization, 'x-api-key': key });
      assert.equal(answer.status, 403);
      assert.deepEqual(answer.body, { detail: 'Missing or invalid API key' });
    }
  });

  it('takes a key in use and forgets an old one without an outage', async () => {
    await using gateway = await startNginxGateway({ processes: [t.url], keys: ['old'] });
    const authorization = t.host.users.authorization('owner');
    const statusOf = async (key: string) => (await ask(gateway, '/items', { authorization, 'x-api-key': key })).status;
    await gateway.setKeys(['old', 'new']);
    await until('the new key is accepted', async () => (await statusOf('new')) === 200);
    assert.equal(await statusOf('old'), 200);
    await gateway.setKeys(['new']);
    await until('the old key is refused', async () => (await statusOf('old')) === 403);
    assert.equal(await statusOf('new'), 200);
  });
});
