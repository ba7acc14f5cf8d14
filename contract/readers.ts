import { READER_ROLES, SURPRISE_LEVELS } from './limits.ts';

/** Parameters of lists of promises: who reads them. Admins name the reader, and the answer is for this reader. */
export const reader = {
  reader: {
    type: 'string',
    enum: READER_ROLES,
    description:
      'Role on the registry of the person who reads the answer: `author`, `co-owner` (the default), `keeper` or `guest`. ' +
      'Requires `view`',
    examples: ['keeper'],
  },
  is_author: {
    type: 'string',
    enum: ['true'],
    description:
      '`true` for the author of the registry who is a keeper: the author also sees promises through deleted ' +
      'registries. `reader=author` implies it. Requires `reader`',
    examples: ['true'],
  },
  receives: {
    type: 'string',
    // Plugins of earlier versions send the ids of the other registries.
    pattern: '^(?:true|[0-9][0-9,]*)$',
    description:
      '`true` for a keeper or guest who receives the items through other registries: the answer contains only what a ' +
      'recipient sees. Requires `view`',
    examples: ['true'],
  },
} as const;

/** Role of a reader whom an admin names. */
export type NamedRole = (typeof READER_ROLES)[number];

/** Field of a new promise: what owners of its list may see of it. */
export const level = {
  type: 'string',
  enum: SURPRISE_LEVELS,
  description:
    'What owners of the registry may see now: `hidden` with `secret` (nothing), `counts` (numbers) or `names`; from the ' +
    'day of the reveal on `names`. Without it and without `secret`, a purchase stores the level of that moment',
  // No request of the documentation contains it: normally, the settings decide.
  examples: [],
} as const;
