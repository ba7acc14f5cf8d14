import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { realNow } from '../contract/testing/clock.ts';
import { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './src/index.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const old = newSecret();

const event = {
  id: '5f0c2a9e-1d9f-4f0e-8a54-3f6f6e0d2b77',
  type: 'item.updated',
  at: '2026-05-01T09:30:00.000Z',
  registry_id: 7,
  item_id: 42,
  purchase_id: null,
};
const BODY = JSON.stringify({ type: event.type, timestamp: event.at, data: event });

/** Returns headers that the service would send. @param age age of the request in seconds */
function headersOf(body = BODY, secrets: readonly string[] = [secret], age = 0) {
  const at = new Date(realNow() - age * 1000);
  return {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(event.id, at, body)).join(' '),
  };
}

const refused = (body: string | Uint8Array, headers: WebhookHeaders, message: RegExp, secrets = secret) =>
  assert.rejects(verifyWebhook(body, headers, secrets), (error) => {
    assert.ok(error instanceof WebhookVerificationError);
    assert.match(error.message, message);
    return true;
  });

describe('verification of a webhook', () => {
  it('returns the event, for bodies and headers of Node and of fetch', async () => {
    assert.deepEqual(await verifyWebhook(BODY, headersOf(), secret), event);
    assert.deepEqual(await verifyWebhook(Buffer.from(BODY), new Headers(headersOf()), secret), event);
    const upper = Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), [value]]);
    assert.deepEqual(await verifyWebhook(BODY, Object.fromEntries(upper), [secret]), event);
    const name = BODY.replace('item.updated', 'Zoë 🎁');
    assert.equal((await verifyWebhook(Buffer.from(name), headersOf(name), secret)).id, event.id);
  });

  it('accepts both secrets during a rotation, on either side', async () => {
    const both = headersOf(BODY, [secret, old]);
    for (const secrets of [secret, old, [old, secret]]) assert.ok(await verifyWebhook(BODY, both, secrets));
    for (const signing of [secret, old])
      assert.ok(await verifyWebhook(BODY, headersOf(BODY, [signing]), [old, secret]));
  });

  it('refuses other bodies, ids, timestamps and secrets', async () => {
    const headers = headersOf();
    await refused(`${BODY} `, headers, /signature/);
    await refused(BODY, headers, /signature/, newSecret());
    await refused(BODY, { ...headers, 'webhook-id': 'another' }, /signature/);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    await refused(BODY, { ...headers, 'webhook-timestamp': later }, /signature/);
  });

  it('refuses malformed signatures', async () => {
    const { 'webhook-signature': right, ...headers } = headersOf();
    for (const signature of ['v1', 'v1,', 'v1,%%%', 'v1,AAAA', right.replace('v1,', 'v1a,'), right.slice(3), ' ,, '])
      await refused(BODY, { ...headers, 'webhook-signature': signature }, /signature/);
    assert.ok(await verifyWebhook(BODY, { ...headers, 'webhook-signature': `v1,%%% v1a,x ${right}` }, secret));
  });

  it('refuses missing headers, and names them', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      for (const value of [undefined, '', []]) await refused(BODY, { ...headersOf(), [name]: value }, new RegExp(name));
  });

  it('refuses timestamps that differ by more than five minutes, or are not numbers', async () => {
    for (const age of [290, -290]) assert.ok(await verifyWebhook(BODY, headersOf(BODY, [secret], age), secret));
    for (const age of [302, -302]) await refused(BODY, headersOf(BODY, [secret], age), /five minutes/);
    for (const text of ['now', '1e9', '-1', 'NaN', '0x1', '2026-05-01'])
      await refused(BODY, { ...headersOf(), 'webhook-timestamp': text }, /five minutes/);
  });

  it('throws a TypeError for a malformed secret, without showing it', async () => {
    for (const wrong of ['', 'hunter2', 'whsec_', 'whsec_%%%', secret.slice('whsec_'.length)])
      await assert.rejects(verifyWebhook(BODY, headersOf(), wrong), (error) => {
        assert.ok(error instanceof TypeError && (wrong === '' || wrong === 'whsec_' || !error.message.includes(wrong)));
        return true;
      });
    await assert.rejects(verifyWebhook(BODY, headersOf(), []), WebhookVerificationError);
  });
});
