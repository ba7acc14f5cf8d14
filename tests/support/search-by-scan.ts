import type { Found, Search } from '../../api/src/database/search.ts';

/**
 * Finds the same items as a search, but with SQL that reads all items and needs no index.
 * @param rows runs a query
 * @param collation follows the names of columns with texts
 */
export async function searchByScan(
  rows: (sql: string) => Promise<readonly object[]> | readonly object[],
  { text, registryIds, status, order, isDescending, skip, limit }: Search,
  collation = '',
): Promise<Found> {
  const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const pattern = quoted(`%${text?.replace(/[\\%_]/g, '\\$&')}%`);
  const columns = text === null ? [] : ['name', 'retailer', 'url', 'affiliate_url'];
  const either = [
    ...columns.map((column) => `lower(${column}${collation}) LIKE ${pattern} ESCAPE '\\'`),
    ...registryIds.map((id) => `registry_id = ${id}`),
  ];
  const matching = `is_active = 1${either.length > 0 ? ` AND (${either.join(' OR ')})` : ''}`;
  const ofStatus = status === null ? '' : ` AND coalesce(affiliate_status, '') = ${quoted(status)}`;
  const sorts = { id: 'id', name: `lower(name${collation})`, registry_id: 'registry_id' };
  const by = order === 'affiliate_status' ? "coalesce(affiliate_status, '')" : sorts[order];
  const sorted = [by, 'id'].map((column) => `${column} ${isDescending ? 'DESC' : 'ASC'}`).join(', ');
  const ids = await rows(
    `SELECT id FROM items WHERE ${matching}${ofStatus} ORDER BY ${sorted} LIMIT ${limit} OFFSET ${skip}`,
  );
  const counts = await rows(`SELECT coalesce(affiliate_status, ''), count(*) FROM items WHERE ${matching} GROUP BY 1`);
  return {
    ids: ids.flatMap((row) => Object.values(row)).map(Number),
    counts: Object.fromEntries(counts.map((row) => Object.values(row)).map(([one, count]) => [one, Number(count)])),
  };
}
