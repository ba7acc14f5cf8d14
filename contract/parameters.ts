import type { XStatic } from 'typebox/schema';
import { AFFILIATE_STATUSES, Id } from './items.ts';
import { invitee, text } from './text.ts';

/** Most ids that one `GET /items?ids=` may name. */
export const MAX_IDS = 100;

const skip = {
  type: 'integer',
  minimum: 0,
  maximum: 2_147_483_647,
  default: 0,
  description: 'How many to leave out',
  examples: [0],
} as const;

const limit = {
  type: 'integer',
  minimum: 1,
  default: 100,
  description: 'How many to answer',
  examples: [100],
} as const;

/** Query of `GET /items`; `skip` and `limit` have defaults. */
export const ItemsQuery = {
  type: 'object',
  required: ['skip', 'limit'],
  properties: {
    skip,
    limit: { ...limit, maximum: 1000 },
    ids: {
      type: 'array',
      items: Id,
      minItems: 1,
      maxItems: MAX_IDS,
      description: 'Only these, in this order, separated by commas; missing and inactive ones are skipped',
      examples: [[42, 41]],
    },
    registry_id: { ...Id, description: 'Only items of this registry' },
    after: {
      ...Id,
      minimum: 0,
      description: 'Only ids above this one: pages at a cost that does not grow',
      examples: [42],
    },
  },
} as const;
export type ItemsQuery = XStatic<typeof ItemsQuery>;

/** By what `GET /items/search` sorts; with a minus the other way round. Items that are alike come by id. */
export const ITEM_SORTS = [
  'id',
  '-id',
  'name',
  '-name',
  'registry_id',
  '-registry_id',
  'affiliate_status',
  '-affiliate_status',
] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];

/** Query of `GET /items/search`; `skip`, `limit` and `sort` have defaults. */
export const ItemSearchQuery = {
  type: 'object',
  required: ['skip', 'limit', 'sort'],
  properties: {
    skip,
    limit: { ...limit, maximum: 1000 },
    q: text({
      minLength: 1,
      maxLength: 200,
      description: 'Part of name, retailer, shop link or affiliate link; the case of ASCII letters does not count',
      examples: ['pot'],
    }),
    q_registry_ids: {
      type: 'array',
      items: Id,
      minItems: 1,
      maxItems: MAX_IDS,
      description:
        'Items of these registries match too, whatever `q` is: the names of registries are the host’s to search',
      examples: [[7, 8]],
    },
    affiliate_status: {
      type: 'string',
      enum: [...AFFILIATE_STATUSES, 'unset'],
      description: 'Only items of this status; `unset` are those without one',
      examples: ['expired'],
    },
    sort: { type: 'string', enum: ITEM_SORTS, default: 'id', examples: ['name'] },
  },
} as const;
export type ItemSearchQuery = XStatic<typeof ItemSearchQuery>;

/** Query of `GET /registries`; `skip` and `limit` have defaults. */
export const RegistriesQuery = {
  type: 'object',
  required: ['skip', 'limit'],
  properties: { skip, limit: { ...limit, maximum: 100 } },
} as const;
export type RegistriesQuery = XStatic<typeof RegistriesQuery>;

export const ItemPath = { type: 'object', required: ['item_id'], properties: { item_id: Id } } as const;
export const RegistryPath = { type: 'object', required: ['id'], properties: { id: Id } } as const;
export const RegistryItemPath = {
  type: 'object',
  required: ['id', 'item_id'],
  properties: { id: Id, item_id: Id },
} as const;
export const InviteePath = {
  type: 'object',
  required: ['id', 'invitee'],
  properties: { id: Id, invitee: invitee({ examples: ['grandma'] }) },
} as const;
