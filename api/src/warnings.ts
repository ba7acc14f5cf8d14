import { diff } from 'node:util';
import { readOperatorSettings, readSettings, type Settings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One line for each setting that is allowed, but probably not intended. */
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

function misspelt(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    const likely = likelySetting(name);
    return likely === null
      ? []
      : [`${name}: is not a setting of this service, and has no effect; did you mean ${likely}?`];
  });
}

/** Values with which `readSettings` reads every variable. */
const EVERYTHING = { HOST_URL: 'http://h', OPS_PORT: '1', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h' };

/**
 * Every variable that the service and its commands read, except NODE_ENV, which belongs to no single program. The
 * script that starts the service (serve.sh) reads SERVICE_MEMORY.
 */
export const SETTING_NAMES: readonly string[] = [
  ...namesRead().filter((name) => name !== 'NODE_ENV'),
  'SERVICE_MEMORY',
];

function namesRead(): string[] {
  const names = new Set<string>();
  const environment = new Proxy<Environment>(EVERYTHING, {
    get(values, name) {
      names.add(String(name));
      return Reflect.get(values, name);
    },
  });
  readSettings(environment);
  readOperatorSettings(environment);
  return [...names];
}

/** Maximum difference of a misspelled name. Short names allow less, because they often belong to other programs. */
const mistakesIn = (name: string): number => (name.length < 6 ? 0 : name.length < 10 ? 1 : 2);

/** Returns null for a known setting, and for a variable that probably belongs to another program. */
export function likelySetting(variable: string): string | null {
  if (SETTING_NAMES.includes(variable)) return null;
  const name = variable.toUpperCase();
  // NAME_FILE contains the path of a file with the value of NAME. Short ones often belong to other programs.
  const [, base = ''] = /^(.{6,})_FILE$/.exec(name) ?? [];
  if (SETTING_NAMES.includes(base)) return base;
  return SETTING_NAMES.find((setting) => isLike(name, setting)) ?? null;
}

/** Letters may be added, omitted, changed or swapped. */
function isLike(name: string, setting: string): boolean {
  const most = mistakesIn(setting);
  if (Math.abs(name.length - setting.length) > most) return false;
  const changes = diff(name, setting);
  // A changed or swapped letter is missing in one name, and is added in the other.
  return [-1, 1].every((kind) => changes.filter(([change]) => change === kind).length <= most);
}
