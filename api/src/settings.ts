import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MIN_SITE_KEY_BYTES } from '@largesse/contract';
import { readAddresses } from './database/postgres/addresses.ts';
import { reason } from './database/reason.ts';
import { hostAndPort } from './internet/host-and-port.ts';

/** Kind and address of the database. */
export type DatabaseSetting = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/** See the table in docs/settings.md. */
export interface Settings {
  host: {
    /** Origin and path of the registry host's site, no trailing slash. */
    url: string;
    /** Root of the host's REST API, no trailing slash. */
    restUrl: string;
    registryRestBase: string;
    /** Seconds that a request may wait in total: for its turn, for locks and connections, and for the host. */
    timeout: number;
  };
  listen: { address: string; port: number };
  /** Seconds for which a stopping service continues to serve requests. */
  drain: number;
  /** Address of the operators' listener, or null. */
  ops: { address: string; port: number } | null;
  database: DatabaseSetting;
  /** Accepted values of `x-api-key`. If the list is empty, the service does not check this header. */
  gatewayKeys: readonly string[];
  /** Keys with which the site signs its requests; none if it does not sign them. */
  siteKeys: readonly string[];
  authCache: {
    /** Seconds until a cached user expires. */
    ttl: number;
    size: number;
  };
  /** Roles on the host. Users with one of these roles are admins of the API. */
  adminRoles: readonly string[];
  /** `undecided` means that ITEMS_ACCESS is not set; the rule is then `authenticated`. */
  itemsAccess: 'authenticated' | 'registry' | 'undecided';
  /** Maximum number of writes that a user other than an admin may send to one process per minute; 0 for no limit. */
  writesPerMinute: number;
  /** Maximum size of the bodies that such a user may send to one process in a day (megabytes); 0 for no limit. */
  writtenMegabytes: number;
  /** Number of days for which events are kept. With 0, the service records no events. */
  eventsDays: number;
  /** Origins whose pages may call the API from a browser. */
  corsOrigins: readonly string[];
  docs: boolean;
  /** NAT64 prefixes of the operator's network, such as 2001:db8:64::/96. */
  nat64Prefixes: readonly string[];
  previews: boolean;
  /** Hosts with ports, such as `10.0.0.7:8080`, to which webhooks may send even if their addresses are not public. */
  webhooksAllow: readonly string[];
  /** Public address of the service, if known; no trailing slash. */
  serviceUrl: string | null;
  /** Folder of the backups on this machine, whose age the service reports; null for none. */
  backupFolder: string | null;
  isProduction: boolean;
  /** Addresses of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[];
  logLevel: (typeof LOG_LEVELS)[number];
  tracing: TracingSetting | null;
}

/** Selects the requests to trace. The exporter itself reads the address of the collector. */
export interface TracingSetting {
  sampler: {
    name: (typeof SAMPLERS)[number];
    /** Share of new traces that are recorded, from 0 to 1. Only some samplers use this share. */
    ratio: number;
  };
}

/** Credentials that the operators' commands (`doctor`, `reconcile`) send, and the service's public address. */
export interface OperatorSettings {
  username: string | null;
  password: string | null;
  /** Public address of the running service, no trailing slash. */
  serviceUrl: string | null;
  gatewayKey: string | null;
}

/** Error for a missing, invalid or contradictory setting. The message is one line that names the variable. */
export class SettingError extends Error {
  override name = 'SettingError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Relative database paths start at this folder, not at the working directory. */
const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** @throws {SettingError} with the name of the first variable that is missing or invalid */
export function readSettings(environment: Environment): Settings {
  const hostUrl = webAddress('HOST_URL', required(environment, 'HOST_URL'));
  const restUrl = webAddress('HOST_REST_URL', optional(environment, 'HOST_REST_URL') ?? `${hostUrl}/wp-json`);
  const isProduction = environment.NODE_ENV === 'production';
  const port = integer(environment, 'PORT', 8000, 0, 65_535);
  const opsPort = optional(environment, 'OPS_PORT') === null ? null : integer(environment, 'OPS_PORT', 0, 0, 65_535);
  if (opsPort !== null && opsPort !== 0 && opsPort === port) throw new SettingError('OPS_PORT: must differ from PORT');
  return {
    host: {
      url: hostUrl,
      restUrl,
      registryRestBase: restBase(optional(environment, 'REGISTRY_REST_BASE') ?? 'registries'),
      timeout: decimal(environment, 'HOST_TIMEOUT', 8, 0.05, 60),
    },
    listen: { address: optional(environment, 'LISTEN') ?? '127.0.0.1', port },
    drain: decimal(environment, 'DRAIN', 5, 0, 300),
    ops: opsPort === null ? null : { address: optional(environment, 'OPS_LISTEN') ?? '127.0.0.1', port: opsPort },
    database: readDatabaseSetting(environment),
    gatewayKeys: keyPair(environment, 'GATEWAY_KEY', gatewayKey),
    siteKeys: keyPair(environment, 'SITE_KEY', siteKey),
    authCache: {
      ttl: decimal(environment, 'AUTH_CACHE_TTL', 300, 0, 86_400),
      size: integer(environment, 'AUTH_CACHE_SIZE', 10_000, 1, 10_000_000),
    },
    adminRoles: list(optional(environment, 'ADMIN_ROLES') ?? 'administrator'),
    itemsAccess:
      optional(environment, 'ITEMS_ACCESS') === null
        ? 'undecided'
        : choice(environment, 'ITEMS_ACCESS', ['authenticated', 'registry'], 'authenticated'),
    writesPerMinute: integer(environment, 'WRITES_PER_MINUTE', 600, 0, 1_000_000),
    writtenMegabytes: integer(environment, 'WRITTEN_MB_PER_DAY', 100, 0, 1_000_000),
    eventsDays: decimal(environment, 'EVENTS_DAYS', 30, 0, 3650, 'days'),
    corsOrigins: origins(optional(environment, 'CORS_ORIGINS') ?? new URL(hostUrl).origin),
    docs: choice(environment, 'DOCS', ['on', 'off'], isProduction ? 'off' : 'on') === 'on',
    nat64Prefixes: nat64Prefixes(optional(environment, 'NAT64_PREFIXES') ?? ''),
    previews: choice(environment, 'PREVIEWS', ['on', 'off'], 'on') === 'on',
    webhooksAllow: hostsWithPorts(optional(environment, 'WEBHOOKS_ALLOW') ?? ''),
    serviceUrl: serviceAddress(environment),
    backupFolder: folder(environment, 'BACKUP_FOLDER'),
    isProduction,
    trustedProxies: proxies(optional(environment, 'TRUST_PROXY') ?? ''),
    logLevel: choice(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    tracing: tracingSetting(environment),
  };
}

/**
 * Reads the standard variables of OpenTelemetry. If the service does not support a value, the start fails: operators
 * may set these variables for several programs, and the service must not ignore the value silently.
 */
function tracingSetting(environment: Environment): TracingSetting | null {
  if (optional(environment, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  if (choice(environment, 'OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp') === 'none') return null;
  const name = optional(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const endpoint = optional(environment, name);
  if (endpoint === null) return null;
  webAddress(name, endpoint);
  for (const protocol of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'])
    choice(environment, protocol, ['http/protobuf'], 'http/protobuf');
  const ratio = Number(optional(environment, 'OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) throw new SettingError('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1');
  return { sampler: { name: choice(environment, 'OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'), ratio } };
}

/** Some commands need no other setting. @throws {SettingError} */
export function readDatabaseSetting(environment: Environment): DatabaseSetting {
  const name = optional(environment, 'DATABASE_URL_FILE') === null ? 'DATABASE_URL' : 'DATABASE_URL_FILE';
  return databaseSetting(name, secret(environment, 'DATABASE_URL') ?? 'sqlite:data/items.db');
}

/** Reads the additional settings of the operators' commands; settings without a value are null. */
export function readOperatorSettings(environment: Environment): OperatorSettings {
  return {
    username: optional(environment, 'REGISTRY_API_USERNAME'),
    password: secret(environment, 'REGISTRY_API_APP_PASSWORD'),
    serviceUrl: serviceAddress(environment),
    gatewayKey: gatewayKey(environment, 'REGISTRY_API_GATEWAY_KEY'),
  };
}

function serviceAddress(environment: Environment): string | null {
  const value = optional(environment, 'REGISTRY_API_BASE_URL');
  return value === null ? null : webAddress('REGISTRY_API_BASE_URL', value);
}

/** Unit files pass '' for an unset variable, and compose files a space. */
function optional(environment: Environment, name: string): string | null {
  const value = environment[name]?.trim();
  return value ? value : null;
}

/** Returns the variable's value, or the content of the file in NAME_FILE. */
function secret(environment: Environment, name: string): string | null {
  const value = optional(environment, name);
  const file = optional(environment, `${name}_FILE`);
  if (file === null) return value;
  if (value !== null) throw new SettingError(`${name}_FILE: must not be set together with ${name}`);
  const read = readSecretFile(file);
  if ('rule' in read) throw new SettingError(`${name}_FILE: ${read.rule}`);
  return read.value;
}

/** While an operator replaces a key, the service can accept the old and the new key. */
function keyPair(
  environment: Environment,
  name: string,
  read: (environment: Environment, name: string) => string | null,
): string[] {
  const [key, second] = [read(environment, name), read(environment, `${name}_2`)];
  // A second key alone is probably a mistake. Without GATEWAY_KEY, everybody could use the service.
  if (key === null && second !== null) throw new SettingError(`${name}_2: needs ${name}`);
  return [key, second].filter((one) => one !== null);
}

/** A shorter key could be guessed from recorded requests. */
function siteKey(environment: Environment, name: string): string | null {
  const key = secret(environment, name);
  if (key !== null && Buffer.byteLength(key) < MIN_SITE_KEY_BYTES)
    throw new SettingError(`${name}: must have at least ${MIN_SITE_KEY_BYTES} bytes`);
  return key;
}

/** Clients encode other characters than ASCII in different ways, so some of them could not send such a key. */
function gatewayKey(environment: Environment, name: string): string | null {
  const key = secret(environment, name);
  if (key !== null && !/^[ -~]+$/.test(key)) throw new SettingError(`${name}: must contain only ASCII characters`);
  return key;
}

function required(environment: Environment, name: string): string {
  const value = optional(environment, name);
  if (value === null) throw new SettingError(`${name}: is required, for example ${name}=https://site.example`);
  return value;
}

/** Returns an address without trailing slashes. @throws {SettingError} with the name of the setting */
export function webAddress(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw new SettingError(`${name}: must be an http or https address`);
  if (url.username || url.password) throw new SettingError(`${name}: must not contain credentials`);
  if (value.includes('#')) throw new SettingError(`${name}: must not contain #`);
  if (value.includes('?') && name !== 'HOST_REST_URL') throw new SettingError(`${name}: must not contain ?`);
  return value.replace(/\/+$/, '');
}

function restBase(value: string): string {
  if (!/^[\w-]+(\/[\w-]+)*$/.test(value))
    throw new SettingError('REGISTRY_REST_BASE: must be a path such as registries');
  return value;
}

/** Services and scripts have different working folders, so a relative path could name several folders. */
function folder(environment: Environment, name: string): string | null {
  const path = optional(environment, name);
  if (path !== null && !isAbsolute(path)) throw new SettingError(`${name}: must be an absolute path`);
  return path;
}

function integer(environment: Environment, name: string, fallback: number, minimum: number, maximum: number): number {
  const value = optional(environment, name);
  if (value === null) return fallback;
  if (!/^\d+$/.test(value) || Number(value) < minimum || Number(value) > maximum)
    throw new SettingError(`${name}: must be a whole number from ${minimum} to ${maximum}`);
  return Number(value);
}

function decimal(
  environment: Environment,
  name: string,
  fallback: number,
  minimum: number,
  maximum: number,
  unit = 'seconds',
): number {
  const value = optional(environment, name);
  if (value === null) return fallback;
  if (!/^\d+(\.\d+)?$/.test(value) || Number(value) < minimum || Number(value) > maximum)
    throw new SettingError(`${name}: must be ${unit} from ${minimum} to ${maximum}`);
  return Number(value);
}

function choice<const T extends string>(environment: Environment, name: string, values: readonly T[], fallback: T): T {
  const given = optional(environment, name);
  if (given === null) return fallback;
  const value = values.find((candidate) => candidate === given);
  if (value === undefined) throw new SettingError(`${name}: must be one of ${values.join(', ')}`);
  return value;
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function origins(value: string): string[] {
  return list(value).map((entry) => {
    const origin = URL.parse(entry)?.origin;
    if (origin === undefined || origin === 'null' || origin !== entry.replace(/\/$/, '').toLowerCase())
      throw new SettingError('CORS_ORIGINS: must be origins such as https://site.example, separated by commas');
    return origin;
  });
}

/** Checks NAT64 prefixes, and returns them as texts for `parseNat64`. */
function nat64Prefixes(value: string): string[] {
  return list(value).map((entry) => {
    const [address = '', bits = '', ...rest] = entry.split('/');
    if (isIP(address) !== 6 || !['32', '40', '48', '56', '64', '96'].includes(bits) || rest.length > 0)
      throw new SettingError('NAT64_PREFIXES: must be prefixes such as 2001:db8:64::/96, separated by commas');
    return entry;
  });
}

/** Returns the hosts in the format of `hostAndPort`. */
function hostsWithPorts(value: string): string[] {
  return list(value).map((entry) => {
    const url = URL.parse(`http://${entry}`);
    const isPlain = /^[^/?#@\\\s]+:[1-9]\d*$/.test(entry);
    if (url === null || !isPlain)
      throw new SettingError('WEBHOOKS_ALLOW: must be hosts with ports such as 10.0.0.7:8080, separated by commas');
    return hostAndPort(url);
  });
}

/** Reads IP addresses, subnets such as 10.0.0.0/8, and the names `loopback`, `linklocal` and `uniquelocal`. */
function proxies(value: string): string[] {
  return list(value).map((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    const width = isIP(address) === 6 ? 128 : 32;
    const isSubnet = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width && rest.length === 0);
    const isName = ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
    if (!isName && (isIP(address) === 0 || !isSubnet))
      throw new SettingError('TRUST_PROXY: must be addresses such as 10.0.0.1 or 10.0.0.0/8, separated by commas');
    return entry;
  });
}

/**
 * A relative path starts at the project's folder.
 * @param name name of the setting, for the error
 * @throws {SettingError}
 */
export function databaseSetting(name: string, value: string): DatabaseSetting {
  if (/^postgres(?:ql)?:\/\//.test(value)) {
    try {
      readAddresses(value);
    } catch (error) {
      throw new SettingError(`${name}: ${reason(error)}`);
    }
    return { kind: 'postgres', url: value };
  }
  const path = /^sqlite:(.+)$/.exec(value)?.[1];
  if (path === undefined) throw new SettingError(`${name}: must be sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME`);
  return { kind: 'sqlite', path: /^([/\\]|[A-Za-z]:|:memory:)/.test(path) ? path : `${projectFolder}${path}` };
}

/** Maximum size of a file with a secret (bytes). A key or an address has only hundreds of bytes. */
const MAX_BYTES = 8192;

/** The rule that the file breaks contains neither the name nor the content of the file. */
export type SecretFile = { value: string } | { rule: string };

/** Removes white space around the secret, such as a line break at the end. */
function readSecretFile(path: string): SecretFile {
  // Services and scripts have different working folders. This also detects a secret instead of a path.
  if (!isAbsolute(path)) return { rule: 'must be the absolute path of a file, not the secret itself' };
  try {
    const { size } = statOf(path);
    if (size > MAX_BYTES) return { rule: `the file must not be larger than ${MAX_BYTES} bytes` };
    const text = new TextDecoder('utf-8', { fatal: true })
      .decode(readFileSync(path))
      .replace(/\r?\n$/, '')
      .trim();
    if (text === '') return { rule: 'the file is empty' };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them on purpose
    if (/[\x00-\x1f\x7f]/.test(text))
      return { rule: 'the file must contain exactly one line, without control characters' };
    return { value: text };
  } catch (error) {
    return { rule: ruleOf(error) };
  }
}

/** @throws {Error} `EISDIR` unless the file is regular: a pipe could be endless */
function statOf(path: string): { size: number } {
  const stat = statSync(path);
  if (!stat.isFile()) throw Object.assign(new Error(), { code: 'EISDIR' });
  return stat;
}

function ruleOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'must name a file';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'the file must be text in UTF-8';
  return `the file cannot be read${typeof code === 'string' ? ` (${code})` : ''}`;
}

/** Returns the Authorization value for the operator's commands. @throws {SettingError} without credentials */
export function operatorAuthorization({ username, password }: OperatorSettings): string {
  if (username === null) throw new SettingError('REGISTRY_API_USERNAME: is required, an admin of the registry host');
  if (password === null) throw new SettingError('REGISTRY_API_APP_PASSWORD: is required, an application password');
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
