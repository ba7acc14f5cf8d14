import type { XStatic } from 'typebox/schema';
import {
  AFFILIATE_STATUSES,
  ITEM_DEFAULTS,
  ITEM_MAX_CHARS,
  MAX_EXTERNAL_ID_CHARS,
  MAX_ITEMS_AT_ONCE,
  MAX_SAFE,
  MIN_ADDRESS_CHARS,
  UNSET_STATUS,
} from './limits.ts';
import { enveloped, partly, titled } from './objects.ts';
import { STORY } from './story.ts';
import {
  address,
  clearableFreeText,
  clearableText,
  currencyCode,
  filledText,
  integer,
  moment,
  nullableString,
  string,
} from './text.ts';

/** One of the four values of `affiliate_status` (rules: Items). */
export type AffiliateStatus = (typeof AFFILIATE_STATUSES)[number];

/** The id of a registry: 1 to 2^53 − 1. */
export const Id = { type: 'integer', minimum: 1, maximum: MAX_SAFE, examples: [STORY.list] } as const;

/** The id of an item: 1 to 2^53 − 1. */
export const ItemId = { ...Id, examples: [STORY.wish] } as const;

/** The id of a user: 1 to 2^53 − 1. */
export const UserId = { ...Id, examples: [STORY.person] } as const;

const clearableStatus = {
  type: ['string', 'null'],
  enum: [...AFFILIATE_STATUSES, null],
  examples: ['active'],
} as const;

const quantityNeeded = { type: 'integer', minimum: 1, maximum: MAX_SAFE, examples: [1] } as const;
const quantityPurchased = { type: 'integer', minimum: 0, maximum: MAX_SAFE, examples: [0] } as const;
const isActive = { type: 'boolean', description: '`false` means deleted' } as const;

const currency = currencyCode({
  description: 'Currency of the price; null for the currency of the site',
  examples: ['GBP'],
});

const writable = {
  name: filledText({ minLength: 1, maxLength: ITEM_MAX_CHARS.name, examples: ['Cast-iron pot'] }),
  description: clearableText({ maxLength: ITEM_MAX_CHARS.description, examples: ['26 cm, with a lid'] }),
  url: address({
    minLength: MIN_ADDRESS_CHARS,
    maxLength: ITEM_MAX_CHARS.url,
    $comment: 'for a wish without a shop, use the registry’s own address with #largesse-no-shop',
    examples: ['https://pots.example/cast-iron-26'],
  }),
  retailer: clearableText({ maxLength: ITEM_MAX_CHARS.retailer, examples: ['Pots & Pans'] }),
  affiliate_url: clearableFreeText({
    maxLength: ITEM_MAX_CHARS.affiliate_url,
    examples: ['https://pots.example/cast-iron-26?ref=largesse'],
  }),
  affiliate_status: clearableStatus,
  image_url: clearableFreeText({
    maxLength: ITEM_MAX_CHARS.image_url,
    examples: ['https://pots.example/cast-iron-26.jpg'],
  }),
  price: { type: ['number', 'null'], exclusiveMinimum: 0, examples: [89.9] },
  currency,
  external_id: {
    ...filledText({
      minLength: 1,
      maxLength: MAX_EXTERNAL_ID_CHARS,
      description: 'Id of the item in another system; no other active item of the registry may have it',
    }),
    type: ['string', 'null'],
  },
} as const;

const creatable = {
  ...writable,
  quantity_needed: { ...quantityNeeded, default: ITEM_DEFAULTS.quantity_needed },
  quantity_purchased: { ...quantityPurchased, default: ITEM_DEFAULTS.quantity_purchased },
  is_active: { ...isActive, default: ITEM_DEFAULTS.is_active },
} as const;

/** A new item of a registry; unknown keys are ignored. */
export const ItemRegistryCreate = {
  title: 'ItemRegistryCreate',
  type: 'object',
  required: ['name', 'url'],
  properties: creatable,
} as const;
export type ItemRegistryCreate = XStatic<typeof ItemRegistryCreate>;

/** Body of `POST /registries/{id}/items`: one item, or several. */
export const ItemRegistryCreates = {
  anyOf: [ItemRegistryCreate, { type: 'array', items: ItemRegistryCreate, minItems: 1, maxItems: MAX_ITEMS_AT_ONCE }],
} as const;

/** Body of `POST /items`; unknown keys are ignored. */
export const ItemCreate = {
  title: 'ItemCreate',
  type: 'object',
  required: ['registry_id', 'name', 'url'],
  properties: { registry_id: Id, ...creatable },
} as const;
export type ItemCreate = XStatic<typeof ItemCreate>;

/** Body of `PUT /items/{item_id}`: missing fields stay unchanged; unknown keys are ignored. */
export const ItemUpdate = {
  title: 'ItemUpdate',
  type: 'object',
  properties: {
    ...writable,
    quantity_needed: quantityNeeded,
    quantity_purchased: quantityPurchased,
    is_active: isActive,
  },
} as const;
export type ItemUpdate = XStatic<typeof ItemUpdate>;

