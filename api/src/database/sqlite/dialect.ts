import { type Dialect, type JsonField, lastOf } from '../sql.ts';

/**
 * SQL of SQLite. The JSON of a list is bytes, which the service can send unchanged. With text instead of bytes, a list
 * of 100 items took a fifth more processor time, mostly for garbage collection (tests/bench/README.md).
 */
export const dialect: Dialect = {
  statementForm: 'anywhere',
  now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  list: (place, fields, rest, elsewhere) => {
    const object = objectOf(fields);
    // The rows are aggregated in the order of the inner query.
    const { inner, outer } = versionsOf(fields);
    const sql = `SELECT count(*), ${lastOf('max(place)', elsewhere)}, CAST('[' || string_agg(json, ',') || ']' AS BLOB), ${outer}
      FROM (SELECT ${place} AS place, ${inner}, ${object} AS json FROM ${rest}) AS part`;
    return { sql, fields };
  },
  version: (fields, rest, elsewhere) => {
    const { inner, outer } = versionsOf(fields);
    const columns = `0, ${lastOf('NULL', elsewhere)}, NULL, ${outer}`;
    return { sql: `SELECT ${columns} FROM (SELECT ${inner} FROM ${rest}) AS part`, fields: [] };
  },
  rows: (parameter, columns) => {
    const values = Object.keys(columns).map((name, index) => `value ->> ${index} AS ${name}`);
    return `(SELECT ${values.join(', ')} FROM json_each(${parameter}))`;
  },
  hexOf: (bytes) => `hex(${bytes})`,
  bytesOf: (hex) => `unhex(${hex})`,
  newItemId: (id) => id,
  registryOf: (id) => ({ id, from: [], where: [] }),
};

/** Returns SQL for a JSON object. `json_patch` omits fields that are null, and costs time only if one is not. */
function objectOf(fields: readonly JsonField[]): string {
  const object = (some: readonly JsonField[]) =>
    `json_object(${some.map((field) => `'${field.name}', ${written(field)}`).join(', ')})`;
  const always = object(fields.filter(({ isOptional }) => !isOptional));
  const optional = fields.filter(({ isOptional }) => isOptional);
  if (optional.length === 0) return always;
  const isUsual = optional.map(({ sql }) => `${sql} IS NULL`).join(' AND ');
  return `CASE WHEN ${isUsual} THEN ${always} ELSE json_patch(${always}, ${object(optional)}) END`;
}

/** Returns SQL for the version fields of a row, and for their values in all rows. */
function versionsOf(fields: readonly JsonField[]): { inner: string; outer: string } {
  const versions = fields
    .filter(({ isVersion }) => isVersion)
    .map(({ sql }, index) => ({ sql, name: `version_${index}` }));
  return {
    inner: versions.map(({ sql, name }) => `${sql} AS ${name}`).join(', '),
    outer: versions.map(({ name }) => `string_agg(${name}, ',')`).join(', '),
  };
}

function written({ sql, kind }: JsonField): string {
  if (kind === 'boolean') return `json(iif(${sql}, 'true', 'false'))`;
  if (kind === 'amount') return `json(format('%.15g', ${sql}))`;
  if (kind !== 'number') return sql;
  // Writes numbers like JavaScript: whole numbers without a point, and decimals without loss. SQLite itself writes 15
  // digits, which suffice below 1e9 for up to four decimals. All other decimals get 17 digits. The second condition
  // finds them by a division, because `round()` would take as long as writing five fields.
  return `CASE WHEN ${sql} = CAST(${sql} AS INTEGER) THEN CAST(${sql} AS INTEGER)
    WHEN ${sql} <> CAST(${sql} * 10000 + 0.5 AS INTEGER) / 10000.0 OR ${sql} >= 1e9 THEN json(format('%!.17g', ${sql}))
    ELSE ${sql} END`;
}
