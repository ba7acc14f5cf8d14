import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TimeLeft } from '../scheduling/deadline.ts';
import type { BackgroundIndex, Database } from './database.ts';
import { type Among, SEARCHED, UNIT_SIZE } from './search.ts';
import type { Dialect, Row, Value } from './sql.ts';
import { columns, parameters, query, Sql, sameColumns, sql } from './statements.ts';

/** Tables of the index. */
export const INDEX_TABLES = ['search_parts', 'search_bits', 'changed_texts'];

/** Number of buckets to which the sequences of characters belong. */
const BUCKETS = 16_368;

/** Number of buckets in a row, so that the row fills a page of SQLite. */
const BUCKETS_OF_ROW = 31;

/** Number of bytes that one statement writes. */
const STORED = 32_768;

/** Maximum number of sequences of a text that a search looks up. */
const MAX_SEQUENCES = 12;

/** Maximum number of changed items. With more, searches read all items. */
const MAX_CHANGED = 10_000;

/** Number of changes after which a part is built again at once. */
const MAX_CHANGES = 128;

/** Time after which a part with fewer changes is built again (milliseconds). */
const OUTDATED_MS = 3_600_000;

/** Time after which another process may repeat an attempt to build a part (milliseconds). */
const ATTEMPT_MS = 600_000;

/** Number of ids that one statement reads. */
const SLICE = 4 * UNIT_SIZE;

const $ = parameters('part', 'first', 'end', 'attempt', 'now', 'expired', 'rows', 'wanted', 'numbers', 'limit');

const PART = columns<{ part: number }>({ part: 'part' });
const NUMBER = columns<{ number: number }>({ number: 'number' });
/** First id that is not in the index, and the id of the first item from there. */
const NEXT = columns<{ end: number; next: number | null }>({
  end: 'known.end_id',
  next: '(SELECT min(id) FROM items WHERE id >= known.end_id)',
});
const TEXTS = columns<{ id: number; texts: Record<(typeof SEARCHED)[number], string | null> }>({
  id: 'id',
  texts: sameColumns(SEARCHED),
});

/** Kinds of the rows that a search reads first. */
const KIND = { part: 0, changed: 1, bits: 2 } as const;

/** Sizes of an index, which differ only in tests. */
interface IndexOptions {
  /** Number of units of a part, a multiple of 8. Items after the last whole part are not in the index. */
  units: number;
  /** Above this share of units with the text, reading all items is as fast. */
  maxShare: number;
  /** Pause after each statement of `build`, as a multiple of its time. With 50, it takes 2 % of a processor. */
  pause: number;
}
const USUAL: IndexOptions = { units: 1024, maxShare: 0.3, pause: 50 };

/** A database whose costly reads have a time limit. */
interface IndexedDatabase extends Pick<Database, 'read' | 'write' | 'dialect'> {
  scan<R extends Row>(sql: string, values: readonly Value[], time?: TimeLeft): Promise<R[]>;
}

/**
 * Index of the searches among many items. It says where a text can be; the statement of the search then checks these
 * items by the exact rule. So the index may name too many items, but never too few.
 *
 * A unit is `UNIT_SIZE` consecutive ids, a part usually 1,024 units. Each sequence of three or four characters belongs
 * to a bucket, and for each bucket, a part has a bit for each unit that contains such a sequence. So a text can only be
 * in units that have the bits of all its sequences.
 *
 * Writes do not wait for the index. `build` adds a part in small steps as soon as no more items can get its ids, so
 * searches read the newest items themselves. A trigger notes items whose texts have changed; searches read these, too,
 * until `build` has repeated their part. Small databases have no whole part, and thus no index.
 */
export class SearchIndex implements BackgroundIndex {
  readonly #database: IndexedDatabase;
  readonly #lastSettled: () => Promise<number>;
  readonly #options: IndexOptions;
  readonly #statements: ReturnType<typeof statementsOf>;

  /** @param lastSettled returns an id up to which no more items will appear */
  constructor(database: IndexedDatabase, lastSettled: () => Promise<number>, options: Partial<IndexOptions> = {}) {
    this.#database = database;
    this.#lastSettled = lastSettled;
    this.#options = { ...USUAL, ...options };
    this.#statements = statementsOf(database.dialect, this.#partSize, this.#width);
  }

