/** Accepted values of target_session_attrs. The service must write, and a standby rejects writes. */
const USABLE = ['read-write', 'primary'];

/** Servers that an address names, and whether they must accept writes. */
export interface Addresses {
  /** Address of each server, in the order of the setting. */
  urls: string[];
  /** True if read-only servers must be rejected. */
  mustWrite: boolean;
}

/**
 * Parses an address like PostgreSQL's own programs (postgresql.org/docs/current/libpq-connect.html: multiple hosts):
 * `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME?target_session_attrs=read-write`. User, password, name and
 * parameters apply to all hosts.
 * @throws {RangeError} with the violated rule, without any part of the address
 */
export function readAddresses(url: string): Addresses {
  const [, scheme, authority, rest] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) throw new RangeError(FORM);
  const at = authority.lastIndexOf('@') + 1;
  const credentials = authority.slice(0, at);
  const hosts = authority.slice(at).split(',');
  if (credentials.slice(0, -1).includes('@') && authority.includes(','))
    throw new RangeError('write user and password once, before the first host, and @ in a password as %40');
  const { path, wanted } = withoutSessionAttributes(rest);
  if (wanted !== null && !USABLE.includes(wanted))
    throw new RangeError('target_session_attrs: must be read-write or primary: the service writes');
  if (hosts.length > 1) for (const host of hosts) checkHost(host);
  const urls = hosts.map((host) => `${scheme}${credentials}${host}${path}`);
  if (!urls.every((one) => URL.canParse(one))) throw new RangeError(FORM);
  return { urls, mustWrite: wanted !== null || hosts.length > 1 };
}

/** Returns host and port of an address, for display. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

const FORM = 'must be postgres://USER:PASSWORD@HOST/NAME';

/**
 * Removes the parameter target_session_attrs, because `pg` does not support it.
 * @param rest the part of an address after the hosts
 */
function withoutSessionAttributes(rest: string): { path: string; wanted: string | null } {
  const [path = '', query] = rest.split('?', 2);
  if (query === undefined) return { path: rest, wanted: null };
  let wanted: string | null = null;
  const others = query.split('&').filter((parameter) => {
    const [name, value = ''] = parameter.split('=', 2);
    if (name !== 'target_session_attrs') return true;
    wanted = value;
    return false;
  });
  return { path: others.length > 0 ? `${path}?${others.join('&')}` : path, wanted };
}

/** Checks one of several hosts: a name, an IPv4 address or an IPv6 address in brackets, with an optional port. */
function checkHost(host: string): void {
  const [, name, port] = /^(\[[0-9A-Fa-f:.%]+\]|[^:[\]]+)(?::(\d+))?$/.exec(host) ?? [];
  if (name === undefined)
    throw new RangeError('each host must be HOST, HOST:PORT or [IPV6]:PORT, with commas between them');
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
    throw new RangeError('each port must be between 1 and 65535');
}
