import { hash } from 'node:crypto';
import { wordedRule } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../auth/authenticate.ts';
import type { Alongside } from '../database/database.ts';
import { toApiError } from '../http/error-handler.ts';
import { ApiError, invalidInput } from '../http/errors.ts';
import { Endings } from './endings.ts';
import type { Attempt, BodyDigests, CreatedAnswer, CreationKey, CreationStore } from './store.ts';

interface CreationRequest {
  caller: Caller;
  url: string;
  body: unknown;
  headers: { 'idempotency-key'?: string };
}

/** An attempt to create something, on which the work depends. */
export interface Creation {
  /** UUID of the request, by which the host recognizes it; null without `Idempotency-Key`. */
  readonly mark: string | null;
  /** If an earlier attempt may have created something: the time of the first attempt (milliseconds since 1970). */
  readonly repeatedSince: number | null;
  /** Addresses of everything that the caller has created on the same route with other keys. */
  otherLocations(): Promise<Set<string>>;
  /** Returns a function that stores the answer in the transaction of the rows; undefined without `Idempotency-Key`. */
  alongside<R>(answerTo: (rows: R[]) => CreatedAnswer | null): Alongside<R> | undefined;
}

/** Attempt of a request without `Idempotency-Key`. */
const ONCE: Creation = {
  mark: null,
  repeatedSince: null,
  otherLocations: async () => new Set(),
  alongside: () => undefined,
};

/** Milliseconds after the deadline of a request, after which its attempt has certainly ended. */
const MARGIN_MS = 1000;

/** What a route does to create something. */
interface CreationWork {
  /**
   * Checks that the caller may still see a remembered answer, because rights may have changed since the first request.
   * Not needed if the service has already checked the role of the operation.
   * @throws {ApiError}
   */
  mayRepeat?(answer: CreatedAnswer): unknown;
  /** Checks the caller's rights, and creates something. @throws {ApiError} */
  create(creation: Creation): Promise<CreatedAnswer>;
}

/**
 * Answers requests that create something. Creates nothing twice for one `Idempotency-Key` (rules: Repeated requests).
 */
export class Creations {
  readonly #store: CreationStore;
  readonly #endings = new Endings();

  constructor(store: CreationStore) {
    this.#store = store;
  }

  /**
   * Answers a request with 201, or with the remembered answer.
   * @throws {ApiError} 409 if another attempt runs, 422 if the key belongs to another request
   */
  async answer(request: CreationRequest, reply: FastifyReply, work: CreationWork): Promise<void> {
    const key = request.headers['idempotency-key'];
    const { location, body } = key === undefined ? await work.create(ONCE) : await this.#once(request, key, work);
    reply.code(201).header('location', location).type('application/json; charset=utf-8');
    reply.serializer((text: string) => text).send(body);
  }

  async #once({ caller, url, body }: CreationRequest, key: string, work: CreationWork): Promise<CreatedAnswer> {
    const [route = ''] = url.split('?');
    const one = { userId: caller.user.id, route: route.replace(/\/$/, ''), key };
    const digests = digestsOf(body);
    await this.#endings.now(one);
    const attempt = await this.#begin(one, digests, Math.ceil(Date.now() + caller.host.deadline.left + MARGIN_MS));
    if (attempt) return this.#try(attempt, work);
    const known = await this.#store.find(one);
    if (known && !isSame(known.digests, digests)) throw invalidInput(wordedRule('idempotency-key', 'other_request'));
    if (!known?.answer) throw new ApiError('requestRuns');
    await work.mayRepeat?.(known.answer);
    return known.answer;
  }

  /** If the database does not answer, it may have stored the attempt, although the attempt does not run. */
  async #begin(one: CreationKey, digests: BodyDigests, until: number): Promise<Attempt | null> {
    try {
      return await this.#store.begin(one, digests, until);
    } catch (error) {
      this.#endings.later(one, until, () => this.#store.abandon(one, until));
      throw error;
    }
  }

  async #try(attempt: Attempt, work: CreationWork): Promise<CreatedAnswer> {
    let isRemembered = false;
    const creation: Creation = {
      mark: attempt.mark,
      repeatedSince: attempt.attempt === 1 ? null : attempt.since,
      otherLocations: () => this.#store.locations(attempt),
      alongside: (answerTo) => (rows) => {
        const answer = answerTo(rows);
        isRemembered = answer !== null;
        return answer && this.#store.remembering(attempt, answer);
      },
    };
    try {
      const answer = await work.create(creation);
      if (!isRemembered) await this.#store.remember(attempt, answer);
      return answer;
    } catch (error) {
      // After a refusal of the first attempt, nothing exists. Otherwise, the next attempt must look for it.
      const isRefused = toApiError(error).status < 500 && attempt.attempt === 1;
      const end = () => (isRefused ? this.#store.forget(attempt) : this.#store.end(attempt));
      await end().catch(() => this.#endings.later(attempt, attempt.until, end));
      throw error;
    }
  }
}

/** Returns whether a stored request had the same body; `HAS_SAME_BODY` in store.ts is the same in SQL. */
const isSame = (stored: BodyDigests, { asSent, sorted }: BodyDigests): boolean =>
  stored.asSent === asSent || stored.asSent === sorted || (sorted !== null && stored.sorted === sorted);

/** Returns the digests of a body. A change of them would refuse requests that are repeated during an update. */
function digestsOf(body: unknown): BodyDigests {
  const digestOf = (value: unknown) => hash('sha256', JSON.stringify(value));
  return { asSent: digestOf(body), sorted: digestOf(sorted(body)) };
}

/** Returns a JSON value with the keys of all objects in one order: it means the same in any order (RFC 8259, 4). */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
