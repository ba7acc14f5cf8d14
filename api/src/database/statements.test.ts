import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Row, Value } from './sql.ts';
import { allOf, columns, list, listParameters, parameters, query, sameColumns, sql, variants } from './statements.ts';

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

  it('stores booleans as numbers', () => {
    const find = query()`SELECT 1 WHERE a = ${$.id} AND b = ${$.name}`;
    assert.deepEqual(find.values({ id: true, name: false }), [1, 0]);
  });

  it('joins only the conditions that are set', () => {
    const [one, other] = [sql`id = ${$.id}`, sql`name = ${$.name}`];
    const find = query()`SELECT 1 WHERE ${allOf([one, null, other, 'is_active = 1'])}`;
    assert.equal(find.sql, 'SELECT 1 WHERE id = $1 AND name = $2 AND is_active = 1');
    assert.equal(`${allOf([null, one])}`, 'id = $id');
    assert.equal(`${allOf([null])}`, '1 = 1');
  });

  it('has a parameter for each value of a list, and fills a shorter list', () => {
    const ids = listParameters('id', 3);
    const find = query()`SELECT 1 WHERE name = ${$.name} AND id IN (${ids})`;
    assert.equal(find.sql, 'SELECT 1 WHERE name = $1 AND id IN ($2, $3, $4)');
    assert.deepEqual(find.values({ name: 'x', ...ids.values([7, 8], 0) }), ['x', 7, 8, 0]);
    assert.deepEqual(ids.values([7]), { id0: 7, id1: null, id2: null });
  });

  it('builds each variant once', () => {
    let built = 0;
    const find = variants(({ columns, isNamed }: { columns: readonly string[]; isNamed: boolean }) => {
      built++;
      return query()`SELECT ${columns.join(', ')} WHERE ${allOf([isNamed ? sql`name = ${$.name}` : null])}`;
    });
    const named = find({ columns: ['a', 'b'], isNamed: true });
    assert.equal(named.sql, 'SELECT a, b WHERE name = $1');
    assert.equal(find({ columns: ['a', 'b'], isNamed: true }), named);
    assert.equal(find({ columns: ['a', 'b'], isNamed: false }).sql, 'SELECT a, b WHERE 1 = 1');
    assert.equal(find({ columns: ['a'], isNamed: true }).sql, 'SELECT a WHERE name = $1');
    assert.equal(built, 3);
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
