import type { XStatic } from 'typebox/schema';
import { MAX_INVITEES_AT_ONCE } from './limits.ts';
import { invitee } from './text.ts';

const examples = [['grandma', 'joe@mail.example']] as const;

/** Body of `POST /registries/{id}/invitees`. */
export const InviteesBody = {
  title: 'InviteesBody',
  type: 'object',
  required: ['invitees'],
  properties: {
    invitees: {
      type: 'array',
      items: invitee({ examples: ['grandma'] }),
      minItems: 1,
      maxItems: MAX_INVITEES_AT_ONCE,
      examples,
    },
  },
} as const;
export type InviteesBody = XStatic<typeof InviteesBody>;

export const InviteesResponse = {
  title: 'InviteesResponse',
  type: 'object',
  required: ['invitees'],
  properties: { invitees: { type: 'array', items: { type: 'string' }, examples } },
} as const;
export type InviteesResponse = XStatic<typeof InviteesResponse>;
