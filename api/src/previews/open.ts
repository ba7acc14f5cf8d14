import manifest from '../../package.json' with { type: 'json' };
import { SettingError, type Settings } from '../settings.ts';
import { parseNat64 } from './addresses.ts';
import { Guard } from './fetch.ts';
import { bareName, InternalHosts } from './internal-hosts.ts';
import { type Internet, REAL_INTERNET } from './internet.ts';
import { Previews, type PreviewTimes } from './previews.ts';
import type { PreviewWatch } from './watch.ts';

/** Replacements for tests. */
export interface PreviewOverrides {
  internet: Internet;
  times?: PreviewTimes;
  /** Returns the addresses of our own names. */
  resolveOwn?: (name: string) => Promise<readonly string[]>;
}

/**
 * Creates the previews of shop pages.
 * @param now milliseconds on a clock that only moves forward
 * @param watcher observer of the requested previews
 */
export function openPreviews(
  { host, serviceUrl, nat64Prefixes }: Settings,
  now: () => number,
  watcher: { previewed: PreviewWatch } | null,
  { internet = REAL_INTERNET, times, resolveOwn }: Partial<PreviewOverrides> = {},
): Previews {
  const urls = [host.url, host.restUrl, ...(serviceUrl === null ? [] : [serviceUrl])];
  const nat64 = nat64Prefixes.map((prefix) => parseNat64(prefix) ?? refuse(prefix));
  const internalHosts = new InternalHosts(urls, now, resolveOwn, nat64);
  return new Previews({
    guard: new Guard(internet, internalHosts, userAgent(host.url)),
    now,
    watch: watcher?.previewed,
    times,
  });
}

/** Stops a start with an invalid prefix. Without the prefix, previews could reach internal addresses. */
function refuse(prefix: string): never {
  throw new SettingError(`NAT64_PREFIXES: ${prefix} is no prefix of RFC 6052`);
}

/**
 * Identifies us honestly to shops: the project, and the site if it has a public name. Internal names and addresses stay
 * private.
 */
export function userAgent(site: string): string {
  const name = bareName(new URL(site).hostname);
  const isPublicName = /\.(?!local$|localhost$|internal$|lan$|home$|corp$|arpa$)[a-z][a-z0-9-]+$/i.test(name);
  return `Largesse/${manifest.version}${isPublicName ? ` (+https://${name}/)` : ''}`;
}
