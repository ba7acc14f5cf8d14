import type { Request } from './transport.ts';
import type { Site } from './types.ts';

/** The operation about the site and the caller. */
export const siteCalls = (request: Request) => ({
  /** Returns currency, time zone and languages of the site, and who the caller is. */
  getSite: (): Promise<Site | null> => request('GET', ['site']),
});
