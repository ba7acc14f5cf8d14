import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { stoppedClock } from '../../tests/support/clock.ts';
import { delay } from '../../tests/support/host-faults.ts';
import { basic } from '../../tests/support/host-users.ts';
import { rawExchange } from '../../tests/support/raw-socket.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { assertDetail, assertError, assertStatus, DETAIL, ITEM_KEYS, type Item, PUBLIC_ITEM_KEYS } from './answers.ts';
import { addItem, addRegistry, freshName } from './world.ts';

const t = await openTestService();
after(() => t.close());

const ME = '/wp/v2/users/me';
const CHALLENGE = 'Basic realm="largesse", charset="UTF-8"';
const withHeader = (authorization: string | undefined, path = '/items', service = t) =>
  service.request<Item[]>('GET', path, { headers: { authorization } });
const encoded = (text: string | Buffer) => Buffer.from(text).toString('base64');
const lookUps = (service: TestService) => service.host.callsTo(ME).length;

describe('rules: Credentials', () => {
  it("asks the host for the current user in edit context, with the caller's header", async () => {
    t.host.users.add('first');
    t.host.forgetCalls();
    assertStatus(await t.request('GET', '/items', { as: 'first' }), 200);
    assert.equal(t.host.calls.length, 1);
    const [call] = t.host.calls;
    assert.deepEqual(
      [call!.method, call!.route, call!.query.get('context'), call!.authorization],
      ['GET', ME, 'edit', t.host.users.authorization('first')],
    );
  });

  it('accepts every spelling that the host accepts: e-mail address, upper case, spaces in the password', async () => {
    const { password = '' } = t.host.users.get('owner');
    const post = addRegistry(t);
    for (const [name, secret] of [
      ['owner@example.test', password],
      ['OWNER', password],
      ['owner', password.replaceAll(' ', '')],
    ] as const)
      assertStatus(await withHeader(basic(name, secret), `/registries/${post.id}`), 200);
  });

  it('accepts user names beyond ASCII in UTF-8, and passwords with colons', async () => {
    t.host.users.add('jürgen');
    assertStatus(await t.request('GET', '/items', { as: 'jürgen' }), 200);
    t.host.users.add('colon', { password: 'ab:cd:ef' });
    assertStatus(await withHeader(basic('colon', 'ab:cd:ef')), 200);
  });

  it('answers the same 401 to missing, malformed, unknown, wrong and revoked credentials', async () => {
    t.host.users.add('revoked');
    const revoked = t.host.users.authorization('revoked');
    t.host.users.revoke('revoked');
    const schemes = [undefined, '', 'Basic', 'Basic ', 'Bearer abc', 'Basic !!!!', 'Basic YTpi extra'];
    const pairs = ['no colon', ':x', 'a:', 'a\0b:c', 'a:b\n', Buffer.from([0x61, 0xff, 0x3a, 0x62])];
    const malformed = [...schemes, ...pairs.map((pair) => `Basic ${encoded(pair)}`)];
    t.host.forgetCalls();
    for (const authorization of [...malformed, basic(freshName(), 'x'), basic('owner', 'wrong'), revoked]) {
      const answer = await withHeader(authorization);
      assertError(answer, 401, DETAIL.credentials);
      assert.equal(answer.headers['www-authenticate'], CHALLENGE);
    }
    assert.equal(lookUps(t), 3, 'the host is asked only about credentials that are not malformed');
  });

  it('answers 401 to a name of more than 100 characters without asking the host', async () => {
    t.host.forgetCalls();
    for (const name of ['x'.repeat(101), `${'x'.repeat(95)}@x.test`, 'x'.repeat(5000)])
      assertError(await withHeader(basic(name, 'password')), 401, DETAIL.credentials);
    assert.equal(t.host.calls.length, 0);
    t.host.users.add('x'.repeat(100));
    assertStatus(await t.request('GET', '/items', { as: 'x'.repeat(100) }), 200);
  });

  it('answers 401 to a wrong password on a public registry, which the host itself would show', async () => {
    const post = addRegistry(t, { status: 'publish' });
    assertError(await withHeader(basic('owner', 'wrong'), `/registries/${post.id}`), 401, DETAIL.credentials);
  });

  it('answers 400 to two Authorization headers', async () => {
    const line = `Authorization: ${t.host.users.authorization('owner')}\r\n`;
    const answer = await rawExchange(
      t.url,
      `GET /items HTTP/1.1\r\nHost: x\r\n${line}${line}Connection: close\r\n\r\n`,
    );
    assert.equal(answer.status, 400);
    assertDetail(answer.body, DETAIL.badRequest);
  });
});

