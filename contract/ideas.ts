import type { XStatic } from 'typebox/schema';
import { Id } from './items.ts';
import {
  IDEA_MAX_CHARS,
  MAX_IDEAS,
  MIN_ADDRESS_CHARS,
  PURCHASE_MAX_CHARS,
  PURCHASE_STATES,
  SHARE_DAYS,
} from './limits.ts';
import { limit, skip } from './paging.ts';
import {
  answeredUuid,
  clearableEmail,
  clearableText,
  email,
  entityTags,
  filledText,
  httpAddress,
  moment,
  nullableString,
  string,
  uuid,
} from './text.ts';

const person = { ...Id, type: ['integer', 'null'], examples: [3] } as const;
const name = clearableText({ maxLength: PURCHASE_MAX_CHARS.giver_name, examples: ['Aunt Ada'] });
const address = clearableEmail({ maxLength: PURCHASE_MAX_CHARS.giver_email, examples: ['ada@mail.example'] });
const itemId = {
  ...Id,
  type: ['integer', 'null'],
  description: 'Wish to which the giver contributes; null if the idea is not a share of a wish',
  examples: [null],
} as const;
const amount = {
  type: ['number', 'null'],
  exclusiveMinimum: 0,
  description: 'Promised amount, in the currency of the price; null without `item_id`',
  examples: [null],
} as const;
const state = {
  type: ['string', 'null'],
  enum: [...PURCHASE_STATES, null],
  description: 'null while nobody gives the idea',
  examples: ['reserved'],
} as const;

const endsAt = {
  type: ['string', 'null'],
  description: 'Time when a share ends, unless all shares together cover the price; null if the share never ends',
  examples: [null],
} as const;

/** Body of `PUT /ideas/{idea_id}`: the whole idea; unknown keys are ignored. */
export const IdeaPut = {
  title: 'IdeaPut',
  type: 'object',
  required: ['registry_id', 'name'],
  properties: {
    registry_id: Id,
    name: filledText({ minLength: 1, maxLength: IDEA_MAX_CHARS.name, examples: ['Reading lamp'] }),
    url: {
      ...httpAddress({
        minLength: MIN_ADDRESS_CHARS,
        maxLength: IDEA_MAX_CHARS.url,
        examples: ['https://lamps.example/reading'],
      }),
      type: ['string', 'null'],
    },
    note: clearableText({ maxLength: IDEA_MAX_CHARS.note, examples: ['She keeps looking at it'] }),
    item_id: itemId,
    amount,
    author_user_id: person,
    author_name: name,
    author_email: address,
    state,
    giver_user_id: person,
    giver_name: name,
    giver_email: address,
    ends_at: {
      ...endsAt,
      description: `Time when a share ends (ISO 8601), at most ${SHARE_DAYS} days from now; required for a share without \`giver_user_id\``,
    },
  },
} as const;
export type IdeaPut = XStatic<typeof IdeaPut>;

/** A guest's idea with its giver, if any; hidden fields are null (rules: Ideas of guests). */
export const Idea = {
  title: 'Idea',
  type: 'object',
  required: [
    'id',
    'registry_id',
    'name',
    'url',
    'note',
    'item_id',
    'amount',
    'author_user_id',
    'author_name',
    'author_email',
    'state',
    'giver_user_id',
    'giver_name',
    'giver_email',
    'ends_at',
    'revealed_at',
    'created_at',
    'updated_at',
  ],
  properties: {
    id: answeredUuid({ examples: ['7d1c1f0a-2b7d-4a55-9a3c-0b9d1e346f0f'] }),
    registry_id: { type: 'integer', examples: [7] },
    name: string({ examples: ['Reading lamp'] }),
    url: nullableString({ examples: ['https://lamps.example/reading'] }),
    note: nullableString({ examples: ['She keeps looking at it'] }),
    item_id: itemId,
    amount,
    author_user_id: { type: ['integer', 'null'], examples: [3] },
    author_name: nullableString({ examples: ['Aunt Ada'] }),
    author_email: nullableString({ examples: [null] }),
    state,
    giver_user_id: { type: ['integer', 'null'], examples: [3] },
    giver_name: nullableString({ examples: ['Aunt Ada'] }),
    giver_email: nullableString({ examples: [null] }),
    ends_at: { ...endsAt, format: 'date-time' },
    revealed_at: { ...moment, type: ['string', 'null'], examples: [null] },
    created_at: moment,
    updated_at: moment,
  },
} as const;
export type Idea = XStatic<typeof Idea>;

export const Ideas = { type: 'array', items: Idea } as const;

export const IdeaResponse = {
  title: 'IdeaResponse',
  type: 'object',
  required: ['success', 'data', 'message'],
  properties: {
    success: { type: 'boolean', examples: [true] },
    data: Idea,
    message: string({ examples: ['Idea found'] }),
  },
} as const;
export type IdeaResponse = XStatic<typeof IdeaResponse>;

/**
 * Query of `GET /ideas`. Exactly one of the first three fields must be set. `view` is allowed only with `registry_id`.
 */
export const IdeasQuery = {
  type: 'object',
  required: ['skip', 'limit'],
  properties: {
    registry_id: { ...Id, description: 'Ideas for this registry' },
    person_email: email({
      maxLength: PURCHASE_MAX_CHARS.giver_email,
      description: 'Ideas that someone added or gives with this address, regardless of case; also ended shares',
      examples: ['ada@mail.example'],
    }),
    person_user_id: { ...Id, description: 'Ideas that this user added or gives; also ended shares', examples: [3] },
    view: {
      type: 'string',
      enum: ['owner'],
      description: 'Only data for recipients: revealed ideas, without e-mail addresses. Requires `registry_id`',
      examples: ['owner'],
    },
    skip,
    limit: { ...limit, maximum: MAX_IDEAS, default: MAX_IDEAS, examples: [MAX_IDEAS] },
  },
} as const;
export type IdeasQuery = XStatic<typeof IdeasQuery>;

/** Query of `DELETE /ideas/{idea_id}`. */
export const IdeaDeleteQuery = {
  type: 'object',
  required: ['registry_id'],
  properties: { registry_id: { ...Id, description: 'Registry of the idea' } },
} as const;

const version = {
  'if-match': entityTags({
    description: 'Value of `updated_at` in double quotes. If the idea does not have this value, the answer is 412',
    examples: ['"2026-05-01T09:30:00.000Z"'],
  }),
} as const;

/** Headers of `PUT /ideas/{idea_id}`. */
export const IdeaHeaders = {
  type: 'object',
  properties: {
    'if-none-match': {
      type: 'string',
      enum: ['*'],
      description: 'The request succeeds only if no idea with this id exists; otherwise the answer is 412',
      examples: ['*'],
    },
    ...version,
  },
} as const;

/** Headers of `DELETE /ideas/{idea_id}`. */
export const IdeaDeleteHeaders = { type: 'object', properties: version } as const;

export const IdeaPath = {
  type: 'object',
  required: ['idea_id'],
  properties: {
    idea_id: uuid({
      description: 'Random UUID that the client creates. A second request with this id creates no second idea',
      examples: ['7d1c1f0a-2b7d-4a55-9a3c-0b9d1e346f0f'],
    }),
  },
} as const;
