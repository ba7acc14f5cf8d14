/** A field of a JSON object that a database writes. */
export interface JsonField {
  name: string;
  /** What it holds, as SQL. */
  sql: string;
  /**
   * A number may have decimals; a boolean is a condition; a moment is written as JavaScript does, to the millisecond. The
   * rest, texts and whole numbers, is written as it is.
   */
  kind: 'number' | 'boolean' | 'moment' | 'other';
}

/** What databases do not agree on: how their SQL writes JSON. */
export interface JsonSql {
  /** Returns SQL that writes an object (text); the statement names its columns without their table. */
  object(fields: readonly JsonField[]): string;
  /** Returns SQL that makes an array of what all rows hold, null where there are none: as text, or as bytes of UTF-8. */
  array(texts: string): string;
}

/**
 * Returns a parameter as LIMIT or OFFSET takes it. SQLite looks at a plain parameter there to plan with it, and compiles
 * the statement anew each time one is bound: a page of one item took 11 µs instead of 1.6, one of JSON 70 more.
 */
export const counted = (parameter: string): string => `(0 + ${parameter})`;
