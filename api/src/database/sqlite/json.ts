import type { JsonField, JsonSql } from '../sql.ts';

/**
 * SQL for JSON in SQLite. The result is bytes, which the service can send unchanged. With text instead of bytes, a list
 * of 100 items took a fifth more processor time, mostly for garbage collection (tests/bench/README.md).
 */
export const json: JsonSql = {
  list: (place, fields, rest) => {
    const object = `json_object(${fields.map((field) => `'${field.name}', ${written(field)}`).join(', ')})`;
    // The rows are aggregated in the order of the inner query.
    const sql = `SELECT count(*), max(place), string_agg(version, ','), CAST('[' || string_agg(json, ',') || ']' AS BLOB)
      FROM (SELECT ${place} AS place, ${versionOf(fields)} AS version, ${object} AS json FROM ${rest}) AS part`;
    return { sql, fields };
  },
  version: (place, fields, rest) => {
    const sql = `SELECT count(*), max(place), string_agg(version, ','), NULL
      FROM (SELECT ${place} AS place, ${versionOf(fields)} AS version FROM ${rest}) AS part`;
    return { sql, fields };
  },
  rows: (parameter, columns) => {
    const values = Object.keys(columns).map((name, index) => `value ->> ${index} AS ${name}`);
    return `(SELECT ${values.join(', ')} FROM json_each(${parameter}))`;
  },
};

const versionOf = (fields: readonly JsonField[]): string =>
  fields
    .filter(({ isVersion }) => isVersion)
    .map(({ sql }) => sql)
    .join(" || ' ' || ");

function written({ sql, kind }: JsonField): string {
  if (kind === 'boolean') return `json(iif(${sql}, 'true', 'false'))`;
  if (kind !== 'number') return sql;
  // Writes numbers like JavaScript: whole numbers without a point, and decimals without loss. SQLite itself writes 15
  // digits, which suffice below 1e9 for up to four decimals. All other decimals get 17 digits. The second condition
  // finds them by a division, because `round()` would take as long as writing five fields.
  return `CASE WHEN ${sql} = CAST(${sql} AS INTEGER) THEN CAST(${sql} AS INTEGER)
    WHEN ${sql} <> CAST(${sql} * 10000 + 0.5 AS INTEGER) / 10000.0 OR ${sql} >= 1e9 THEN json(format('%!.17g', ${sql}))
    ELSE ${sql} END`;
}
