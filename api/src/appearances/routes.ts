import { AppearanceQuery, MAX_APPEARANCES, RegistryItemPath } from '@largesse/contract';
import type { Routes } from '../http/routes.ts';
import { sendPending, syncHeader } from '../registries/items/sync-header.ts';
import type { Registries } from '../registries/registries.ts';

const PATH = '/registries/:id/appearances/:item_id';

/** Adds the operations on the other lists of an item (rules: Appearances). */
export function appearanceRoutes(app: Routes, registries: Registries): void {
  app.put(
    PATH,
    {
      schema: {
        tags: ['Registry items'],
        operationId: 'addAppearance',
        summary: 'Add an item of another registry to a list',
        description:
          `For owners and admins of both registries, which need the same author. An item appears on at most ` +
          `${MAX_APPEARANCES} other lists. It stays in its registry: a gift through one list counts on all. A ` +
          'repeated request changes nothing, but the service then learns the current surprise of both registries. ' +
          'With `move`, the item belongs to this list from now on, for instance before its registry is deleted.',
        params: RegistryItemPath,
        querystring: AppearanceQuery,
        response: { 204: { type: 'null', description: 'The item is on the list', headers: syncHeader } },
      },
    },
    async ({ caller, params, query }, reply) => {
      const moves = query.move !== undefined;
      const isSynced = await registries.addAppearance(caller, params.id, params.item_id, moves);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    PATH,
    {
      schema: {
        tags: ['Registry items'],
        operationId: 'removeAppearance',
        summary: 'Remove an item of another registry from a list',
        description: 'For owners and admins of both registries. Gifts stay with the item.',
        params: RegistryItemPath,
        response: { 204: { type: 'null', description: 'The item is not on the list', headers: syncHeader } },
      },
    },
    async ({ caller, params }, reply) => {
      const isSynced = await registries.removeAppearance(caller, params.id, params.item_id);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );
}
