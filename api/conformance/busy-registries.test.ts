import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { IS_CITUS, itOnPostgres } from '../../tests/support/database.ts';
import type { Answer } from '../../tests/support/http-client.ts';
import { readMetrics } from '../../tests/support/metrics.ts';
import { knowSlowness } from '../../tests/support/patience.ts';
import { connected } from '../../tests/support/postgres.ts';
import { AMPLE, openTestService, SHORT, type TestService } from '../../tests/support/service.ts';
import { ROW_LOCKS } from '../src/database/citus/locks.ts';
import { ADVISORY_LOCKS } from '../src/database/postgres/locks.ts';
import { assertError, assertStatus, DETAIL, type ItemAnswer } from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

/** Number of concurrent changes to one registry. */
const MANY = 200;

/**
 * The service may refuse a change only after this time, in which others have made no progress (milliseconds). An idle
 * machine stores all changes much earlier, and a busy one may refuse as many as it likes afterwards.
 */
const WAITED_MS = 2000 * AMPLE.patience;

/**
 * Factor of the service's time limits, in addition to that of the machine. While other tests run, the slowest healthy
 * write may take as long as the limit for its place in a batch. The slow statements would take an hour.
 */
const MARGIN = 3;

/** One registry in this number has slow statements. */
const SLOW_EACH = 20;

/** Registers a test that needs a trigger, which Citus allows only on its own terms. */
const itOnOnePostgres: typeof itOnPostgres = IS_CITUS ? () => {} : itOnPostgres;

const put = (t: TestService, registry: number, item: number, id: string = randomUUID()) =>
  t.request('PUT', `/registries/${registry}/purchases/${id}`, { as: 'guest', body: { item_id: item } });
const post = (t: TestService, registry: number) =>
  t.request('POST', '/items', { as: 'admin', body: { ...ITEM, registry_id: registry } });
const many = (change: () => Promise<Answer<unknown>>) => Promise.all(Array.from({ length: MANY }, change));

/**
 * Checks that every refused change got the error "Registry is busy", and waited for long.
 * @returns number of accepted changes
 */
function acceptedOf(answers: readonly Answer<unknown>[]): number {
  const refused = answers.filter(({ status }) => status !== 201);
  for (const answer of refused) {
    assertError(answer, 503, DETAIL.busy);
    assert.ok(answer.took >= WAITED_MS, `refused after ${answer.took} ms`);
  }
  return answers.length - refused.length;
}

describe('rules: Load, many changes of one registry at once', () => {
  it('all gifts of one wish are stored and counted once', async () => {
    await using t = await openTestService();
    const { id } = addRegistry(t, { invitees: ['guest'] });
    const item = await addItem(t, id, { quantity_needed: 999 });
    const made = acceptedOf(await many(() => put(t, id, item.id)));
    const { body } = await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'admin' });
    assert.equal(body.data.quantity_purchased, made);
  });

  it('the last three pieces of a wish are given three times', async () => {
    await using t = await openTestService();
    const { id } = addRegistry(t, { invitees: ['guest'] });
    const item = await addItem(t, id, { quantity_needed: 3 });
    const answers = await many(() => put(t, id, item.id));
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    for (const answer of answers) assert.ok([201, 409, 503].includes(answer.status), answer.text);
    const { body } = await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'admin' });
    assert.equal(body.data.quantity_purchased, 3);
  });

  it('new items are stored', async () => {
    await using t = await openTestService();
    const { id } = addRegistry(t);
    const stored = acceptedOf(await many(() => post(t, id)));
    const { body } = await t.request<unknown[]>('GET', `/items?registry_id=${id}&limit=${MANY}`, { as: 'admin' });
    assert.equal(body.length, stored);
  });

  itOnOnePostgres('no registry is refused because the statements of others are slow', async () => {
    await using t = await openTestService({ overrides: { patience: MARGIN * knowSlowness() } });
    await t.database.query(`CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.registry_id % ${SLOW_EACH} = 0 THEN PERFORM pg_sleep(3600); END IF; RETURN NEW; END $$`);
    await t.database.query('CREATE TRIGGER be_slow BEFORE INSERT ON items FOR EACH ROW EXECUTE FUNCTION be_slow()');
    const registries = Array.from({ length: MANY }, (_, index) => index + 1);
    // The service does not know the slow registries at first, and then knows them.
    for (const _ of [1, 2])
      await Promise.all(
        registries.map(async (id) => {
          const answer = await post(t, id);
          if (id % SLOW_EACH !== 0) return assertStatus(answer, 201);
          assertError(answer, 503, 'Database is unavailable');
          assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
        }),
      );
    await t.database.query('DROP TRIGGER be_slow ON items');
    for (const answer of await Promise.all(registries.map((id) => post(t, id)))) assertStatus(answer, 201);
  });

  itOnPostgres('a change that another process blocks for too long is answered and counted', async () => {
    await using t = await openTestService();
    const { id } = addRegistry(t, { invitees: ['guest'] });
    const item = await addItem(t, id);
    const purchase = randomUUID();
    await t.restart({ OPS_PORT: '0' }, SHORT);
    {
      await using other = await connected(t.database.url);
      await other.query('BEGIN');
      await other.query((IS_CITUS ? ROW_LOCKS : ADVISORY_LOCKS).lock('write', id));
      // The second gift waits for the first gift, and the first gift waits for the other process.
      const answers = await Promise.all([put(t, id, item.id, purchase), put(t, id, item.id), post(t, id)]);
      for (const answer of answers) {
        assertError(answer, 503, DETAIL.busy);
        assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
      }
      const { value } = await readMetrics(t.opsUrl);
      const errors = (reason: string) => value('largesse_errors_total', { status: '503', reason });
      assert.deepEqual([errors('registry_busy'), errors('database_unavailable')], [3, 0]);
      const writes = (outcome: string) =>
        value('largesse_database_duration_seconds_count', { statement: 'write', outcome });
      assert.deepEqual([writes('busy'), writes('unavailable')], [3, 0]);
    }
    assertStatus(await put(t, id, item.id, purchase), 201);
  });
});
