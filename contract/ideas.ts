import type { XStatic } from 'typebox/schema';
import { Id } from './items.ts';
import {
  IDEA_AUDIENCES,
  IDEA_MAX_CHARS,
  MAX_IDEAS,
  MIN_ADDRESS_CHARS,
  PURCHASE_MAX_CHARS,
  PURCHASE_STATES,
} from './limits.ts';
import { complete, enveloped, titled } from './objects.ts';
import { limit, skip } from './paging.ts';
import { changeHeaders, deleteHeaders, person } from './people.ts';
import { STORY } from './story.ts';
import {
  answeredUuid,
  clearableText,
  currencyCode,
  email,
  filledText,
  httpAddress,
  moment,
  nullableString,
  string,
  uuid,
} from './text.ts';

const state = {
  type: ['string', 'null'],
  enum: [...PURCHASE_STATES, null],
  description: 'null while nobody gives the idea',
  examples: ['reserved'],
} as const;

const audience = {
  type: 'string',
  enum: IDEA_AUDIENCES,
  description: '`owners`: a promise to give a wish that the guest has suggested to the owners',
  examples: ['guests'],
} as const;
const price = { type: ['number', 'null'], exclusiveMinimum: 0, examples: [49.9] } as const;
const currency = currencyCode({
  description: 'Currency of the price; null for the currency of the site, and without a price',
  examples: [null],
});

/** Fields of a present that is not on a list yet. */
export const present = {
  name: filledText({ minLength: 1, maxLength: IDEA_MAX_CHARS.name, examples: ['Reading lamp'] }),
  url: {
    ...httpAddress({
      minLength: MIN_ADDRESS_CHARS,
      maxLength: IDEA_MAX_CHARS.url,
      examples: ['https://lamps.example/reading'],
    }),
    type: ['string', 'null'],
  },
  price,
  currency,
} as const;

/** Body of `PUT /ideas/{idea_id}`: the whole idea; unknown keys are ignored. */
export const IdeaPut = {
  title: 'IdeaPut',
  type: 'object',
  required: ['registry_id', 'name'],
  properties: {
    registry_id: Id,
    ...present,
    note: clearableText({ maxLength: IDEA_MAX_CHARS.note, examples: ['She keeps looking at it'] }),
    audience: { ...audience, default: 'guests' },
    author_user_id: person.user_id,
    author_name: person.name,
    author_email: person.email,
    state,
    giver_user_id: person.user_id,
    giver_name: person.name,
    giver_email: person.email,
  },
} as const;
export type IdeaPut = XStatic<typeof IdeaPut>;

/** A guest's idea with its giver, if any; hidden fields are null (rules: Ideas of guests). */
export const Idea = titled('Idea', {
  id: answeredUuid({ examples: [STORY.idea] }),
  registry_id: { type: 'integer', examples: [STORY.list] },
  name: string({ examples: ['Reading lamp'] }),
  url: nullableString({ examples: ['https://lamps.example/reading'] }),
  note: nullableString({ examples: ['She keeps looking at it'] }),
  price: { type: ['number', 'null'], examples: [49.9] },
  currency: nullableString({ examples: [null] }),
  audience,
  author_user_id: { type: ['integer', 'null'], examples: [STORY.person] },
  author_name: nullableString({ examples: ['Aunt Ada'] }),
  author_email: nullableString({ examples: [null] }),
  state,
  giver_user_id: { type: ['integer', 'null'], examples: [STORY.person] },
  giver_name: nullableString({ examples: ['Aunt Ada'] }),
  giver_email: nullableString({ examples: [null] }),
  revealed_at: { ...moment, type: ['string', 'null'], examples: [null] },
  created_at: moment,
  updated_at: moment,
});
export type Idea = XStatic<typeof Idea>;

export const Ideas = { type: 'array', items: Idea } as const;

export const IdeaResponse = enveloped('IdeaResponse', Idea, 'Idea found');
export type IdeaResponse = XStatic<typeof IdeaResponse>;

/**
 * Query of `GET /ideas`. Exactly one of the first three fields must be set. `audience` and `view` are allowed only with
 * `registry_id`.
 */
export const IdeasQuery = {
  type: 'object',
  required: ['skip', 'limit'],
  properties: {
    registry_id: { ...Id, description: 'Ideas for this registry' },
    person_email: email({
      maxLength: PURCHASE_MAX_CHARS.giver_email,
      description: 'Ideas that someone added or gives with this address, regardless of case',
      examples: ['ada@mail.example'],
    }),
    person_user_id: { ...Id, description: 'Ideas that this user added or gives', examples: [STORY.person] },
    audience: {
      ...audience,
      description: 'Only ideas for these people: by default `guests`. Requires `registry_id`',
    },
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
export const IdeaDeleteQuery = complete({ registry_id: { ...Id, description: 'Registry of the idea' } });

/** Headers of `PUT /ideas/{idea_id}`. */
export const IdeaHeaders = changeHeaders('idea');

/** Headers of `DELETE /ideas/{idea_id}`. */
export const IdeaDeleteHeaders = deleteHeaders('idea');

export const IdeaPath = complete({
  idea_id: uuid({
    description: 'Random UUID that the client creates. A second request with this id creates no second idea',
    examples: [STORY.idea],
  }),
});
