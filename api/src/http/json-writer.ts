import { onDemand } from '../on-demand.ts';

type Write = (value: unknown) => string;

/** The compiled functions of all services of a process. */
const compiled = new WeakMap<object, Write>();

/**
 * Returns a function that writes the fields of a schema as JSON, and omits others. It is compiled on first use, so that
 * it does not delay the start.
 */
export function writer(schema: object): Write {
  let write: Write | undefined;
  return (value) => {
    write ??= compiled.get(schema) ?? compile(schema);
    return write(value);
  };
}

function compile(schema: object): Write {
  const write: Write = onDemand.fastJson().default({ ...schema });
  compiled.set(schema, write);
  return write;
}
