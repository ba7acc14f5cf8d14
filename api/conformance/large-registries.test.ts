import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Fault } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertStatus, type Invitees, type Registry } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

/** Encodes JSON as ASCII, like PHP. */
const escaped = (json: string) =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Makes the host answer in ASCII. */
const escapes: Fault = async ({ response, pass }) => {
  const end: (body: string) => unknown = response.end.bind(response);
  Object.assign(response, { end: (body: string) => end(escaped(body)) });
  await pass();
};
t.host.misbehave(escapes);

/** Invitees of the largest possible registry (rules: Registries). */
const INVITEES = Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(4, '0') + '🎁'.repeat(96));

/** Story of the largest possible registry. */
const STORY = '🎈'.repeat(20_000);

const addLarge = () => addRegistry(t, { content: STORY, invitees: INVITEES.map(wide) }).id;
/** Replaces digits with characters of two UTF-16 units. */
const wide = (entry: string) => entry.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)));

const ask = <T>(method: string, path: string, body?: object) =>
  t.request<T>(method, path, { as: 'owner', ...(body && { body }) });

describe('rules: Registries, the largest possible one', () => {
  it('can be read completely, alone and in the list', async () => {
    const id = addLarge();
    const read = await ask<Registry>('GET', `/registries/${id}`);
    assertStatus(read, 200);
    assert.deepEqual(read.body.meta.registry_invitees, INVITEES.map(wide));
    assert.equal(read.body.story, STORY);
    const listed = await ask<Registry[]>('GET', '/registries');
    assertStatus(listed, 200);
    assert.deepEqual(
      listed.body.find((one) => one.id === id),
      read.body,
    );
    assertStatus(await ask('GET', `/registries/${id}/items`), 200);
    assert.equal((await ask<Invitees>('GET', `/registries/${id}/invitees`)).body.invitees.length, 1000);
  });

  it('can be changed: title, items, invitees', async () => {
    const id = addLarge();
    const changed = await ask<Registry>('PATCH', `/registries/${id}`, { title: 'Still mine' });
    assertStatus(changed, 200);
    assert.equal(changed.body.title, 'Still mine');

    await addItem(t, id);
    const added = await ask('POST', `/registries/${id}/items`, { name: 'Kettle', url: 'https://shop.example/' });
    assertStatus(added, 201);
    assert.equal(added.headers['registry-sync'], undefined);

    const [first = '', ...rest] = INVITEES.map(wide);
    const removed = await ask<Invitees>('DELETE', `/registries/${id}/invitees/${encodeURIComponent(first)}`);
    assertStatus(removed, 200);
    assert.deepEqual(removed.body.invitees, rest);
    const back = await ask<Invitees>('POST', `/registries/${id}/invitees`, { invitees: [first] });
    assertStatus(back, 200);
    assert.deepEqual(t.host.registries.invitees(id), [...rest, first]);
  });

  it('is deleted', async () => {
    const id = addLarge();
    assertStatus(await ask('DELETE', `/registries/${id}`), 204);
    assert.equal(t.host.registries.find(id), undefined);
  });
});
