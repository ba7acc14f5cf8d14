import type { Form } from './forms.ts';

/** Value of a column or parameter; every integer fits a JavaScript number exactly (contract: MAX_SAFE). */
export type Value = string | number | null;

/** Values of a row in the order of the selected columns. An object for each row would cost twice as much. */
export type Row = readonly (Value | Uint8Array)[];

/** A field of a JSON object that the database builds. */
export interface JsonField {
  name: string;
  /** Value as SQL. */
  sql: string;
  /**
   * Kind of the value. `number` may have decimals; `amount` is rounded to 15 digits, because sums are inexact.
   * `boolean` is a condition in SQL. `moment` is a time in JavaScript's format with milliseconds.
   */
  kind: 'number' | 'amount' | 'integer' | 'boolean' | 'moment' | 'text';
  /** True if the value is part of the row's version: one of these values differs if any value of the row differs. */
  isVersion?: boolean;
  /** True if objects omit the field when its value is null. The first field of an object is never optional. */
  isOptional?: boolean;
}

/** A statement whose rows become a JSON array, see `Database.list`. The same SQL always has the same fields. */
export interface JsonList {
  sql: string;
  /** None if the statement reads only the `versions`. */
  fields: readonly JsonField[];
}

/** A JSON array of rows in UTF-8, the number of its rows, and the place of the last row; null if there is none. */
export interface JsonRows {
  count: number;
  last: number | null;
  /** Several callers may share the bytes, so they must not change them. */
  json: Uint8Array<ArrayBuffer>;
  /** Values of each field with `isVersion` in all rows, separated by commas. */
  versions: readonly string[];
}

/** Last place of rows if `elsewhere` has found a row (see Dialect). Every other place is lower. */
export const ELSEWHERE = 2 ** 52;

/** Returns SQL for a last place, or ELSEWHERE if `elsewhere` finds a row (see Dialect). */
export const lastOf = (last: string, elsewhere: string | undefined): string =>
  elsewhere === undefined ? last : `CASE WHEN EXISTS (SELECT 1 FROM ${elsewhere}) THEN ${ELSEWHERE} ELSE ${last} END`;

/** Returns the value of a parameter of `isAmong`. */
export const idsText = (ids: readonly number[]): string => JSON.stringify(Object.fromEntries(ids.map((id) => [id, 0])));

/** Returns an SQL condition: an id is one of any number of ids in a parameter (`idsText`). */
export const isAmong = (id: string, parameter: { toString(): string }): string =>
  `${id} IN (SELECT CAST(key AS BIGINT) FROM json_each(${parameter}))`;

/** SQL that differs between databases. */
export interface Dialect {
  /** Form of each statement that the database runs. Only `Query` reads it. */
  statementForm: Form;
  /** SQL for the current time. */
  now: string;
  /**
   * Returns a statement that reads rows as JSON.
   * @param place SQL for the place of a row
   * @param rest SQL after FROM. Its order is the order of the places
   * @param elsewhere SQL after FROM about other registries: if it finds a row, the last place is ELSEWHERE, and the
   *   JSON is undefined
   */
  list(place: string, fields: readonly JsonField[], rest: string, elsewhere?: string): JsonList;
  /**
   * Returns a statement that reads only the `versions` of these rows, which is cheaper, and ELSEWHERE as last place.
   */
  version(fields: readonly JsonField[], rest: string, elsewhere?: string): JsonList;
  /**
   * Returns SQL for a table whose rows come from a parameter: a JSON array of arrays, with one value for each column.
   * @param columns the PostgreSQL types of the columns, by column name
   */
  rows(parameter: string, columns: Readonly<Record<string, 'bigint' | 'double precision' | 'text' | 'uuid'>>): string;
  /** Returns SQL that converts bytes to a text of hexadecimal digits. */
  hexOf(bytes: string): string;
  /** Returns SQL that converts a text of hexadecimal digits to bytes. */
  bytesOf(hex: string): string;
  /** Returns SQL for the id of a new item. @param id SQL for its value from `Database.newItemIds` */
  newItemId(id: string): string;
  /**
   * Returns SQL for the id of the registry in which an `INSERT … SELECT` creates rows, with the tables and conditions
   * that this id needs. The write has the lock of this registry.
   * @param id parameter with the registry's id
   */
  registryOf(id: string): { id: string; from: readonly string[]; where: readonly string[] };
}

/**
 * Hides the value of a LIMIT or OFFSET parameter from SQLite's planner. Otherwise, SQLite would compile the statement
 * again for each value: a page of one item took 11 µs instead of 1.6, and a page as JSON 70 µs more.
 */
export const counted = (parameter: string): string => `(0 + ${parameter})`;

/** Comment in place of the number of earlier writes, see `withEarlier`. */
export const EARLIER = '/* + earlier */';

/**
 * Returns SQL for a number of rows that a write (see `Target`) counts in the registry of its lock. If several writes
 * with the same lock become one statement, the statement does not see their rows; the number then includes those of
 * earlier writes. Without it, each of these writes has its own statement.
 */
export const withEarlier = (count: string): string => `${count} ${EARLIER}`;

/** A row as an object: the fields have the names of the columns. Columns whose name begins with `is_` are booleans. */
export type Fields<T> = { [Name in keyof T]: string | number | boolean | null };

/** Converts the value of a field to the value of its column. */
export const columnValue = (value: string | number | boolean | null | undefined): Value =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);
