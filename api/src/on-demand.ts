import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Returns a function that makes something when it is first called, and returns the same from then on. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Packages that a start does not need. Each is loaded when it is first asked for, at once, as a module without `await`
 * can be. Together they were 230 of the 490 modules of a start, and a fifth of its time.
 */
export const onDemand = {
  /** Checks what comes in, and what the host answers. */
  ajv: (): typeof import('ajv/dist/2020.js') => require('ajv/dist/2020.js'),
  ajvFormats: (): typeof import('ajv-formats') => require('ajv-formats'),
  /** Writes what goes out. */
  fastJson: (): typeof import('fast-json-stringify') => require('fast-json-stringify'),
  /** Repeats calls to the host, and stops them. */
  cockatiel: (): typeof import('cockatiel') => require('cockatiel'),
};
