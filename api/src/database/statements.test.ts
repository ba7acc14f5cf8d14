import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../contract/testing/properties.ts';
import { type Form, OnSeveralServers } from './forms.ts';
import type { Row, Value } from './sql.ts';
import { dialect } from './sqlite/dialect.ts';
import {
  allOf,
  columns,
  forms,
  list,
  listParameters,
  onlyAnywhere,
  parameters,
  query,
  queryAnywhere,
  sameColumns,
  sql,
  unionOf,
  variants,
} from './statements.ts';

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

/** Returns a database that runs statements of a form, and the statements that it ran. */
function databaseWith(statementForm: Form) {
  const ran: { sql: string; values: readonly Value[] }[] = [];
  const run = async (sql: string, values: readonly Value[]) => {
    ran.push({ sql, values });
    return [];
  };
  const database = {
    dialect: { ...dialect, statementForm },
    read: run,
    scan: run,
    write: run,
    first: async (sql: string, values: readonly Value[]) => void (await run(sql, values)),
  };
  return { database, ran };
}

describe('a statement with two forms', () => {
  const both = forms({ anywhere: sql`(${$.name} = 1 OR a)`, perRegistry: sql`b` });
  const NAME = columns<{ name: string }>({ name: forms({ anywhere: sql`name`, perRegistry: sql`NULL` }) });
  const isAnywhere = onlyAnywhere(sql`c = ${$.idOfList}`);
  const values = { id: 7, idOfList: 8, name: 'x' };
  const find = (condition: typeof both | typeof isAnywhere) =>
    query(NAME)`SELECT ${NAME} WHERE ${condition} AND id = ${$.id}`;

  /** Returns the statements that both databases run. */
  async function ranBy(statement: { read: ReturnType<typeof find>['read'] }) {
    const databases = [databaseWith('anywhere'), databaseWith('perRegistry')] as const;
    for (const { database } of databases) await statement.read(database, values);
    return databases.map(({ ran }) => ran);
  }

  it('is chosen by the database, and numbers the parameters of each form', async () => {
    assert.deepEqual(await ranBy(find(both)), [
      [{ sql: 'SELECT name WHERE ($1 = 1 OR a) AND id = $2', values: ['x', 7] }],
      [{ sql: 'SELECT NULL WHERE b AND id = $1', values: [7] }],
    ]);
  });

  it('omits missing forms of conditions and of unions', async () => {
    const select = unionOf([sql`SELECT ${NAME}`, onlyAnywhere(sql`SELECT 1`)]);
    const [all, own] = await ranBy(query(NAME)`${select} WHERE ${allOf([isAnywhere, sql`id = ${$.id}`])}`);
    assert.equal(all?.[0]?.sql, 'SELECT name UNION ALL SELECT 1 WHERE c = $1 AND id = $2');
    assert.equal(own?.[0]?.sql, 'SELECT NULL WHERE id = $1');
  });

  it('reads and writes no rows if the form of the database is missing', async () => {
    for (const statement of [find(isAnywhere), queryAnywhere(NAME)`SELECT name ${$.id}`]) {
      const { database, ran } = databaseWith('perRegistry');
      assert.deepEqual(await statement.read(database, values), []);
      assert.deepEqual(await statement.scan(database, values), []);
      assert.deepEqual(await statement.write(database, values), []);
      assert.equal(await statement.first(database, values), null);
      assert.deepEqual(ran, []);
      assert.throws(() => statement.require(database), OnSeveralServers);
      statement.require(databaseWith('anywhere').database);
    }
  });

  it('has no text of its own, so that no text loses a form', () => {
    assert.throws(() => `${both}`, /two forms/);
    assert.throws(() => `${NAME}`, /two forms/);
    assert.throws(() => find(both).sql, /two forms/);
    assert.throws(() => find(both).with(values), /two forms/);
  });
});
