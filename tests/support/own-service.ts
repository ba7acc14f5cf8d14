import { Agent } from 'node:http';
import { join } from 'node:path';
import { openFakeHost } from './fake-host.ts';
import { send } from './http-client.ts';
import { addCast } from './service.ts';
import { spawnService, untilHealthy } from './spawned-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * Starts the service in its own process, with a fake host and an embedded database, and waits until it is healthy.
 * @param env further settings; by default, the log contains only fatal errors, and writes have no limit
 */
export async function openOwnService(env: Record<string, string> = {}) {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const host = resources.use(await openFakeHost());
  addCast(host);
  const path = join(folder.path, 'items.db');
  const defaults = { HOST_URL: host.url, DATABASE_URL: `sqlite:${path}`, LOG_LEVEL: 'fatal', WRITES_PER_MINUTE: '0' };
  const service = resources.use(spawnService({ ...defaults, ...env }));
  await untilHealthy(service);
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  resources.defer(() => agent.destroy());
  /** Sends a request as a user of the host, over persistent connections. */
  const ask = <T = unknown>(as: string, method: string, path: string, body?: object, headers = {}) =>
    send<T>(agent, service.url, method, path, {
      headers: { authorization: host.users.authorization(as), ...headers },
      ...(body && { body }),
    });
  const opened = resources.move();
  return { host, path, service, ask, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
