import type { JsonField, JsonSql } from '../sql.ts';

/** How PostgreSQL writes JSON. It ends as text: bytes come from there as hexadecimal digits. */
export const json: JsonSql = {
  object: (fields) =>
    `(SELECT row_to_json(object)::text FROM (SELECT ${fields.map((field) => `${written(field)} AS ${field.name}`).join(', ')}) AS object)`,
  array: (texts) => `'[' || string_agg(${texts}, ',') || ']'`,
};

const written = ({ sql, kind }: JsonField): string =>
  kind === 'moment' ? `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : sql;
