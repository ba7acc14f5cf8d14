import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import { openFakeShops, page, SILENT_ADDRESS } from '../../../tests/support/fake-shops.ts';
import { openReceiver, verify } from '../../../tests/support/receiver.ts';
import { PublicConnections } from '../internet/connections.ts';
import { InternalHosts } from '../internet/internal-hosts.ts';
import { type Internet, REAL_INTERNET } from '../internet/internet.ts';
import { newSecret, rotated } from './secrets.ts';
import { type Message, Sender } from './sender.ts';

const MESSAGE: Message = {
  id: '0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11',
  type: 'item.updated',
  at: '2026-05-01T09:30:00.123Z',
  registry_id: 7,
  item_id: 42,
  purchase_id: null,
};

function open(t: TestContext, internet: Internet, allowed: readonly string[] = [], timeout = 60_000): Sender {
  const own = new InternalHosts(
    ['https://site.example'],
    () => performance.now(),
    async () => ['9.9.9.9'],
  );
  const connections = new PublicConnections(internet, own, allowed);
  const sender = new Sender({ connections, userAgent: 'Largesse/1', timeout, clock: Date.now });
  t.after(() => sender.close());
  return sender;
}

describe('rules: Webhooks, an attempt', () => {
  it('signs with every valid secret', async (t) => {
    await using receiver = await openReceiver();
    const sender = open(t, REAL_INTERNET, [receiver.host]);
    const old = newSecret();
    const expired = { ...newSecret(), until: realNow() - 1 };
    const [fresh, ...others] = rotated([old, expired], realNow(), 86_400_000);
    await sender.send({ url: receiver.url, secrets: [fresh, ...others, expired] }, MESSAGE);
    const [request = assert.fail()] = receiver.requests;
    for (const { value } of [fresh, old]) verify(request, value);
    assert.throws(() => verify(request, expired.value));
    assert.throws(() => verify({ ...request, text: request.text.replace('42', '43') }, fresh.value));
  });

  it('fails by the status alone, and reports the pause that the receiver asks for', async (t) => {
    await using receiver = await openReceiver();
    const sender = open(t, REAL_INTERNET, [receiver.host]);
    const send = () => sender.send({ url: receiver.url, secrets: [newSecret()] }, MESSAGE);
    receiver.answering = (response) => response.writeHead(503, { 'retry-after': '7' }).end('x'.repeat(100_000));
    assert.deepEqual(await send(), { isDelivered: false, status: 503, error: 'answered 503', retryAfter: 7000 });
    for (const status of [200, 202, 299]) {
      receiver.answering = status;
      assert.equal((await send()).isDelivered, true, String(status));
    }
    receiver.answering = 300;
    assert.equal((await send()).isDelivered, false);
  });

  it('does not follow a redirect', async (t) => {
    await using target = await openReceiver();
    await using receiver = await openReceiver();
    receiver.answering = (response) => response.writeHead(307, { location: target.url }).end();
    const sender = open(t, REAL_INTERNET, [receiver.host, target.host]);
    const attempt = await sender.send({ url: receiver.url, secrets: [newSecret()] }, MESSAGE);
    assert.deepEqual([attempt.isDelivered, attempt.status], [false, 307]);
    assert.equal(target.requests.length, 0);
  });

  it('ends after its time, without an answer and without the end of one', async (t) => {
    await using receiver = await openReceiver();
    const sender = open(t, REAL_INTERNET, [receiver.host], 200);
    receiver.answering = () => {};
    const silent = await sender.send({ url: receiver.url, secrets: [newSecret()] }, MESSAGE);
    assert.deepEqual([silent.status, silent.error], [null, 'no answer within 0.2 seconds']);
    receiver.answering = (response) => response.writeHead(200).write('and');
    const endless = await sender.send({ url: receiver.url, secrets: [newSecret()] }, MESSAGE);
    assert.deepEqual([endless.status, endless.isDelivered], [200, true]);
  });

  it('describes in words that a host has no address or refuses connections, or that one takes too long', async (t) => {
    await using shops = await openFakeShops();
    const sender = open(t, shops.internet);
    shops.open('silent.example', page('x'), [SILENT_ADDRESS]);
    const send = (url: string) => sender.send({ url, secrets: [newSecret()] }, MESSAGE);
    assert.equal((await send('https://nowhere.example/')).error, 'host not found');
    assert.equal((await send('https://silent.example/')).error, 'no connection in time');
    const receiver = await openReceiver();
    await receiver[Symbol.asyncDispose]();
    const dead = { url: receiver.url, secrets: [newSecret()] };
    const refused = await open(t, REAL_INTERNET, [receiver.host]).send(dead, MESSAGE);
    assert.deepEqual([refused.status, refused.error], [null, 'connection refused']);
  });

  it('reuses a connection', async (t) => {
    await using receiver = await openReceiver();
    const sender = open(t, REAL_INTERNET, [receiver.host]);
    const ports = new Set<number | undefined>();
    receiver.answering = (response) => {
      ports.add(response.socket?.remotePort);
      response.writeHead(200).end('ok');
    };
    for (let i = 0; i < 3; i++) await sender.send({ url: receiver.url, secrets: [newSecret()] }, MESSAGE);
    assert.equal(ports.size, 1);
  });
});

describe('rules: Webhooks, the guard of addresses', () => {
  it('refuses internal addresses before and at the connection', async (t) => {
    await using shops = await openFakeShops();
    await using receiver = await openReceiver();
    const sender = open(t, shops.internet);
    const send = (url: string) => sender.send({ url, secrets: [newSecret()] }, MESSAGE);
    shops.open('inside.example', page('x'), ['10.0.0.7']);
    shops.open('both.example', page('x'), ['93.184.215.14', '10.0.0.7']);
    shops.open('own.example', page('x'), ['9.9.9.9']);
    const hosts = ['127.0.0.1', '[::1]', '10.0.0.7', '169.254.169.254', '0x7f000001', 'inside.example', 'both.example'];
    for (const host of [...hosts, 'own.example', 'site.example', 'shop.example:8443', receiver.host]) {
      const attempt = await send(`https://${host}/`);
      assert.equal(attempt.status, null, host);
      assert.match(attempt.error ?? '', /^address refused: /, host);
    }
    assert.deepEqual(shops.requests, []);
  });

  it('does not apply to exceptions of the operator, only to their ports', async (t) => {
    await using receiver = await openReceiver();
    await using other = await openReceiver();
    const sender = open(t, REAL_INTERNET, [receiver.host]);
    const send = (url: string) => sender.send({ url, secrets: [newSecret()] }, MESSAGE);
    assert.equal((await send(receiver.url)).status, 204);
    assert.match((await send(other.url)).error ?? '', /^address refused/);
  });
});
