import { InviteePath, InviteesBody, InviteesResponse, MAX_INVITEES, RegistryPath } from '@largesse/contract';
import type { Caller } from '../../auth/authenticate.ts';
import { ApiError } from '../../http/errors.ts';
import type { Routes } from '../../http/routes.ts';
import { openRegistry } from '../access.ts';
import type { RegistryLists } from '../lists.ts';
import type { Projection } from '../projection.ts';
import { without, withoutDuplicates } from './list.ts';

/** spec: Endpoints, Invitees. */
export function inviteeRoutes(app: Routes, projection: Projection, lists: RegistryLists): void {
  app.get(
    '/registries/:id/invitees',
    {
      schema: {
        tags: ['Invitees'],
        operationId: 'listInvitees',
        summary: 'List invitees',
        params: RegistryPath,
        response: { 200: InviteesResponse },
      },
    },
    async (request) => {
      const registry = await openRegistry(request.caller, request.params.id, 'read');
      projection.touch(request.caller, registry);
      return { invitees: registry.invitees };
    },
  );

  app.post(
    '/registries/:id/invitees',
    {
      schema: {
        tags: ['Invitees'],
        operationId: 'addInvitees',
        summary: 'Add invitees',
        description: 'User names or e-mail addresses; those who are listed already are skipped.',
        params: RegistryPath,
        body: InviteesBody,
        response: { 200: InviteesResponse },
      },
    },
    (request) =>
      change(request.params.id, request.caller, (listed) => {
        const invitees = withoutDuplicates([...listed, ...request.body.invitees]);
        if (invitees.length > MAX_INVITEES)
          throw new ApiError('invalidInput', { detail: `invitees: a registry holds at most ${MAX_INVITEES}` });
        return invitees;
      }),
  );

  app.delete(
    '/registries/:id/invitees/:invitee',
    {
      schema: {
        tags: ['Invitees'],
        operationId: 'removeInvitee',
        summary: 'Remove an invitee',
        params: InviteePath,
        response: { 200: InviteesResponse },
      },
    },
    (request) =>
      change(request.params.id, request.caller, (listed) => {
        const invitees = without(listed, request.params.invitee);
        if (!invitees) throw new ApiError('inviteeNotFound');
        return invitees;
      }),
  );

  /** Makes the new list from the one that is there, so that no change is lost to another one. */
  async function change(
    id: number,
    caller: Caller,
    next: (listed: readonly string[]) => string[],
  ): Promise<InviteesResponse> {
    // Whoever may not edit takes no turn from those who may.
    const registry = await openRegistry(caller, id, 'edit');
    const changed = await lists.write(caller.host, registry, ['registry_invitees'], ({ invitees }) => ({
      invitees: next(invitees),
    }));
    projection.touch(caller, changed);
    return { invitees: changed.invitees };
  }
}
