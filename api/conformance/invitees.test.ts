import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertNames, assertStatus, DETAIL, type Invitees } from './answers.ts';
import { addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

const get = (id: number, as = 'owner') => t.request<Invitees>('GET', `/registries/${id}/invitees`, { as });
const post = (id: number, invitees: unknown, as = 'owner') =>
  t.request<Invitees>('POST', `/registries/${id}/invitees`, { as, body: { invitees } });
const remove = (id: number, encoded: string, as = 'owner') =>
  t.request<Invitees>('DELETE', `/registries/${id}/invitees/${encoded}`, { as });

it('rules: Invitees, GET /registries/{id}/invitees: returns the whole list to owner, admin and invitees, which may be empty', async () => {
  const { id } = addRegistry(t, { invitees: ['Guest', 'Granny@Family.test', 'else'] });
  for (const as of ['owner', 'admin', 'guest', 'mailguest']) {
    const answer = await get(id, as);
    assertStatus(answer, 200);
    assert.deepEqual(answer.body, { invitees: ['Guest', 'Granny@Family.test', 'else'] });
  }
  assert.deepEqual((await get(addRegistry(t).id)).body, { invitees: [] });
});

describe('rules: Invitees, POST /registries/{id}/invitees', () => {
  it('appends, answers 200 with the whole list, and updates the host', async () => {
    const { id } = addRegistry(t, { invitees: ['ann'] });
    const answer = await post(id, ['bob', 'carl@x.test']);
    assertStatus(answer, 200);
    assert.deepEqual(answer.body, { invitees: ['ann', 'bob', 'carl@x.test'] });
    assert.deepEqual(t.host.registries.invitees(id), ['ann', 'bob', 'carl@x.test']);
    assert.deepEqual((await get(id)).body, answer.body);
  });

  it('accepts 500 entries of 100 characters at once and rejects 501', async () => {
    const { id } = addRegistry(t);
    const entries = Array.from({ length: 501 }, (_, n) => `${n}`.padStart(100, 'x'));
    assertStatus(await post(id, entries.slice(0, 500)), 200);
    assertNames(await post(id, entries), 'invitees');
  });

  it('limits a registry to 1,000 entries and rejects more without a change', async () => {
    const full = Array.from({ length: 999 }, (_, n) => `u${n}`);
    const { id } = addRegistry(t, { invitees: full });
    assertStatus(await post(id, ['last', 'u1', 'U2']), 200);
    assertNames(await post(id, ['too-many']), 'invitees');
    assert.equal((t.host.registries.invitees(id) as string[]).length, 1000);
    assertStatus(await post(id, ['u5']), 200);
  });

  const refused = [[], undefined, null, 'ann', {}, [5], [['ann']], ['x'.repeat(101)], ['ann', ' ']];
  for (const entries of refused)
    it(`rejects ${JSON.stringify(entries)?.slice(0, 40) ?? 'a body without invitees'}`, async () =>
      assertNames(await post(addRegistry(t).id, entries), 'invitees'));
});

describe('rules: Invitees, DELETE /registries/{id}/invitees/{invitee}', () => {
  it('removes the entry, returns the updated list, and updates the host; 404 for an unlisted invitee', async () => {
    const { id } = addRegistry(t, { invitees: ['ann', 'bob'] });
    assertError(await remove(id, 'carl'), 404, DETAIL.invitee);
    const answer = await remove(id, 'ann');
    assertStatus(answer, 200);
    assert.deepEqual([answer.body, t.host.registries.invitees(id)], [{ invitees: ['bob'] }, ['bob']]);
  });

  const odd: [entry: string, encoded: string][] = [
    ['a/b', 'a%2Fb'],
    ['a/b', 'a%2fb'],
    ['../../x', '%2e%2e%2f%2e%2e%2fx'],
    ['a+b@x.test', 'a+b@x.test'],
    ['a+b@x.test', 'a%2Bb%40x.test'],
    ['granny@family.test', 'granny@family.test'],
    ['a b', 'a%20b'],
    ['100%', '100%25'],
    ['%2f', '%252f'],
    ['what?#', 'what%3F%23'],
    ['é🎁', '%C3%A9%F0%9F%8E%81'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['🎁'.repeat(100), encodeURIComponent('🎁'.repeat(100))],
  ];
  for (const [entry, encoded] of odd)
    it(`finds ${entry.slice(0, 20)} as ${encoded.slice(0, 30)}`, async () => {
      const { id } = addRegistry(t, { invitees: ['ann', entry] });
      const answer = await remove(id, encoded);
      assertStatus(answer, 200);
      assert.deepEqual(answer.body, { invitees: ['ann'] });
    });

  const unreadable = ['%00', 'ann%00', '%ff', '%', '%zz', '..', '.', '%2e%2e', '', '%20'];
  for (const encoded of [...unreadable, 'x'.repeat(101), 'x'.repeat(3000)])
    it(`answers a clear 4xx to ${encoded.slice(0, 20)} and changes nothing`, async () => {
      const { id } = addRegistry(t, { invitees: ['ann'] });
      const answer = await remove(id, encoded);
      assert.ok([400, 404, 405, 414, 422].includes(answer.status), `${answer.status} ${answer.text}`);
      assertError(answer, answer.status);
      assert.deepEqual(t.host.registries.invitees(id), ['ann']);
    });
});

describe('rules: Roles, invitees', () => {
  const readable = async (invitees: string[], as: string) =>
    (await get(addRegistry(t, { invitees }).id, as)).status === 200;

  it('ignores the e-mail address of a user who has not confirmed it', async () => {
    t.host.users.add('newcomer', { email: 'new@family.test' });
    t.host.misbehave(
      ({ response, pass }) => {
        response.setHeader('X-Largesse-Caller', 'unconfirmed');
        return pass();
      },
      { route: '/wp/v2/users/me', times: 1 },
    );
    assert.ok(!(await readable(['new@family.test'], 'newcomer')));
    assert.ok(await readable(['newcomer'], 'newcomer'));
    t.host.users.add('confirmed', { email: 'old@family.test' });
    assert.ok(await readable(['old@family.test'], 'confirmed'));
  });
});
