import type { WishFile } from './reading/read.ts';

/** Contents of a file that can be read. */
export type ReadFile = Exclude<WishFile, { fault: unknown }>;

/**
 * Request body. `file` contains a registry and its wishes. `by` states which wishes are equal: wishes with the same
 * address (`address`), or with the same address and name (`name`).
 */
export interface Source {
  readonly file: unknown;
  readonly by: 'name' | 'address';
}

/** Returns the request body for a file. */
export function sourceOf(read: ReadFile): Source {
  if ('data' in read) return { file: read.data, by: 'name' };
  const wishes = read.wishes.map(({ fields }) => fields);
  return { file: { format: 'largesse.registry/1', wishes }, by: read.format === 'csv' ? 'name' : 'address' };
}
