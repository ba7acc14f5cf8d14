import { string } from './text.ts';

/** Returns the schema of an object that always has all of these fields. */
export const complete = <const Properties extends object>(properties: Properties) =>
  ({
    type: 'object',
    // A tuple instead of an array, because `XStatic` reads the names of required fields from a tuple.
    required: Object.keys(properties) as [keyof Properties & string],
    properties,
  }) as const;

/**
 * Returns the schema of an object with a title, which has the fields of `optional` only if the data has them.
 * @param properties all fields, in the order of an answer
 */
export const partly = <
  const Title extends string,
  const Properties extends object,
  const Optional extends keyof Properties & string,
>(
  title: Title,
  properties: Properties,
  optional: readonly Optional[],
) =>
  ({
    title,
    type: 'object',
    required: Object.keys(properties).filter((name) => !optional.some((one) => one === name)) as [
      Exclude<keyof Properties & string, Optional>,
    ],
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
