import { Agent } from 'node:http';
import { openService } from '../../api/src/service.ts';
import { readSettings } from '../../api/src/settings.ts';
import { openLineLog } from '../../api/testing/evidence.ts';
import { type Answer, type Sending, send } from '../../api/testing/http-client.ts';
import { AMPLE } from '../../api/testing/service.ts';
import { temporaryFolder } from '../../api/testing/temporary-folder.ts';
import type { Theme } from '../../wordpress/boot.ts';
import type { WordPressVersion } from '../../wordpress/packages.ts';
import { openSite, type Site, type TestUser } from '../wordpress/site.ts';

/** The API in front of a real WordPress, each with nothing in it but the people of the tests. */
export interface SiteWithApi extends AsyncDisposable {
  readonly url: string;
  readonly site: Site;
  /** Environment of the service, for commands that work on the same database and host. */
  readonly environment: Record<string, string>;
  request<T = unknown>(who: TestUser | null, method: string, path: string, sending?: Sending): Promise<Answer<T>>;
  close(): Promise<void>;
}

/**
 * Lets service and WordPress answer once, for tests in which several requests are under way at the same time. Each of
 * PHP's instances reads all of WordPress's code at its first request, and this process does nothing else meanwhile: on a
 * busy machine that takes longer than the service waits for a request on a new connection, or than the check of the
 * connection waits for an answer. It takes seconds: others leave it to the first requests.
 */
export async function warmUp({ site, request }: SiteWithApi): Promise<void> {
  // Not over HTTP, where one of them would answer all: code takes an instance each, at once.
  await Promise.all([1, 2, 3].map(() => site.wordpress.run('')));
  await request('admin', 'GET', '/items');
}

/** Boots the site and the service. @param env settings of the service beyond those that it needs */
export async function openSiteWithApi(
  version: WordPressVersion = '6.5',
  env: Record<string, string> = {},
  theme: Theme = 'default',
): Promise<SiteWithApi> {
  return await withApi(await openSite({ version, theme }), env);
}

/** Starts the service in front of a site, which it closes in the end. @param env settings of the service */
export async function withApi(site: Site, env: Record<string, string> = {}): Promise<SiteWithApi> {
  await using opened = new AsyncDisposableStack();
  opened.use(site);
  const folder = opened.use(await temporaryFolder());
  const environment = {
    HOST_URL: site.url,
    DATABASE_URL: `sqlite:${folder.path}/items.db`,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    // PHP runs in this process: on a busy machine it answers late, which is not what these tests are about.
    HOST_TIMEOUT: '60',
    // Tests ask no shops of the world.
    PREVIEWS: 'off',
    ...env,
  };
  const log = openLineLog('service');
  opened.defer(() => log.end());
  const service = await openService(readSettings({ ...environment, LOG_LEVEL: 'debug' }), { log, ...AMPLE });
  opened.defer(() => service.close());
  const url = await service.listen();
  // Given up long before the service does it: while PHP keeps this process busy, that would not be noticed in time.
  const agent = new Agent({ keepAlive: true, timeout: 30_000 });
  opened.defer(() => agent.destroy());
  const all = opened.move();
  const close = () => all.disposeAsync();
  return {
    url,
    site,
    environment,
    request: (who, method, path, { headers, ...sending } = {}) => {
      const login = who === null ? {} : { authorization: site.users[who].authorization };
      return send(agent, url, method, path, { ...sending, headers: { ...login, ...headers } });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
