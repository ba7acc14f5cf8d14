import pg from 'pg';
import { type Dialect, ELSEWHERE, type JsonField, type JsonList, type JsonRows, lastOf } from '../sql.ts';
import { isoTime } from './times.ts';

/** SQL of PostgreSQL. ListQuery writes the JSON of a list. */
export const dialect: Dialect = {
  statementForm: 'anywhere',
  now: 'now()',
  list,
  version: (fields, rest, elsewhere) => {
    const versions = fields.filter(({ isVersion }) => isVersion);
    const values = versions.map((_, index) => `string_agg(v${index}::text, ',')`);
    const rows = versions.map((field, index) => `${sqlOf(field)} AS v${index}`);
    const columns = [lastOf('NULL', elsewhere), ...values].join(', ');
    return { sql: `SELECT ${columns} FROM (SELECT ${rows.join(', ')} FROM ${rest}) AS part`, fields: [] };
  },
  rows: (parameter, columns) => {
    const values = Object.entries(columns).map(
      ([name, type], index) => `CAST(value ->> ${index} AS ${type}) AS ${name}`,
    );
    return `(SELECT ${values.join(', ')} FROM jsonb_array_elements(CAST(${parameter} AS jsonb)))`;
  },
  hexOf: (bytes) => `encode(${bytes}, 'hex')`,
  bytesOf: (hex) => `decode(${hex}, 'hex')`,
  newItemId: (id) => `coalesce(${id}, nextval('items_id_seq'))`,
  registryOf: (id) => ({ id, from: [], where: [] }),
};

function list(place: string, fields: readonly JsonField[], rest: string, elsewhere?: string): JsonList {
  const sql = `SELECT ${[place, ...fields.map(sqlOf)].join(', ')} FROM ${rest}`;
  if (elsewhere === undefined) return { sql, fields };
  const row = [ELSEWHERE, ...fields.map(() => 'NULL')].join(', ');
  return { sql: `(${sql}) UNION ALL (SELECT ${row} FROM ${elsewhere} LIMIT 1)`, fields };
}

/** Returns SQL for a value. The type `numeric` rounds an amount to 15 digits. */
const sqlOf = ({ sql, kind }: JsonField): string => (kind === 'amount' ? `CAST(${sql} AS numeric)` : sql);

/** Returns the statement that sends the rows of a query as text. Such a statement has no parameters. */
export const copyOf = (sql: string, values: readonly unknown[]): string =>
  `COPY (${sql.replace(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1]))}) TO STDOUT`;

const literal = (value: unknown): string =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : pg.escapeLiteral(String(value));

const [TAB, LINE_END, SPACE, QUOTE, DIGIT_0, BACKSLASH] = [0x09, 0x0a, 0x20, 0x22, 0x30, 0x5c];
const [LETTER_N, LETTER_T, LETTER_V, LETTER_Z, LETTER_TRUE] = [0x4e, 0x54, 0x76, 0x5a, 0x74];
const [OPENING, CLOSING, COMMA, POINT, PLUS] = [0x5b, 0x5d, 0x2c, 0x2e, 0x2b];
const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const VERTICAL_TAB = Buffer.from('\\u000b');
const HEX = Buffer.from('0123456789abcdef');

/** Length of `2026-01-31 12:00:00`. */
const SECONDS_LENGTH = 19;

/** Size of the memory for a list in bytes. It grows if necessary. */
const SIZE = 32_768;

/** Size up to which memory is used again, in bytes. */
const LARGEST = 1_048_576;

/** Maximum number of bytes that one byte of a text becomes. */
const LONGEST = 6;

/**
 * Memory of earlier lists, for the next lists. A list is copied from it, because it is sent to its reader later. If
 * each list began with new memory, and grew, V8 would collect garbage for a fifth of the time.
 */
const unused: Buffer<ArrayBuffer>[] = [];

/** Maximum number of lists for whose memory there is room in `unused`: the lists that are usually read at once. */
const UNUSED = 4;

/**
 * Query for statements of `copyOf`, one after the other. Turns the bytes of their rows directly into JSON, exactly as
 * `json_build_object` would. `json_build_object` takes three times as long as the query itself, and texts and rows as
 * objects would keep the garbage collector busy.
 */
export class ListQuery extends pg.Query {
  readonly #fields: readonly (readonly JsonField[])[];
  readonly #lists: JsonRows[] = [];
  #writer: JsonListWriter | null = null;

  /**
   * @param fields fields of each statement
   * @param done receives the error, if there is one
   */
  constructor(
    config: pg.QueryConfig,
    fields: readonly (readonly JsonField[])[],
    done: (error: Error | undefined) => void,
  ) {
    super(config, done);
    this.#fields = fields;
  }

  /** Rows of each statement, after the end of the query. */
  get lists(): readonly JsonRows[] {
    return this.#lists;
  }

  /** Called by the driver with each row. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#current().row(chunk);
  }

  /** Called by the driver after each statement. */
  handleCommandComplete(): void {
    this.#lists.push(this.#current().finished());
    this.#writer = null;
  }

  #current(): JsonListWriter {
    this.#writer ??= new JsonListWriter(this.#fields[this.#lists.length] ?? []);
    return this.#writer;
  }
}

/** Writes the rows of a statement as JSON. The first column is the place of a row. */
class JsonListWriter {
  readonly #prefixes: readonly Buffer[];
  readonly #fields: readonly JsonField[];
  /** Maximum number of bytes of a row, without its values. */
  readonly #fixed: number;
  #to = unused.pop() ?? Buffer.allocUnsafe(SIZE);
  #end = 0;
  #count = 0;
  #last: number | null = null;
  readonly #versions: string[];

