import { type Static, Type } from 'typebox';
import { Id } from './items.ts';
import { invitee } from './text.ts';

const skip = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  default: 0,
  examples: [0],
  description: 'How many to leave out',
});

/** Most ids that one `GET /items?ids=` may name. */
export const MAX_IDS = 100;

/** Query of `GET /items`. */
export const ItemsQuery = Type.Object({
  skip,
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100, examples: [100], description: 'How many to answer' }),
  ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: MAX_IDS,
      description: 'Only these, in this order, separated by commas; missing and inactive ones are skipped',
      examples: [[42, 41]],
    }),
  ),
  registry_id: Type.Optional(Type.Integer({ ...Id, description: 'Only items of this registry' })),
  after: Type.Optional(
    Type.Integer({
      ...Id,
      minimum: 0,
      description: 'Only ids above this one: pages at a cost that does not grow',
      examples: [42],
    }),
  ),
});
export type ItemsQuery = Static<typeof ItemsQuery>;

/** Query of `GET /registries`. */
export const RegistriesQuery = Type.Object({
  skip,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 100, examples: [100], description: 'How many to answer' }),
});
export type RegistriesQuery = Static<typeof RegistriesQuery>;

export const ItemPath = Type.Object({ item_id: Id });
export const RegistryPath = Type.Object({ id: Id });
export const RegistryItemPath = Type.Object({ id: Id, item_id: Id });
export const InviteePath = Type.Object({ id: Id, invitee: invitee({ examples: ['grandma'] }) });
