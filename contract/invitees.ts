import type { XStatic } from 'typebox/schema';
import { MAX_INVITEES_AT_ONCE } from './limits.ts';
import { titled } from './objects.ts';
import { invitee } from './text.ts';

const examples = [['grandma', 'joe@mail.example']] as const;

/** Body of `POST /registries/{id}/invitees`. */
export const InviteesBody = titled('InviteesBody', {
  invitees: {
    type: 'array',
    items: invitee({ examples: ['grandma'] }),
    minItems: 1,
    maxItems: MAX_INVITEES_AT_ONCE,
    examples,
  },
});
export type InviteesBody = XStatic<typeof InviteesBody>;

export const InviteesResponse = titled('InviteesResponse', {
  invitees: { type: 'array', items: { type: 'string' }, examples },
});
export type InviteesResponse = XStatic<typeof InviteesResponse>;
