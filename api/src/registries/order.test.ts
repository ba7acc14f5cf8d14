import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../contract/testing/properties.ts';
import { mergeOrder } from './order.ts';

const ids = fc.array(fc.integer({ min: 1, max: 12 }));
const active = fc.uniqueArray(fc.integer({ min: 1, max: 12 }));

describe('mergeOrder', () => {
  it('returns every active id once, and no others', () => {
    fc.assert(
      fc.property(ids, active, (order, items) => {
        assert.deepEqual(mergeOrder(order, items).sort(ascending), [...items].sort(ascending));
      }),
    );
  });

  it('keeps the order of known items and appends the others', () =>
    assert.deepEqual(mergeOrder([5, 9, 2, 5, 7], [2, 3, 4, 5]), [5, 2, 3, 4]));

  it('changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(ids, active, (order, items) => {
        const once = mergeOrder(order, items);
        assert.deepEqual(mergeOrder(once, items), once);
      }),
    );
  });
});

const ascending = (one: number, other: number): number => one - other;
