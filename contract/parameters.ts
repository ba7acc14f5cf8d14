import type { XStatic } from 'typebox/schema';
import { Id, ItemId, UserId } from './items.ts';
import {
  AFFILIATE_STATUSES,
  MAX_EXTERNAL_ID_CHARS,
  MAX_IDS,
  MAX_ITEMS_LISTED,
  MAX_PURCHASES_LISTED,
  MAX_REGISTRIES_LISTED,
  MAX_SEARCH_CHARS,
  PURCHASE_MAX_CHARS,
  REGISTRY_ROLES,
  UNSET_STATUS,
} from './limits.ts';
import { complete } from './objects.ts';
import { limit, skip } from './paging.ts';
import { reader } from './readers.ts';
import { STORY } from './story.ts';
import { email, entityTags, invitee, text, uuid, visibleKey } from './text.ts';

const include = {
  type: 'string',
  enum: ['remaining'],
  description:
    '`remaining` adds `quantity_remaining`, `amount_promised` and `amount_remaining`: what can still be given, and what is promised; for admins also `quantity_surplus`',
  examples: ['remaining'],
} as const;

const externalId = text({
  minLength: 1,
  maxLength: MAX_EXTERNAL_ID_CHARS,
  description: 'Only the item with this id of another system',
  examples: ['SKU-4711'],
});

/** Query of `GET /items`; `skip` and `limit` have defaults. */
export const ItemsQuery = {
  type: 'object',
  required: ['skip', 'limit'],
  properties: {
    skip,
    limit: { ...limit, maximum: MAX_ITEMS_LISTED },
    ids: {
      type: 'array',
      items: ItemId,
      minItems: 1,
      maxItems: MAX_IDS,
      description: 'Ids of items, separated by commas. The answer has this order, and omits missing and inactive items',
      examples: [[STORY.wish, STORY.otherWish]],
    },
    registry_id: { ...Id, description: 'Only items of this registry' },
    external_id: { ...externalId, description: `${externalId.description}; requires \`registry_id\`` },
    after: {
      ...Id,
      minimum: 0,
      description: 'Only items with a higher id. Pages with `after` have a constant cost',
      examples: [STORY.otherWish],
    },
    include: { ...include, description: `${include.description}; for admins` },
    numbers: {
      type: 'string',
      enum: ['of_list'],
      description:
        '`of_list` counts what the readers of the registry may count: while the registry hides gifts, no promises ' +
        'through other registries. Requires `registry_id`; for admins',
      examples: ['of_list'],
    },
    is_author: {
      ...reader.is_author,
      description: '`true` also counts promises through deleted registries, as for the author. Requires `numbers`',
    },
    receives: {
      type: 'array',
      items: Id,
      minItems: 1,
      maxItems: MAX_IDS,
      deprecated: true,
      description: 'For plugins of earlier versions: only items of several lists that are or were on one of these',
      examples: [[STORY.otherList]],
    },
  },
} as const;
export type ItemsQuery = XStatic<typeof ItemsQuery>;

/** Query of `GET /items/places`: exactly one of these parameters. */
export const PlacesQuery = {
  type: 'object',
  properties: {
    ids: {
      type: 'array',
      items: Id,
      minItems: 1,
      maxItems: MAX_IDS,
      description: 'Ids of items, separated by commas; also of inactive items',
      examples: [[42, 41]],
    },
    registry_ids: {
      type: 'array',
      items: Id,
      minItems: 1,
      maxItems: MAX_IDS,
      description:
        'Ids of registries, separated by commas: the items that are or were on them, and on several registries. They ' +
        'may be deleted',
      examples: [[STORY.otherList]],
    },
  },
} as const;
export type PlacesQuery = XStatic<typeof PlacesQuery>;

/** Query of `GET /registries/{id}/items`. */
export const RegistryItemsQuery = { type: 'object', properties: { include, external_id: externalId } } as const;
export type RegistryItemsQuery = XStatic<typeof RegistryItemsQuery>;

/** Sort keys of `GET /items/search`; a minus reverses the order. Items with the same key are sorted by id. */
const ITEM_SORTS = [
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
    limit: { ...limit, maximum: MAX_ITEMS_LISTED },
    q: text({
      minLength: 1,
      maxLength: MAX_SEARCH_CHARS,
      description: 'Part of the name, retailer, shop link or affiliate link. The case of ASCII letters does not matter',
      examples: ['pot'],
    }),
    q_registry_ids: {
      type: 'array',
      items: Id,
      minItems: 1,
      maxItems: MAX_IDS,
      description:
        'Items of these registries match too, whatever `q` is. To find registries by name, search on the host first',
      examples: [[STORY.list, STORY.otherList]],
    },
    affiliate_status: {
      type: 'string',
      enum: [...AFFILIATE_STATUSES, UNSET_STATUS],
      description: 'Only items with this status; `unset` finds items without a status',
      examples: ['expired'],
    },
    sort: { type: 'string', enum: ITEM_SORTS, default: 'id', examples: ['name'] },
  },
} as const;
export type ItemSearchQuery = XStatic<typeof ItemSearchQuery>;

