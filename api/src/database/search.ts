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

/**
 * Places where a search looks for its text: the ids of `UNIT_SIZE` consecutive items from each of `units` times
 * `UNIT_SIZE`, the changed items, and all items from the id `end`.
 */
export interface Among {
  units: readonly number[];
  changed: readonly number[];
  end: number;
}

/** Number of consecutive ids in a unit of the index (see SearchIndex). */
export const UNIT_SIZE = 32;

/** Row of a search's statement: the counts and the ids of `Found`, each as JSON. */
export type FoundRow = [counts: string, ids: string];

/** Returns the result in the rows of a search's statement. */
export function foundIn([[counts, ids] = ['{}', '[]']]: FoundRow[]): Found {
  return { counts: JSON.parse(counts), ids: JSON.parse(ids) };
}

/** Returns the pattern of LIKE for a text anywhere. Its escape character is a backslash. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** SQL of a kind of database for the rows of a search. */
interface RowsSql {
  /** Returns a SELECT of active items. @param from tables */
  select(from: string): string;
  /** Condition that an item contains the text; null if the search has none. */
  hasText: string | null;
  /** Condition that an item is in one of the registries; null if the search names none. */
  isOfRegistry: string | null;
  /** The units as tables, and conditions for the other places; null to read all items. */
  among: { units: string; isChanged: string; isNew: string } | null;
}

/** Returns SQL for the rows that a search finds. UNION omits rows that occur twice. */
export function rowsOf({ select, hasText, isOfRegistry, among }: RowsSql): string {
  const either = [hasText, isOfRegistry].filter((condition) => condition !== null);
  if (among === null) return `${select('items')}${either.length === 0 ? '' : ` AND (${either.join(' OR ')})`}`;
  const { units, isChanged, isNew } = among;
  return [
    `${select(units)} AND ${hasText}`,
    `${select('items')} AND ${isChanged} AND ${hasText}`,
    `${select('items')} AND ${isNew} AND ${hasText}`,
    ...(isOfRegistry === null ? [] : [`${select('items')} AND ${isOfRegistry}`]),
  ].join(' UNION ');
}
