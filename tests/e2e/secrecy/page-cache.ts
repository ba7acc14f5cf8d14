import type { IncomingHttpHeaders } from 'node:http';

/** Milliseconds for which a gateway with default settings caches a page. */
const KEPT_MS = 2000;

/** An answer of the site. */
interface Page {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Caches pages like `deploy/gateway`, with the clock of this process (pages: Many guests). The tests cannot use the
 * gateway itself, because the gateway has its own clock.
 */
export class PageCache {
  readonly #kept = new Map<string, { page: Page; until: number }>();

  /**
   * Returns the page at a path from the cache, or fetches the page. Caches a fetched page if WordPress allows caching.
   */
  async page(path: string, fetch: (headers: Record<string, string>) => Promise<Page>): Promise<Page> {
    const old = this.#kept.get(path);
    if (old && Date.now() < old.until) return old.page;
    const page = await fetch({ 'x-largesse-page': 'may-be-kept' });
    if (page.headers['x-largesse-page'] === 'keep') this.#kept.set(path, { page, until: Date.now() + KEPT_MS });
    return page;
  }

  /** Empties the cache. */
  clear(): void {
    this.#kept.clear();
  }
}
