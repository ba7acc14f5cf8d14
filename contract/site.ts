import type { XStatic } from 'typebox/schema';
import { KEY_SCOPES, MAX_ACTIVE_ITEMS, MAX_ITEMS_AT_ONCE, PREVIEWS_A_MINUTE } from './limits.ts';
import { complete, titled } from './objects.ts';
import { STORY } from './story.ts';
import { integer, nullableString, string } from './text.ts';

/** Kind of requests that a key may send (rules: Keys). */
export type KeyScope = (typeof KEY_SCOPES)[number];

const limit = (description: string, example: number) =>
  ({ type: ['integer', 'null'], description: `${description}; null for no limit`, examples: [example] }) as const;

/** Answer of `GET /site`: facts with which an app shows prices and days, and the caller. */
export const Site = titled('Site', {
  currency: nullableString({
    description: 'Currency of prices without a `currency` (ISO 4217); null if the site has none',
    examples: ['EUR'],
  }),
  time_zone: nullableString({
    description: 'Time zone in which days begin: a name of the IANA database, or an offset',
    examples: ['Europe/Berlin'],
  }),
  languages: {
    type: 'array',
    items: string({ examples: ['de-DE'] }),
    description: 'Languages of the site (BCP 47), the main one first',
    examples: [['de-DE', 'en-US']],
  },
  api_version: string({ examples: ['1.4.0'] }),
  plugin_version: nullableString({ description: 'Null without the plugin', examples: ['1.6.0'] }),
  is_copy: {
    type: 'boolean',
    description: 'True if the service refuses changes, because the request or the database belongs to another site',
    examples: [false],
  },
  user: complete({
    id: integer({ examples: [STORY.person] }),
    username: string({ examples: ['anna'] }),
    is_admin: { type: 'boolean', examples: [false] },
    key: {
      type: ['string', 'null'],
      enum: [...KEY_SCOPES, null],
      description: 'Scope of the key of this request; null for an application password without limits',
      examples: [null],
    },
  }),
  limits: complete({
    writes_per_minute: limit('Requests of the caller to one process that may change something', 600),
    written_mb_per_day: limit('Megabytes in bodies of the caller to one process', 100),
    previews_per_minute: limit('Previews of the caller by one process; 0 without previews', PREVIEWS_A_MINUTE),
    items_per_registry: integer({ examples: [MAX_ACTIVE_ITEMS] }),
    items_per_request: integer({ examples: [MAX_ITEMS_AT_ONCE] }),
    events_days: { type: 'number', description: 'Days for which events are kept; 0 without events', examples: [30] },
  }),
});
export type Site = XStatic<typeof Site>;
