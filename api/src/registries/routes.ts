import {
  Registries,
  RegistriesQuery,
  Registry,
  RegistryCreate,
  RegistryPath,
  RegistryUpdate,
} from '@largesse/contract';
import { ExponentialBackoff, handleType, retry } from 'cockatiel';
import { DatabaseUnavailable } from '../database/database.ts';
import type { TimeLeft } from '../deadline.ts';
import type { Routes } from '../http/routes.ts';
import type { ItemStore } from '../items/store.ts';
import { openRegistry } from './access.ts';
import type { RegistryLists } from './lists.ts';
import type { Log, Projection } from './projection.ts';
import { changeOf, registryView } from './views.ts';

const totals = {
  'X-Host-Total': { type: 'integer', description: 'How many registries the caller has' },
  'X-Host-TotalPages': { type: 'integer', description: 'How many pages of `limit` registries that makes' },
};

/** How often items of a deleted registry are tried to be made inactive: for about four minutes. */
const RETIRE = {
  unref: true,
  maxAttempts: 12,
  backoff: new ExponentialBackoff({ initialDelay: 250, maxDelay: 30_000 }),
};

/** spec: Endpoints, Registries. */
export function registryRoutes(
  app: Routes,
  items: ItemStore,
  projection: Projection,
  lists: RegistryLists,
  log: Log,
): void {
  app.get(
    '/registries',
    {
      schema: {
        tags: ['Registries'],
        operationId: 'listRegistries',
        summary: "List the caller's own registries",
        querystring: RegistriesQuery,
        response: { 200: { ...Registries, headers: totals } },
      },
    },
    async (request, reply) => {
      const { caller } = request;
      const page = await caller.host.registriesOf(caller.user.id, request.query);
      reply.header('x-host-total', page.total).header('x-host-totalpages', page.totalPages);
      return Promise.all(
        page.registries.map(async (registry) => registryView(registry, await projection.idsOf(caller, registry))),
      );
    },
  );

  app.get(
    '/registries/:id',
    {
      schema: {
        tags: ['Registries'],
        operationId: 'getRegistry',
        summary: 'Get a registry',
        params: RegistryPath,
        response: { 200: Registry },
      },
    },
    async (request) => {
      const { caller } = request;
      const registry = await openRegistry(caller, request.params.id, 'read');
      return registryView(registry, await projection.idsOf(caller, registry));
    },
  );

  app.post(
    '/registries',
    {
      schema: {
        tags: ['Registries'],
        operationId: 'createRegistry',
        summary: 'Create a registry',
        description: 'The caller becomes its owner.',
        body: RegistryCreate,
        response: { 201: Registry },
      },
    },
    async (request, reply) => {
      const { host } = request.caller;
      const defaults = { story: '', status: 'private' } as const;
      const registry = await host.createRegistry({ ...defaults, ...changeOf(request.body) });
      return reply.code(201).send(registryView(registry, []));
    },
  );

  app.patch(
    '/registries/:id',
    {
      schema: {
        tags: ['Registries'],
        operationId: 'updateRegistry',
        summary: 'Change a registry',
        description: 'Only supplied fields change. `meta.registry_item_ids` sets the order of the items.',
        params: RegistryPath,
        body: RegistryUpdate,
        response: { 200: Registry },
      },
    },
    async (request) => {
      const { caller } = request;
      const { id } = request.params;
      const found = await openRegistry(caller, id, 'edit');
      const change = changeOf(request.body);
      const order = request.body.meta?.registry_item_ids;
      if (order) {
        const { registry, ids } = await projection.reorder(caller.host, found, order, change);
        return registryView(registry, ids);
      }
      if (Object.keys(change).length === 0) return registryView(found, await projection.idsOf(caller, found));
      // A list of invitees takes the place of any other, because the caller said so, but not between read and write.
      const registry = change.invitees
        ? await lists.write(caller.host, found, [], () => change)
        : await caller.host.updateRegistry(id, change);
      return registryView(registry, await projection.idsOf(caller, registry));
    },
  );

  app.delete(
    '/registries/:id',
    {
      schema: {
        tags: ['Registries'],
        operationId: 'deleteRegistry',
        summary: 'Delete a registry for good',
        description: 'Its items become inactive.',
        params: RegistryPath,
        response: { 204: { type: 'null', description: 'Deleted' } },
      },
    },
    async (request, reply) => {
      const { caller } = request;
      const { id } = await openRegistry(caller, request.params.id, 'edit');
      await caller.host.deleteRegistry(id);
      await retire(id, caller.host.deadline);
      return reply.code(204).send(null);
    },
  );

  /** The host has deleted it, and nobody can ask again: a database that cannot serve now is asked until it can. */
  async function retire(id: number, time: TimeLeft): Promise<void> {
    try {
      await items.within(time).deactivateAllOf(id);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      retry(handleType(DatabaseUnavailable), RETIRE)
        .execute(() => items.deactivateAllOf(id))
        .catch((cause) => log.warn({ err: cause, registry: id }, 'items of a deleted registry are still active'));
      throw error;
    }
  }
}
