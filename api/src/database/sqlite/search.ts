import type { Statement } from '../database.ts';
import { SEARCHED, type Search, type SearchOrder } from '../search.ts';

/** Sort key of each order. Items with equal keys are sorted by id. */
const KEYS: Readonly<Record<SearchOrder, string>> = {
  id: 'id',
  name: 'lower(name)',
  registry_id: 'registry_id',
  affiliate_status: "coalesce(affiliate_status, '')",
};

/** Returns the statement of a search (see `foundIn`). It reads all items once: a million take half a second to one. */
export function statementOf({ text, registryIds, status, order, isDescending, skip, limit }: Search): Statement {
  const either = [
    ...(text === null ? [] : SEARCHED.map((column) => `instr(lower(${column}), $1)`)),
    ...(registryIds.length === 0 ? [] : ['registry_id IN (SELECT value FROM json_each($2))']),
  ];
  const sorted = ['key', 'id'].map((column) => column + (isDescending ? ' DESC' : '')).join(', ');
  const sql = `
    WITH found AS MATERIALIZED (
      SELECT id, coalesce(affiliate_status, '') AS status, ${KEYS[order]} AS key FROM items
      WHERE is_active = 1 ${either.length === 0 ? '' : `AND (${either.join(' OR ')})`})
    SELECT (SELECT json_group_object(status, items) FROM (SELECT status, count(*) AS items FROM found GROUP BY status)),
      (SELECT json_group_array(id) FROM (
        SELECT id FROM found WHERE $3 IS NULL OR status = $3 ORDER BY ${sorted} LIMIT $4 OFFSET $5))`;
  return { sql, values: [text, JSON.stringify(registryIds), status, limit, skip] };
}
