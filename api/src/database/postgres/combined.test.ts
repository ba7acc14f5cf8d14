import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from '../../../../contract/testing/properties.ts';
import { joined } from './combined.ts';

const TABLE = 'unnest($1::int[]) AS asked (p1)';

it('a table is joined to each form of a write', () => {
  assert.equal(
    joined('INSERT INTO a (b) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM c WHERE d = 1)', TABLE),
    `INSERT INTO a (b) SELECT $1 FROM ${TABLE} WHERE NOT EXISTS (SELECT 1 FROM c WHERE d = 1)`,
  );
  assert.equal(
    joined('INSERT INTO a (b) SELECT (SELECT 1 FROM e WHERE f), g.b FROM g WHERE g.d = 1', TABLE),
    `INSERT INTO a (b) SELECT (SELECT 1 FROM e WHERE f), g.b FROM ${TABLE}, g WHERE g.d = 1`,
  );
  assert.equal(
    joined('UPDATE a SET b = CASE WHEN c IS DISTINCT FROM $1 THEN 1 END WHERE d = $2 RETURNING b', TABLE),
    `UPDATE a SET b = CASE WHEN c IS DISTINCT FROM $1 THEN 1 END FROM ${TABLE} WHERE d = $2 RETURNING b`,
  );
  assert.equal(joined('DELETE FROM a WHERE b = $1', TABLE), `DELETE FROM a USING ${TABLE} WHERE b = $1`);
});

it('keywords in brackets and texts do not count', () => {
  const inner = fc.constantFrom("' WHERE '", '(SELECT 1 FROM b WHERE c)', "(')' || '(' )", 'elsewhere', 'b.somewhere');
  fc.assert(
    fc.property(fc.array(inner), fc.array(inner), (set, where) => {
      const before = `UPDATE a SET b = (1${set.map((part) => ` || ${part}`).join('')}) `;
      const after = `WHERE b = 1${where.map((part) => ` AND c = ${part}`).join('')}`;
      assert.equal(joined(before + after, TABLE), `${before}FROM ${TABLE} ${after}`);
    }),
  );
});

it('other statements are refused', () => {
  for (const sql of ['SELECT 1 WHERE true', 'UPDATE a SET b = 1', 'INSERT INTO a VALUES (1)', ''])
    assert.throws(() => joined(sql, TABLE), TypeError);
});
