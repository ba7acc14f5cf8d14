import type { ReadWish, WishFile } from './reading/read.ts';

/** Contents of a file that can be read. */
export type ReadFile = Exclude<WishFile, { fault: unknown }>;

/** Body that is sent to the site. `file` is a registry as data; `by` says how its wishes are recognized. */
export interface Source {
  readonly file: unknown;
  readonly by: 'name' | 'address';
}

/** Returns the body with which a file is sent to the site. */
export function sourceOf(read: ReadFile): Source {
  if ('data' in read) return { file: read.data, by: 'name' };
  const wishes = sendable(read.wishes).map(({ fields }) => fields);
  return { file: { format: 'largesse.registry/1', wishes }, by: read.format === 'csv' ? 'name' : 'address' };
}

/** Returns the wishes that are sent: lines without an address stay on the page. */
export const sendable = (wishes: readonly ReadWish[]): ReadWish[] => wishes.filter(({ lacksAddress }) => !lacksAddress);