/** Query of `GET /purchases`; `skip` and `limit` have defaults. */
export const PurchasesQuery = {
  type: 'object',
  required: ['skip', 'limit'],
  properties: {
    skip,
    limit: { ...limit, maximum: MAX_PURCHASES_LISTED },
    registry_id: { ...Id, description: 'Only purchases of this registry; for admins' },
    giver_email: email({
      maxLength: PURCHASE_MAX_CHARS.giver_email,
      description: 'Only purchases with this address, regardless of case; for admins',
      examples: ['joe@mail.example'],
    }),
    giver_user_id: { ...UserId, description: 'Only purchases of this user; for admins' },
    external_id: text({
      minLength: 1,
      maxLength: MAX_EXTERNAL_ID_CHARS,
      description: 'Only the purchase with this id of another system; requires `registry_id`; for admins',
      examples: ['ORDER-2041'],
    }),
    buyer_email: email({
      maxLength: PURCHASE_MAX_CHARS.giver_email,
      description:
        'Only purchases with this address, and those of the user whose account has this confirmed address; for admins',
      examples: ['joe@mail.example'],
    }),
    view: {
      type: 'string',
      enum: ['owner', 'owner_names'],
      description:
        'Only data that the reader in `reader` may see, by default a recipient; never e-mail addresses. For ' +
        'purchases of earlier versions, `owner_names` includes names, users and messages before the reveal, and ' +
        '`owner` omits them. Requires `registry_id`; for admins',
      examples: ['owner'],
    },
    ...reader,
  },
} as const;
export type PurchasesQuery = XStatic<typeof PurchasesQuery>;

/** Query of `GET /registries`; all parameters have defaults. */
export const RegistriesQuery = complete({
  skip,
  limit: { ...limit, maximum: MAX_REGISTRIES_LISTED },
  role: {
    type: 'string',
    enum: REGISTRY_ROLES,
    default: 'owner',
    description:
      '`owner` lists the registries of the caller; `co-owner` lists other registries that the caller co-owns; ' +
      '`invitee` lists other registries to which the caller is invited; `any` lists every registry that has ' +
      'the caller as author, co-owner, keeper or invitee',
    examples: ['invitee'],
  },
});
export type RegistriesQuery = XStatic<typeof RegistriesQuery>;

/** Query of `PUT` and `DELETE /items/{item_id}`. */
export const ItemChangeQuery = {
  type: 'object',
  properties: { registry_id: { ...Id, description: 'If the item belongs to another registry, the answer is 404' } },
} as const;

/** Headers of changes of an item. */
export const ItemChangeHeaders = {
  type: 'object',
  properties: {
    'if-match': entityTags({
      description: 'Value of `updated_at`, in double quotes. If the item has another value, the answer is 412',
      examples: ['"2026-05-01T09:30:00.000Z"'],
    }),
  },
} as const;

/** Headers of `PATCH` and `DELETE /registries/{id}`. */
export const RegistryChangeHeaders = {
  type: 'object',
  properties: {
    'if-match': entityTags({
      description: 'Value of `version`, in double quotes. If the registry has another version, the answer is 412',
      examples: ['"yYXK1tQzGn0W7Z7pM4vS3A"'],
    }),
  },
} as const;

/** Headers of requests that create something. */
export const CreationHeaders = {
  type: 'object',
  properties: {
    'idempotency-key': visibleKey({
      description:
        'Random key of the request. If the request is repeated with the same key within 24 hours, it creates nothing ' +
        'again, and has the same answer. Another request with this key is 422. While the first request runs, the ' +
        'answer is 409',
      examples: ['4b1d9a52-0f0e-4d3b-9c57-6f6f2d1d7a10'],
    }),
  },
} as const;

/** Headers of requests that make or change a purchase. */
export const PurchasePutHeaders = {
  type: 'object',
  properties: {
    'if-none-match': {
      type: 'string',
      enum: ['*'],
      description: 'The request succeeds only if no purchase with this id exists; otherwise the answer is 412',
      examples: ['*'],
    },
  },
} as const;

export const ItemPath = complete({ item_id: ItemId });
export const RegistryPath = complete({ id: Id });
export const RegistryItemPath = complete({ id: Id, item_id: ItemId });
/** Query of `PUT /registries/{id}/appearances/{item_id}`. */
export const AppearanceQuery = {
  type: 'object',
  properties: {
    move: {
      type: 'string',
      enum: ['true'],
      description: '`true` moves the item and its gifts to this registry. The item leaves all other lists',
      examples: ['true'],
    },
  },
} as const;
export type AppearanceQuery = XStatic<typeof AppearanceQuery>;

export const InviteePath = complete({ id: Id, invitee: invitee({ examples: ['grandma@mail.example'] }) });

const purchaseId = uuid({
  description: 'Random UUID that the client creates. A second request with this id changes the same purchase',
  examples: [STORY.gift],
});
export const PurchasePath = complete({ purchase_id: purchaseId });
export const RegistryPurchasePath = complete({ id: Id, purchase_id: purchaseId });
