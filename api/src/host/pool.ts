import { createRequire } from 'node:module';
import type { Pool } from 'undici';

const require = createRequire(import.meta.url);

/** Connections to the host. They lack what undici's main file adds to them, `request` and the like. */
export type HostPool = Pick<Pool, 'dispatch' | 'stats' | 'destroy'>;

/**
 * Opens connections to the host, and loads what that takes: a start does not need it. From a file of its own: with all that
 * undici has beside it (fetch, web sockets, caches) the first call waited twice as long, and the heap held 3 MB more for good.
 */
export function openPool(origin: string, options: Pool.Options): HostPool {
  const UndiciPool: new (origin: string, options: Pool.Options) => HostPool = require('undici/lib/dispatcher/pool.js');
  return new UndiciPool(origin, options);
}
