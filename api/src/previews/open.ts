import manifest from '../../package.json' with { type: 'json' };
import { SettingError, type Settings } from '../settings.ts';
import { parseNat64 } from './addresses.ts';
import { type Doors, REAL_DOORS } from './doors.ts';
import { Guard } from './fetch.ts';
import { bareName, House } from './house.ts';
import { Previews, type PreviewTimes } from './previews.ts';
import type { PreviewWatch } from './watch.ts';

/** What tests may set. */
export interface PreviewOverrides {
  doors: Doors;
  times?: PreviewTimes;
  /** Returns where the names of site and service lead. */
  resolveOwn?: (name: string) => Promise<readonly string[]>;
}

/**
 * Opens what reads pages of shops.
 * @param now milliseconds on a clock that only moves forward
 * @param watcher who counts what is asked for
 */
export function openPreviews(
  { host, serviceUrl, nat64Prefixes }: Settings,
  now: () => number,
  watcher: { previewed: PreviewWatch } | null,
  { doors = REAL_DOORS, times, resolveOwn }: Partial<PreviewOverrides> = {},
): Previews {
  const urls = [host.url, host.restUrl, ...(serviceUrl === null ? [] : [serviceUrl])];
  const nat64 = nat64Prefixes.map((prefix) => parseNat64(prefix) ?? refuse(prefix));
  const house = new House(urls, now, resolveOwn, nat64);
  return new Previews({ guard: new Guard(doors, house, userAgent(host.url)), now, watch: watcher?.previewed, times });
}

/** Ends a start whose settings accept what is no prefix here: without it, previews could reach the house. */
function refuse(prefix: string): never {
  throw new SettingError(`NAT64_PREFIXES: ${prefix} is no prefix of RFC 6052`);
}

/**
 * Says honestly who asks: the project, and the site, where it has a public name. A name of the house alone, or an address,
 * is nobody's business.
 */
export function userAgent(site: string): string {
  const name = bareName(new URL(site).hostname);
  const isPublicName = /\.(?!local$|localhost$|internal$|lan$|home$|corp$|arpa$)[a-z][a-z0-9-]+$/i.test(name);
  return `Largesse/${manifest.version}${isPublicName ? ` (+https://${name}/)` : ''}`;
}
