import type { Statement } from '../database.ts';
import { containing, SEARCHED, type Search, type SearchOrder } from '../search.ts';
import { parameters, query, Sql } from '../statements.ts';

const $ = parameters('text', 'registryIds', 'status', 'skip', 'limit');

/** Sort key of each order. Items with equal keys are sorted by id. */
const KEYS: Readonly<Record<SearchOrder, string>> = {
  id: 'id',
  name: 'lower(name)',
  registry_id: 'registry_id',
  affiliate_status: "coalesce(affiliate_status, '')",
};

/**
 * Returns the statement of a search (see `foundIn`). It reads all items once: a million take a third of a second. LIKE
 * ignores the case of ASCII letters, as the search does; `instr(lower(…))` would take twice as long.
 */
export function statementOf({ text, registryIds, status, order, isDescending, skip, limit }: Search): Statement {
  const either = [
    ...(text === null ? [] : SEARCHED.map((column) => `${column} LIKE ${$.text} ESCAPE '\\'`)),
    ...(registryIds.length === 0 ? [] : [`registry_id IN (SELECT value FROM json_each(${$.registryIds}))`]),
  ];
  const matches = new Sql<'text' | 'registryIds'>(either.length === 0 ? '' : `AND (${either.join(' OR ')})`);
  const sorted = ['key', 'id'].map((column) => column + (isDescending ? ' DESC' : '')).join(', ');
  const find = query()`
    WITH found AS MATERIALIZED (
      SELECT id, coalesce(affiliate_status, '') AS status, ${KEYS[order]} AS key FROM items
      WHERE is_active = 1 ${matches})
    SELECT (SELECT json_group_object(status, items) FROM (SELECT status, count(*) AS items FROM found GROUP BY status)),
      (SELECT json_group_array(id) FROM (
        SELECT id FROM found WHERE ${$.status} IS NULL OR status = ${$.status}
        ORDER BY ${sorted} LIMIT ${$.limit} OFFSET ${$.skip}))`;
  return find.with({
    text: text === null ? null : containing(text),
    registryIds: JSON.stringify(registryIds),
    status,
    skip,
    limit,
  });
}