  constructor(fields: readonly JsonField[]) {
    this.#fields = fields;
    this.#versions = fields.filter(({ isVersion }) => isVersion).map(() => '');
    this.#prefixes = fields.map(({ name }, index) =>
      Buffer.from(`${index === 0 ? '{' : ', '}${JSON.stringify(name)} : `),
    );
    this.#fixed = this.#prefixes.reduce((sum, { length }) => sum + length + LONGEST, 3);
    this.#byte(OPENING);
  }

  /** Returns the rows. Call this function once, after the last row. */
  finished(): JsonRows {
    this.#byte(CLOSING);
    const json = Buffer.allocUnsafeSlow(this.#end);
    this.#to.copy(json, 0, 0, this.#end);
    if (unused.length < UNUSED && this.#to.length <= LARGEST) unused.push(this.#to);
    return { count: this.#count, last: this.#last, json, versions: this.#versions };
  }

  /**
   * Adds a row: its values with tabs in between and a line end. Special characters are escaped:
   * postgresql.org/docs/current/sql-copy.html.
   */
  row(from: Buffer): void {
    this.#makeRoom(this.#fixed + LONGEST * from.length);
    if (this.#count > 0) this.#byte(COMMA);
    let at = 0;
    let place = 0;
    for (let byte = from[at] ?? 0; byte !== TAB; byte = from[++at] ?? TAB) place = place * 10 + byte - DIGIT_0;
    this.#last = place;
    this.#count++;
    let version = 0;
    for (let index = 0; index < this.#fields.length; index++) {
      const begin = at + 1;
      if (this.#fields[index]?.isOptional && isNull(from, begin)) {
        at = begin + 2;
        continue;
      }
      this.#bytes(this.#prefixes[index] ?? NULL);
      at = this.#value(this.#fields[index]?.kind ?? 'text', from, begin);
      if (this.#fields[index]?.isVersion)
        this.#versions[version++] += (this.#count > 1 ? ',' : '') + from.toString('latin1', begin, at);
    }
    this.#byte(0x7d);
  }

  /** Writes a value. @param at place of its first byte @returns the place after its last byte */
  #value(kind: JsonField['kind'], from: Buffer, at: number): number {
    if (isNull(from, at)) {
      this.#bytes(NULL);
      return at + 2;
    }
    if (kind === 'text') return this.#text(from, at);
    if (kind === 'boolean') {
      this.#bytes(from[at] === LETTER_TRUE ? TRUE : FALSE);
      return at + 1;
    }
    if (kind === 'moment') return this.#moment(from, at);
    let end = at;
    for (; !isEnd(from[end]); end++) this.#to[this.#end++] = from[end] ?? 0;
    return end;
  }

  #text(from: Buffer, at: number): number {
    const to = this.#to;
    let end = this.#end;
    to[end++] = QUOTE;
    let next = at;
    for (let byte = from[next]; byte !== undefined && byte !== TAB && byte !== LINE_END; byte = from[++next]) {
      if (byte === BACKSLASH) {
        // All other escapes are the same in JSON.
        const escaped = from[++next] ?? BACKSLASH;
        if (escaped === LETTER_V) for (const one of VERTICAL_TAB) to[end++] = one;
        else {
          to[end++] = BACKSLASH;
          to[end++] = escaped;
        }
      } else if (byte === QUOTE) {
        to[end++] = BACKSLASH;
        to[end++] = QUOTE;
      } else if (byte < SPACE) {
        to.write('\\u00', end);
        to[end + 4] = HEX[byte >> 4] ?? 0;
        to[end + 5] = HEX[byte & 15] ?? 0;
        end += LONGEST;
      } else to[end++] = byte;
    }
    to[end++] = QUOTE;
    this.#end = end;
    return next;
  }

  #moment(from: Buffer, at: number): number {
    let end = at;
    while (!isEnd(from[end])) end++;
    const zone = end - 3;
    const isUsual =
      from[zone] === PLUS && from[zone + 1] === DIGIT_0 && from[zone + 2] === DIGIT_0 && from[at + 10] === SPACE;
    const digits = zone - at - SECONDS_LENGTH - 1;
    if (!isUsual || digits > 3) {
      this.#bytes(Buffer.from(`"${isoTime(from.toString('latin1', at, end))}"`));
      return end;
    }
    const to = this.#to;
    let written = this.#end;
    to[written++] = QUOTE;
    for (let index = at; index < at + SECONDS_LENGTH; index++) to[written++] = from[index] ?? 0;
    to[this.#end + 11] = LETTER_T;
    to[written++] = POINT;
    for (let digit = 0; digit < 3; digit++)
      to[written++] = digit < digits ? (from[at + SECONDS_LENGTH + 1 + digit] ?? 0) : DIGIT_0;
    to[written++] = LETTER_Z;
    to[written++] = QUOTE;
    this.#end = written;
    return end;
  }

  #byte(byte: number): void {
    this.#to[this.#end++] = byte;
  }

  #bytes(bytes: Buffer): void {
    for (let index = 0; index < bytes.length; index++) this.#to[this.#end++] = bytes[index] ?? 0;
  }

  #makeRoom(count: number): void {
    // The closing bracket needs a byte, too.
    const needed = this.#end + count + 1;
    if (needed <= this.#to.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#to.length));
    this.#to.copy(larger, 0, 0, this.#end);
    this.#to = larger;
  }
}

const isNull = (from: Buffer, at: number): boolean => from[at] === BACKSLASH && from[at + 1] === LETTER_N;

const isEnd = (byte: number | undefined): boolean => byte === undefined || byte === TAB || byte === LINE_END;
