import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from './properties.ts';
import { randomNumbers, readFailedSeeds, SEED, seedsOf } from './random.ts';

const REPEAT = new RegExp(`Repeat it: TEST_SEED=${SEED} npx node --test contract/testing/properties\\.test\\.ts$`);

describe('random tests', () => {
  it('print the command that repeats a failure', async () => {
    const isSmall = (number: number) => assert.ok(number < 100);
    assert.throws(() => fc.assert(fc.property(fc.nat(), isSmall)), REPEAT);
    await assert.rejects(fc.assert(fc.asyncProperty(fc.nat(), async (number) => isSmall(number))), REPEAT);
  });

  it('walk the same values again', () => {
    const walk = () => {
      const values: number[] = [];
      fc.assert(fc.property(fc.nat(), (number) => void values.push(number)));
      return values;
    };
    assert.deepEqual(walk(), walk());
    assert.deepEqual(fc.sample(fc.nat(), 9), fc.sample(fc.nat(), 9));
    assert.equal(randomNumbers(7)(), randomNumbers(7)());
    assert.notEqual(randomNumbers(7)(), randomNumbers(8)());
  });

  it('also walk the seeds with which they once failed', () => {
    for (const { file, of, seed, env } of readFailedSeeds())
      if (!env && process.env.TEST_SEED === undefined) assert.deepEqual(seedsOf(file, of).slice(0, 2), [SEED, seed]);
    assert.deepEqual(seedsOf('contract/testing/properties.test.ts'), [SEED]);
  });
});
