import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../auth/authenticate.ts';
import { DatabaseUnavailable } from '../database/database.ts';
import type { HostSession } from '../host/session.ts';
import { ApiError } from '../http/errors.ts';
import type { ItemStore } from '../items/store.ts';
import type { Promises } from '../promises/promises.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { moveHome } from './appearances.ts';
import type { Log } from './item-ids.ts';
import type { KnownRegistries } from './store.ts';

/** Pauses before the attempts to clean up after a deleted registry (milliseconds): within minutes in total. */
const RETIRE_PAUSES_MS = Array.from({ length: 12 }, (_, attempt) => Math.min(30_000, 250 * 2 ** attempt));

/** Cleans up after registries that the host has deleted. */
export class Retirement {
  readonly #items: ItemStore;
  readonly #promises: Promises;
  readonly #log: Log;
  readonly #known: KnownRegistries | null;

  constructor(items: ItemStore, promises: Promises, log: Log, known: KnownRegistries | null) {
    this.#items = items;
    this.#promises = promises;
    this.#log = log;
    this.#known = known;
  }

  /**
   * Removes the items and promises of a deleted registry. Items that are also on another list move there, with their
   * promises. The others become inactive.
   * @returns the number of items that became inactive
   */
  async retire(id: number, time?: TimeLeft): Promise<number> {
    const promises = time ? this.#promises.within(time) : this.#promises;
    const items = time ? this.#items.within(time) : this.#items;
    for (const { itemId, listId } of await promises.appearances.sharedOf(id))
      await moveHome(items, promises.appearances, itemId, id, listId);
    const count = await items.deactivateAllOf(id);
    await promises.removeAllOf(id);
    await (time ? this.#known?.within(time) : this.#known)?.forget(id);
    return count;
  }

  /** @throws {ApiError} 404 if the service has nothing of the registry */
  async retireDeleted(caller: Caller, id: number): Promise<void> {
    const { deadline } = caller.host;
    const isKnown = await this.#known?.within(deadline).has(id);
    if (!isKnown && !(await this.#promises.within(deadline).hasAnyOf(id))) throw new ApiError('registryNotFound');
    await this.retireUntilDone(id, caller.host);
  }

  /**
   * If the database is unavailable, throws an error, and retries in the background: the caller cannot repeat the
   * deletion.
   */
  async retireUntilDone(id: number, { deadline, requestId }: HostSession): Promise<void> {
    try {
      await this.retire(id, deadline);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      this.#retireLater(id).catch((cause) =>
        this.#log.warn({ err: cause, registry: id, reqId: requestId }, 'items of a deleted registry are still active'),
      );
      throw error;
    }
  }

  /** Does not delay the end of the process. */
  async #retireLater(id: number): Promise<void> {
    let failure: unknown;
    for (const pause of RETIRE_PAUSES_MS) {
      await sleep(pause, undefined, { ref: false });
      try {
        await this.retire(id);
        return;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        failure = error;
      }
    }
    throw failure;
  }
}
