/** What the status of an item may be (migrations: `items`); `''` stands for none. */
export const STATUSES = ['', 'active', 'inactive', 'expired', 'none'] as const;

/** What an index is asked for: a page of the active items that match, and how many match. */
export interface Search {
  /** Part of name, retailer or a link, its ASCII letters lowered; without it, and without registries, all match. */
  text: string | null;
  /** Items of these match too. */
  registryIds: readonly number[];
  /** Only these are in the page; `''` are those without a status. Counts are of all. */
  status: string | null;
  order: SearchOrder;
  isDescending: boolean;
  skip: number;
  limit: number;
}

/** What a page is ordered by; items that are alike come by id. */
export type SearchOrder = 'id' | 'name' | 'registry_id' | 'affiliate_status';

/** What an index found. */
export interface Found {
  /** Ids of the items of the page, in order. */
  ids: number[];
  /**
   * How many match by status, `''` for those without one; a status that no item has may be missing. Of more than
   * MAX_ITEMS_COUNTED it may be fewer, but not fewer than that.
   */
  counts: Record<string, number>;
}
