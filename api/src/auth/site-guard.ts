import { siteName } from '@largesse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isHostFailure } from '../host/errors.ts';
import { ApiError } from '../http/errors.ts';

/** Header with the address of the site that sends a request. */
const SITE_HEADER = 'x-largesse-site';

/** HTTP methods of requests that change nothing. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Maximum age of the address that the site names (milliseconds). The service asks again soon if it differs from that of
 * a request, because the site may have just moved.
 */
const HOME_MS = 5 * 60_000;
const MOVED_MS = 2000;

/** Maximum number of other sites that the log names once. */
const MAX_LOGGED = 100;

/**
 * Finds requests that must change nothing (rules: Copies): the database of the service was made for another site, or
 * the request comes from a site at another address, which is a copy of the site at `HOST_URL`.
 */
export class SiteGuard {
  readonly #name: string;
  readonly #mark: { readonly isOther: boolean };
  readonly #log: Pick<Logger, 'error'>;
  readonly #logged = new Set<string>();

  /** @param mark whether the database was made for another site */
  constructor(hostUrl: string, mark: { readonly isOther: boolean }, log: Pick<Logger, 'error'>) {
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
   * Returns whether the service refuses changes of a caller. If `HOST_URL` differs from the address of the request,
   * asks the site at `HOST_URL` for its own address: it may be behind a proxy, or may have moved.
   * @throws {HostError} if the answer depends on the site, and the site fails
   */
  async isCopy({ headers, caller }: FastifyRequest): Promise<boolean> {
    if (this.#mark.isOther) return true;
    const sent = headers[SITE_HEADER];
    const name = typeof sent === 'string' ? siteName(sent) : '';
    if (name === '' || name === this.#name) return false;
    const isHome = async (ageMs: number): Promise<boolean> => {
      const home = await caller.host.home(ageMs).catch((error) => {
        // The site has answered, but hides its index.
        if (isHostFailure(error, 'no-route', 'not-found', 'forbidden', 'unauthorized')) return null;
        throw error;
      });
      return home !== null && name === siteName(home);
    };
    if ((await isHome(HOME_MS)) || (await isHome(MOVED_MS))) return false;
    if (this.#logged.size < MAX_LOGGED && !this.#logged.has(name)) {
      this.#logged.add(name);
      this.#log.error({ site: name, of: this.#name }, 'a copy of the site uses this service: its changes are refused');
    }
    return true;
  }
}
