import { siteName } from '@largesse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isHostFailure } from '../host/errors.ts';
import { ApiError } from '../http/errors.ts';
import type { SiteMark } from '../site-mark.ts';

/** Header with the address of the site that sends a request. */
const SITE_HEADER = 'x-largesse-site';

/** HTTP methods of requests that change nothing. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Minimum time between two questions about the address of the site (milliseconds): it may have just moved. */
const MOVED_MS = 2000;

/** Maximum number of other sites that the log names once. */
const MAX_LOGGED = 100;

/**
 * Finds requests that must change nothing (rules: Copies): the database of the service was made for another site, or
 * the request comes from a site at another address, which is a copy of the site at `HOST_URL`.
 */
export class SiteGuard {
  readonly #name: string;
  readonly #mark: Pick<SiteMark, 'isOther' | 'home' | 'learnHome'>;
  readonly #log: Pick<Logger, 'error'>;
  readonly #logged = new Set<string>();

  /** @param mark whether the database was made for another site, and the address that the site named last */
  constructor(hostUrl: string, mark: Pick<SiteMark, 'isOther' | 'home' | 'learnHome'>, log: Pick<Logger, 'error'>) {
    this.#name = siteName(hostUrl);
    this.#mark = mark;
    this.#log = log;
  }

  /** Refuses all requests that might change something (403), after the credentials were checked. */
  guard(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _reply, done) => {
      const { method, headers } = request;
      if (SAFE.has(method) || (!this.#mark.isOther && headers[SITE_HEADER] === undefined)) return done();
      this.isCopy(request).then((isCopy) => done(isCopy ? new ApiError('copiedSite') : undefined), done);
    });
  }

  /**
   * Returns whether the service refuses changes of a caller. If the address of the request is neither that of
   * `HOST_URL` nor the one that the site named last, asks the site at `HOST_URL`: it may be behind a proxy, or may have
   * moved.
   * @throws {HostError} if the answer depends on the site, and the site fails
   */
  async isCopy({ headers, caller }: FastifyRequest): Promise<boolean> {
    if (this.#mark.isOther) return true;
    const sent = headers[SITE_HEADER];
    const name = typeof sent === 'string' ? siteName(sent) : '';
    if (name === '' || name === this.#name || name === this.#mark.home) return false;
    const home = await caller.host.home(MOVED_MS).catch((error) => {
      // The site has answered, but hides its index.
      if (isHostFailure(error, 'no-route', 'not-found', 'forbidden', 'unauthorized')) return null;
      throw error;
    });
    if (home !== null) await this.#mark.learnHome(home);
    if (home !== null && name === siteName(home)) return false;
    if (this.#logged.size < MAX_LOGGED && !this.#logged.has(name)) {
      this.#logged.add(name);
      this.#log.error({ site: name, of: this.#name }, 'a copy of the site uses this service: its changes are refused');
    }
    return true;
  }
}
