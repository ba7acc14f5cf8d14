/** Columns in which a search looks for its text. */
export const SEARCHED = ['name', 'retailer', 'url', 'affiliate_url'] as const;

/** Parameters of a search among active items. The search returns one page, and the number of matches on all pages. */
export interface Search {
  /** Part of name, retailer or a link, with ASCII letters in lower case. Without text and registries, all match. */
  text: string | null;
  /** Items of these registries match, too. */
  registryIds: readonly number[];
  /** Limits the page to one status; `''` means no status. Counts include all statuses. */
  status: string | null;
  order: SearchOrder;
  isDescending: boolean;
  skip: number;
  limit: number;
}

/** Sort keys of a page; equal items are sorted by id. */
export type SearchOrder = 'id' | 'name' | 'registry_id' | 'affiliate_status';

/** Result of a search. */
export interface Found {
  /** Ids of the items on the page, in order. */
  ids: number[];
  /** Number of matches by status, without zeros; the key `''` means no status. */
  counts: Record<string, number>;
}

/** Row of a search's statement: the counts and the ids of `Found`, each as JSON. */
export type FoundRow = [counts: string, ids: string];

/** Returns the result in the rows of a search's statement. */
export function foundIn([[counts, ids] = ['{}', '[]']]: FoundRow[]): Found {
  return { counts: JSON.parse(counts), ids: JSON.parse(ids) };
}

/** Returns the pattern of LIKE for a text anywhere. Its escape character is a backslash. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
