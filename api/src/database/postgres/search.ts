import type { Statement } from '../database.ts';
import { containing, SEARCHED, type Search, type SearchOrder } from '../search.ts';
import { parameters, query, Sql } from '../statements.ts';

const $ = parameters('text', 'registryIds', 'status', 'skip', 'limit');

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
 * Returns the statement of a search (see `foundIn`). It reads all items once: a million items take half a second to a
 * second.
 */
export function statementOf({ text, registryIds, status, order, isDescending, skip, limit }: Search): Statement {
  const either = [
    ...(text === null ? [] : SEARCHED.map((column) => `${folded(column)} LIKE ${$.text}`)),
    ...(registryIds.length === 0 ? [] : [`registry_id = ANY(${$.registryIds}::bigint[])`]),
  ];
  const matches = new Sql<'text' | 'registryIds'>(either.length === 0 ? '' : `AND (${either.join(' OR ')})`);
  const sorted = ['key', 'id'].map((column) => column + (isDescending ? ' DESC' : '')).join(', ');
  const find = query()`
    WITH found AS MATERIALIZED (
      SELECT id, coalesce(affiliate_status, '') AS status, ${KEYS[order]} AS key FROM items
      WHERE is_active = 1 ${matches})
    SELECT coalesce((SELECT json_object_agg(status, items) FROM (
        SELECT status, count(*) AS items FROM found GROUP BY status) AS counted)::text, '{}'),
      to_json(ARRAY(
        SELECT id FROM found WHERE ${$.status}::text IS NULL OR status = ${$.status}
        ORDER BY ${sorted} LIMIT ${$.limit} OFFSET ${$.skip}))::text`;
  return find.with({
    text: text === null ? null : containing(text),
    registryIds: `{${registryIds.join()}}`,
    status,
    skip,
    limit,
  });
}
