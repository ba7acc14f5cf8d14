import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ITEM_MAX_CHARS, type Preview } from '@largesse/contract';
import type { Found } from '../../../contract/shop-pages/extract.ts';
import type { User } from '../auth/user.ts';
import { ApiError } from '../http/errors.ts';
import { internalHostsOf, PublicConnections } from '../internet/connections.ts';
import { bareName } from '../internet/internal-hosts.ts';
import { type Internet, REAL_INTERNET } from '../internet/internet.ts';
import { userAgent } from '../internet/user-agent.ts';
import { FairQueue } from '../scheduling/fair-queue.ts';
import { type Load, NotAdmitted } from '../scheduling/waiting-line.ts';
import type { Settings } from '../settings.ts';
import { Threads } from '../threads.ts';
import { decodePage, type Fetched, Guard, type Wanted } from './fetch.ts';
import type { Page } from './read-thread.ts';
import { type PreviewKind, type PreviewWatch, QUEUE, Unread } from './unread.ts';

/** Times of a preview, in milliseconds. `read` and `failure` begin after the wait in the queue. */
export interface PreviewTimes {
  /** Maximum wait in the queue. */
  wait: number;
  /** Time limit for fetching and reading an address, with redirects. */
  read: number;
  /**
   * Duration of a failed preview whose reason could reveal something about an address. Different durations would reveal
   * whether an internal address exists.
   */
  failure: number;
}

/** The times in production. */
export const TIMES: PreviewTimes = { wait: 2000, read: 5800, failure: 6000 };

const PAGE: Wanted = {
  accept: 'text/html,application/xhtml+xml',
  types: ['text/html', 'application/xhtml+xml'],
  maxBytes: 3 * 1024 * 1024,
  isCut: true,
};

const PICTURE: Wanted = {
  // Sites copy only these three formats. Because of this header, some servers send one of them instead of AVIF.
  accept: 'image/webp,image/png,image/jpeg,image/*;q=0.5',
  maxBytes: 8 * 1024 * 1024,
  isCut: false,
};

/** The message to the thread takes twice as many bytes. */
const MAX_CHARS = 4_000_000;

/** A thread ends if its untrusted page takes too much time or memory. */
export function openPageThreads(): Threads<Page, Found | null> {
  // Node adds a subfolder for its version. Without this variable, a thread needs 20 MB more memory.
  const compiled = getCompileCacheDir();
  return new Threads(new URL('./read-thread.ts', import.meta.url), {
    max: 2,
    maxWaiting: 50,
    answerMs: 1000,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 },
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
  });
}

/** The same for all reasons (rules: Previews). */
const MISSING = 'Nothing could be read there';

const NOTHING: Found = {
  name: null,
  description: null,
  image_url: null,
  price: null,
  currency: null,
  retailer: null,
  source: null,
  price_text: null,
};

/** Replacements for tests. */
export interface PreviewOverrides {
  internet: Internet;
  times?: PreviewTimes;
  /** Resolves the name of this service or of the site to IP addresses. */
  resolveOwn?: (name: string) => Promise<readonly string[]>;
}

/** A picture with its media type. */
export interface Picture {
  type: string;
  bytes: Buffer;
}

/** Reads shop pages and pictures for people who add wishes (rules: Previews). */
export class Previews {
  readonly #guard: Guard;
  readonly #watch: PreviewWatch;
  readonly #times: PreviewTimes;
  readonly #queue = new FairQueue(QUEUE);
  readonly #threads = openPageThreads();
  readonly #closing = new AbortController();

  /** @param now milliseconds on a clock that only moves forward */
  constructor(
    settings: Settings,
    now: () => number,
    watch: PreviewWatch = () => {},
    { internet = REAL_INTERNET, times = TIMES, resolveOwn }: Partial<PreviewOverrides> = {},
  ) {
    const connections = new PublicConnections(internet, internalHostsOf(settings, now, resolveOwn));
    this.#guard = new Guard(connections, userAgent(settings.host.url));
    this.#watch = watch;
    this.#times = times;
  }

  get load(): Load {
    return this.#queue.load;
  }

  /** Cancels running previews; callers get the answer that nothing was found. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#threads.close();
  }

  /** @throws {ApiError} 429, 503 */
  async page(user: User, url: string): Promise<Preview> {
    const found = await this.#ask(user, 'page', async (signal) => {
      const page = await this.#guard.fetch(url, PAGE, signal);
      return withShop(await this.#read(page, signal), page.url);
    });
    const { price_text: _, ...fields } = found ?? NOTHING;
    return { url, ...fields, missing: found === null ? MISSING : null };
  }

  /** @throws {ApiError} 422 if the address has no picture; 429, 503 */
  async picture(user: User, url: string): Promise<Picture> {
    const found = await this.#ask(user, 'picture', async (signal) => {
      const { body: bytes } = await this.#guard.fetch(url, PICTURE, signal);
      const type = pictureType(bytes);
      return type === null ? null : { type, bytes };
    });
    if (found === null) throw new ApiError('noPicture');
    return found;
  }

  /**
   * Queues and runs a job; null if nothing was found. Failures that could reveal something about addresses take equally
   * long.
   */
  async #ask<T>(user: User, kind: PreviewKind, work: (signal: AbortSignal) => Promise<T | null>): Promise<T | null> {
    const leave = await this.#queue.enter(String(user.id), performance.now() + this.#times.wait).catch(throwBusy);
    const begun = performance.now();
    const signal = AbortSignal.any([AbortSignal.timeout(this.#times.read), this.#closing.signal]);
    try {
      const found = await work(signal).finally(leave);
      this.#watch(kind, found === null ? 'nothing' : 'found');
      return found;
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      this.#watch(kind, error.reason);
      if (!error.isHarmless) await this.#until(begun + this.#times.failure);
      return null;
    }
  }

  async #until(moment: number): Promise<void> {
    const { signal } = this.#closing;
    await pause(Math.max(0, Math.ceil(moment - performance.now()) + 1), null, { signal }).catch(() => {});
  }

  /** @throws {Unread} `page` if the page cannot be read, for example because reading takes too long */
  async #read({ url, body, charset }: Fetched, signal: AbortSignal): Promise<Found> {
    const html = decodePage(body, charset).slice(0, MAX_CHARS);
    const found = await this.#threads.ask({ html, url: url.href }, signal).catch((cause) => {
      throw new Unread('page', cause);
    });
    if (found === null) throw new Unread('page');
    return found;
  }
}

/** Adds the shop's name, and shortens all texts to the limits of an item; null without other data. */
function withShop(found: Found, url: URL): Found | null {
  const { name, description, image_url: imageUrl, price } = found;
  if ([name, description, imageUrl, price].every((field) => field === null)) return null;
  const shop = found.retailer ?? bareName(url.hostname).replace(/^www\./, '');
  return {
    ...found,
    name: cut(name, ITEM_MAX_CHARS.name),
    description: cut(description, ITEM_MAX_CHARS.description),
    image_url: imageUrl !== null && imageUrl.length > ITEM_MAX_CHARS.image_url ? null : imageUrl,
    retailer: cut(shop, ITEM_MAX_CHARS.retailer),
  };
}

function cut(text: string | null, most: number): string | null {
  return text === null ? null : [...text].slice(0, most).join('');
}

function throwBusy(error: unknown): never {
  throw error instanceof NotAdmitted ? new ApiError('previewsBusy', { cause: error }) : error;
}

/** Null for types that our pages do not show. */
function pictureType(bytes: Buffer): string | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'image/avif';
  return null;
}
