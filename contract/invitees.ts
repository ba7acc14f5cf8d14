import { type Static, Type } from 'typebox';
import { invitee } from './text.ts';

/** Most entries that one registry holds. */
export const MAX_INVITEES = 1000;

/** Body of `POST /registries/{id}/invitees`. */
export const InviteesBody = Type.Object(
  {
    invitees: Type.Array(invitee({ examples: ['grandma'] }), {
      minItems: 1,
      maxItems: 500,
      examples: [['grandma', 'joe@mail.example']],
    }),
  },
  { title: 'InviteesBody' },
);
export type InviteesBody = Static<typeof InviteesBody>;

export const InviteesResponse = Type.Object(
  { invitees: Type.Array(Type.String(), { examples: [['grandma', 'joe@mail.example']] }) },
  { title: 'InviteesResponse' },
);
export type InviteesResponse = Static<typeof InviteesResponse>;
