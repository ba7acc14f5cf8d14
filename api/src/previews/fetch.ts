import type { Client, Dispatcher } from 'undici';
import { AddressRefused, type PublicConnections } from '../internet/connections.ts';
import { bodyOf } from './unpack.ts';
import { Unread } from './unread.ts';

/** Maximum number of redirects. */
const MAX_HOPS = 4;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Requirements for an answer. */
export interface Wanted {
  /** Value of the header `Accept`. */
  accept: string;
  /** Allowed media types of the answer; absent if any type is allowed. */
  types?: readonly string[];
  /** Maximum size of the decompressed body in bytes. */
  maxBytes: number;
  /** True if a longer body is truncated; false if a longer body is an error. */
  isCut: boolean;
  /** Returns whether an address may be fetched. Called for the first address and each target of a redirect. */
  mayAsk?(url: URL): Promise<boolean>;
}

/** Answer of a server with a status from 200 to 299. */
export interface Fetched {
  /** Final address after redirects. */
  url: URL;
  /** Media type in lower case, and its `charset`. Both are '' if the server sends none. */
  type: string;
  charset: string;
  body: Buffer;
}

/**
 * Fetches addresses that users supply, if the addresses are on the public Internet (rules: Previews; threats:
 * Previews). Opens a new, checked connection for the first address and for each target of a redirect.
 */
export class Guard {
  readonly #connections: PublicConnections;
  readonly #userAgent: string;

  constructor(connections: PublicConnections, userAgent: string) {
    this.#connections = connections;
    this.#userAgent = userAgent;
  }

  /**
   * Fetches an address by GET.
   * @param signal cancels the request at any stage
   * @throws {Unread}
   */
  async fetch(address: string, wanted: Wanted, signal: AbortSignal): Promise<Fetched> {
    try {
      let url = URL.parse(address);
      for (let hop = 0; hop <= MAX_HOPS; hop++) {
        const checked = await this.#connections.check(url, signal);
        if (wanted.mayAsk && !(await wanted.mayAsk(checked))) throw new Unread('robots');
        const answer = await this.#ask(checked, wanted, signal);
        if (!(answer instanceof URL)) return answer;
        url = answer;
      }
      throw new Unread('redirects');
    } catch (error) {
      if (signal.aborted) throw new Unread('late', null, error);
      if (error instanceof AddressRefused) throw new Unread(error.reason);
      throw error instanceof Unread ? error : new Unread('unreachable', null, error);
    }
  }

  /** Requests an address. @returns the answer, or the target of a redirect @throws {Unread} */
  async #ask(url: URL, wanted: Wanted, signal: AbortSignal): Promise<Fetched | URL> {
    const { Client } = await import('undici');
    let refused: AddressRefused | null = null;
    // Opens a new connection for each request. A reused connection could lead to an unchecked address.
    const client = new Client(url.origin, {
      connect: this.#connections.connector(signal, (error) => {
        refused = error;
      }),
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
    try {
      return await this.#exchange(client, url, wanted, signal);
    } catch (error) {
      throw refused ?? error;
    } finally {
      await client.destroy();
    }
  }

  async #exchange(client: Client, url: URL, wanted: Wanted, signal: AbortSignal): Promise<Fetched | URL> {
    const answer = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: {
        'user-agent': this.#userAgent,
        accept: wanted.accept,
        'accept-encoding': 'gzip, br',
      },
      signal,
    });
    // Adds a listener. Otherwise, an unread body would raise an uncaught error when the connection is destroyed.
    answer.body.on('error', () => {});
    const { statusCode: status } = answer;
    if (REDIRECTS.has(status)) return targetOf(answer, url);
    if (status < 200 || status > 299) throw new Unread('status', status);
    const { type, charset } = typeOf(headerOf(answer, 'content-type'));
    if (wanted.types && !wanted.types.includes(type)) throw new Unread('type', status);
    return { url, type, charset, body: await bodyOf(answer.body, headerOf(answer, 'content-encoding'), wanted) };
  }
}

/** Returns the target of a redirect. @throws {Unread} */
function targetOf(answer: Dispatcher.ResponseData, from: URL): URL {
  const target = URL.parse(headerOf(answer, 'location'), from.href);
  if (target === null || headerOf(answer, 'location') === '') throw new Unread('redirects', answer.statusCode);
  return target;
}

/** Returns the first value of an answer's header; '' if the header is absent. */
function headerOf(answer: Dispatcher.ResponseData, name: string): string {
  const value = answer.headers[name];
  return [value].flat()[0] ?? '';
}

/** Parses a `Content-Type`. */
function typeOf(header: string): { type: string; charset: string } {
  const [type = ''] = header.split(';', 1);
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(header.slice(0, 500))?.[1] ?? '';
  return { type: type.trim().toLowerCase(), charset };
}
