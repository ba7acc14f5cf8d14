import type { Statement } from '../database.ts';
import { type Among, containing, rowsOf, SEARCHED, type Search, type SearchOrder, UNIT_SIZE } from '../search.ts';
import { parameters, query, Sql } from '../statements.ts';

const $ = parameters('text', 'registryIds', 'units', 'changed', 'end', 'status', 'skip', 'limit');

/** Sort key of each order. Items with equal keys are sorted by id. */
const KEYS: Readonly<Record<SearchOrder, string>> = {
  id: 'id',
  name: 'lower(name)',
  registry_id: 'registry_id',
  affiliate_status: "coalesce(affiliate_status, '')",
};

/**
 * Returns the statement of a search (see `foundIn`). LIKE ignores the case of ASCII letters, as the search does;
 * `instr(lower(…))` would take twice as long.
 * @param among places where the text can be; null to read all items once: a million take a third of a second
 */
export function statementOf(search: Search, among: Among | null): Statement {
  const { text, registryIds, status, order, isDescending, skip, limit } = search;
  // The first table of a CROSS JOIN is the outer loop.
  const units = `(SELECT value * ${UNIT_SIZE} AS first FROM json_each(${$.units})) AS unit
      CROSS JOIN items ON items.id >= unit.first AND items.id < unit.first + ${UNIT_SIZE}`;
  const hasText = SEARCHED.map((column) => `${column} LIKE ${$.text} ESCAPE '\\'`).join(' OR ');
  const rows = rowsOf({
    select: (from) => `
      SELECT id, coalesce(affiliate_status, '') AS status, ${KEYS[order]} AS key FROM ${from} WHERE is_active = 1`,
    hasText: text === null ? null : `(${hasText})`,
    isOfRegistry: registryIds.length === 0 ? null : `registry_id IN (SELECT value FROM json_each(${$.registryIds}))`,
    among: among && {
      units,
      isChanged: `id IN (SELECT value FROM json_each(${$.changed}))`,
      isNew: `id >= ${$.end}`,
    },
  });
  const sorted = ['key', 'id'].map((column) => column + (isDescending ? ' DESC' : '')).join(', ');
  const find = query()`
    WITH found AS MATERIALIZED (${new Sql<keyof typeof $>(rows)})
    SELECT (SELECT json_group_object(status, items) FROM (SELECT status, count(*) AS items FROM found GROUP BY status)),
      (SELECT json_group_array(id) FROM (
        SELECT id FROM found WHERE ${$.status} IS NULL OR status = ${$.status}
        ORDER BY ${sorted} LIMIT ${$.limit} OFFSET ${$.skip}))`;
  return find.with({
    text: text === null ? null : containing(text),
    registryIds: JSON.stringify(registryIds),
    units: JSON.stringify(among?.units ?? []),
    changed: JSON.stringify(among?.changed ?? []),
    end: among?.end ?? 0,
    status,
    skip,
    limit,
  });
}
