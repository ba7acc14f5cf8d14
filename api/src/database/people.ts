import type { Statements, Value } from './database.ts';

/** Selects the personal data to erase. The address is in lower case. `before` is an ISO 8601 time in UTC. */
export type Erasure =
  | { giverEmail: string }
  | { giverUserId: number }
  | { registryId: number; before?: string | undefined };

/**
 * Erases people from the rows of a table. The rows themselves stay.
 * @param person beginning of the columns that name a person, for example `giver`
 * @param columns columns that are erased
 * @param touchedAt if set, the rows' new `updated_at`. Thus the service rejects changes that are based on an earlier
 * read. Such a change would restore the erased data
 * @param isOfRegistry SQL condition for the rows of a registry, the parameter with its id given
 * @returns the ids of the rows that lost data
 */
export async function erasePerson(
  database: Pick<Statements, 'write'>,
  table: string,
  person: string,
  columns: readonly string[],
  whose: Erasure,
  touchedAt?: string,
  isOfRegistry = (registry: string): string => `registry_id = ${registry}`,
): Promise<string[]> {
  const values: Value[] = touchedAt === undefined ? [] : [touchedAt];
  const parameter = (value: Value): string => `$${values.push(value)}`;
  const set = [...columns.map((column) => `${column} = NULL`), ...(touchedAt === undefined ? [] : ['updated_at = $1'])];
  const conditions = [`(${columns.map((column) => `${column} IS NOT NULL`).join(' OR ')})`];
  // SQLite uses a partial index only if the statement repeats the condition of the index.
  if ('giverEmail' in whose)
    conditions.push(`${person}_email IS NOT NULL AND ${person}_email = ${parameter(whose.giverEmail)}`);
  else if ('giverUserId' in whose) conditions.push(`${person}_user_id = ${parameter(whose.giverUserId)}`);
  else {
    conditions.push(isOfRegistry(parameter(whose.registryId)));
    if (whose.before !== undefined) conditions.push(`created_at < ${parameter(whose.before)}`);
  }
  const sql = `UPDATE ${table} SET ${set.join(', ')} WHERE ${conditions.join(' AND ')} RETURNING id`;
  const lockId = 'registryId' in whose ? whose.registryId : undefined;
  const rows = await database.write<[id: string]>(sql, values, { lockId });
  return rows.map(([id]) => id);
}
