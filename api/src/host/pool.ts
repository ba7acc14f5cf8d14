import { createRequire } from 'node:module';
import type { Pool } from 'undici';

const require = createRequire(import.meta.url);

/** Connections to the host. Methods from undici's main file, such as `request`, are missing. */
export type HostPool = Pick<Pool, 'dispatch' | 'stats' | 'destroy'>;

/**
 * Opens connections to the host, and loads the library for them, which the start does not need. Loading all of undici
 * (fetch, web sockets, caches) would double the wait of the first call and keep 3 MB more on the heap.
 */
export function openPool(origin: string, options: Pool.Options): HostPool {
  const UndiciPool: new (origin: string, options: Pool.Options) => HostPool = require('undici/lib/dispatcher/pool.js');
  return new UndiciPool(origin, options);
}