describe('rules: Credentials, the user cache', () => {
  it('looks a caller up once, for concurrent requests and in any spelling of the header', async () => {
    await using own = await openTestService();
    own.host.misbehave(delay(50), { route: ME });
    const header = own.host.users.authorization('owner');
    const bare = header.replace(/=+$/, '');
    assert.notEqual(bare, header, 'the value has no padding to leave out');
    const spellings = [header, bare].flatMap((value) =>
      ['Basic ', 'basic ', 'bAsIc ', 'Basic   '].map((scheme) => value.replace('Basic ', scheme)),
    );
    const asked = Array.from({ length: 500 }, (_, n) => withHeader(spellings[n % spellings.length], '/items', own));
    for (const answer of await Promise.all(asked)) assertStatus(answer, 200);
    assert.equal(lookUps(own), 1);
    assertStatus(await own.request('GET', '/items', { as: 'guest' }), 200);
    assertStatus(await withHeader(basic('owner', 'guess'), '/items', own), 401);
    assert.equal(lookUps(own), 3);
  });

  it('keeps AUTH_CACHE_SIZE users for AUTH_CACHE_TTL seconds, by default 300', async () => {
    for (const [env, ttl] of [
      [{}, 300],
      [{ AUTH_CACHE_TTL: '20' }, 20],
    ] as const) {
      const clock = stoppedClock();
      await using own = await openTestService({ env: { AUTH_CACHE_SIZE: '2', ...env }, overrides: { now: clock.now } });
      const authorization = own.host.users.authorization('owner');
      assertStatus(await withHeader(authorization, '/items', own), 200);
      own.host.users.revoke('owner');
      clock.pass(ttl * 0.8 - 0.1);
      assertStatus(await withHeader(authorization, '/items', own), 200);
      clock.pass(ttl * 0.2 + 0.1);
      assertError(await withHeader(authorization, '/items', own), 401, DETAIL.credentials);
      for (const as of ['guest', 'stranger', 'keeper', 'guest']) await own.request('GET', '/items', { as });
      assert.equal(lookUps(own), 6);
    }
  });
});

describe('rules: Errors, 429 after failed logins', () => {
  const proxied = (address: string) => ({ 'x-forwarded-for': address });
  const guess = (service: TestService, n: number, headers: Record<string, string> = {}) =>
    service.request('GET', '/items', { headers: { authorization: basic('owner', `guess${n}`), ...headers } });

  for (const [env, other] of [
    [{}, 429],
    [{ TRUST_PROXY: '127.0.0.1' }, 401],
  ] as const)
    it(`counts addresses of proxies only with TRUST_PROXY; known callers may go on: ${JSON.stringify(env)}`, async () => {
      await using own = await openTestService({ env, overrides: { now: stoppedClock().now } });
      assertStatus(await own.request('GET', '/items', { as: 'owner' }), 200);
      for (let n = 0; n < 30; n++) assertStatus(await withHeader('Basic !!!!', '/items', own), 401);
      for (let n = 0; n < 20; n++) assertError(await guess(own, n, proxied('203.0.113.7')), 401, DETAIL.credentials);
      own.host.forgetCalls();
      const refused = await guess(own, 20, proxied('203.0.113.7'));
      assertError(refused, 429);
      assert.equal(refused.headers['retry-after'], '60');
      assert.equal(own.host.calls.length, 0);
      assertStatus(await guess(own, 21, proxied('203.0.113.8')), other);
      assertStatus(await own.request('GET', '/items', { as: 'owner', headers: proxied('203.0.113.7') }), 200);
    });

  it('never blocks credentials that were valid within a day, unless they were revoked since', async () => {
    const clock = stoppedClock();
    await using own = await openTestService({ overrides: { now: clock.now } });
    const guessAll = async () => {
      for (let n = 0; n < 20; n++) await guess(own, n);
      assertStatus(await guess(own, 20), 429);
    };
    const authorization = own.host.users.authorization('owner');
    assertStatus(await withHeader(authorization, '/items', own), 200);
    clock.pass(23 * 3600);
    await guessAll();
    assertStatus(await withHeader(authorization, '/items', own), 200);
    own.host.users.rotate('owner');
    clock.pass(301);
    await guessAll();
    assertError(await withHeader(authorization, '/items', own), 401, DETAIL.credentials);
    assertStatus(await withHeader(authorization, '/items', own), 429);
  });
});

describe('rules: Roles, the admin flag', () => {
  const keysSeenBy = async (as: string, service = t) => {
    const { id } = await addItem(service, 4);
    const answer = await service.request<{ data: object }>('GET', `/items/${id}`, { as });
    assertStatus(answer, 200);
    return Object.keys(answer.body.data).sort();
  };

  it('comes from the role administrator or the capability manage_options', async () => {
    t.host.users.add('manager', { roles: ['editor'], capabilities: { manage_options: true } });
    t.host.users.add('refused', { roles: ['editor'], capabilities: { manage_options: false } });
    t.host.users.add('roleless', { roles: [] });
    for (const as of ['admin', 'manager']) assert.deepEqual(await keysSeenBy(as), ITEM_KEYS);
    for (const as of ['owner', 'refused', 'roleless']) assert.deepEqual(await keysSeenBy(as), PUBLIC_ITEM_KEYS);
  });

  it('comes from ADMIN_ROLES if that names other roles', async () => {
    await using other = await openTestService({ host: t.host, env: { ADMIN_ROLES: 'shop_manager, administrator' } });
    t.host.users.add('seller', { roles: ['subscriber', 'shop_manager'] });
    t.host.users.add('editor', { roles: ['editor'] });
    assert.deepEqual(await keysSeenBy('seller', other), ITEM_KEYS);
    assert.deepEqual(await keysSeenBy('editor', other), PUBLIC_ITEM_KEYS);
  });
});
