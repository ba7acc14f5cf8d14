import { Agent } from 'node:http';
import { type Overrides, openService } from '../../../api/src/service.ts';
import { readSettings } from '../../../api/src/settings.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openLineLog } from '../../support/evidence.ts';
import { type Answer, type Sending, send } from '../../support/http-client.ts';
import { AMPLE } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openSite, type Site, type TestTheme, type TestUser } from '../wordpress/site.ts';

/** The API in front of a real WordPress, both empty except for the test users. */
export interface SiteWithApi extends AsyncDisposable {
  readonly url: string;
  readonly site: Site;
  /** Environment variables of the service. A command with these variables uses the same database and host. */
  readonly environment: Record<string, string>;
  request<T = unknown>(who: TestUser | null, method: string, path: string, sending?: Sending): Promise<Answer<T>>;
  close(): Promise<void>;
}

/**
 * Sends a first request to the service and to each PHP instance, before a test sends simultaneous requests. At its
 * first request, an instance reads all of WordPress's code and blocks this process. On a busy machine, this delay could
 * exceed time limits of the service and of the connection check. This function takes seconds. Tests without
 * simultaneous requests do not need this function.
 */
export async function warmUp({ site, request }: SiteWithApi): Promise<void> {
  // Calls `run` three times, because each simultaneous call of `run` uses a different PHP instance. Three HTTP requests
  // could all use the same PHP instance.
  await Promise.all([1, 2, 3].map(() => site.wordpress.run('')));
  await request('admin', 'GET', '/items');
}

/** Boots the site and the service. @param env additional settings of the service */
export async function openSiteWithApi(
  version: WordPressVersion = '6.5',
  env: Record<string, string> = {},
  theme: TestTheme = 'plain',
): Promise<SiteWithApi> {
  return await withApi(await openSite({ version, theme }), env);
}

/**
 * Starts the service in front of a site, and closes the site at the end.
 * @param env settings of the service
 * @param overrides replaced parts of the service, such as its Internet access
 */
export async function withApi(
  site: Site,
  env: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<SiteWithApi> {
  await using opened = new AsyncDisposableStack();
  opened.use(site);
  const folder = opened.use(await temporaryFolder());
  const environment = {
    HOST_URL: site.url,
    DATABASE_URL: `sqlite:${folder.path}/items.db`,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    // PHP runs in this process, and answers late on a busy machine. A late answer must not fail these tests.
    HOST_TIMEOUT: '60',
    // Tests must not contact real shops.
    PREVIEWS: 'off',
    ...env,
  };
  const log = openLineLog('service');
  opened.defer(() => log.end());
  const service = await openService(readSettings({ ...environment, LOG_LEVEL: 'debug' }), {
    log,
    ...AMPLE,
    ...overrides,
  });
  opened.defer(() => service.close());
  const url = await service.listen();
  // The client closes idle connections long before the service closes them. Otherwise, the client could send a request
  // on a closed connection, because it cannot notice the end of a connection while PHP keeps this process busy.
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
