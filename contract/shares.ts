import type { XStatic } from 'typebox/schema';
import { Id, ItemId, UserId } from './items.ts';
import { MAX_SHARE_DAYS, MAX_SHARE_NOTE_CHARS, MAX_SHARES, PURCHASE_MAX_CHARS } from './limits.ts';
import { complete, enveloped, titled } from './objects.ts';
import { limit, skip } from './paging.ts';
import { changeHeaders, deleteHeaders, person } from './people.ts';
import { level, reader } from './readers.ts';
import { STORY } from './story.ts';
import { answeredUuid, clearableText, email, integer, moment, nullableString, string, uuid } from './text.ts';

const amount = {
  type: 'number',
  exclusiveMinimum: 0,
  description: 'Promised amount, in the currency of the price',
  examples: [20],
} as const;

/** Body of `PUT /registries/{id}/shares/{share_id}`: the whole share; unknown keys are ignored. */
export const SharePut = {
  title: 'SharePut',
  type: 'object',
  required: ['item_id', 'amount', 'secret'],
  properties: {
    item_id: ItemId,
    amount,
    secret: { type: 'boolean', description: 'Hides the share from the owners until the reveal', examples: [true] },
    level,
    giver_user_id: person.user_id,
    giver_name: person.name,
    giver_email: person.email,
    ends_at: {
      type: ['string', 'null'],
      description: `Time when the share ends (ISO 8601), at most ${MAX_SHARE_DAYS} days from now; required without \`giver_user_id\``,
      examples: [null],
    },
    note: {
      ...clearableText({ maxLength: MAX_SHARE_NOTE_CHARS, examples: ['I can order it on Friday'] }),
      description: 'For the other givers of the wish',
    },
  },
} as const;
export type SharePut = XStatic<typeof SharePut>;

const itemPrice = {
  description: 'Price that the wish had when the share was made; null also if it is not known',
  examples: [89.9],
} as const;

/** A share of a wish; hidden fields are null (rules: Shares of a wish). */
export const Share = titled('Share', {
  id: answeredUuid({ examples: [STORY.share] }),
  registry_id: integer({ examples: [STORY.list] }),
  item_id: integer({ examples: [STORY.wish] }),
  name: string({ description: 'Name that the wish had when the share was made', examples: ['Cast-iron pot'] }),
  amount,
  is_secret: {
    type: 'boolean',
    description: 'True while the share is hidden from the owners; false after the reveal',
    examples: [false],
  },
  giver_user_id: { type: ['integer', 'null'], examples: [STORY.person] },
  giver_name: nullableString({ examples: ['Aunt Ada'] }),
  giver_email: nullableString({ examples: [null] }),
  is_giver_shown: {
    type: 'boolean',
    description: 'False if the giver is hidden from the reader; otherwise, null means that there is no name',
    examples: [true],
  },
  ends_at: {
    ...moment,
    type: ['string', 'null'],
    description: 'Time when the share ends, unless all shares together cover the price; null if it never ends',
    examples: [null],
  },
  note: nullableString({
    description: 'For the other givers of the wish; null for all other readers',
    examples: ['I can order it on Friday'],
  }),
  item_price: { ...itemPrice, type: ['number', 'null'] },
  item_currency: nullableString({ description: 'Currency of that price', examples: [null] }),
  item_url: nullableString({
    description: 'Address that the wish had when the share was made',
    examples: ['https://shop.example/pot'],
  }),
  created_at: moment,
  updated_at: moment,
});
export type Share = XStatic<typeof Share>;

export const Shares = { type: 'array', items: Share } as const;

export const ShareResponse = enveloped('ShareResponse', Share, 'Share found');
export type ShareResponse = XStatic<typeof ShareResponse>;

/** Query of `GET /shares`. Exactly one of the first three fields must be set. `view` requires `registry_id`. */
export const SharesQuery = {
  type: 'object',
  required: ['skip', 'limit'],
  properties: {
    registry_id: { ...Id, description: 'Shares of wishes of this registry' },
    giver_email: email({
      maxLength: PURCHASE_MAX_CHARS.giver_email,
      description: 'Shares with this address, regardless of case; also ended shares',
      examples: ['ada@mail.example'],
    }),
    giver_user_id: { ...UserId, description: 'Shares of this user; also ended shares' },
    view: {
      type: 'string',
      enum: ['owner', 'owner_names'],
      description:
        'Only data for recipients: no secret shares, and no e-mail addresses. `owner` also omits the names and users ' +
        'of unrevealed shares. Requires `registry_id`',
      examples: ['owner'],
    },
    ...reader,
    own_shares: {
      type: 'array',
      items: uuid({ examples: [STORY.share] }),
      minItems: 1,
      maxItems: MAX_SHARES,
      description:
        'Ids of the shares of the person who reads the answer. A guest or keeper also gets the notes about the wishes ' +
        'of these shares. Requires `view`',
      examples: [[STORY.share]],
    },
    skip,
    limit: { ...limit, maximum: MAX_SHARES, default: MAX_SHARES, examples: [MAX_SHARES] },
  },
} as const;
export type SharesQuery = XStatic<typeof SharesQuery>;

export const ShareHeaders = changeHeaders('share');
export const ShareDeleteHeaders = deleteHeaders('share');

export const SharePath = complete({
  id: Id,
  share_id: uuid({
    description: 'Random UUID that the client creates. A second request with this id creates no second share',
    examples: [STORY.share],
  }),
});
