import { ItemSearchQuery, ItemSearchResult, type ItemSort, UNSET_STATUS } from '@largesse/contract';
import { requireAdmin } from '../auth/user.ts';
import type { Database } from '../database/database.ts';
import type { Found, Search, SearchOrder } from '../database/search.ts';
import { linkNextPage, nextPageHeader } from '../http/messages.ts';
import { operation, type Routes } from '../http/routes.ts';
import type { ItemStore } from './store.ts';

/** Order of the database for each order of the API. */
const ORDERS: Readonly<Record<ItemSort, SearchOrder>> = {
  id: 'id',
  '-id': 'id',
  name: 'name',
  '-name': 'name',
  registry_id: 'registry_id',
  '-registry_id': 'registry_id',
  affiliate_status: 'affiliate_status',
  '-affiliate_status': 'affiliate_status',
};

/**
 * Adds the item search for operators of a site. Only admins may use it, because the search finds and counts affiliate
 * links.
 */
export function itemSearchRoutes(app: Routes, database: Pick<Database, 'search'>, items: ItemStore): void {
  app.get(
    '/items/search',
    operation('Items', 'searchItems', 'Search active items', {
      description:
        'For admins. `counts` contains the number of items that match `q` and `q_registry_ids`, by status. To calculate the number of pages, use the sum of all counts, or the count of the requested status.',
      querystring: ItemSearchQuery,
      response: { 200: { ...ItemSearchResult, headers: nextPageHeader } },
    }),
    async ({ caller, query }, reply) => {
      requireAdmin(caller);
      const found = await searchItems(database, items, query);
      if (found.items.length === query.limit) linkNextPage(reply, { skip: query.skip + query.limit });
      return found;
    },
  );
}

/** Returns a page of matching items, and the number of matches by status. @throws {DatabaseUnavailable} */
export async function searchItems(
  database: Pick<Database, 'search'>,
  items: ItemStore,
  query: ItemSearchQuery,
): Promise<ItemSearchResult> {
  const found = await database.search(searchOf(query));
  return { counts: countsOf(found), items: await items.findAll(found.ids) };
}

/** Converts the query of a request to a search of the database. */
function searchOf(query: ItemSearchQuery): Search {
  const { q, q_registry_ids: registryIds = [], affiliate_status: status, sort, skip, limit } = query;
  return {
    text: q === undefined ? null : lowered(q),
    registryIds: [...registryIds],
    status: status === undefined ? null : status === UNSET_STATUS ? '' : status,
    order: ORDERS[sort],
    isDescending: sort.startsWith('-'),
    skip,
    limit,
  };
}

/** Returns the count of each status. */
function countsOf({ counts }: Found): ItemSearchResult['counts'] {
  const count = (status: string) => counts[status] ?? 0;
  return {
    active: count('active'),
    inactive: count('inactive'),
    expired: count('expired'),
    none: count('none'),
    unset: count(''),
  };
}

/** Converts only ASCII letters to lower case, as the SQL function `lower` does. */
const lowered = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
