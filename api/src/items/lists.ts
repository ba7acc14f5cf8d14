import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import { ApiError } from '../http/errors.ts';
import type { LoopTime } from '../http/loop-time.ts';
import type { WaitingAnswers } from '../http/waiting-answers.ts';
import type { Remaining } from './remaining.ts';
import { type ItemSource, MAX_ROWS, type Slice, slicesOf } from './slices.ts';
import { itemsJson, itemsView } from './views.ts';

/** Answers lists of items. A short one is one text, a long one is sent slice by slice, as fast as its reader takes it. */
export class ItemLists {
  readonly #loop: LoopTime;
  readonly #waiting: WaitingAnswers;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;

  constructor(loop: LoopTime, waiting: WaitingAnswers, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#loop = loop;
    this.#waiting = waiting;
    this.#log = log;
  }

  /**
   * Answers a list as the viewer may see it: a handler returns what this returns.
   * @param limit most items in all
   * @param remaining where the list says of each item how many may still be given
   * @throws {ApiError} 503 where too much waits for slow readers, or too many lists for their turn
   */
  async answer(reply: FastifyReply, viewer: User, source: ItemSource, limit: number, remaining: Remaining = unchanged) {
    if (this.#waiting.isFull(viewer)) throw new ApiError('overloaded');
    await this.#loop.take(limit > MAX_ROWS ? 'first' : 'whole');
    const slices = slicesOf(source, limit);
    const { value: first } = await slices.next();
    if (!first || first.isLast) return itemsView(reply, viewer, await remaining(first?.items ?? []));
    // Of HEAD nobody reads the list, so nobody would bound how fast it is built.
    const isRead = reply.request.method !== 'HEAD';
    const list = isRead ? this.#logged(this.#parts(viewer, remaining, first, slices), reply.request.id) : [];
    const parts = Readable.from(list, { objectMode: false, highWaterMark: 1 });
    return reply.type('application/json; charset=utf-8').send(parts);
  }

  /** Logs what ends a list too early: its answer has begun, so that its caller only sees the connection end. */
  async *#logged(parts: AsyncGenerator<Buffer, void>, reqId: string): AsyncGenerator<Buffer, void> {
    try {
      yield* parts;
    } catch (error) {
      this.#log.error({ err: error, reqId }, 'a list was cut off');
      throw error;
    }
  }

  /** Yields the bytes of a list; each part counts as waiting until the reader wants the next one. */
  async *#parts(
    viewer: User,
    remaining: Remaining,
    first: Slice,
    slices: AsyncGenerator<Slice, void>,
  ): AsyncGenerator<Buffer, void> {
    /** Returns the items of a slice as they stand between the brackets of the list. */
    const withoutBrackets = async ({ items }: Slice): Promise<string> =>
      itemsJson(viewer, await remaining(items)).slice(1, -1);
    yield* this.#waitFor(viewer, Buffer.from(`[${await withoutBrackets(first)}`));
    for (;;) {
      await this.#loop.take('further');
      const { value: slice } = await slices.next();
      if (!slice) break;
      if (slice.items.length > 0) yield* this.#waitFor(viewer, Buffer.from(`,${await withoutBrackets(slice)}`));
    }
    yield Buffer.from(']');
  }

  *#waitFor(viewer: User, part: Buffer): Generator<Buffer, void> {
    const release = this.#waiting.hold(viewer, part.length);
    try {
      yield part;
    } finally {
      release();
    }
  }
}

const unchanged: Remaining = (items) => items;
