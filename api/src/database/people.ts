import { asciiAddress } from '@largesse/contract';
import { timeAfter } from '../times.ts';
import type { Statements, Value } from './database.ts';

/** Selects the personal data to erase. The address is in lower case. `before` is an ISO 8601 time in UTC. */
export type Erasure =
  | { giver_email: string }
  | { giver_user_id: number }
  | { registry_id: number; before?: string | undefined };

/** People in a table. */
interface PeopleOfTable {
  table: string;
  /** Beginning of the columns that name a person, for example `giver`. */
  person: string;
  /** Columns to erase. */
  columns: readonly string[];
  /** SQL condition for the rows of a registry, the parameter with its id given. */
  isOfRegistry?: ((registry: string) => string) | undefined;
}

/**
 * Erases people from the rows of a table. The rows themselves stay, with a new `updated_at`. Thus the service rejects
 * changes that are based on an earlier read. Such a change would restore the erased data.
 * @returns the ids of the rows that lost data
 */
export async function erasePerson(
  database: Pick<Statements, 'write'>,
  { table, person, columns, isOfRegistry = (registry) => `registry_id = ${registry}` }: PeopleOfTable,
  whose: Erasure,
): Promise<string[]> {
  const values: Value[] = [timeAfter()];
  const parameter = (value: Value): string => `$${values.push(value)}`;
  const set = [...columns.map((column) => `${column} = NULL`), 'updated_at = $1'];
  const conditions = [`(${columns.map((column) => `${column} IS NOT NULL`).join(' OR ')})`];
  // SQLite uses a partial index only if the statement repeats the condition of the index.
  if ('giver_email' in whose)
    conditions.push(`${person}_email IS NOT NULL AND ${person}_email = ${parameter(whose.giver_email)}`);
  else if ('giver_user_id' in whose) conditions.push(`${person}_user_id = ${parameter(whose.giver_user_id)}`);
  else {
    conditions.push(isOfRegistry(parameter(whose.registry_id)));
    if (whose.before !== undefined) conditions.push(`created_at < ${parameter(whose.before)}`);
  }
  const sql = `UPDATE ${table} SET ${set.join(', ')} WHERE ${conditions.join(' AND ')} RETURNING id`;
  const lockId = 'registry_id' in whose ? whose.registry_id : undefined;
  const rows = await database.write<[id: string]>(sql, values, { lockId });
  return rows.map(([id]) => id);
}

/**
 * Returns an e-mail address in lower case with its domain in ASCII. Every database stores and compares addresses
 * in this form (rules: Purchases). `İ` stays unchanged: its lower case has two characters, so the address could become
 * too long.
 */
export const lowerCaseAddress = (email: string): string =>
  asciiAddress(email.replaceAll(/[^İ]+/g, (letters) => letters.toLowerCase()));

/** Returns an address as `lowerCaseAddress` does, or null if it is missing. */
export const addressOrNull = (email: string | null | undefined): string | null =>
  email == null ? null : lowerCaseAddress(email);
