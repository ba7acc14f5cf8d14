import { onDemand } from '../on-demand.ts';

/**
 * Returns a function that writes the fields of a schema as JSON, and omits others. It is compiled on first use, so that
 * it does not delay the start.
 */
export function writer(schema: object): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined;
  return (value) => {
    write ??= onDemand.fastJson().default({ ...schema });
    return write(value);
  };
}
