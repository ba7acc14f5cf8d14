import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import { isKnown } from '../http/entity-tags.ts';
import { ApiError } from '../http/errors.ts';
import type { AnswerTurns } from '../http/load/answer-turns.ts';
import type { WaitingAnswers } from '../http/load/waiting-answers.ts';
import { type ItemSource, type ItemsPart, MAX_ITEMS, partsOf } from './parts.ts';

/**
 * Maximum number of parts of long lists that are read at the same time. On PostgreSQL, these reads and the statements
 * of other requests share ten connections.
 */
const MAX_READS = 4;

const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
const EMPTY = Buffer.from('[]');

/**
 * Answers lists of items. A short list is sent as a whole. A long list is sent in parts, as fast as its reader receives
 * them.
 */
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
   * @param source source of the items that the viewer may see
   * @param limit maximum number of items
   * @param versions returns the versions of the same items. With it, a list that is sent as a whole has an entity tag.
   *   The list itself contains the versions of the tag, because it may change between two reads
   * @param onFull called before the answer begins, unless it is certain that the list has fewer items than `limit`
   * @throws {ApiError} 503 if too many bytes wait for slow readers, or too many lists wait for their turn
   */
  async answer(
    reply: FastifyReply,
    viewer: User,
    source: ItemSource,
    limit: number,
    { versions, onFull }: { versions?: () => Promise<readonly string[]>; onFull?: (() => void) | undefined } = {},
  ) {
    const isLong = limit > MAX_ITEMS;
    const tagOf = (all: readonly string[]) =>
      `W/"${hash('sha1', all.join(' ').trim(), 'base64url')}${viewer.isAdmin ? '.admin' : ''}"`;
    if (versions && !isLong && reply.request.headers['if-none-match'] !== undefined) {
      if (isKnown(reply, tagOf(await versions()))) return reply.send();
    }
    const parts = partsOf(isLong ? this.#besideOthers(source) : source, limit);
    const { value: first } = await this.#turns.build(isLong ? 'first' : 'whole', () => {
      if (this.#waiting.isFull(viewer)) throw new ApiError('overloaded');
      return parts.next();
    });
    reply.type('application/json; charset=utf-8');
    if (first && (first.count >= limit || first.next !== null)) onFull?.();
    if (versions && !isLong && first) reply.header('etag', tagOf(first.versions));
    if (!first || first.next === null) return reply.send(first?.json ?? EMPTY);
    // For a HEAD request, builds no further parts: without a reader, nothing would limit how fast they are built.
    const isRead = reply.request.method !== 'HEAD';
    const list = isRead ? this.#logged(this.#bytes(viewer, first, parts), reply.request.id) : [];
    return reply.send(Readable.from(list, { objectMode: false, highWaterMark: 1 }));
  }

  /** Returns a source that waits before each read while too many other reads are in progress. */
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

  /**
   * Logs an error that ends a list too early. The answer has begun, so the caller only sees that the connection closes.
   */
  async *#logged(bytes: AsyncGenerator<Uint8Array, void>, reqId: string): AsyncGenerator<Uint8Array, void> {
    try {
      yield* bytes;
    } catch (error) {
      this.#log.error({ err: error, reqId }, 'a list was cut off');
      throw error;
    }
  }

  /** Yields the bytes of a list. Each part counts as waiting until the reader requests the next part. */
  async *#bytes(
    viewer: User,
    first: ItemsPart,
    parts: AsyncGenerator<ItemsPart, undefined>,
  ): AsyncGenerator<Uint8Array, void> {
    let isBegun = false;
    for (let part: ItemsPart | undefined = first; part; ) {
      if (part.count > 0) {
        // The closing bracket of the previous part was not sent, so this part continues the same array.
        const json = part.json.subarray(isBegun ? 1 : 0, -1);
        yield* this.#waitFor(viewer, isBegun ? Buffer.concat([COMMA, json]) : json);
        isBegun = true;
      }
      ({ value: part } = await this.#turns.build('further', () => parts.next()));
    }
    yield isBegun ? CLOSE : EMPTY;
  }

  *#waitFor(viewer: User, part: Uint8Array): Generator<Uint8Array, void> {
    const release = this.#waiting.hold(viewer, part.length);
    try {
      yield part;
    } finally {
      release();
    }
  }
}
