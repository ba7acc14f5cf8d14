import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { addressOf } from '../../support/server-address.ts';

/** Milliseconds for which a gateway with default settings caches a page. */
const KEPT_MS = 2000;

/** An answer of the site. */
interface Page {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The page cache of a gateway, with the clock of this process (pages: Many guests). */
export interface PageCache extends AsyncDisposable {
  /** Address to which the site sends its requests to purge pages. */
  readonly url: string;
  /**
   * Returns the page at a path from the cache, or fetches the page. Caches a fetched page if WordPress allows caching.
   */
  page(path: string, fetch: (headers: Record<string, string>) => Promise<Page>): Promise<Page>;
  /** Empties the cache. */
  clear(): void;
}

/**
 * Opens a page cache that caches and purges pages like `deploy/gateway`. The tests cannot use the gateway itself,
 * because the gateway has its own clock.
 */
export async function openPageCache(): Promise<PageCache> {
  const kept = new Map<string, { page: Page; until: number }>();
  const server = createServer(({ url = '' }, response) => {
    if (url === '/forget-all') kept.clear();
    else kept.delete(url.replace(/^\/forget/, ''));
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: addressOf(server),
    page: async (path, fetch) => {
      const old = kept.get(path);
      if (old && Date.now() < old.until) return old.page;
      const page = await fetch({ 'x-largesse-page': 'may-be-kept' });
      if (page.headers['x-largesse-page'] === 'keep') kept.set(path, { page, until: Date.now() + KEPT_MS });
      return page;
    },
    clear: () => kept.clear(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
