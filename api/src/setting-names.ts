import { diff } from 'node:util';

/** Every variable that the service and its commands read, except NODE_ENV, which belongs to no single program. */
export const SETTING_NAMES: readonly string[] = [
  'HOST_URL',
  'HOST_REST_URL',
  'REGISTRY_REST_BASE',
  'LISTEN',
  'PORT',
  'OPS_PORT',
  'OPS_LISTEN',
  'DRAIN',
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'GATEWAY_KEY',
  'GATEWAY_KEY_FILE',
  'GATEWAY_KEY_2',
  'GATEWAY_KEY_2_FILE',
  'AUTH_CACHE_TTL',
  'AUTH_CACHE_SIZE',
  'ADMIN_ROLES',
  'ITEMS_ACCESS',
  'WRITES_PER_MINUTE',
  'EVENTS_DAYS',
  'CORS_ORIGINS',
  'DOCS',
  'PREVIEWS',
  'NAT64_PREFIXES',
  'WEBHOOKS_ALLOW',
  'TRUST_PROXY',
  'HOST_TIMEOUT',
  'LOG_LEVEL',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'REGISTRY_API_BASE_URL',
  'REGISTRY_API_GATEWAY_KEY',
  'REGISTRY_API_GATEWAY_KEY_FILE',
  'REGISTRY_API_USERNAME',
  'REGISTRY_API_APP_PASSWORD',
  'REGISTRY_API_APP_PASSWORD_FILE',
];

/**
 * Returns the number of letters in which a variable's name may differ from the name of a setting. Short names allow
 * fewer differences, because a similar short name often belongs to another program.
 */
const mistakesIn = (name: string): number => (name.length < 6 ? 0 : name.length < 10 ? 1 : 2);

/**
 * Finds the setting that an unknown variable probably means. Returns null for a known setting, and for a variable that
 * probably belongs to another program.
 */
export function likelySetting(variable: string): string | null {
  if (SETTING_NAMES.includes(variable)) return null;
  const name = variable.toUpperCase();
  // NAME_FILE contains the path of a file with the value of NAME. If NAME has fewer than 6 characters, NAME_FILE
  // probably belongs to another program.
  const [, base = ''] = /^(.{6,})_FILE$/.exec(name) ?? [];
  if (SETTING_NAMES.includes(base)) return base;
  return SETTING_NAMES.find((setting) => isLike(name, setting)) ?? null;
}

/** Returns whether a name may be a misspelled setting: letters are added, omitted, changed or swapped. */
function isLike(name: string, setting: string): boolean {
  const most = mistakesIn(setting);
  if (Math.abs(name.length - setting.length) > most) return false;
  const changes = diff(name, setting);
  // A changed or swapped letter is missing in one name, and is added in the other.
  return [-1, 1].every((kind) => changes.filter(([change]) => change === kind).length <= most);
}