const head = {
  id: integer({ examples: [STORY.wish] }),
  registry_id: integer({ examples: [STORY.list] }),
  name: string({ examples: ['Cast-iron pot'] }),
  description: nullableString({ examples: ['26 cm, with a lid'] }),
  url: string({ examples: ['https://pots.example/cast-iron-26'] }),
  retailer: nullableString({ examples: ['Pots & Pans'] }),
} as const;
const affiliate = {
  affiliate_url: nullableString({ examples: ['https://pots.example/cast-iron-26?ref=largesse'] }),
  affiliate_status: clearableStatus,
} as const;
const tail = {
  image_url: nullableString({ examples: ['https://pots.example/cast-iron-26.jpg'] }),
  price: { type: ['number', 'null'], examples: [89.9] },
  currency: string({
    description: 'Currency of the price; absent if it is the currency of the site',
    examples: ['GBP'],
  }),
  external_id: string({
    description: 'Id of the item in another system; absent if there is none',
    examples: ['SKU-4711'],
  }),
  quantity_needed: integer({ examples: [1] }),
  quantity_purchased: integer({ examples: [0] }),
  is_active: { type: 'boolean', examples: [true] },
  created_at: moment,
  updated_at: moment,
} as const;

/** Fields beyond the specification: an item has them only if they are set (rules: Items). */
const OPTIONAL = ['currency', 'external_id'] as const;

/** An item as an admin sees it. */
export const Item = partly('Item', { ...head, ...affiliate, ...tail }, OPTIONAL);
export type Item = XStatic<typeof Item>;

/** An item as everybody except admins sees it: without affiliate data. */
export const ItemPublic = partly('ItemPublic', { ...head, ...tail }, OPTIONAL);
export type ItemPublic = XStatic<typeof ItemPublic>;

export const ItemResponse = enveloped('ItemResponse', Item, 'Item found');
export type ItemResponse = XStatic<typeof ItemResponse>;

export const ItemPublicResponse = enveloped('ItemPublicResponse', ItemPublic, 'Item found');
export type ItemPublicResponse = XStatic<typeof ItemPublicResponse>;

/** Answer to a request that has created several items, as an admin sees it. */
export const ItemsResponse = enveloped('ItemsResponse', { type: 'array', items: Item }, 'Item found');

export const ItemsPublicResponse = enveloped('ItemsPublicResponse', { type: 'array', items: ItemPublic }, 'Item found');

/** A list of items as an admin sees it. */
export const Items = { type: 'array', items: Item } as const;
/** A list of items as everybody except admins sees it. */
export const ItemsPublic = { type: 'array', items: ItemPublic } as const;

const remaining = {
  quantity_remaining: integer({ description: 'Number of pieces that can still be given', examples: [1] }),
  amount_promised: {
    type: 'number',
    description: 'Sum of the shares, without secret shares; never more than owners may see',
    examples: [20],
  },
  amount_remaining: {
    type: 'number',
    description: 'Part of the price that guests can still promise; 0 if the item cannot be shared',
    examples: [69.9],
  },
} as const;

/** For admins, who show owners which pieces no guest gives. */
const surplus = integer({
  description:
    '`quantity_purchased` without the purchases that owners may see: pieces that count as bought, but belong to no purchase. Negative if the counter was lowered',
  examples: [0],
});

/** An item with the number of pieces, and the part of the price, that can still be given (`include=remaining`). */
export const ItemRemaining = partly(
  'ItemRemaining',
  { ...Item.properties, ...remaining, quantity_surplus: surplus },
  OPTIONAL,
);
export const ItemPublicRemaining = partly('ItemPublicRemaining', { ...ItemPublic.properties, ...remaining }, OPTIONAL);
export const ItemsRemaining = { type: 'array', items: ItemRemaining } as const;
export const ItemsPublicRemaining = { type: 'array', items: ItemPublicRemaining } as const;

/** Answer with one item in an envelope. Only admins receive the affiliate data. */
export const ItemAnswer = { anyOf: [ItemPublicResponse, ItemResponse] } as const;

/** Answer with one new item, or with several. Only admins receive the affiliate data. */
export const NewItemsAnswer = {
  anyOf: [ItemPublicResponse, ItemResponse, ItemsPublicResponse, ItemsResponse],
} as const;

/** Answer with a list of items. Only admins receive the affiliate data. */
export const ItemsAnswer = { anyOf: [ItemsPublic, Items, ItemsPublicRemaining, ItemsRemaining] } as const;

const count = integer({ examples: [3] });

/**
 * An item of `GET /items/places`, and the registries on which it is, or was, as long as these have not revealed their
 * gifts since then.
 */
export const Place = titled('Place', {
  item_id: Id,
  registry_ids: {
    type: 'array',
    items: Id,
    description: 'Registries whose recipients receive the item; they may be deleted',
    examples: [[7, 8]],
  },
});
export type Place = XStatic<typeof Place>;
/** Answer of `GET /items/places`. */
export const Places = { title: 'Places', type: 'array', items: Place } as const;
export type Places = XStatic<typeof Places>;

/** Answer of `GET /items/search`: a page of items, and the number of matching items for every status. */
export const ItemSearchResult = titled('ItemSearchResult', {
  items: Items,
  counts: {
    type: 'object',
    description: 'Number of matching items, by status',
    required: [...AFFILIATE_STATUSES, UNSET_STATUS],
    properties: { active: count, inactive: count, expired: count, none: count, [UNSET_STATUS]: count },
  },
});
export type ItemSearchResult = XStatic<typeof ItemSearchResult>;
