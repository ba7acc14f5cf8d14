import { likelySetting } from './setting-names.ts';
import type { Settings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns warnings about settings that are allowed, but probably not intended: one line for each warning. */
export function warningsOf(settings: Settings, environment: Environment = {}): string[] {
  const warnings = misspelt(environment);
  if (settings.isProduction && settings.trustedProxies.length === 0) warnings.push(UNTRUSTED_GATEWAY);
  if (settings.isProduction && settings.itemsAccess === 'undecided') warnings.push(`ITEMS_ACCESS: ${OPEN_ITEMS}`);
  return warnings;
}

/** Warning if ITEMS_ACCESS is not set, and strangers cannot open an account on the site. */
export const OPEN_ITEMS =
  'is not set, so every member of the site may use /items to read, change and delete the items of all registries, even of private registries; set ITEMS_ACCESS to registry, or to authenticated if you want to allow this';

/** Warning if ITEMS_ACCESS is not set, and everybody may open an account on the site. */
export const OPEN_TO_NEWCOMERS =
  'is not set, and everybody may open an account on the site: every new user may use /items to read, change and delete the items of all registries, even of private registries';

const UNTRUSTED_GATEWAY =
  'TRUST_PROXY: is not set: behind a gateway, all callers have the address of the gateway, and share one limit of failed logins; set TRUST_PROXY to this address';

/** Returns a warning for each unknown variable whose name resembles the name of a setting. */
function misspelt(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    const likely = likelySetting(name);
    return likely === null
      ? []
      : [`${name}: is not a setting of this service, and has no effect; did you mean ${likely}?`];
  });
}
