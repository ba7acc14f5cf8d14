import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import type { AnswerTurns } from '../http/answer-turns.ts';
import { isKnown } from '../http/entity-tags.ts';
import { ApiError } from '../http/errors.ts';
import type { WaitingAnswers } from '../http/waiting-answers.ts';

/**
 * Parts of long lists that are read at the same time. On PostgreSQL, they share ten connections with other requests.
 */
const MAX_READS = 4;

/**
 * Maximum size of a list of more than MAX_ITEMS items that is sent as a whole, with an entity tag (bytes). Headers
 * precede the items, so all versions must be known before.
 */
const MAX_WHOLE = 512 * 1024;

/**
 * A list that is longer, judging by its first items, begins at once (bytes). Everything that is built before takes
 * memory until its reader receives it.
 */
const MAX_EXPECTED = 4 * MAX_WHOLE;

/** Time for building a list as a whole (milliseconds). Then its beginning is sent. */
const MAX_WHOLE_MS = 1000;

const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
const EMPTY = Buffer.from('[]');

/** Answers lists of items: most as a whole, a large one in parts, as fast as its reader receives them. */
export class ItemLists {
  readonly #turns: AnswerTurns;
  readonly #waiting: WaitingAnswers;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  #reads = 0;
  readonly #waitingReads: (() => void)[] = [];

  constructor(turns: AnswerTurns, waiting: WaitingAnswers, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#turns = turns;
    this.#waiting = waiting;
    this.#log = log;
  }

  /**
   * Answers a list. The handler must return the result.
   * @param limit maximum number of items
   * @param versions returns the versions of the same items. The tag of a list that is sent as a whole comes from its
   * own items, because the list may change between two reads
   * @param onFull called before the answer begins, unless the list certainly has fewer items than `limit`
   * @throws {ApiError} 503 if too many bytes wait for slow readers, or too many lists wait for their turn
   */
  async answer(
    reply: FastifyReply,
    viewer: User,
    source: ItemSource,
    limit: number,
    { versions, onFull }: { versions: () => Promise<readonly string[]>; onFull?: (() => void) | undefined },
  ) {
    const isLong = limit > MAX_ITEMS;
    const tagOf = (all: readonly string[]) =>
      `W/"${hash('sha1', all.join(' ').trim(), 'base64url')}${viewer.isAdmin ? '.admin' : ''}"`;
    if (reply.request.headers['if-none-match'] !== undefined) {
      if (isKnown(reply, tagOf(await this.#turns.build('whole', versions)))) return reply.send();
      reply.removeHeader('etag');
    }
    const parts = partsOf(isLong ? this.#besideOthers(source) : source, limit);
    const { value: first } = await this.#turns.build(isLong ? 'first' : 'whole', () => {
      if (this.#waiting.isFull(viewer)) throw new ApiError('overloaded');
      return parts.next();
    });
    reply.type('application/json; charset=utf-8');
    if (first && (first.count >= limit || first.next !== null)) onFull?.();
    if (!first) return reply.send(EMPTY);
    const begun = [first];
    let [next, size] = [first.next, first.json.length];
    const until = (size / first.count) * limit <= MAX_EXPECTED ? performance.now() + MAX_WHOLE_MS : 0;
    while (next !== null && size <= MAX_WHOLE && performance.now() < until) {
      const { value: part } = await this.#turns.build('further', () => parts.next());
      if (!part) break;
      begun.push(part);
      next = part.next;
      size += part.json.length;
    }
    const filled = begun.filter(isFilled);
    const chunks = filled.map(chunkOf);
    if (next === null) {
      reply.header(
        'etag',
        tagOf(first.versions.map((_, index) => filled.map(({ versions }) => versions[index]).join())),
      );
      return reply.send(
        begun.length === 1 ? first.json : Buffer.concat([...chunks, chunks.length > 0 ? CLOSE : EMPTY]),
      );
    }
    // For a HEAD request, nothing would limit how fast further parts are built.
    const isRead = reply.request.method !== 'HEAD';
    const list = isRead ? this.#logged(this.#bytes(viewer, chunks, parts), reply.request.id) : [];
    return reply.send(Readable.from(list, { objectMode: false, highWaterMark: 1 }));
  }

  #besideOthers(source: ItemSource): ItemSource {
    return async (from, count) => {
      if (this.#reads < MAX_READS) this.#reads++;
      else await new Promise<void>((resolve) => this.#waitingReads.push(resolve));
      try {
        return await source(from, count);
      } finally {
        const next = this.#waitingReads.shift();
        if (next) next();
        else this.#reads--;
      }
    };
  }

  /** The answer has begun, so the caller only sees that the connection closes. */
  async *#logged(bytes: AsyncGenerator<Uint8Array, void>, reqId: string): AsyncGenerator<Uint8Array, void> {
    try {
      yield* bytes;
    } catch (error) {
      this.#log.error({ err: error, reqId }, 'a list was cut off');
      throw error;
    }
  }

  /** Each part counts as waiting until the reader requests the next part. @param chunks beginning of the list */
  async *#bytes(
    viewer: User,
    chunks: readonly Uint8Array[],
    parts: AsyncGenerator<ItemsPart, undefined>,
  ): AsyncGenerator<Uint8Array, void> {
    yield* this.#waitFor(viewer, chunks);
    let isBegun = chunks.length > 0;
    for (;;) {
      const { value: part } = await this.#turns.build('further', () => parts.next());
      if (!part) break;
      if (!isFilled(part)) continue;
      yield* this.#waitFor(viewer, [chunkOf(part, isBegun ? 1 : 0)]);
      isBegun = true;
    }
    yield isBegun ? CLOSE : EMPTY;
  }

  *#waitFor(viewer: User, chunks: readonly Uint8Array[]): Generator<Uint8Array, void> {
    const release = this.#waiting.hold(
      viewer,
      chunks.reduce((sum, { length }) => sum + length, 0),
    );
    try {
      yield* chunks;
    } finally {
      release();
    }
  }
}

