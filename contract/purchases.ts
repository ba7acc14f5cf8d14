import type { XStatic } from 'typebox/schema';
import { present } from './ideas.ts';
import { Id, ItemId, UserId } from './items.ts';
import {
  MAX_EXTERNAL_ID_CHARS,
  MAX_PURCHASE_QUANTITY,
  MAX_SAFE,
  PURCHASE_MAX_CHARS,
  PURCHASE_STATES,
} from './limits.ts';
import { enveloped, partly, titled } from './objects.ts';
import { level } from './readers.ts';
import { STORY } from './story.ts';
import {
  answeredUuid,
  clearableEmail,
  clearableText,
  email,
  filledText,
  integer,
  moment,
  nullableString,
  string,
} from './text.ts';

/** One of the two states of a purchase (rules: Purchases). */
export type PurchaseState = (typeof PURCHASE_STATES)[number];

const quantity = { type: 'integer', minimum: 1, maximum: MAX_PURCHASE_QUANTITY, examples: [1] } as const;
const state = { type: 'string', enum: PURCHASE_STATES, examples: ['reserved'] } as const;
const giverName = clearableText({ maxLength: PURCHASE_MAX_CHARS.giver_name, examples: ['Aunt Ada'] });
const giverEmail = clearableEmail({ maxLength: PURCHASE_MAX_CHARS.giver_email, examples: ['ada@mail.example'] });
const message = clearableText({ maxLength: PURCHASE_MAX_CHARS.message, examples: ['All the best!'] });

/** An id of another system (rules: External ids). */
const externalId = {
  ...filledText({
    minLength: 1,
    maxLength: MAX_EXTERNAL_ID_CHARS,
    description: 'Id of an order in another system; the purchase is a line of this order',
  }),
  type: ['string', 'null'],
} as const;

const given = {
  item_id: ItemId,
  quantity: { ...quantity, default: 1 },
  state: { ...state, default: 'reserved' },
  giver_name: giverName,
  message,
} as const;

/** Body of `PUT /registries/{id}/purchases/{purchase_id}`: the whole purchase; unknown keys are ignored. */
export const RegistryPurchasePut = {
  title: 'RegistryPurchasePut',
  type: 'object',
  required: ['item_id'],
  properties: given,
} as const;
export type RegistryPurchasePut = XStatic<typeof RegistryPurchasePut>;

/** Body of `PUT /purchases/{purchase_id}`: the whole purchase; unknown keys are ignored. */
export const PurchasePut = {
  title: 'PurchasePut',
  type: 'object',
  required: ['item_id'],
  properties: {
    ...given,
    registry_id: { ...Id, description: 'If the item belongs to another registry, the answer is 404' },
    secret: {
      type: 'boolean',
      description: 'Hides the purchase from the owners until the reveal. By default, the surprise of the list decides',
    },
    level,
    owner: {
      type: 'boolean',
      default: false,
      description: 'True if an owner already has the item',
      examples: [false],
    },
    // The story needs no account of the giver.
    giver_user_id: { ...UserId, type: ['integer', 'null'], examples: [] },
    external_id: { ...externalId, description: `${externalId.description}. A second request does not change it` },
    wish: {
      type: 'object',
      description:
        'The wish as the giver has promised it, if that was before it was on the list; never changed. By default, the ' +
        'item as it is now',
      required: ['name'],
      properties: present,
      // The story has no earlier form of the wish.
      examples: [],
    },
    giver_email: giverEmail,
  },
} as const;
export type PurchasePut = XStatic<typeof PurchasePut>;

/**
 * Body of `PATCH /purchases/{purchase_id}`. Missing fields stay unchanged. Only admins may send `thanked`,
 * `giver_user_id`, `giver_email` and `external_id`.
 */
export const PurchasePatch = {
  title: 'PurchasePatch',
  type: 'object',
  properties: {
    quantity,
    state,
    giver_name: giverName,
    giver_email: { ...giverEmail, description: 'For admins' },
    message,
    thanked: { type: 'boolean', description: 'True if an owner has thanked the giver; for admins', examples: [true] },
    external_id: { ...externalId, description: `${externalId.description}; null removes it. For admins` },
    giver_user_id: {
      ...UserId,
      description: 'User who becomes the giver. Only for admins, and only if the purchase has no user',
      examples: [],
    },
  },
} as const;
export type PurchasePatch = XStatic<typeof PurchasePatch>;

/** Body of `PATCH /registries/{id}/purchases/{purchase_id}`. */
export const PurchaseThanks = titled('PurchaseThanks', { thanked: { type: 'boolean', examples: [true] } });
export type PurchaseThanks = XStatic<typeof PurchaseThanks>;

