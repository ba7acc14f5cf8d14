import { MAX_ACTIVE_ITEMS, MAX_ITEMS_AT_ONCE, PREVIEWS_A_MINUTE, Site } from '@largesse/contract';
import manifest from '../../package.json' with { type: 'json' };
import { operation, type Routes } from '../http/operation.ts';
import type { SiteGuard } from './site-guard.ts';
import { scopeIn } from './user.ts';

/** Settings of the service that limit its callers. */
interface Limits {
  writesPerMinute: number;
  writtenMegabytes: number;
  previews: boolean;
  eventsDays: number;
}

/** Adds the operation that describes the site and the caller (rules: Site). */
export function siteRoutes(app: Routes, limits: Limits, guard: SiteGuard): void {
  app.get(
    '/site',
    operation(
      'Site',
      'getSite',
      'Get the site and the caller',
      'user',
      {
        description:
          'Currency, time zone and languages of the site, versions, whether the service refuses changes, the caller, and ' +
          'the limits of the caller.',
        response: { 200: Site },
      },
      ['read', 'gifts', 'events'],
    ),
    async (request) => {
      const { user, host } = request.caller;
      const [site, zone, isCopy] = await Promise.all([host.site(), host.timeZone(), guard.isCopy(request)]);
      // 0 in the settings means no limit, which admins have, too.
      const limit = (most: number): number | null => (user.isAdmin || most === 0 ? null : most);
      return {
        currency: site.currency,
        time_zone: zone,
        languages: [...site.languages],
        api_version: manifest.version,
        plugin_version: site.plugin,
        is_copy: isCopy,
        user: { id: user.id, username: user.username, is_admin: user.isAdmin, key: scopeIn(user) },
        limits: {
          writes_per_minute: limit(limits.writesPerMinute),
          written_mb_per_day: limit(limits.writtenMegabytes),
          previews_per_minute: limits.previews ? limit(PREVIEWS_A_MINUTE) : 0,
          items_per_registry: MAX_ACTIVE_ITEMS,
          items_per_request: MAX_ITEMS_AT_ONCE,
          events_days: limits.eventsDays,
        },
      };
    },
  );
}
