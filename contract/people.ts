import { UserId } from './items.ts';
import { PURCHASE_MAX_CHARS } from './limits.ts';
import { clearableEmail, clearableText, entityTags } from './text.ts';

/** Fields of a request that name a guest. */
export const person = {
  user_id: { ...UserId, type: ['integer', 'null'] },
  name: clearableText({ maxLength: PURCHASE_MAX_CHARS.giver_name, examples: ['Aunt Ada'] }),
  email: clearableEmail({ maxLength: PURCHASE_MAX_CHARS.giver_email, examples: ['ada@mail.example'] }),
} as const;

/** Returns the headers of a request that deletes something of a guest. @param what for example `idea` */
export const deleteHeaders = (what: string) =>
  ({
    type: 'object',
    properties: {
      'if-match': entityTags({
        description: `Value of \`updated_at\` in double quotes. If the ${what} does not have this value, the answer is 412`,
        examples: ['"2026-05-01T09:30:00.000Z"'],
      }),
    },
  }) as const;

/** Returns the headers of a request that creates or changes something of a guest. @param what for example `idea` */
export const changeHeaders = (what: string) =>
  ({
    type: 'object',
    properties: {
      'if-none-match': {
        type: 'string',
        enum: ['*'],
        description: `The request succeeds only if no ${what} with this id exists; otherwise the answer is 412`,
        examples: ['*'],
      },
      ...deleteHeaders(what).properties,
    },
  }) as const;
