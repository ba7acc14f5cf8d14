import type { Row, Value } from './database.ts';

/** A row as an object: the fields have the names of the columns. Columns whose name begins with `is_` are booleans. */
export type Fields<T> = { [Name in keyof T]: string | number | boolean | null };

/**
 * Returns a function that converts rows to objects. The caller supplies the type of the objects, as for `Database.read`.
 * @param names the first columns of the rows, in their order
 */
export function recordsOf<T extends Fields<T>>(names: readonly (keyof T & string)[]): (row: Row) => T {
  const columns = names.map((name) => ({ name, isBoolean: name.startsWith('is_') }));
  return (row) => {
    const record: Partial<Record<string, unknown>> = {};
    for (const [index, { name, isBoolean }] of columns.entries())
      record[name] = isBoolean ? row[index] === 1 : row[index];
    return record as T;
  };
}

/** Converts the value of a field to the value of its column. */
export const columnValue = (value: string | number | boolean | null | undefined): Value =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);

/** Returns the values of some fields in their order, as the database stores them. */
export const valuesOf = <T extends Fields<T>>(record: T, names: readonly (keyof T)[]): Value[] =>
  names.map((name) => columnValue(record[name]));
