import { asciiAddress } from '@largesse/contract';
import { timeAfter } from '../times.ts';
import type { Value } from './database.ts';
import { allOf, columns, type Parameter, parameters, query, type Running, type Sql, sql } from './statements.ts';

const ID = columns<{ id: string }>({ id: 'id' });

/** Selects the personal data to erase. The address is in lower case. `before` is an ISO 8601 time in UTC. */
export type Erasure =
  | { giver_email: string }
  | { giver_user_id: number }
  | { registry_id: number; before?: string | undefined };

const $ = parameters('email', 'userId', 'registryId', 'before', 'now');
type WhoseName = 'email' | 'userId' | 'registryId' | 'before';

/** People in a table. */
interface PeopleOfTable {
  table: string;
  /** Beginning of the columns that name a person, for example `giver`. */
  person: string;
  /** Columns to erase. */
  columns: readonly string[];
  /** SQL condition for the rows of a registry, the parameter with its id given. */
  isOfRegistry?: IsOfRegistry | undefined;
}

type IsOfRegistry = (registryId: Parameter<'registryId'>) => Sql<'registryId'>;
const hasRegistryId: IsOfRegistry = (registryId) => sql`registry_id = ${registryId}`;

/** SQL condition for the selected rows of a table. Its parameters are `valuesOf`. @param person see `PeopleOfTable` */
export function isOf(whose: Erasure, person: string, isOfRegistry: IsOfRegistry = hasRegistryId): Sql<WhoseName> {
  // SQLite uses a partial index only if the statement repeats the condition of the index.
  if ('giver_email' in whose) return sql`${person}_email IS NOT NULL AND ${person}_email = ${$.email}`;
  if ('giver_user_id' in whose) return sql`${person}_user_id = ${$.userId}`;
  const isBefore = whose.before === undefined ? null : sql`created_at < ${$.before}`;
  return allOf([isOfRegistry($.registryId), isBefore]);
}

/** Returns the values for the parameters of `isOf`. */
export const valuesOf = (whose: Erasure): Record<WhoseName, Value> => ({
  email: 'giver_email' in whose ? whose.giver_email : null,
  userId: 'giver_user_id' in whose ? whose.giver_user_id : null,
  registryId: 'registry_id' in whose ? whose.registry_id : null,
  before: ('before' in whose ? whose.before : null) ?? null,
});

/** SQL: columns without their values. */
export const cleared = (columns: readonly string[]): string => columns.map((column) => `${column} = NULL`).join(', ');

/** SQL condition that any of these columns has a value. */
export const hasAny = (columns: readonly string[]): string =>
  `(${columns.map((column) => `${column} IS NOT NULL`).join(' OR ')})`;

/**
 * Erases people from the rows of a table. The rows themselves stay, with a new `updated_at`. Thus the service rejects
 * changes that are based on an earlier read. Such a change would restore the erased data.
 * @returns the ids of the rows that lost data
 */
export async function erasePerson(
  database: Running<'write'>,
  { table, person, columns: erased, isOfRegistry }: PeopleOfTable,
  whose: Erasure,
): Promise<string[]> {
  const erase = query(ID)`UPDATE ${table} SET ${cleared(erased)}, updated_at = ${$.now}
    WHERE ${hasAny(erased)} AND ${isOf(whose, person, isOfRegistry)} RETURNING ${ID}`;
  const lockId = 'registry_id' in whose ? whose.registry_id : undefined;
  const found = await erase.write(database, { now: timeAfter(), ...valuesOf(whose) }, { lockId });
  return found.map(({ id }) => id);
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
