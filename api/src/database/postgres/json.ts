import type { JsonField } from '../sql.ts';

/** Returns SQL that writes an object as JSON (text). */
export const objectJson = (fields: readonly JsonField[]): string =>
  `(SELECT row_to_json(object)::text FROM (SELECT ${fields.map((field) => `${written(field)} AS ${field.name}`).join(', ')}) AS object)`;

const written = ({ sql, kind }: JsonField): string =>
  kind === 'moment' ? `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : sql;
