import { hash } from 'node:crypto';
import {
  CreationHeaders,
  InviteePath,
  InviteesBody,
  InviteesResponse,
  MAX_INVITEES,
  Registries as RegistriesAnswer,
  RegistriesQuery,
  Registry,
  RegistryChangeHeaders,
  RegistryCreate,
  RegistryPath,
  RegistryUpdate,
  wordedRule,
} from '@largesse/contract';
import { without, withoutDuplicates } from '../host/people-entries.ts';
import { versionsIn } from '../http/conditions.ts';
import { isKnown, notModified, tagHeader } from '../http/entity-tags.ts';
import { ApiError, invalidInput } from '../http/errors.ts';
import { writer } from '../http/json-writer.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import { operation, type Routes } from '../http/operation.ts';
import type { Creations } from '../idempotency/creations.ts';
import type { OpenRegistry, Registries } from './registries.ts';
import { addressOf, changeOf, idIn } from './views.ts';

const totals = {
  'X-Host-Total': { type: 'integer', description: 'Number of registries on all pages' },
  'X-Host-TotalPages': { type: 'integer', description: 'Number of pages of `limit` registries' },
};

const written = writer(Registry);

/** Adds the operations on registries (rules: Registries). */
export function registryRoutes(app: Routes, registries: Registries, creations: Creations): void {
  app.get(
    '/registries',
    operation(
      'Registries',
      'listRegistries',
      'List the registries of the caller',
      'user',
      {
        description: 'Lists the caller’s own registries, or with `role`, registries in which the caller has this role.',
        querystring: RegistriesQuery,
        response: {
          200: { ...RegistriesAnswer, headers: { ...totals, ...nextPageHeader, ...tagHeader } },
          304: { ...notModified, headers: { ...totals, ...tagHeader } },
        },
      },
      ['read'],
    ),
    async ({ caller, query }, reply) => {
      const page = await registries.list(caller, query);
      reply.header('x-host-total', page.total).header('x-host-totalpages', page.totalPages);
      if (query.skip + query.limit < page.total) linkNextPage(reply, { skip: query.skip + query.limit });
      const list = await Promise.all(page.registries.map((registry) => registry.view()));
      const tag = hash('sha256', JSON.stringify([page.total, list.map(({ version }) => version)]), 'base64url');
      return isKnown(reply, `"${tag}"`) ? reply.send() : list;
    },
  );

  app.get(
    '/registries/:id',
    operation(
      'Registries',
      'getRegistry',
      'Get a registry',
      'reader',
      {
        params: RegistryPath,
        response: { 200: { ...Registry, headers: tagHeader }, 304: notModified },
      },
      ['read'],
    ),
    async (request, reply) => {
      const registry = await (await registries.open(request)).view();
      return isKnown(reply, `"${registry.version}"`) ? reply.send() : registry;
    },
  );

  app.post(
    '/registries',
    operation('Registries', 'createRegistry', 'Create a registry', 'user', {
      description:
        'The caller becomes the author. For a child’s registry, name the owners in `meta.registry_keepers`, so ' +
        'that they see all gifts. Other people become co-owners or keepers when they accept on the host; until ' +
        'then, they are not in the lists.',
      headers: CreationHeaders,
      body: RegistryCreate,
      response: { 201: Registry },
    }),
    (request, reply) =>
      creations.answer(request, reply, {
        mayRepeat: ({ location }) => registries.openCreated(request.caller, idIn(location)),
        create: async (creation) => {
          const registry = await registries.create(request.caller, changeOf(request.body), creation);
          return { location: addressOf(registry.id), body: written(await registry.view()) };
        },
      }),
  );

  app.patch(
    '/registries/:id',
    operation('Registries', 'updateRegistry', 'Change a registry', 'editor', {
      description:
        'Only supplied fields change. `meta.registry_item_ids` sets the order of the items. A list of people ' +
        'replaces the stored list. New co-owners and keepers must first accept on the host; until then, they are ' +
        'not in the lists. A list withdraws the questions to people whom it does not name. Only admins can add an ' +
        'owner to `meta.registry_keepers`.',
      params: RegistryPath,
      headers: RegistryChangeHeaders,
      body: RegistryUpdate,
      response: { 200: Registry },
    }),
    async (request) => {
      const versions = versionsIn(request.headers['if-match']);
      return (await registries.change(request, changeOf(request.body), versions)).view();
    },
  );

  app.delete(
    '/registries/:id',
    operation('Registries', 'deleteRegistry', 'Delete a registry for good', 'author', {
      description: 'For the author and admins, not for co-owners. The items of the registry become inactive.',
      params: RegistryPath,
      headers: RegistryChangeHeaders,
      response: { 204: { type: 'null', description: 'Deleted' } },
    }),
    async (request, reply) => {
      await registries.delete(request, versionsIn(request.headers['if-match']));
      return reply.code(204).send(null);
    },
  );
}

/** Adds the operations on invitees (rules: Invitees). */
export function inviteeRoutes(app: Routes, registries: Registries): void {
  app.get(
    '/registries/:id/invitees',
    operation(
      'Invitees',
      'listInvitees',
      'List invitees',
      'reader',
      {
        params: RegistryPath,
        response: { 200: InviteesResponse },
      },
      ['read'],
    ),
    async (request) => inviteesView(await registries.open(request)),
  );

  app.post(
    '/registries/:id/invitees',
    operation('Invitees', 'addInvitees', 'Add invitees', 'editor', {
      description: 'User names or e-mail addresses. The service skips people who are already invited.',
      params: RegistryPath,
      body: InviteesBody,
      response: { 200: InviteesResponse },
    }),
    async (request) => {
      const invitees = (listed: readonly string[]): string[] => {
        const all = withoutDuplicates([...listed, ...request.body.invitees]);
        if (all.length > MAX_INVITEES) throw invalidInput(wordedRule('invitees', 'invitees_full', MAX_INVITEES));
        return all;
      };
      return inviteesView(await registries.change(request, { invitees }));
    },
  );

  app.delete(
    '/registries/:id/invitees/:invitee',
    operation('Invitees', 'removeInvitee', 'Remove an invitee', 'editor', {
      params: InviteePath,
      response: { 200: InviteesResponse },
    }),
    async (request) => {
      const invitees = (listed: readonly string[]): string[] => {
        const rest = without(listed, request.params.invitee);
        if (!rest) throw new ApiError('inviteeNotFound');
        return rest;
      };
      return inviteesView(await registries.change(request, { invitees }));
    },
  );
}

const inviteesView = ({ invitees }: OpenRegistry): InviteesResponse => ({ invitees: [...invitees] });
