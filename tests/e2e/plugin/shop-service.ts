import { createServer } from 'node:http';
import { type Listening, listen } from '../../support/server-address.ts';

/** Answer that the proxy sends instead of the service. The content type is JSON unless `type` is set. */
export interface ShopAnswer {
  status: number;
  type?: string;
  body: Buffer | string;
}

/**
 * Opens a proxy in front of the service. The proxy itself answers requests about shops, and forwards all others.
 * @param service address of the service behind the proxy
 * @param answer called with the route, such as `/previews/picture`, and the address of the shop's page
 */
export async function openShopService(
  service: string,
  answer: (route: string, url: string) => ShopAnswer | Promise<ShopAnswer>,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { url: path = '' } = request;
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    if (!path.startsWith('/previews')) {
      const passed = await fetch(service + path, {
        method: request.method ?? 'GET',
        headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
        ...(body.length > 0 ? { body } : {}),
      });
      response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
      return;
    }
    const { url }: { url: string } = JSON.parse(body.toString());
    const { status, type = 'application/json', body: answered } = await answer(path, url);
    response.writeHead(status, { 'content-type': type }).end(answered);
  });
  return listen(server);
}
