import { lazily, onDemand } from '../on-demand.ts';

/**
 * Makes a function that writes what a schema describes as JSON, and leaves out what it does not. It is compiled when
 * it is first needed, so that the start waits for none of it.
 */
export function writer(schema: object): (value: unknown) => string {
  const write = lazily(() => onDemand.fastJson().default({ ...schema }));
  return (value) => write()(value);
}
