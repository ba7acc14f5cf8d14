import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { itOnPostgres } from '../../tests/support/database.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertNames, assertStatus, DETAIL, type Item, type ItemAnswer } from './answers.ts';
import { addItem, addRegistry, unusedRegistryId } from './world.ts';

const t = await openTestService();
after(() => t.close());

interface Condition {
  ifMatch?: string;
  /** Query string, including its question mark. */
  query?: string;
}

const send = (method: string, id: number, { ifMatch, query = '' }: Condition, body?: unknown, as = 'admin') =>
  t.request<ItemAnswer>(method, `/items/${id}${query}`, { as, body, headers: { 'if-match': ifMatch } });
const put = (id: number, body: unknown, condition: Condition = {}) => send('PUT', id, condition, body);
const remove = (id: number, condition: Condition = {}) => send('DELETE', id, condition);
const newItem = () => addItem(t, unusedRegistryId());
const read = async (id: number) => (await t.request<ItemAnswer>('GET', `/items/${id}`, { as: 'admin' })).body.data;
const tag = ({ updated_at }: Item) => `"${updated_at}"`;

/** Creates an item and changes it. @returns the current item and its previous version */
async function changedItem() {
  const old = await newItem();
  const answer = await put(old.id, { price: 1 });
  assertStatus(answer, 200);
  return { old, now: answer.body.data };
}

describe('rules: Changes on condition, If-Match', () => {
  it('changes and deletes an item that is unchanged since it was read', async () => {
    const item = await newItem();
    const changed = await put(item.id, { price: 2 }, { ifMatch: tag(item) });
    assertStatus(changed, 200);
    assert.equal(changed.body.data.price, 2);
    const removed = await remove(item.id, { ifMatch: tag(changed.body.data) });
    assertStatus(removed, 200);
    assert.equal(removed.body.data.is_active, false);
  });

  it('leaves a changed item alone', async () => {
    const { old, now } = await changedItem();
    for (const body of [{ price: 2 }, { is_active: true }, {}])
      assertError(await put(old.id, body, { ifMatch: tag(old) }), 412, DETAIL.itemChanged);
    assertError(await remove(old.id, { ifMatch: tag(old) }), 412, DETAIL.itemChanged);
    assert.deepEqual(await read(old.id), now);
  });

  it('reactivates an item that is unchanged since its deletion', async () => {
    const item = await newItem();
    const { data: deleted } = (await remove(item.id)).body;
    assertError(await put(item.id, { is_active: true }, { ifMatch: tag(item) }), 412, DETAIL.itemChanged);
    const back = await put(item.id, { is_active: true }, { ifMatch: tag(deleted) });
    assertStatus(back, 200);
    assert.equal(back.body.data.is_active, true);
  });

  it('changes an item for its version among others, and any version for *, but not for a weak tag', async () => {
    const { old, now } = await changedItem();
    const ifMatch = `"another", "${old.updated_at}",\t"a,b",${tag(now)}`;
    assertStatus(await put(old.id, { price: 2 }, { ifMatch }), 200);
    assertError(await put(old.id, { price: 3 }, { ifMatch }), 412, DETAIL.itemChanged);
    const any = { ifMatch: '*' };
    assertStatus(await put(old.id, { price: 2 }, any), 200);
    assertStatus(await remove(old.id, any), 200);
    assertStatus(await put(old.id, { is_active: true }, any), 200);
    const item = await newItem();
    for (const weak of [`W/${tag(item)}`, `W/"x", W/${tag(item)}`])
      assertError(await put(item.id, { price: 2 }, { ifMatch: weak }), 412, DETAIL.itemChanged);
    assertStatus(await put(item.id, { price: 2 }, { ifMatch: `W/"x", ${tag(item)}` }), 200);
  });

  it('rejects invalid entity tags, and names the header', async () => {
    const item = await newItem();
    const { updated_at } = item;
    const texts = ['', updated_at, `'${updated_at}'`, `"${updated_at}`, `w/${tag(item)}`];
    for (const ifMatch of [...texts, '"a" "b"', '"a",', '*, "a"', '"a b"'])
      for (const answer of [await put(item.id, { price: 2 }, { ifMatch }), await remove(item.id, { ifMatch })])
        assertNames(answer, 'if-match');
    assert.deepEqual(await read(item.id), item);
  });

  it('answers 404, and 422 for a bad body, before it checks the version', async () => {
    const { old } = await changedItem();
    assertNames(await put(old.id, { price: 0 }, { ifMatch: tag(old) }), 'price');
    assertError(await put(900_000_000, { price: 2 }, { ifMatch: '"x"' }), 404, DETAIL.item);
    await remove(old.id);
    assertError(await put(old.id, { price: 2 }, { ifMatch: '"x"' }), 404, DETAIL.item);
    assertError(await remove(old.id, { ifMatch: '*' }), 404, DETAIL.item);
  });

  it('accepts one of many changes based on the same version', async () => {
    for (let round = 0; round < 10; round++) {
      const item = await newItem();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 5 === 4
            ? remove(item.id, { ifMatch: tag(item) })
            : put(item.id, { price: index + 1 }, { ifMatch: tag(item) }),
        ),
      );
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1, answers.map(({ status }) => status).join());
      for (const answer of answers) assert.ok([200, 404, 412].includes(answer.status), answer.text);
    }
  });

  itOnPostgres('accepts one of many changes sent to different processes', async () => {
    await using other = await openTestService({ host: t.host, env: { DATABASE_URL: t.database.url } });
    for (let round = 0; round < 10; round++) {
      const item = await newItem();
      const headers = { 'if-match': tag(item) };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const request = { as: 'admin', headers, body: { price: index + 1 } };
          return (index % 2 === 0 ? t : other).request('PUT', `/items/${item.id}`, request);
        }),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 412)]);
    }
  });

  it('distinguishes versions from the same millisecond, or with a clock that runs slow', async () => {
    const { id, registry_id, ...first } = await newItem();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => put(id, { price: index + 1 })));
    const versions = new Set(answers.map((answer) => answer.body.data.updated_at));
    assert.equal(versions.size, 30);
    assert.ok(!versions.has(first.updated_at));
    const future = '2999-01-01T00:00:00.000Z';
    await t.database.query('UPDATE items SET updated_at = $1 WHERE id = $2', [future, id]);
    const later = await put(id, { price: 5 });
    assertStatus(later, 200);
    assert.equal(later.body.data.updated_at, '2999-01-01T00:00:00.001Z');
    const removed = await remove(id, { ifMatch: tag(later.body.data) });
    assertStatus(removed, 200);
    assert.equal(removed.body.data.updated_at, '2999-01-01T00:00:00.002Z');
  });
});

