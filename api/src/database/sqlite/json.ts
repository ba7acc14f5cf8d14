import type { JsonField, JsonSql } from '../sql.ts';

/**
 * How SQLite writes JSON. It ends as the bytes that are sent: as text, a list of 100 took a fifth more processor time, most
 * of it for garbage (bench/README.md).
 */
export const json: JsonSql = {
  object: (fields) => `json_object(${fields.map((field) => `'${field.name}', ${written(field)}`).join(', ')})`,
  array: (texts) => `CAST('[' || string_agg(${texts}, ',') || ']' AS BLOB)`,
};

function written({ sql, kind }: JsonField): string {
  if (kind === 'boolean') return `json(iif(${sql}, 'true', 'false'))`;
  if (kind !== 'number') return sql;
  // As JavaScript writes numbers: whole ones without a point, and no digit is lost where SQLite itself writes only 15. One
  // of four decimals is what its ten thousandths make when they are divided; `round()` costs as much as five fields.
  return `CASE WHEN ${sql} = CAST(${sql} AS INTEGER) THEN CAST(${sql} AS INTEGER)
    WHEN ${sql} <> CAST(${sql} * 10000 + 0.5 AS INTEGER) / 10000.0 OR ${sql} >= 1e9 THEN json(format('%!.17g', ${sql}))
    ELSE ${sql} END`;
}
