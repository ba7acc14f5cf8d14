import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { basic } from '../../tests/support/host-users.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL, ITEM_KEYS, type Item, PUBLIC_ITEM_KEYS } from './answers.ts';
import { addItem, addRegistry, freshName } from './world.ts';

const t = await openTestService();
after(() => t.close());

const CHALLENGE = 'Basic realm="largesse", charset="UTF-8"';
const withHeader = (authorization: string | undefined, path = '/items') =>
  t.request<Item[]>('GET', path, { headers: { authorization } });
const encoded = (text: string | Buffer) => Buffer.from(text).toString('base64');

describe('rules: Credentials', () => {
  it("asks the host for the current user in edit context, with the caller's header", async () => {
    t.host.users.add('first');
    t.host.forgetCalls();
    assertStatus(await t.request('GET', '/items', { as: 'first' }), 200);
    assert.equal(t.host.calls.length, 1);
    const [call] = t.host.calls;
    assert.deepEqual(
      [call!.method, call!.route, call!.query.get('context'), call!.authorization],
      ['GET', '/wp/v2/users/me', 'edit', t.host.users.authorization('first')],
    );
  });

  it('accepts every spelling that the host accepts: e-mail address, upper case, spaces in the password', async () => {
    const { password = '' } = t.host.users.get('owner');
    const post = addRegistry(t);
    for (const [name, secret] of [
      ['owner@example.test', password],
      ['OWNER', password],
      ['owner', password.replaceAll(' ', '')],
    ] as const) {
      assertStatus(await withHeader(basic(name, secret), `/registries/${post.id}`), 200);
    }
  });

  it('accepts user names beyond ASCII in UTF-8, and passwords with colons', async () => {
    t.host.users.add('jürgen');
    assertStatus(await t.request('GET', '/items', { as: 'jürgen' }), 200);
    t.host.users.add('colon', { password: 'ab:cd:ef' });
    assertStatus(await withHeader(basic('colon', 'ab:cd:ef')), 200);
  });

  const malformed: Record<string, string | undefined> = {
    'no header': undefined,
    'an empty header': '',
    'another scheme': 'Bearer abc',
    'the scheme alone': 'Basic',
    'no base64': 'Basic !!!!',
    'no colon': `Basic ${encoded('owner')}`,
    'an empty user name': `Basic ${encoded(':secret')}`,
    'an empty password': `Basic ${encoded('owner:')}`,
    'control characters': `Basic ${encoded('own\ner:secret')}`,
    'two values': `Basic ${encoded('a:b')} ${encoded('c:d')}`,
    'invalid UTF-8': `Basic ${encoded(Buffer.from([0xff, 0x3a, 0x61]))}`,
    'a very long value': `Basic ${encoded(`x:${'y'.repeat(6000)}`)}`,
  };
  for (const [what, authorization] of Object.entries(malformed)) {
    it(`answers 401 with the challenge to ${what}`, async () => {
      const answer = await withHeader(authorization);
      assertError(answer, 401, DETAIL.credentials);
      assert.equal(answer.headers['www-authenticate'], CHALLENGE);
    });
  }

  it('answers the same 401 to an unknown user, a wrong password and a revoked one', async () => {
    t.host.users.add('revoked');
    const revoked = t.host.users.authorization('revoked');
    t.host.users.revoke('revoked');
    for (const authorization of [basic(freshName(), 'x'), basic('owner', 'wrong'), revoked]) {
      const answer = await withHeader(authorization);
      assertError(answer, 401, DETAIL.credentials);
      assert.equal(answer.headers['www-authenticate'], CHALLENGE);
    }
  });

  it('answers 401 to a wrong password on a public registry, which the host itself would show', async () => {
    const post = addRegistry(t, { status: 'publish' });
    assertError(await withHeader(basic('owner', 'wrong'), `/registries/${post.id}`), 401, DETAIL.credentials);
  });

  it('never counts missing or malformed credentials as failed logins', async () => {
    for (let n = 0; n < 30; n++) {
      assertStatus(await withHeader(undefined), 401);
      assertStatus(await withHeader('Basic !!!!'), 401);
    }
  });

  it('answers 400 to two Authorization headers', async () => {
    const { rawExchange } = await import('../../tests/support/raw-socket.ts');
    const { assertDetail } = await import('./answers.ts');
    const line = `Authorization: ${t.host.users.authorization('owner')}\r\n`;
    const answer = await rawExchange(
      t.url,
      `GET /items HTTP/1.1\r\nHost: x\r\n${line}${line}Connection: close\r\n\r\n`,
    );
    assert.equal(answer.status, 400);
    assertDetail(answer.body, DETAIL.badRequest);
  });
});

describe('rules: Roles, the admin flag', () => {
  const keysSeenBy = async (as: string, service = t) => {
    const { id } = await addItem(service, 4);
    const answer = await service.request<{ data: object }>('GET', `/items/${id}`, { as });
    assertStatus(answer, 200);
    return Object.keys(answer.body.data).sort();
  };

  it('comes from the role administrator', async () => {
    assert.deepEqual(await keysSeenBy('admin'), ITEM_KEYS);
    assert.deepEqual(await keysSeenBy('owner'), PUBLIC_ITEM_KEYS);
  });

  it('comes from the capability manage_options', async () => {
    t.host.users.add('manager', { roles: ['editor'], capabilities: { manage_options: true } });
    t.host.users.add('refused', { roles: ['editor'], capabilities: { manage_options: false } });
    assert.deepEqual(await keysSeenBy('manager'), ITEM_KEYS);
    assert.deepEqual(await keysSeenBy('refused'), PUBLIC_ITEM_KEYS);
  });

  it('comes from ADMIN_ROLES if that names other roles', async () => {
    await using other = await openTestService({ host: t.host, env: { ADMIN_ROLES: 'shop_manager, administrator' } });
    t.host.users.add('seller', { roles: ['subscriber', 'shop_manager'] });
    t.host.users.add('editor', { roles: ['editor'] });
    assert.deepEqual(await keysSeenBy('seller', other), ITEM_KEYS);
    assert.deepEqual(await keysSeenBy('editor', other), PUBLIC_ITEM_KEYS);
  });

  it('does not come from owning the registry', async () => {
    const post = addRegistry(t);
    await addItem(t, post.id, { affiliate_url: 'secret-link' });
    const answer = await t.request('GET', `/registries/${post.id}/items`, { as: 'owner' });
    assertStatus(answer, 200);
    assert.ok(!answer.text.includes('affiliate'));
  });

  it('accepts a user without roles', async () => {
    t.host.users.add('roleless', { roles: [] });
    assert.deepEqual(await keysSeenBy('roleless'), PUBLIC_ITEM_KEYS);
  });
});
