import fastJson from 'fast-json-stringify';

/**
 * Makes a function that writes what a schema describes as JSON, and leaves out what it does not. It is compiled when
 * it is first needed, so that the start waits for none of it.
 */
export function writer(schema: object): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined;
  return (value) => {
    write ??= fastJson({ ...schema });
    return write(value);
  };
}
