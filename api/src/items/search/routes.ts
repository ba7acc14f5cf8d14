import { ItemSearchQuery, ItemSearchResult } from '@largesse/contract';
import { ApiError } from '../../http/errors.ts';
import type { Routes } from '../../http/routes.ts';
import type { ItemSearch } from './store.ts';

/** The search of a site's operator. Affiliate links can be searched and counted, so it is for admins alone. */
export function itemSearchRoutes(app: Routes, search: ItemSearch): void {
  app.get(
    '/items/search',
    {
      schema: {
        tags: ['Items'],
        operationId: 'searchItems',
        summary: 'Search active items',
        description:
          'For admins. `counts` says how many items match `q` and `q_registry_ids`, by status: their sum, or that of the status asked for, is how many there are to page through.',
        querystring: ItemSearchQuery,
        response: { 200: ItemSearchResult },
      },
    },
    async (request) => {
      if (!request.caller.user.isAdmin) throw new ApiError('notAllowed');
      return search.run(request.query);
    },
  );
}
