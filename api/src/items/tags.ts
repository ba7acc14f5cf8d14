import type { Item } from '@largesse/contract';
import type { User } from '../auth/user.ts';
import { versionsIn } from '../http/conditions.ts';

/**
 * Returns the entity tag of an item. The tag is weak, because gifts change `quantity_purchased`, but not `updated_at`.
 * It contains only values that the viewer sees.
 */
export const itemTag = ({ isAdmin }: User, { updated_at, quantity_purchased }: Item): string =>
  `W/"${updated_at}.${quantity_purchased}${isAdmin ? '.admin' : ''}"`;

/** Matches an entity tag of `itemTag`, and finds its `updated_at`. */
const ITEM_TAG = /W\/"([\d:.TZ-]+Z)\.\d+(?:\.admin)?"/g;

/**
 * Returns the accepted `updated_at` in a valid `If-Match`; null if any version matches. Accepts the tags of items, too:
 * otherwise, callers who send the `ETag` that they have read would get 412 for ever (rules: Changes on condition).
 */
export function itemVersionsIn(ifMatch: string | undefined): ReadonlySet<string> | null {
  const versions = versionsIn(ifMatch);
  if (ifMatch === undefined || versions === null) return versions;
  return new Set([...versions, ...[...ifMatch.matchAll(ITEM_TAG)].map(([, version = '']) => version)]);
}
