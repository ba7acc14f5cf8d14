import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { listen } from './server-address.ts';

/** A request to a receiver. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** The decoded body. */
  body: { type: string; timestamp: string; data: Record<string, unknown> };
  /** Time of arrival, in milliseconds of `performance.now()`. */
  at: number;
}

/** Status of every answer, or a function that answers each request. */
export type Answering = number | ((response: ServerResponse, received: Received) => void);

/** A receiver of webhooks on this machine. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Value for WEBHOOKS_ALLOW. */
  readonly host: string;
  readonly requests: Received[];
  /** Ids of the received events, in order. */
  readonly ids: string[];
  /** Answer to the next requests; 204 by default. */
  answering: Answering;
}

/** Opens a receiver. @param port port of the receiver; by default, a free port */
export async function openReceiver(port = 0): Promise<Receiver> {
  const requests: Received[] = [];
  let answering: Answering = 204;
  const server = createServer(async (request, response) => {
    const at = performance.now();
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, text, body: JSON.parse(text), at };
    requests.push(received);
    if (typeof answering === 'number') response.writeHead(answering).end();
    else answering(response, received);
  });
  const { url, ...closing } = await listen(server, port);
  return {
    ...closing,
    url: `${url}/hook`,
    host: new URL(url).host,
    requests,
    get ids() {
      return requests.map(({ headers }) => String(headers['webhook-id']));
    },
    get answering() {
      return answering;
    },
    set answering(next) {
      answering = next;
    },
  };
}

/** Checks the signature of a request with the library of Standard Webhooks. @throws if the signature is wrong */
export function verify({ text, headers }: Received, secret: string): void {
  new Webhook(secret).verify(
    text,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  );
}
