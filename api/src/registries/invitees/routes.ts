import {
  InviteePath,
  InviteesBody,
  InviteesResponse,
  MAX_INVITEES,
  RegistryPath,
  wordedRule,
} from '@largesse/contract';
import { ApiError, invalidInput } from '../../http/errors.ts';
import type { Routes } from '../../http/routes.ts';
import type { OpenRegistry, Registries } from '../registries.ts';
import { without, withoutDuplicates } from './list.ts';

/** Adds the operations on invitees (rules: Invitees). */
export function inviteeRoutes(app: Routes, registries: Registries): void {
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
    async ({ caller, params }) => inviteesView(await registries.open(caller, params.id, 'read')),
  );

  app.post(
    '/registries/:id/invitees',
    {
      schema: {
        tags: ['Invitees'],
        operationId: 'addInvitees',
        summary: 'Add invitees',
        description: 'User names or e-mail addresses. The service skips people who are already invited.',
        params: RegistryPath,
        body: InviteesBody,
        response: { 200: InviteesResponse },
      },
    },
    async ({ caller, params, body }) => {
      const invitees = (listed: readonly string[]): string[] => {
        const all = withoutDuplicates([...listed, ...body.invitees]);
        if (all.length > MAX_INVITEES) throw invalidInput(wordedRule('invitees', 'invitees_full', MAX_INVITEES));
        return all;
      };
      return inviteesView(await registries.change(caller, params.id, { invitees }));
    },
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
    async ({ caller, params }) => {
      const invitees = (listed: readonly string[]): string[] => {
        const rest = without(listed, params.invitee);
        if (!rest) throw new ApiError('inviteeNotFound');
        return rest;
      };
      return inviteesView(await registries.change(caller, params.id, { invitees }));
    },
  );
}

const inviteesView = ({ invitees }: OpenRegistry): InviteesResponse => ({ invitees: [...invitees] });