/** Body of `POST /purchases/reveal`. */
export const PurchasesReveal = {
  title: 'PurchasesReveal',
  type: 'object',
  required: ['registry_id'],
  properties: {
    registry_id: Id,
    names_since: string({
      description:
        'Date (00:00 UTC) or time (ISO 8601). Owners already see the givers of purchases that were made since then ' +
        'and are not secret. If the reveal shows nothing new, the service records no event',
      examples: ['2026-06-13T00:00:00+02:00'],
    }),
    day_began: string({
      description:
        'Date (00:00 UTC) or time (ISO 8601) at which the day of the reveal has begun. Missing for a reveal by hand',
      examples: ['2026-06-13T00:00:00+02:00'],
    }),
  },
} as const;
export type PurchasesReveal = XStatic<typeof PurchasesReveal>;

/** Body of `POST /purchases/uncount`. */
export const PurchasesUncount = {
  title: 'PurchasesUncount',
  type: 'object',
  required: ['item_id'],
  properties: {
    item_id: ItemId,
    quantity: integer({ minimum: 1, maximum: MAX_SAFE, default: 1, examples: [1] }),
  },
} as const;
export type PurchasesUncount = XStatic<typeof PurchasesUncount>;

/**
 * Body of `POST /purchases/erase`. It must contain exactly one of the first three fields. `before` is allowed only
 * together with `registry_id`.
 */
export const PurchasesErase = {
  title: 'PurchasesErase',
  type: 'object',
  examples: [{ registry_id: STORY.list, before: '2026-01-01' }],
  properties: {
    giver_email: email({ maxLength: PURCHASE_MAX_CHARS.giver_email, examples: ['ada@mail.example'] }),
    giver_user_id: UserId,
    registry_id: Id,
    before: string({
      description: 'Only purchases made before this date (00:00 UTC) or time (ISO 8601)',
      examples: ['2026-01-01'],
    }),
    only: {
      type: 'string',
      enum: ['addresses'],
      description: 'Erases only e-mail addresses, and keeps names and messages',
      examples: ['addresses'],
    },
  },
} as const;
export type PurchasesErase = XStatic<typeof PurchasesErase>;

/** A purchase as the caller may see it. Fields that are hidden from the caller are null (rules: Surprise). */
export const Purchase = partly(
  'Purchase',
  {
    id: answeredUuid({ examples: [STORY.gift] }),
    item_id: integer({ examples: [STORY.wish] }),
    registry_id: integer({ examples: [STORY.list] }),
    quantity: integer({ examples: [1] }),
    state,
    is_secret: {
      type: 'boolean',
      description: 'True while the purchase is hidden from the owners; false after the reveal',
      examples: [false],
    },
    is_owner: { type: 'boolean', examples: [false] },
    giver_user_id: { type: ['integer', 'null'], examples: [STORY.person] },
    giver_name: nullableString({ examples: ['Aunt Ada'] }),
    giver_email: nullableString({ examples: [null] }),
    message: nullableString({ examples: ['All the best!'] }),
    is_giver_shown: {
      type: 'boolean',
      description:
        'False if the giver and the message are hidden from the reader; otherwise, null means that there are none',
      examples: [true],
    },
    thanked_at: { ...moment, type: ['string', 'null'], examples: [null] },
    item_name: nullableString({
      description: 'Name that the wish had when it was given; null if it is not known',
      examples: ['Cast-iron pot'],
    }),
    item_price: { type: ['number', 'null'], description: 'Price of the wish at that time', examples: [89.9] },
    item_currency: nullableString({ description: 'Currency of that price', examples: [null] }),
    item_url: nullableString({
      description: 'Address of the wish at that time',
      examples: ['https://shop.example/pot'],
    }),
    external_id: string({
      description: 'Id of the purchase in another system; only for the giver and admins, absent if there is none',
      examples: ['ORDER-2041'],
    }),
    created_at: moment,
    updated_at: moment,
  },
  ['external_id'],
);
export type Purchase = XStatic<typeof Purchase>;

export const Purchases = { type: 'array', items: Purchase } as const;

export const PurchaseResponse = enveloped('PurchaseResponse', Purchase, 'Purchase found');
export type PurchaseResponse = XStatic<typeof PurchaseResponse>;

/** Number of revealed purchases, ideas and shares. */
export const Revealed = titled('Revealed', { revealed: integer({ examples: [3] }) });
export type Revealed = XStatic<typeof Revealed>;

/** Number by which the counter of the item was lowered. */
export const Uncounted = titled('Uncounted', { uncounted: integer({ examples: [1] }) });
export type Uncounted = XStatic<typeof Uncounted>;

/** Number of purchases, ideas and shares from which the service erased data. */
export const Erased = titled('Erased', { erased: integer({ examples: [2] }) });
export type Erased = XStatic<typeof Erased>;
