import type { JsonField } from '../sql.ts';

/** Returns SQL that writes an object as JSON (text); the statement names its columns without their table. */
export const objectJson = (fields: readonly JsonField[]): string =>
  `json_object(${fields.map((field) => `'${field.name}', ${written(field)}`).join(', ')})`;

function written({ sql, kind }: JsonField): string {
  if (kind === 'boolean') return `json(iif(${sql}, 'true', 'false'))`;
  if (kind !== 'number') return sql;
  // As JavaScript writes numbers: whole ones without a point, and no digit is lost where SQLite itself writes only 15.
  return `CASE WHEN ${sql} = CAST(${sql} AS INTEGER) THEN CAST(${sql} AS INTEGER)
    WHEN ${sql} <> round(${sql}, 4) OR ${sql} >= 1e9 THEN json(format('%!.17g', ${sql})) ELSE ${sql} END`;
}
