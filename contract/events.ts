import type { XStatic } from 'typebox/schema';
import { Id } from './items.ts';
import { EVENT_TYPES, MAX_EVENTS_LISTED, MAX_WAIT_S } from './limits.ts';
import { titled } from './objects.ts';
import { STORY } from './story.ts';
import { answeredUuid, integer, moment, nullableUuid, string } from './text.ts';

/**
 * A change of a registry, item, purchase, idea or share, or a reveal of purchases; fields that do not apply are null.
 */
export const Event = titled('Event', {
  id: answeredUuid({ examples: [STORY.event] }),
  type: { type: 'string', enum: EVENT_TYPES, examples: ['item.updated'] },
  at: moment,
  registry_id: integer({ examples: [STORY.list] }),
  item_id: { type: ['integer', 'null'], examples: [STORY.wish] },
  purchase_id: nullableUuid({ examples: [null] }),
});
export type Event = XStatic<typeof Event>;

export const Events = { type: 'array', items: Event } as const;

/** Query of `GET /events`; `limit` and `wait` have defaults. */
export const EventsQuery = {
  type: 'object',
  required: ['limit', 'wait'],
  properties: {
    registry_id: { ...Id, description: 'Only events of this registry; only admins may omit this parameter' },
    after: string({
      description: 'A cursor, or `now`. Without this parameter, the answer begins with the oldest stored event',
      examples: ['now'],
    }),
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_EVENTS_LISTED,
      default: 100,
      description: 'Maximum number of events to return',
      examples: [100],
    },
    wait: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_WAIT_S,
      default: 0,
      description: 'Maximum number of seconds to wait for the first event',
      examples: [0],
    },
    view: {
      type: 'string',
      enum: ['owner'],
      description: '`owner` omits events of purchases that were secret when the event happened; for admins',
    },
  },
} as const;
export type EventsQuery = XStatic<typeof EventsQuery>;
