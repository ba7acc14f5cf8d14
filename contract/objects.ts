import { string } from './text.ts';

/** Returns the schema of an object that always has all of these fields. */
export const complete = <const Properties extends object>(properties: Properties) =>
  ({
    type: 'object',
    // A tuple instead of an array, because `XStatic` reads the names of required fields from a tuple.
    required: Object.keys(properties) as [keyof Properties & string],
    properties,
  }) as const;

/** Returns the schema of an object that always has all of these fields, with a title. */
export const titled = <const Title extends string, const Properties extends object>(
  title: Title,
  properties: Properties,
) => ({ title, ...complete(properties) }) as const;

/**
 * Returns the schema of data in an envelope.
 * @param message example of the message
 */
export const enveloped = <const Title extends string, const Data extends object>(
  title: Title,
  data: Data,
  message: string,
) =>
  titled(title, {
    success: { type: 'boolean', examples: [true] },
    data,
    message: string({ examples: [message] }),
  });