const isFilled = ({ count }: ItemsPart): boolean => count > 0;

/** Returns the bytes of a part that continue the same JSON array. @param index 0 for the first part with items */
const chunkOf = ({ json }: ItemsPart, index: number): Uint8Array =>
  index === 0 ? json.subarray(0, -1) : Buffer.concat([COMMA, json.subarray(1, -1)]);

/**
 * Maximum number of pages that one user may request at a time if they skip more than MAX_SKIP items. All users share a
 * short queue for these pages.
 */
const MAX_AT_ONCE = 4;

/** Prevents members from filling the queue of costly reads. Admins are not limited, because they run the site. */
export class DeepPageLimit {
  readonly #looking = new Map<number, number>();

  /** The first read of the source fails (503) if the user reads too many distant pages. */
  bounded({ id, isAdmin }: User, source: ItemSource): ItemSource {
    if (isAdmin) return source;
    return async (from, count) => {
      if (from !== null) return source(from, count);
      const others = this.#looking.get(id) ?? 0;
      if (others >= MAX_AT_ONCE) throw new ApiError('overloaded');
      this.#looking.set(id, others + 1);
      try {
        return await source(from, count);
      } finally {
        const left = (this.#looking.get(id) ?? 1) - 1;
        if (left === 0) this.#looking.delete(id);
        else this.#looking.set(id, left);
      }
    };
  }
}

/** Maximum number of items that are read at a time. */
export const MAX_ITEMS = 100;

/** Items in the first part of a long list. If they are small, the next part has more. */
const SAMPLE = 10;

const SIZE = 128 * 1024;

/** Size above which a part is read again with fewer items, because the previous items were much smaller (bytes). */
const TOO_LARGE = 4 * SIZE;

const GROWTH = 4;

/** Parts are small, so that other requests are not delayed. */
export interface ItemsPart {
  count: number;
  /**
   * JSON array as UTF-8. The code that receives a part may overwrite the bytes, unless it is empty: empty parts may
   * share their bytes.
   */
  json: Uint8Array<ArrayBuffer>;
  /** Start of the next part, if any. */
  next: number | null;
  /** See `JsonRows.versions`: they differ if an item of the part, or the order, differs. The first contains the ids. */
  versions: readonly string[];
}

/** Reads at most `count` items. `from` is `next` of the previous part, or null for the first part. */
export type ItemSource = (from: number | null, count: number) => Promise<ItemsPart>;

/**
 * Reads a list of up to 34 MB in parts, so that it is never in memory as a whole. A change during the list appears only
 * in parts that are read after the change.
 */
export async function* partsOf(source: ItemSource, limit: number): AsyncGenerator<ItemsPart, undefined> {
  const isLong = limit > MAX_ITEMS;
  let wanted = isLong ? SAMPLE : MAX_ITEMS;
  let from: number | null = null;
  for (let left = limit; ; ) {
    const asked = Math.min(wanted, left);
    const { count, json, next, versions } = await source(from, asked);
    if (count > 0) wanted = Math.max(1, Math.min(MAX_ITEMS, asked * GROWTH, Math.floor((count * SIZE) / json.length)));
    // Each repetition requests fewer items, so the loop ends.
    if (isLong && wanted < count && count <= asked && json.length > TOO_LARGE) continue;
    left -= count;
    from = left === 0 ? null : next;
    yield { count, json, next: from, versions };
    if (from === null) return undefined;
  }
}
