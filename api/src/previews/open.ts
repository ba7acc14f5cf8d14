import { internalHostsOf, PublicConnections } from '../internet/connections.ts';
import { type Internet, REAL_INTERNET } from '../internet/internet.ts';
import { userAgent } from '../internet/user-agent.ts';
import type { Settings } from '../settings.ts';
import { Guard } from './fetch.ts';
import { Previews, type PreviewTimes } from './previews.ts';
import type { PreviewWatch } from './watch.ts';

/** Replacements for tests. */
export interface PreviewOverrides {
  internet: Internet;
  times?: PreviewTimes;
  /** Resolves the name of this service or of the site to IP addresses. */
  resolveOwn?: (name: string) => Promise<readonly string[]>;
}

/**
 * Creates the previews of shop pages.
 * @param now milliseconds on a clock that only moves forward
 * @param watcher observer of the requested previews
 */
export function openPreviews(
  settings: Settings,
  now: () => number,
  watcher: { previewed: PreviewWatch } | null,
  { internet = REAL_INTERNET, times, resolveOwn }: Partial<PreviewOverrides> = {},
): Previews {
  const connections = new PublicConnections(internet, internalHostsOf(settings, now, resolveOwn));
  return new Previews({
    guard: new Guard(connections, userAgent(settings.host.url)),
    now,
    watch: watcher?.previewed,
    times,
  });
}
