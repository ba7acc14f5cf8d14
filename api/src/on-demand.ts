import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Opens a resource on first use. If that fails, for example without file descriptors, the next use tries again. */
export class OpenedLater<T> {
  readonly #open: () => Promise<T>;
  #opening: Promise<T> | null = null;
  #opened: T | null = null;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  get opened(): T | null {
    return this.#opened;
  }

  get opening(): Promise<T> | null {
    return this.#opening;
  }

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
 * Packages that are loaded synchronously on first use. They would make the start a fifth longer (230 of 490 modules).
 */
export const onDemand = {
  ajv: (): typeof import('ajv/dist/2020.js') => require('ajv/dist/2020.js'),
  ajvFormats: (): typeof import('ajv-formats') => require('ajv-formats'),
  fastJson: (): typeof import('fast-json-stringify') => require('fast-json-stringify'),
  undici: (): typeof import('undici') => require('undici'),
  standardWebhooks: (): typeof import('standardwebhooks') => require('standardwebhooks'),
};
