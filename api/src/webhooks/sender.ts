import type { Delivery } from '@largesse/contract';
import type { Client, Dispatcher as HttpDispatcher } from 'undici';
import { AddressRefused, type PublicConnections } from '../internet/connections.ts';
import { onDemand } from '../on-demand.ts';
import { retryAfterIn } from './schedule.ts';
import { valid } from './secrets.ts';
import type { Secret } from './store.ts';

/** An event of the log, or a test event. */
export type Message = Omit<Delivery['event'], 'type' | 'registry_id'> & { type: string; registry_id: number | null };

interface Receiver {
  url: string;
  secrets: readonly Secret[];
}

/** Result of sending a message. */
export interface Attempt {
  isDelivered: boolean;
  status: number | null;
  error: string | null;
  /** Pause that the receiver requested before the next attempt (milliseconds), if any. */
  retryAfter: number | null;
}

interface SenderOptions {
  connections: PublicConnections;
  userAgent: string;
  /** Time limit of an attempt (milliseconds). */
  timeout: number;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** Bytes of an answer to read. A connection can only be used again after its answer was read. */
const MAX_ANSWER = 16 * 1024;

/** Time after which an unused connection closes (milliseconds): before most receivers close it. */
const IDLE_MS = 1000;

const MAX_IDLE = 64;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Text for each error code of a connection: codes of Node, of undici and of `ConnectionFailed`. */
const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed without an answer',
  UND_ERR_SOCKET: 'connection closed without an answer',
  ENOTFOUND: 'host not found',
  NO_ADDRESS: 'host not found',
  TOO_LATE: 'no connection in time',
  CERT_HAS_EXPIRED: 'certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another host',
};

interface Connection {
  origin: string;
  client: Client;
  refused: AddressRefused | null;
  closing: AbortController;
  idleSince: number;
}

/** Sends messages as the Standard Webhooks specification describes (rules: Webhooks). */
export class Sender {
  readonly #options: SenderOptions;
  #idle: Connection[] = [];
  #library: typeof import('standardwebhooks') | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** @param stop ends the attempt early */
  async send({ url, secrets }: Receiver, message: Message, stop?: AbortSignal): Promise<Attempt> {
    const { connections, timeout } = this.#options;
    const late = AbortSignal.timeout(timeout);
    const signal = stop ? AbortSignal.any([late, stop]) : late;
    let connection: Connection | null = null;
    try {
      const checked = await connections.check(URL.parse(url), signal);
      connection = this.#connect(checked.origin);
      const attempt = await this.#exchange(connection, checked, secrets, message, signal);
      this.#release(connection);
      return attempt;
    } catch (error) {
      const reason = connection?.refused ?? error;
      if (connection) destroy(connection);
      return {
        isDelivered: false,
        status: null,
        error: late.aborted ? `no answer within ${timeout / 1000} seconds` : textOf(reason),
        retryAfter: null,
      };
    }
  }

  close(): void {
    for (const connection of this.#idle) destroy(connection);
    this.#idle = [];
  }

  async #exchange(
    { client }: Connection,
    url: URL,
    secrets: readonly Secret[],
    message: Message,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const body = JSON.stringify({ type: message.type, timestamp: message.at, data: message });
    const answer = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: {
        'content-type': 'application/json',
        'user-agent': this.#options.userAgent,
        ...this.#signature(secrets, message.id, body),
      },
      body,
      signal,
    });
    // Only the status matters, so an endless or broken body does not change the result.
    await answer.body.dump({ limit: MAX_ANSWER, signal }).catch(() => client.destroy());
    const { statusCode: status } = answer;
    if (status >= 200 && status <= 299) return { isDelivered: true, status, error: null, retryAfter: null };
    return {
      isDelivered: false,
      status,
      error: REDIRECTS.has(status) ? `answered ${status}, a redirect` : `answered ${status}`,
      retryAfter: retryAfterIn(headerOf(answer, 'retry-after'), this.#options.clock()),
    };
  }

  #signature(secrets: readonly Secret[], id: string, body: string): Record<string, string> {
    this.#library ??= onDemand.standardWebhooks();
    const { Webhook } = this.#library;
    const now = this.#options.clock();
    const signatures = valid(secrets, now).map(({ value }) => new Webhook(value).sign(id, new Date(now), body));
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  }

  /** Returns an unused connection to an origin, or a new connection. New connections check the receiver's address. */
  #connect(origin: string): Connection {
    const now = performance.now();
    for (const old of this.#idle) if (now - old.idleSince > IDLE_MS || old.client.destroyed) destroy(old);
    this.#idle = this.#idle.filter(({ client }) => !client.destroyed);
    const index = this.#idle.findIndex((one) => one.origin === origin);
    const [found] = index === -1 ? [] : this.#idle.splice(index, 1);
    return found ?? this.#open(origin);
  }

  #open(origin: string): Connection {
    const { Client } = onDemand.undici();
    const closing = new AbortController();
    const client = new Client(origin, {
      connect: this.#options.connections.connector(closing.signal, (error) => {
        connection.refused = error;
      }),
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      allowH2: false,
    });
    const connection: Connection = { origin, client, refused: null, closing, idleSince: 0 };
    return connection;
  }

  #release(connection: Connection): void {
    connection.idleSince = performance.now();
    if (!connection.client.destroyed && this.#idle.length < MAX_IDLE) this.#idle.push(connection);
    else destroy(connection);
  }
}

function destroy({ client, closing }: Connection): void {
  closing.abort();
  void client.destroy();
}

function headerOf(answer: HttpDispatcher.ResponseData, name: string): string | undefined {
  return [answer.headers[name]].flat()[0];
}

/** The reason contains no text from the receiver. */
function textOf(error: unknown): string {
  if (error instanceof AddressRefused) return `address refused: ${error.message}`;
  const { code = '', cause } = Object(error);
  return TEXTS[code] ?? TEXTS[Object(cause).code] ?? 'connection failed';
}
