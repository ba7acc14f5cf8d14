import type { Settings } from './settings.ts';

/** Returns what operators are told at the start, a line each: settings that are allowed, and likely not meant. */
export function warningsOf(settings: Settings): string[] {
  const warnings: string[] = [];
  if (settings.isProduction && settings.trustedProxies.length === 0) warnings.push(UNTRUSTED_GATEWAY);
  return warnings;
}

const UNTRUSTED_GATEWAY =
  'TRUST_PROXY: is off: behind a gateway all callers have its address, and share one limit of failed logins; set it to that address';
