import type { ReadWish, WishFile } from './reading/read.ts';

/** Contents of a file that can be read. */
export type ReadFile = Exclude<WishFile, { fault: unknown }>;

/**
 * Request body. `file` contains a registry and its wishes. `by` tells the site how to recognize wishes that it already
 * has: `address`, or `name` for address and name.
 */
export interface Source {
  readonly file: unknown;
  readonly by: 'name' | 'address';
}

/** Returns the request body for a file. */
export function sourceOf(read: ReadFile): Source {
  if ('data' in read) return { file: read.data, by: 'name' };
  const wishes = sendable(read.wishes).map(({ fields }) => fields);
  return { file: { format: 'largesse.registry/1', wishes }, by: read.format === 'csv' ? 'name' : 'address' };
}

/** Returns the wishes that are sent: lines without an address stay on the page. */
export const sendable = (wishes: readonly ReadWish[]): ReadWish[] => wishes.filter(({ lacksAddress }) => !lacksAddress);
