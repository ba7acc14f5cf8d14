import type { CreationKey } from './store.ts';

/** Pause between two attempts to store an ending (milliseconds). */
const PAUSE_MS = 250;

/** An ending that the database has not stored yet. */
interface Ending {
  /** Time after which it is no longer needed (milliseconds since 1970). */
  until: number;
  store(): Promise<void>;
}

/**
 * Endings of attempts that the database could not store, because it was away. They are stored as soon as it is back.
 * Otherwise, a repeated request would be refused until the end of the time that the attempt had.
 */
export class Endings {
  readonly #waiting = new Map<string, Ending>();
  #timer: NodeJS.Timeout | null = null;

  /** Stores an ending as soon as possible. @param until time after which it is no longer needed */
  later(one: CreationKey, until: number, store: () => Promise<void>): void {
    this.#waiting.set(nameOf(one), { until, store });
    this.#plan();
  }

  /** Stores the ending of a request's last attempt, if it still waits. @throws {DatabaseUnavailable} */
  async now(one: CreationKey): Promise<void> {
    const name = nameOf(one);
    const ending = this.#waiting.get(name);
    if (ending) await this.#store(name, ending);
  }

  async #store(name: string, ending: Ending): Promise<void> {
    await ending.store();
    if (this.#waiting.get(name) === ending) this.#waiting.delete(name);
  }

  #plan(): void {
    // Does not delay the end of the process.
    this.#timer ??= setTimeout(() => void this.#storeAll(), PAUSE_MS).unref();
  }

  async #storeAll(): Promise<void> {
    for (const [name, ending] of this.#waiting) {
      if (Date.now() > ending.until) this.#waiting.delete(name);
      // After a failure, the others would fail, too.
      else if (
        !(await this.#store(name, ending).then(
          () => true,
          () => false,
        ))
      )
        break;
    }
    this.#timer = null;
    if (this.#waiting.size > 0) this.#plan();
  }
}

const nameOf = ({ userId, route, key }: CreationKey): string => JSON.stringify([userId, route, key]);
