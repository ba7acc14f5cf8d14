import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { patience } from '../../../tests/support/patience.ts';
import { DatabaseFull } from '../database/database.ts';
import { Readiness } from './readiness.ts';

/** Returns the readiness of a fake database. The test decides when and how each probe of the database ends. */
function heldReadiness() {
  const looks: PromiseWithResolvers<void>[] = [];
  const check = () => {
    const look = Promise.withResolvers<void>();
    looks.push(look);
    return look.promise;
  };
  return { readiness: new Readiness({ check, close: async () => {} }), looks };
}

describe('readiness', () => {
  it('asks the database once for concurrent callers', async () => {
    const { readiness, looks } = heldReadiness();
    const asked = [readiness.problem(), readiness.problem()];
    assert.equal(looks.length, 1);
    looks[0]?.reject(new Error('away'));
    assert.deepEqual(await Promise.all(asked), ['databaseUnavailable', 'databaseUnavailable']);
    assert.equal(await readiness.problem(), 'databaseUnavailable');
    assert.equal(looks.length, 1, 'a recent answer is reused');
  });

  it('names a full disk', async () => {
    const { readiness, looks } = heldReadiness();
    const asked = readiness.problem();
    looks[0]?.reject(new DatabaseFull('no room'));
    assert.equal(await asked, 'databaseFull');
  });

  it('uses the last answer for a while if the database is slow', async () => {
    const { readiness, looks } = heldReadiness();
    assert.equal(await readiness.problem(), null, 'it was good at the start');
    const end = performance.now() + patience(10_000);
    while ((await readiness.problem()) === null && performance.now() < end);
    assert.equal(await readiness.problem(), 'databaseUnavailable');
    assert.equal(looks.length, 1);
    looks[0]?.resolve();
    await looks[0]?.promise;
    assert.equal(await readiness.problem(), null, 'it answers again');
  });
});
