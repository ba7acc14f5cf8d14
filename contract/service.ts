import { type Static, Type } from 'typebox';

export const Welcome = Type.Object(
  { message: Type.String({ examples: ['Welcome to the Largesse registry API'] }) },
  { title: 'Welcome' },
);
export type Welcome = Static<typeof Welcome>;

/** `service` never changes, so that monitors can tell that they reached the right service. */
export const Health = Type.Object(
  {
    status: Type.Literal('healthy', { examples: ['healthy'] }),
    service: Type.Literal('largesse-api', { examples: ['largesse-api'] }),
  },
  { title: 'Health' },
);
export type Health = Static<typeof Health>;

/** Every answer that is no success (spec: Errors 1). */
export const Problem = Type.Object({ detail: Type.String({ examples: ['Item not found'] }) }, { title: 'Error' });
export type Problem = Static<typeof Problem>;
