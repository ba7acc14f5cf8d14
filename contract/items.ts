import { type Static, Type } from 'typebox';
import { address, clearableText, filledText, MAX_SAFE, nullableString } from './text.ts';

/** spec: Resources and their fields. */
export const AFFILIATE_STATUSES = ['active', 'inactive', 'expired', 'none'] as const;

/** One of the four values of `affiliate_status` (spec: Limits). */
export type AffiliateStatus = (typeof AFFILIATE_STATUSES)[number];

const clearableStatus = (options: object = {}) =>
  Type.Unsafe<AffiliateStatus | null>({ ...options, type: ['string', 'null'], enum: [...AFFILIATE_STATUSES, null] });

/** What a new item has where its creator says nothing. */
export const ITEM_DEFAULTS = { quantity_needed: 1, quantity_purchased: 0, is_active: true } as const;

/** The id of an item or a registry: 1 to 2^53 − 1. */
export const Id = Type.Integer({ minimum: 1, maximum: MAX_SAFE, examples: [7] });

const count = (minimum: number, options: object) => Type.Integer({ ...options, minimum, maximum: MAX_SAFE });

const name = filledText({ minLength: 1, maxLength: 100, examples: ['Cast-iron pot'] });
const description = clearableText({ maxLength: 500, examples: ['26 cm, with a lid'] });
const url = address({ minLength: 10, maxLength: 2000, examples: ['https://pots.example/cast-iron-26'] });
const retailer = clearableText({ maxLength: 2000, examples: ['Pots & Pans'] });
const affiliateUrl = clearableText({ maxLength: 2000, examples: ['https://pots.example/cast-iron-26?ref=largesse'] });
const affiliateStatus = clearableStatus({ examples: ['active'] });
const imageUrl = clearableText({ maxLength: 2000, examples: ['https://pots.example/cast-iron-26.jpg'] });
const price = Type.Unsafe<number | null>({ type: ['number', 'null'], exclusiveMinimum: 0, examples: [89.9] });
const isActive = { description: '`false` means deleted' };

const fieldsOfCreate = {
  name,
  description: Type.Optional(description),
  url,
  retailer: Type.Optional(retailer),
  affiliate_url: Type.Optional(affiliateUrl),
  affiliate_status: Type.Optional(affiliateStatus),
  image_url: Type.Optional(imageUrl),
  price: Type.Optional(price),
  quantity_needed: Type.Optional(count(1, { default: ITEM_DEFAULTS.quantity_needed, examples: [1] })),
  quantity_purchased: Type.Optional(count(0, { default: ITEM_DEFAULTS.quantity_purchased, examples: [0] })),
  is_active: Type.Optional(Type.Boolean({ ...isActive, default: ITEM_DEFAULTS.is_active })),
};

/** Body of `POST /registries/{id}/items`; unknown keys are ignored. */
export const ItemRegistryCreate = Type.Object(fieldsOfCreate, { title: 'ItemRegistryCreate' });
export type ItemRegistryCreate = Static<typeof ItemRegistryCreate>;

/** Body of `POST /items`; unknown keys are ignored. */
export const ItemCreate = Type.Object({ registry_id: Id, ...fieldsOfCreate }, { title: 'ItemCreate' });
export type ItemCreate = Static<typeof ItemCreate>;

/** Body of `PUT /items/{item_id}`: what is left out stays as it is; unknown keys are ignored. */
export const ItemUpdate = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    url: Type.Optional(url),
    retailer: Type.Optional(retailer),
    affiliate_url: Type.Optional(affiliateUrl),
    affiliate_status: Type.Optional(affiliateStatus),
    image_url: Type.Optional(imageUrl),
    price: Type.Optional(price),
    quantity_needed: Type.Optional(count(1, { examples: [2] })),
    quantity_purchased: Type.Optional(count(0, { examples: [1] })),
    is_active: Type.Optional(Type.Boolean(isActive)),
  },
  { title: 'ItemUpdate' },
);
export type ItemUpdate = Static<typeof ItemUpdate>;

const identity = { id: Type.Integer({ examples: [42] }), registry_id: Type.Integer({ examples: [7] }) };
const head = {
  name: Type.String({ examples: ['Cast-iron pot'] }),
  description: nullableString({ examples: ['26 cm, with a lid'] }),
  url: Type.String({ examples: ['https://pots.example/cast-iron-26'] }),
  retailer: nullableString({ examples: ['Pots & Pans'] }),
};
const affiliate = {
  affiliate_url: nullableString({ examples: ['https://pots.example/cast-iron-26?ref=largesse'] }),
  affiliate_status: clearableStatus({ examples: ['active'] }),
};
const tail = {
  image_url: nullableString({ examples: ['https://pots.example/cast-iron-26.jpg'] }),
  price: Type.Unsafe<number | null>({ type: ['number', 'null'], examples: [89.9] }),
  quantity_needed: Type.Integer({ examples: [1] }),
  quantity_purchased: Type.Integer({ examples: [0] }),
  is_active: Type.Boolean({ examples: [true] }),
  created_at: Type.String({ format: 'date-time', examples: ['2026-05-01T09:30:00.000Z'] }),
  updated_at: Type.String({ format: 'date-time', examples: ['2026-05-01T09:30:00.000Z'] }),
};

/** An item as an admin sees it. */
export const Item = Type.Object({ ...identity, ...head, ...affiliate, ...tail }, { title: 'Item' });
export type Item = Static<typeof Item>;

/** An item as everybody else sees it: without affiliate data. */
export const ItemPublic = Type.Object({ ...identity, ...head, ...tail }, { title: 'ItemPublic' });
export type ItemPublic = Static<typeof ItemPublic>;

const success = Type.Boolean({ examples: [true] });
const message = Type.String({ examples: ['Item found'] });

export const ItemResponse = Type.Object({ success, data: Item, message }, { title: 'ItemResponse' });
export type ItemResponse = Static<typeof ItemResponse>;

export const ItemPublicResponse = Type.Object({ success, data: ItemPublic, message }, { title: 'ItemPublicResponse' });
export type ItemPublicResponse = Static<typeof ItemPublicResponse>;

/** An item in its envelope, by the viewer's role. */
export const ItemAnswer = Type.Union([ItemPublicResponse, ItemResponse]);

/** A list of items, by the viewer's role. */
export const ItemsAnswer = Type.Union([Type.Array(ItemPublic), Type.Array(Item)]);