  get #partSize(): number {
    return this.#options.units * UNIT_SIZE;
  }

  /** Number of bytes of a bucket. */
  get #width(): number {
    return this.#options.units / 8;
  }

  /**
   * Returns the places of a text; null to read all items, because the text is short or common, or few items are in the
   * index. One statement reads everything, because a part that is built again at this moment forgets its changed items.
   */
  async among(text: string | null, time?: TimeLeft): Promise<Among | null> {
    const buckets = someOf(bucketsOf(text ?? ''), MAX_SEQUENCES);
    if (buckets.length === 0) return null;
    const wanted = buckets.map((bucket) => [
      Math.floor(bucket / BUCKETS_OF_ROW),
      (bucket % BUCKETS_OF_ROW) * this.#width + 1,
    ]);
    const find = this.#statements.find.with({ wanted: JSON.stringify(wanted), limit: MAX_CHANGED + 1 });
    const rows = await this.#database.scan<[kind: number, number: number, bits: string]>(find.sql, find.values, time);
    const changed = rows.filter(([kind]) => kind === KIND.changed).map(([, id]) => id);
    const parts = rows.filter(([kind]) => kind === KIND.part).map(([, part]) => part);
    if (parts.length === 0 || changed.length > MAX_CHANGED) return null;
    const bits = new Map(parts.map((part) => [part, Buffer.alloc(this.#width, 255)]));
    for (const [kind, part, hex] of rows) {
      const found = kind === KIND.bits ? bits.get(part) : undefined;
      if (found === undefined) continue;
      const other = Buffer.from(hex, 'hex');
      for (let byte = 0; byte < found.length; byte++) found[byte] = (found[byte] ?? 0) & (other[byte] ?? 0);
    }
    const units = [...bits].flatMap(([part, found]) => unitsIn(found).map((unit) => part * this.#options.units + unit));
    if (units.length > this.#options.maxShare * parts.length * this.#options.units) return null;
    return { units, changed, end: (Math.max(...parts) + 1) * this.#partSize };
  }

  async build(stop: AbortSignal): Promise<void> {
    const last = await this.#lastSettled();
    while (!stop.aborted) {
      const [known] = await this.#statements.next.read(this.#database, {});
      if (known === undefined || known.next === null) break;
      const part = Math.floor(known.next / this.#partSize);
      if ((part + 1) * this.#partSize > last + 1 || !(await this.#attempt(part, stop))) break;
    }
    await this.#statements.forgetOthers.write(this.#database, {});
    const outdated = await this.#statements.outdated.read(this.#database, { expired: Date.now() - OUTDATED_MS });
    for (const { part } of outdated) if (!stop.aborted) await this.#attempt(part, stop);
  }

  /** @returns false if another process builds the part, or the attempt was stopped */
  async #attempt(part: number, stop: AbortSignal): Promise<boolean> {
    const attempt = randomUUID();
    const now = Date.now();
    const begun = await this.#statements.begin.write(this.#database, { part, attempt, now, expired: now - ATTEMPT_MS });
    if (begun.length === 0) return false;
    try {
      const first = part * this.#partSize;
      // A text that changes after this statement is noted again, and stays noted.
      const changes = await this.#statements.changes.read(this.#database, { first, end: first + this.#partSize });
      const bits = Buffer.alloc(BUCKETS * this.#width);
      await this.#collect(first, bits, stop);
      await this.#store(part, attempt, bits, stop);
      if (stop.aborted) return false;
      const finished = await this.#statements.finish.write(this.#database, { part, attempt });
      const numbers = JSON.stringify(changes.map(({ number }) => [number]));
      await this.#statements.forget.write(this.#database, { numbers, part, attempt });
      return finished.length > 0;
    } finally {
      await this.#statements.end.write(this.#database, { part, attempt });
    }
  }

  /** Sets the bits of all items in a part. */
  async #collect(first: number, bits: Buffer, stop: AbortSignal): Promise<void> {
    const end = first + this.#partSize;
    for (let from = first; from < end && !stop.aborted; from += SLICE)
      await this.#slowly(stop, async () => {
        const given = { first: from, end: Math.min(end, from + SLICE) };
        for (const { id, texts } of await this.#statements.texts.read(this.#database, given))
          for (const column of SEARCHED)
            addBits(bits, this.#width, Math.floor((id - first) / UNIT_SIZE), texts[column]);
      });
  }

  async #store(part: number, attempt: string, bits: Buffer, stop: AbortSignal): Promise<void> {
    const size = BUCKETS_OF_ROW * this.#width;
    const rows = Array.from({ length: BUCKETS / BUCKETS_OF_ROW }, (_, place) => place);
    const count = Math.floor(STORED / size);
    for (let from = 0; from < rows.length && !stop.aborted; from += count)
      await this.#slowly(stop, async () => {
        const stored = rows
          .slice(from, from + count)
          .map((place) => [place, bits.toString('hex', place * size, (place + 1) * size)]);
        await this.#statements.store.write(this.#database, { part, attempt, rows: JSON.stringify(stored) });
      });
  }

  /** Pauses after work, so that requests hardly notice it. */
  async #slowly(stop: AbortSignal, work: () => Promise<void>): Promise<void> {
    const begun = performance.now();
    await work();
    const ms = (performance.now() - begun) * this.#options.pause;
    // Stopping ends the pause with an error.
    await pause(ms, undefined, { signal: stop, ref: false }).catch(() => {});
  }
}

/** Statements of an index, which depend on the kind of database and on the sizes of the index. */
function statementsOf({ rows, hexOf, bytesOf }: Dialect, partSize: number, width: number) {
  const wanted = new Sql<'wanted'>(rows(`${$.wanted}`, { place: 'bigint', first: 'bigint' }));
  const sent = new Sql<'rows'>(rows(`${$.rows}`, { place: 'bigint', hex: 'text' }));
  const numbers = new Sql<'numbers'>(rows(`${$.numbers}`, { number: 'bigint' }));
  // Another process may have begun its own attempt, and forgotten changes that this attempt has not seen.
  const isOwn = sql`EXISTS (SELECT 1 FROM search_parts WHERE part = ${$.part} AND attempt = ${$.attempt})`;
  return {
    find: query()`
      SELECT ${KIND.part}, part, '' FROM search_parts WHERE is_ready = 1
      UNION ALL SELECT ${KIND.changed}, item_id, ''
      FROM (SELECT DISTINCT item_id FROM changed_texts LIMIT ${$.limit}) AS changed
      UNION ALL SELECT ${KIND.bits}, part, ${hexOf(`substr(bits, CAST(wanted.first AS integer), ${width})`)}
      FROM ${wanted} AS wanted JOIN search_bits ON search_bits.place = wanted.place`,
    next: query(NEXT)`
      SELECT ${NEXT} FROM (
        SELECT coalesce(max(part) + 1, 0) * ${partSize} AS end_id FROM search_parts WHERE is_ready = 1) AS known`,
    begin: query(PART)`
      INSERT INTO search_parts (part, attempt, begun_at, is_ready) VALUES (${$.part}, ${$.attempt}, ${$.now}, 0)
      ON CONFLICT (part) DO UPDATE SET attempt = excluded.attempt, begun_at = excluded.begun_at
      WHERE search_parts.attempt = '' OR search_parts.begun_at < ${$.expired} RETURNING ${PART}`,
    changes: query(NUMBER)`SELECT ${NUMBER} FROM changed_texts WHERE item_id >= ${$.first} AND item_id < ${$.end}`,
    texts: query(TEXTS)`SELECT ${TEXTS} FROM items WHERE id >= ${$.first} AND id < ${$.end}`,
    store: query()`
      INSERT INTO search_bits (place, part, bits) SELECT place, CAST(${$.part} AS bigint), ${bytesOf('hex')}
      FROM ${sent} AS sent WHERE ${isOwn} ON CONFLICT (place, part) DO UPDATE SET bits = excluded.bits`,
    finish: query(PART)`
      UPDATE search_parts SET is_ready = 1 WHERE part = ${$.part} AND attempt = ${$.attempt} RETURNING ${PART}`,
    forget: query()`
      DELETE FROM changed_texts WHERE number IN (SELECT number FROM ${numbers} AS seen) AND ${isOwn}`,
    end: query()`UPDATE search_parts SET attempt = '' WHERE part = ${$.part} AND attempt = ${$.attempt}`,
    forgetOthers: query()`
      DELETE FROM changed_texts
      WHERE NOT EXISTS (SELECT 1 FROM search_parts WHERE part = changed_texts.item_id / ${partSize})`,
    outdated: query(PART)`
      SELECT ${PART} FROM (
        SELECT item_id / ${partSize} AS changed_part, count(*) AS changes FROM changed_texts GROUP BY 1) AS changed
      JOIN search_parts ON part = changed_part
      WHERE is_ready = 1 AND (changes >= ${MAX_CHANGES} OR begun_at < ${$.expired}) ORDER BY changes DESC`,
  };
}

/** Sets the bits of a unit for all sequences of a text. */
function addBits(bits: Buffer, width: number, unit: number, text: string | null): void {
  const [byte, bit] = [unit >> 3, 1 << (unit & 7)];
  for (const bucket of bucketsOf(text ?? '')) {
    const place = bucket * width + byte;
    bits[place] = (bits[place] ?? 0) | bit;
  }
}

/**
 * Returns the buckets of all sequences in a text; none if it is too short. A character is a UTF-16 code unit. ASCII
 * letters have no case, as in searches.
 */
function bucketsOf(text: string): number[] {
  const buckets: number[] = [];
  let [first, second, third] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const last = code >= 65 && code <= 90 ? code + 32 : code;
    if (at > 1) buckets.push(bucketOf(0, second, third, last));
    if (at > 2) buckets.push(bucketOf(first, second, third, last));
    [first, second, third] = [second, third, last];
  }
  return buckets;
}

function bucketOf(first: number, second: number, third: number, last: number): number {
  const hash = added(added(added(added(0, first), second), third), last);
  return (hash >>> 0) % BUCKETS;
}

function added(hash: number, code: number): number {
  const product = Math.imul(hash ^ code, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/** Returns some values, evenly spread. */
function someOf(values: readonly number[], max: number): number[] {
  const step = Math.max(1, values.length / max);
  return values.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Returns the numbers of the bits that are set. */
function unitsIn(bits: Buffer): number[] {
  const units: number[] = [];
  for (const [byte, value] of bits.entries())
    for (let bit = 0; bit < 8; bit++) if (value & (1 << bit)) units.push(8 * byte + bit);
  return units;
}
