import type { Load } from '../load.ts';
import { OpenedLater } from '../on-demand.ts';
import type { Previews } from './previews.ts';
import { QUEUE } from './watch.ts';

/** Previews that are opened when somebody first asks for one: what reads pages is a tenth of all modules. */
export class LaterPreviews {
  readonly #previews: OpenedLater<Previews>;

  /** @param open loads and opens them */
  constructor(open: () => Promise<Previews>) {
    this.#previews = new OpenedLater(open);
  }

  /** Returns them, opened. */
  get(): Promise<Previews> {
    return this.#previews.get();
  }

  get load(): Load {
    return this.#previews.opened?.load ?? { inUse: 0, waiting: 0, limit: QUEUE.atOnce };
  }

  /** Ends what is under way, as if nothing had been found. */
  async close(): Promise<void> {
    await (await this.#previews.opening)?.close();
  }
}
