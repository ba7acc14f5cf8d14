import type { XStatic } from 'typebox/schema';
import { ItemCreate } from './items.ts';
import {
  MAX_ABOUT_CHARS,
  MAX_CO_OWNERS,
  MAX_FILE_WISHES,
  MAX_HEADING_CHARS,
  MAX_PURCHASES,
  MAX_UNLISTED_WISHES,
  PURCHASE_MAX_CHARS,
  REGISTRY_MAX_CHARS,
  SURPRISE_LEVELS,
} from './limits.ts';
import { RegistryMetaUpdate } from './registries.ts';
import { clearableText, moment, optionalText } from './text.ts';

/** Format of exported registries. Increase the number if older sites cannot read the new files. */
const REGISTRY_FILE_FORMAT = 'largesse.registry/1';

const { name, description, retailer, image_url, url, price, currency, quantity_needed, quantity_purchased } =
  ItemCreate.properties;

/** A wish in a file. A missing `quantity_needed` means 1. Other missing fields mean null or false. */
const wish = {
  type: 'object',
  required: ['name'],
  properties: {
    name,
    url: { ...url, type: ['string', 'null'], description: 'Null for a wish without a shop' },
    retailer,
    description,
    image_url,
    price,
    currency: { ...currency, description: 'Currency of the price; null for the currency of the file' },
    quantity_needed,
    any_number: {
      type: 'boolean',
      default: false,
      description: 'True if any number is welcome; `quantity_needed` is then ignored',
      examples: [false],
    },
    quantity_purchased: { ...quantity_purchased, description: 'Visible number; imports ignore this field' },
    heading: clearableText({
      maxLength: MAX_HEADING_CHARS,
      description: 'Heading above the wish',
      examples: ['Kitchen'],
    }),
    most_wanted: { type: 'boolean', default: false, examples: [false] },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Fields that plugins of the site add, by name; imports ignore these fields',
      examples: [{ delivery: '3 days' }],
    },
  },
} as const;

/** Text about a person (rules: Good to know). An import ignores texts with a `person`. */
const about = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: MAX_ABOUT_CHARS, examples: ['Shoe size: 39\nNo nuts'] },
    person: {
      type: ['string', 'null'],
      description: 'Owner to whose account the text belongs; null if it belongs to the registry',
      examples: ['Ada'],
    },
  },
} as const;

/** A size in a file of an earlier version. An import turns it into a line of `about`. */
const size = {
  type: 'object',
  required: ['label', 'value'],
  properties: {
    label: { type: 'string', examples: ['Shoe size'] },
    value: { type: 'string', examples: ['39'] },
    person: { type: ['string', 'null'], examples: ['Ada'] },
  },
} as const;

/** A wish that is not on the list (rules: Hidden and received wishes). */
const unlistedWish = {
  type: 'object',
  required: ['folder', 'name'],
  properties: {
    folder: { type: 'string', enum: ['hidden', 'received'], examples: ['hidden'] },
    name,
    url: { ...url, type: ['string', 'null'], description: 'Null for a wish without a shop' },
    retailer,
    description,
    image_url,
    price,
    currency: { ...currency, description: 'Currency of the price; null for the currency of the file' },
    quantity_needed,
    show_on: {
      type: ['string', 'null'],
      format: 'date',
      description: 'Day from which guests see a hidden wish; null if an owner will show the wish manually',
      examples: ['2026-12-01'],
    },
    from: clearableText({
      maxLength: PURCHASE_MAX_CHARS.giver_name,
      description: 'Giver of a received wish',
      examples: ['Aunt Ada'],
    }),
    is_thanked: { type: 'boolean', default: false, examples: [false] },
  },
} as const;

/** A gift in an exported file, without e-mail addresses. Gifts are never imported. */
const gift = {
  type: 'object',
  required: ['wish', 'quantity', 'who', 'message', 'given_on', 'is_own', 'is_secret', 'is_thanked'],
  properties: {
    wish: { type: 'string', examples: ['Cast-iron pot'] },
    quantity: { type: 'integer', minimum: 1, examples: [1] },
    amount: {
      type: ['number', 'null'],
      exclusiveMinimum: 0,
      description: 'Part of the price that the giver promises, in `currency`; missing or null for a whole gift',
      examples: [null],
    },
    currency: { ...currency, description: "Currency of `amount`; null for the file's currency", examples: [null] },
    who: { type: ['string', 'null'], description: 'Null if the reader may not see the giver', examples: ['Aunt Ada'] },
    message: { type: ['string', 'null'], examples: ['All the best!'] },
    given_on: { type: ['string', 'null'], format: 'date', examples: ['2026-05-01'] },
    is_own: { type: 'boolean', description: 'True if an owner already has the item', examples: [false] },
    is_secret: { type: 'boolean', examples: [false] },
    is_thanked: { type: 'boolean', examples: [false] },
  },
} as const;

/** A registry in the file format `largesse.registry/1` (rules: Export and import). Unknown keys are ignored. */
export const RegistryFile = {
  title: 'RegistryFile',
  type: 'object',
  required: ['format', 'registry', 'wishes'],
  properties: {
    format: { type: 'string', const: REGISTRY_FILE_FORMAT },
    exported_at: moment,
    currency: { ...currency, description: 'Currency of the site; null if it has none', examples: ['EUR'] },
    registry: {
      type: 'object',
      properties: {
        title: optionalText({ maxLength: REGISTRY_MAX_CHARS.title, examples: ['Mum & Dad <3'] }),
        story: optionalText({ maxLength: REGISTRY_MAX_CHARS.story, examples: ['Fifty years!'] }),
        story_format: { type: 'string', enum: ['text', 'html'], default: 'text', examples: ['text'] },
        event_type: RegistryMetaUpdate.properties.registry_event_type,
        event_date: RegistryMetaUpdate.properties.registry_event_date,
        surprise: { type: ['string', 'null'], enum: [...SURPRISE_LEVELS, null], examples: ['hidden'] },
        about: { type: 'array', maxItems: MAX_CO_OWNERS + 1, items: about, description: 'Missing if there is no text' },
        sizes: { type: 'array', items: size, deprecated: true, description: 'Only in files of earlier versions' },
        unlisted_wishes: {
          type: 'array',
          maxItems: MAX_UNLISTED_WISHES,
          items: unlistedWish,
          description: 'Missing if there are no such wishes',
        },
      },
    },
    wishes: { type: 'array', maxItems: MAX_FILE_WISHES, items: wish },
    gifts: { type: ['array', 'null'], maxItems: 2 * MAX_PURCHASES, items: gift, description: 'Null if not exported' },
  },
} as const;
export type RegistryFile = XStatic<typeof RegistryFile>;
