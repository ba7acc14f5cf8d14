import type { Load } from '../load.ts';
import type { Previews } from './previews.ts';
import { QUEUE } from './watch.ts';

/** Previews that are opened when somebody first asks for one: what reads pages is a tenth of all modules. */
export class LaterPreviews {
  readonly #open: () => Promise<Previews>;
  #opening: Promise<Previews> | null = null;
  #opened: Previews | null = null;

  /** @param open loads and opens them, once at most */
  constructor(open: () => Promise<Previews>) {
    this.#open = open;
  }

  /** Returns them, opened. */
  async get(): Promise<Previews> {
    this.#opening ??= this.#open().catch((error) => {
      // For lack of files, perhaps: the next one tries again.
      this.#opening = null;
      throw error;
    });
    this.#opened = await this.#opening;
    return this.#opened;
  }

  get load(): Load {
    return this.#opened?.load ?? { inUse: 0, waiting: 0, limit: QUEUE.atOnce };
  }

  /** Ends what is under way, as if nothing had been found. */
  async close(): Promise<void> {
    await (await this.#opening)?.close();
  }
}
