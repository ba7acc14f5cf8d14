import type { JsonField, JsonSql } from '../sql.ts';

/** SQL for JSON in PostgreSQL. The result is text, because the driver would receive bytes as hexadecimal digits. */
export const json: JsonSql = {
  // Uses no subquery, because Citus rejects a subquery that formats a time and has no FROM clause.
  object: (fields) =>
    `json_build_object(${fields.map((field) => `'${field.name}', ${written(field)}`).join(', ')})::text`,
  array: (texts) => `'[' || string_agg(${texts}, ',') || ']'`,
  rows: (parameter, columns) => {
    const values = Object.entries(columns).map(
      ([name, type], index) => `CAST(value ->> ${index} AS ${type}) AS ${name}`,
    );
    return `(SELECT ${values.join(', ')} FROM jsonb_array_elements(CAST(${parameter} AS jsonb)))`;
  },
};

const written = ({ sql, kind }: JsonField): string =>
  kind === 'moment' ? `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : sql;
