import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stoppedClock } from '../../tests/support/clock.ts';
import { delay } from '../../tests/support/host-faults.ts';
import { basic } from '../../tests/support/host-users.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';
import { addRegistry } from './world.ts';

const ME = '/wp/v2/users/me';
const lookUps = (t: TestService) => t.host.callsTo(ME).length;
const ask = (t: TestService, authorization: string, path = '/items') =>
  t.request('GET', path, { headers: { authorization } });

/** Returns all equivalent spellings of an `Authorization` header. */
function spellings(authorization: string): string[] {
  const encoded = authorization.slice('Basic '.length);
  const bare = encoded.replace(/=+$/, '');
  assert.notEqual(bare, encoded, 'the value has no padding to leave out');
  return [encoded, bare].flatMap((value) =>
    ['Basic ', 'basic ', 'BASIC ', 'bAsIc ', 'Basic  ', 'basic    '].map((scheme) => scheme + value),
  );
}

describe('rules: Credentials, one value in several spellings', () => {
  it('is one user: the host is asked once, for sequential and concurrent requests', async () => {
    await using t = await openTestService();
    for (const spelling of spellings(t.host.users.authorization('owner'))) assertStatus(await ask(t, spelling), 200);
    assert.equal(lookUps(t), 1);
    t.host.forgetCalls();
    t.host.misbehave(delay(50), { route: ME });
    const answers = await Promise.all(spellings(t.host.users.authorization('guest')).map((each) => ask(t, each)));
    for (const answer of answers) assertStatus(answer, 200);
    assert.equal(lookUps(t), 1);
  });

  it('is rejected once for all spellings', async () => {
    await using t = await openTestService({ overrides: { now: stoppedClock().now } });
    for (const spelling of spellings(basic('owner', 'wrong')))
      assertError(await ask(t, spelling), 401, DETAIL.credentials);
    assert.equal(lookUps(t), 1);
  });

  it('is removed in all spellings when the host stops accepting it', async () => {
    await using t = await openTestService({ overrides: { now: stoppedClock().now } });
    const { id } = addRegistry(t);
    const [first = '', ...others] = spellings(t.host.users.authorization('owner'));
    assertStatus(await ask(t, first), 200);
    t.host.users.revoke('owner');
    assertError(await ask(t, others.at(-1) ?? '', `/registries/${id}`), 401, DETAIL.credentials);
    for (const spelling of [first, ...others]) assertError(await ask(t, spelling), 401, DETAIL.credentials);
    assert.equal(lookUps(t), 1);
  });
});

describe('rules: Errors, 429 counts all names under which the host finds one user', () => {
  const SPELLINGS = ['admin', 'Admin', 'ADMIN', ' admin '];
  const ODD_NAMES = [
    'ádmin',
    'a\u0301dmin',
    'ađmin',
    'ａdmin',
    'admin%10',
    'a%<b>10dmin',
    '<b>admin',
    '<script>x</script>admin',
    'ad&amp;min',
  ];

  for (const [what, names] of Object.entries({
    'in another case or with spaces': SPELLINGS,
    'that are odd': ODD_NAMES,
  })) {
    it(`${what} as one`, async () => {
      await using t = await openTestService({ overrides: { now: stoppedClock().now } });
      for (let n = 0; n < 20; n++)
        assertError(await ask(t, basic(names[n % names.length] ?? '', `guess${n}`)), 401, DETAIL.credentials);
      t.host.forgetCalls();
      for (const name of names) assertError(await ask(t, basic(name, 'one more')), 429);
      assert.equal(t.host.calls.length, 0);
      for (const other of ['administrator', 'admin1', 'dmin'])
        assertError(await ask(t, basic(other, 'guess')), 401, DETAIL.credentials);
    });
  }
});

describe('rules: Errors, 401 for a user name that no host can have', () => {
  it('of more than 100 characters, without asking the host', async () => {
    await using t = await openTestService();
    for (const length of [101, 150, 5000]) {
      assertError(await ask(t, basic('x'.repeat(length), 'password')), 401, DETAIL.credentials);
      assertError(await ask(t, basic(`${'x'.repeat(length - 7)}@x.test`, 'password')), 401, DETAIL.credentials);
    }
    assert.equal(t.host.calls.length, 0);
  });

  it('does ask the host about a name of 100 characters', async () => {
    await using t = await openTestService();
    const name = 'x'.repeat(100);
    t.host.users.add(name);
    assertStatus(await t.request('GET', '/items', { as: name }), 200);
    assertStatus(await ask(t, basic(name, 'wrong')), 401);
    assert.equal(lookUps(t), 2);
  });
});
