import type { Statement } from '../database.ts';
import { type Among, containing, rowsOf, SEARCHED, type Search, type SearchOrder, UNIT_SIZE } from '../search.ts';
import { parameters, query, Sql } from '../statements.ts';

const $ = parameters('text', 'registryIds', 'units', 'changed', 'end', 'status', 'skip', 'limit');

/**
 * Returns SQL that converts a text column of `items` to ASCII lower case. Searches compare and sort the result byte by
 * byte. The result is the same as in the embedded database, for any language of the server.
 */
const folded = (column: string): string => `lower(${column} COLLATE "C")`;

/** Sort key of each order. Items with equal keys are sorted by id. */
const KEYS: Readonly<Record<SearchOrder, string>> = {
  id: 'id',
  name: folded('name'),
  registry_id: 'registry_id',
  affiliate_status: "coalesce(affiliate_status, '')",
};

/**
 * Returns the statement of a search (see `foundIn`).
 * @param among places where the text can be; null to read all items once: a million take half a second to a second
 */
export function statementOf(search: Search, among: Among | null): Statement {
  const { text, registryIds, status, order, isDescending, skip, limit } = search;
  // With ORDER BY and LIMIT, PostgreSQL reads each unit by the index of the ids, whatever it estimates.
  const units = `unnest(${$.units}::bigint[]) AS unit (number) CROSS JOIN LATERAL (
      SELECT * FROM items WHERE id >= unit.number * ${UNIT_SIZE} AND id < (unit.number + 1) * ${UNIT_SIZE}
      ORDER BY id LIMIT ${UNIT_SIZE}) AS items`;
  const rows = rowsOf({
    select: (from) => `
      SELECT id, coalesce(affiliate_status, '') AS status, ${KEYS[order]} AS key FROM ${from} WHERE is_active = 1`,
    hasText: text === null ? null : `(${SEARCHED.map((column) => `${folded(column)} LIKE ${$.text}`).join(' OR ')})`,
    isOfRegistry: registryIds.length === 0 ? null : `registry_id = ANY(${$.registryIds}::bigint[])`,
    among: among && { units, isChanged: `id = ANY(${$.changed}::bigint[])`, isNew: `id >= ${$.end}` },
  });
  const sorted = ['key', 'id'].map((column) => column + (isDescending ? ' DESC' : '')).join(', ');
  const find = query()`
    WITH found AS MATERIALIZED (${new Sql<keyof typeof $>(rows)})
    SELECT coalesce((SELECT json_object_agg(status, items) FROM (
        SELECT status, count(*) AS items FROM found GROUP BY status) AS counted)::text, '{}'),
      to_json(ARRAY(
        SELECT id FROM found WHERE ${$.status}::text IS NULL OR status = ${$.status}
        ORDER BY ${sorted} LIMIT ${$.limit} OFFSET ${$.skip}))::text`;
  return find.with({
    text: text === null ? null : containing(text),
    registryIds: `{${registryIds.join()}}`,
    units: `{${among?.units.join() ?? ''}}`,
    changed: `{${among?.changed.join() ?? ''}}`,
    end: among?.end ?? 0,
    status,
    skip,
    limit,
  });
}
