import { lazily, onDemand } from '../on-demand.ts';

/**
 * Creates a function that writes the fields of a schema as JSON, and omits all other fields. The function is compiled
 * on first use, so that it does not delay the start.
 */
export function writer(schema: object): (value: unknown) => string {
  const write = lazily(() => onDemand.fastJson().default({ ...schema }));
  return (value) => write()(value);
}
