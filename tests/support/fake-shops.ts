import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, isIP, type LookupFunction, Socket } from 'node:net';
import type { Internet } from '../../api/src/internet/internet.ts';
import { listen } from './server-address.ts';

/** A public address that never answers. */
export const SILENT_ADDRESS = '93.184.215.99';

/** A public address that refuses connections. */
export const CLOSED_ADDRESS = '93.184.215.98';

/** Default address of shops. */
export const SHOP_ADDRESS = '93.184.215.14';

/** Answers a request to a shop. */
export type Shop = (request: IncomingMessage, response: ServerResponse) => void;

/** A request to a shop. */
export interface ShopRequest {
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/**
 * Shops on a simulated Internet. One server on this machine answers for all shops. Connections of previews are
 * recorded, and redirected to this server over real sockets without encryption.
 */
export interface FakeShops extends AsyncDisposable {
  readonly internet: Internet;
  /** Actual address of the server that answers for all shops. */
  readonly address: string;
  /**
   * Opens a shop, or replaces its handler.
   * @param addresses IP addresses of the shop's name, or a function that returns the addresses. The function gets the
   *   number of earlier lookups of the name.
   */
  open(name: string, shop: Shop, addresses?: readonly string[] | ((asked: number) => readonly string[])): void;
  /** Closes all shops, and clears the recorded requests. */
  clear(): void;
  /** Address and port of every attempted connection. */
  readonly dialled: string[];
  readonly requests: ShopRequest[];
  /** Number of open connections. */
  readonly connections: number;
}

/** Opens a simulated Internet for a test. */
export async function openFakeShops(): Promise<FakeShops> {
  const shops = new Map<string, Shop>();
  const names = new Map<string, (asked: number) => readonly string[]>();
  const asked = new Map<string, number>();
  const dialled: string[] = [];
  const requests: ShopRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    requests.push({ host, path: request.url ?? '', headers: request.headers });
    response.on('error', () => {}); // previews close the connection when they have enough data
    const shop = shops.get(host);
    if (shop) shop(request, response);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>No such shop</title>');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const { url: address, ...closing } = await listen(server);
  const { port: shopPort } = new URL(address);

  const internet: Internet = {
    resolve: async (name) => {
      const before = asked.get(name) ?? 0;
      asked.set(name, before + 1);
      return names.get(name)?.(before) ?? [];
    },
    connect({ host, port, isEncrypted, lookup }) {
      if (lookup === null) return connect({ host, port });
      const isLiteral = isIP(host) !== 0;
      if (isLiteral) dialled.push(`${host} ${port}`);
      if (host === SILENT_ADDRESS) return new Socket();
      const rightHere: LookupFunction = (name, options, callback) => {
        lookup(name, options, (error, found) => {
          if (error) return callback(error, '');
          const [first] = [found].flat().map((one) => (typeof one === 'string' ? one : one.address));
          dialled.push(`${first} ${port}`);
          if (first === CLOSED_ADDRESS) callback(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), '');
          else if (first !== SILENT_ADDRESS) callback(null, [{ address: '127.0.0.1', family: 4 }]);
        });
      };
      const socket = connect({ host: isLiteral ? '127.0.0.1' : host, port: Number(shopPort), lookup: rightHere });
      if (isEncrypted) socket.once('connect', () => socket.emit('secureConnect'));
      return socket;
    },
  };
  return {
    internet,
    address,
    open(name, shop, addresses = [SHOP_ADDRESS]) {
      shops.set(name, shop);
      names.set(name, typeof addresses === 'function' ? addresses : () => addresses);
    },
    clear() {
      for (const each of [shops, names, asked]) each.clear();
      dialled.length = 0;
      requests.length = 0;
    },
    dialled,
    requests,
    get connections() {
      return sockets.size;
    },
    ...closing,
  };
}

/** Returns a shop that answers with a page. */
export const page =
  (html: string | Buffer, headers: Record<string, string> = {}): Shop =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  };

/** Returns a shop that redirects. */
export const redirect =
  (location: string, status = 302): Shop =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

/** Returns the HTML of a page with one product. */
export const productPage = (name: string): string =>
  `<!doctype html><title>${name}</title><meta property="og:title" content="${name}"><h1>${name}</h1>`;
