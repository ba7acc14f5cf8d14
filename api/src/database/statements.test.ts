import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Row, Value } from './sql.ts';
import { columns, list, parameters, query, sameColumns, sql } from './statements.ts';

const $ = parameters('id', 'idOfList', 'name');

describe('a statement with names', () => {
  it('numbers its parameters in the order in which they first occur, also in its parts', () => {
    const part = sql`name = ${$.name} OR id = ${$.idOfList}`;
    const find = query()`SELECT 1 FROM items WHERE id = ${$.idOfList} AND (${part}) AND ${list([$.id, $.name])}`;
    assert.equal(find.sql, 'SELECT 1 FROM items WHERE id = $1 AND (name = $2 OR id = $1) AND $3, $2');
    assert.deepEqual(find.values({ id: 1, name: 'x', idOfList: null }), [null, 'x', 1]);
  });

  it('needs a value for each parameter, also for one in a text', () => {
    const find = query()`SELECT 1 WHERE ${'a = $name'} AND b = ${$.id}`;
    assert.throws(() => find.values({ id: 1 }), /^TypeError: the statement needs a value for \$name$/);
  });

  it('reads any row as a record with the fields of its columns', async () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
    const INNER = sameColumns<{ a: Value; is_b: boolean; c?: Value }>(['a', 'is_b', 'c'], ['c']);
    interface Record {
      first: Value;
      inner: { a: Value; is_b: boolean; c?: Value };
      isLast: boolean;
    }
    const ALL = columns<Record>({ first: 'max(x)', inner: INNER, isLast: 'y' });
    assert.equal(String(ALL), 'max(x), a, is_b, c, y');
    assert.equal(ALL.placeOf('isLast'), 4);
    await fc.assert(
      fc.asyncProperty(value, value, fc.boolean(), value, fc.boolean(), async (first, a, b, c, last) => {
        const row: Row = [first, a, Number(b), c, Number(last)];
        const record = { first, inner: { a, is_b: b, ...(c !== null && { c }) }, isLast: last };
        assert.deepEqual(ALL.of(row), record);
      }),
    );
  });
});
