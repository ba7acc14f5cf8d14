import type { Load } from '../load.ts';
import { OpenedLater } from '../on-demand.ts';
import type { Previews } from './previews.ts';
import { QUEUE } from './watch.ts';

/** Opens the previews on first use. If the service opened them at its start, it would load a tenth more modules. */
export class LazyPreviews {
  readonly #previews: OpenedLater<Previews>;

  /** @param open loads and opens the previews */
  constructor(open: () => Promise<Previews>) {
    this.#previews = new OpenedLater(open);
  }

  /** Returns the previews; the first call opens them. */
  get(): Promise<Previews> {
    return this.#previews.get();
  }

  get load(): Load {
    return this.#previews.opened?.load ?? { inUse: 0, waiting: 0, limit: QUEUE.atOnce };
  }

  /** Cancels running previews; callers get the answer that nothing was found. */
  async close(): Promise<void> {
    await (await this.#previews.opening)?.close();
  }
}
