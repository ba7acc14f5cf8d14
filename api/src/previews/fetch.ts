import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, Client, Dispatcher } from 'undici';
import type { Doors } from './doors.ts';
import { bareName, type House } from './house.ts';
import { bodyOf } from './unpack.ts';
import { Unread } from './unread.ts';

/** Redirects that are followed. */
const MAX_HOPS = 4;

/** How long a connection may take, its name's addresses and encryption included (milliseconds). */
const CONNECT_MS = 2000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** What is wanted of an address. */
export interface Wanted {
  /** Media types, for the header `Accept`. */
  accept: string;
  /** Of which the answer's type must be one; any, where there are none. */
  types?: readonly string[];
  /** Most bytes of the body, unpacked. */
  maxBytes: number;
  /** Whether a longer body is cut off there; otherwise it is an error. */
  isCut: boolean;
  /** Says of each address, the first one and those of redirects, whether it may be asked. */
  mayAsk?(url: URL): Promise<boolean>;
}

/** What a server answered with a status from 200 to 299. */
export interface Fetched {
  /** Where it was in the end. */
  url: URL;
  /** Media type in lower case, and its `charset`; '' where the server names none. */
  type: string;
  charset: string;
  body: Buffer;
}

/**
 * Fetches what strangers name from the public Internet, and from nowhere else (rules: Previews; threats: Previews). Every
 * connection of it goes to an address that was looked at just before, whatever a name or a redirect leads to.
 */
export class Guard {
  readonly #doors: Doors;
  readonly #house: House;
  readonly #userAgent: string;

  constructor(doors: Doors, house: House, userAgent: string) {
    this.#doors = doors;
    this.#house = house;
    this.#userAgent = userAgent;
  }

  /**
   * Fetches an address by GET.
   * @param signal ends it, whatever it is at
   * @throws {Unread}
   */
  async fetch(address: string, wanted: Wanted, signal: AbortSignal): Promise<Fetched> {
    try {
      let url = URL.parse(address);
      for (let hop = 0; hop <= MAX_HOPS; hop++) {
        const checked = await this.#checked(url, signal);
        if (wanted.mayAsk && !(await wanted.mayAsk(checked))) throw new Unread('robots');
        const answer = await this.#ask(checked, wanted, signal);
        if (!(answer instanceof URL)) return answer;
        url = answer;
      }
      throw new Unread('redirects');
    } catch (error) {
      if (signal.aborted) throw new Unread('late', null, error);
      throw error instanceof Unread ? error : new Unread('unreachable', null, error);
    }
  }

  /** Returns an address that may be asked, as far as can be told without its name's addresses. @throws {Unread} */
  async #checked(url: URL | null, signal: AbortSignal): Promise<URL> {
    const port = url && PORTS[url.protocol];
    if (!port || ![...Object.values(PORTS), ''].includes(url.port) || url.username || url.password)
      throw new Unread('form');
    if (this.#house.hasName(url.hostname)) throw new Unread('refused');
    // Node asks no lookup about a literal address. URLs have them in one spelling each, whatever they were written like.
    const host = bareName(url.hostname);
    if (isIP(host) && !this.#house.allows(host, await this.#houseNow(signal))) throw new Unread('refused');
    return url;
  }

  /** Asks one server. @returns what it answered, or where it redirects to @throws {Unread} */
  async #ask(url: URL, wanted: Wanted, signal: AbortSignal): Promise<Fetched | URL> {
    const { Client } = await import('undici');
    const refused: { error: Unread | null } = { error: null };
    // A connection of its own for each request, so that none is ever used for an address that was not looked at.
    const client = new Client(url.origin, {
      connect: await this.#connector(signal, refused),
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
    try {
      return await this.#exchange(client, url, wanted, signal);
    } catch (error) {
      throw refused.error ?? error;
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
    // What nobody reads must not be an error of the process when the connection is destroyed.
    answer.body.on('error', () => {});
    const { statusCode: status } = answer;
    if (REDIRECTS.has(status)) return targetOf(answer, url);
    if (status < 200 || status > 299) throw new Unread('status', status);
    const { type, charset } = typeOf(headerOf(answer, 'content-type'));
    if (wanted.types && !wanted.types.includes(type)) throw new Unread('type', status);
    return { url, type, charset, body: await bodyOf(answer.body, headerOf(answer, 'content-encoding'), wanted) };
  }

  /** Makes what connects: to addresses that were looked at, and not for longer than that may take. */
  async #connector(signal: AbortSignal, refused: { error: Unread | null }): Promise<buildConnector.connector> {
    const house = await this.#houseNow(signal);
    return ({ hostname, port, protocol }, callback) => {
      const late = new AbortController();
      const isEncrypted = protocol === 'https:';
      const socket = this.#doors.connect({
        host: bareName(hostname),
        port: Number(port || PORTS[protocol]),
        isEncrypted,
        lookup: this.#lookup(house, refused, AbortSignal.any([signal, late.signal])),
      });
      const stop = () => {
        late.abort();
        // Otherwise a connection that is still being made would outlive its request.
        socket.destroy(new Error('too late'));
      };
      const timer = setTimeout(stop, CONNECT_MS);
      signal.addEventListener('abort', stop, { once: true });
      let isSettled = false;
      const settle = (error: Error | null) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        if (isSettled) return;
        isSettled = true;
        if (error) callback(error, null);
        else callback(null, socket);
      };
      socket.setNoDelay(true);
      socket.on('error', settle);
      socket.once(isEncrypted ? 'secureConnect' : 'connect', () => settle(null));
    };
  }

  /** Returns the addresses of site and service. @throws when the signal ends the wait */
  async #houseNow(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const ended = Promise.withResolvers<never>();
    const end = () => ended.reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([this.#house.addresses(), ended.promise]);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** Makes what says where names lead, if every address of theirs is public. */
  #lookup(house: ReadonlySet<string>, refused: { error: Unread | null }, signal: AbortSignal): LookupFunction {
    const allowed = async (name: string): Promise<readonly string[]> => {
      const addresses = await this.#doors.resolve(name, signal);
      if (!addresses.every((address) => this.#house.allows(address, house))) refused.error = new Unread('refused');
      return refused.error ? [] : addresses;
    };
    return (name, options, callback) => {
      allowed(name)
        .catch(() => [])
        .then(([first, ...others]) => {
          if (first === undefined) return callback(new Error('no address'), '');
          if (!options.all) return callback(null, first, isIP(first));
          callback(
            null,
            [first, ...others].map((address) => ({ address, family: isIP(address) })),
          );
        });
    };
  }
}

/** Returns where a redirect leads. @throws {Unread} */
function targetOf(answer: Dispatcher.ResponseData, from: URL): URL {
  const target = URL.parse(headerOf(answer, 'location'), from.href);
  if (target === null || headerOf(answer, 'location') === '') throw new Unread('redirects', answer.statusCode);
  return target;
}

/** Returns a header of an answer, the first one where there are several; '' where there is none. */
function headerOf(answer: Dispatcher.ResponseData, name: string): string {
  const value = answer.headers[name];
  return [value].flat()[0] ?? '';
}

/** Reads a `Content-Type`. */
function typeOf(header: string): { type: string; charset: string } {
  const [type = ''] = header.split(';', 1);
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(header.slice(0, 500))?.[1] ?? '';
  return { type: type.trim().toLowerCase(), charset };
}
