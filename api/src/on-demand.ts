import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Opens a resource on first use. If opening fails, for example because no file descriptors are left, the next use tries
 * again.
 */
export class OpenedLater<T> {
  readonly #open: () => Promise<T>;
  #opening: Promise<T> | null = null;
  #opened: T | null = null;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  /** The opened resource, or null if it is not open. */
  get opened(): T | null {
    return this.#opened;
  }

  /** The resource that was opened or is being opened; null before the first use. */
  get opening(): Promise<T> | null {
    return this.#opening;
  }

  /** Opens the resource on first use. */
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
 * Packages that the service does not need at the start. Each package is loaded synchronously on first use. Loading
 * these packages at the start (230 of 490 modules) would make the start a fifth longer.
 */
export const onDemand = {
  /** Validates the requests of callers and the answers of the host. */
  ajv: (): typeof import('ajv/dist/2020.js') => require('ajv/dist/2020.js'),
  ajvFormats: (): typeof import('ajv-formats') => require('ajv-formats'),
  /** Writes answers. */
  fastJson: (): typeof import('fast-json-stringify') => require('fast-json-stringify'),
  /** Sends requests to other servers. */
  undici: (): typeof import('undici') => require('undici'),
  /** Signs events. */
  standardWebhooks: (): typeof import('standardwebhooks') => require('standardwebhooks'),
};
