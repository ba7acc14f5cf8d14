import { ItemSearchQuery, ItemSearchResult, MAX_ITEMS_COUNTED } from '@largesse/contract';
import { requireAdmin } from '../../auth/require-admin.ts';
import { linkNextPage, nextPageHeader } from '../../http/next-page.ts';
import type { Routes } from '../../http/routes.ts';
import type { ItemSearch } from './store.ts';

/**
 * Adds the item search for operators of a site. Only admins may use it, because the search finds and counts affiliate
 * links.
 */
export function itemSearchRoutes(app: Routes, search: ItemSearch): void {
  app.get(
    '/items/search',
    {
      schema: {
        tags: ['Items'],
        operationId: 'searchItems',
        summary: 'Search active items',
        description: `For admins. \`counts\` contains the number of items that match \`q\` and \`q_registry_ids\`, by status. To calculate the number of pages, use the sum of all counts, or the count of the requested status. Counting stops at ${MAX_ITEMS_COUNTED} for each status, but paging does not stop there.`,
        querystring: ItemSearchQuery,
        response: { 200: { ...ItemSearchResult, headers: nextPageHeader } },
      },
    },
    async ({ caller, query }, reply) => {
      requireAdmin(caller);
      const found = await search.run(query);
      if (found.items.length === query.limit) linkNextPage(reply, { skip: query.skip + query.limit });
      return found;
    },
  );
}