it('rules: Changes on condition, of the affiliate link and of a registry: gives an item a new version when its affiliate link or its registry changes', async () => {
  const registry = addRegistry(t);
  const item = await addItem(t, registry.id);
  const link = { affiliate_url: 'https://shop.example/kettle?ref=1' };
  const path = `/registries/${registry.id}/items/${item.id}/affiliate`;
  assertStatus(await t.request('PUT', path, { as: 'owner', body: link }), 200);
  assertError(await put(item.id, { price: 2 }, { ifMatch: tag(item) }), 412, DETAIL.itemChanged);
  const before = await read(item.id);
  assertStatus(await t.request('DELETE', `/registries/${registry.id}`, { as: 'owner' }), 204);
  const back = { is_active: true };
  assertError(await put(item.id, back, { ifMatch: tag(before) }), 412, DETAIL.itemChanged);
});

it('rules: Changes on condition, registry_id: changes, deletes and reactivates only an item of the registry', async () => {
  const item = await newItem();
  const here = { query: `?registry_id=${item.registry_id}` };
  const elsewhere = { query: `?registry_id=${unusedRegistryId()}` };
  assertError(await put(item.id, { price: 2 }, elsewhere), 404, DETAIL.item);
  assertError(await remove(item.id, elsewhere), 404, DETAIL.item);
  assert.deepEqual(await read(item.id), item);
  assertStatus(await put(item.id, { price: 2 }, here), 200);
  assertStatus(await remove(item.id, here), 200);
  assertError(await put(item.id, { is_active: true }, elsewhere), 404, DETAIL.item);
  const back = await put(item.id, { is_active: true, registry_id: 5 }, here);
  assertStatus(back, 200);
  assert.equal(back.body.data.registry_id, item.registry_id);
});
