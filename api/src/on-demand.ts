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

/** Opens something when it is first asked for. Where that fails, for lack of files perhaps, the next one tries again. */
export class OpenedLater<T> {
  readonly #open: () => Promise<T>;
  #opening: Promise<T> | null = null;
  #opened: T | null = null;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  /** What was opened, or null as long as it is not. */
  get opened(): T | null {
    return this.#opened;
  }

  /** What was opened, or is being opened; null where nobody has asked for it. */
  get opening(): Promise<T> | null {
    return this.#opening;
  }

  /** Returns it, opened. */
  get(): Promise<T> {
    this.#opening ??= this.#open().then(
      (opened) => {
        this.#opened = opened;
        return opened;
      },
      (error) => {
        this.#opening = null;
        throw error;
      },
    );
    return this.#opening;
  }
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
  /** Calls the host. */
  undici: (): typeof import('undici') => require('undici'),
  /** Repeats calls to the host. */
  cockatiel: (): typeof import('cockatiel') => require('cockatiel'),
};
