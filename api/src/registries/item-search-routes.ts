import { ItemSearchQuery, ItemSearchResult, UNSET_STATUS } from '@largesse/contract';
import type { Database } from '../database/database.ts';
import type { Found, Search } from '../database/search.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import { operation, type Routes } from '../http/operation.ts';
import type { ItemStore } from '../items/store.ts';

const ORDERS = ['id', 'name', 'registry_id', 'affiliate_status'] as const;

/** Adds the search for operators. Only admins may use it, because it finds and counts affiliate links. */
export function itemSearchRoutes(app: Routes, database: Pick<Database, 'search'>, items: ItemStore): void {
  app.get(
    '/items/search',
    operation(
      'Items',
      'searchItems',
      'Search active items',
      'admin',
      {
        description:
          'For admins. `counts` contains the number of items that match `q` and `q_registry_ids`, by status. To calculate the number of pages, use the sum of all counts, or the count of the requested status.',
        querystring: ItemSearchQuery,
        response: { 200: { ...ItemSearchResult, headers: nextPageHeader } },
      },
      ['read'],
    ),
    async ({ caller, query }, reply) => {
      const found = await database.search(searchOf(query), caller.host.deadline);
      const page = await items.findAll(found.ids);
      if (page.length === query.limit) linkNextPage(reply, { skip: query.skip + query.limit });
      return { counts: countsOf(found), items: page };
    },
  );
}

function searchOf(query: ItemSearchQuery): Search {
  const { q, q_registry_ids: registryIds = [], affiliate_status: status, sort, skip, limit } = query;
  return {
    text: q === undefined ? null : lowered(q),
    registryIds: [...registryIds],
    status: status === undefined ? null : status === UNSET_STATUS ? '' : status,
    order: ORDERS.find((order) => [order, `-${order}`].includes(sort)) ?? 'id',
    isDescending: sort.startsWith('-'),
    skip,
    limit,
  };
}

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

/** Converts only ASCII letters, as the SQL function `lower` does. */
const lowered = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
