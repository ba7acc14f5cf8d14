import { isIP } from 'node:net';
import type { SiteAddress } from './address.ts';

/** Port on which the container answers browsers. */
export const PUBLIC_PORT = 8080;

/** Port on which the programs of the container reach WordPress. */
export const INTERNAL_PORT = 8085;

/** Port of the page that sets up the site, inside the container only. */
export const SETUP_PORT = 8086;

/** Port of the service, inside the container only. */
export const SERVICE_PORT = 8000;

/** Port to which nginx reports proxies that are not trusted, inside the container only. */
export const PROXY_PORT = 8087;

/** Path below the site's address at which programs reach the API. */
const API_PATH = '/registry-api';

/**
 * Parses the addresses and networks of proxies in front of the container, such as `172.18.0.0/16, 192.168.1.5`.
 * @throws {Error} with a message of one line
 */
export function parseProxies(text = ''): string[] {
  const proxies = text.split(/[\s,]+/).filter((proxy) => proxy !== '');
  for (const proxy of proxies)
    if (!isNetwork(proxy))
      throw new Error(
        `TRUSTED_PROXY: ${proxy} must be an address or a network, such as 192.168.1.5 or 172.18.0.0/16; commas separate several`,
      );
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

interface Paths {
  /** Folder of WordPress. */
  site: string;
  /** Folder with `wordpress-site.inc`. */
  containers: string;
  /** Socket of PHP-FPM. */
  php: string;
}

/**
 * Returns the configuration of nginx. A site that is not set up yet answers every request with the page that asks for
 * the administrator.
 * @param address null before the site is set up
 * @param proxies addresses and networks whose `X-Forwarded-For` names the visitor
 */
export function nginxConfiguration(
  address: SiteAddress | null,
  { site, containers, php }: Paths,
  proxies: readonly string[] = [],
): string {
  const path = address?.path ?? '';
  return `# Written at each start of the container.
worker_processes 1;
pid /tmp/largesse/nginx.pid;
error_log /dev/stderr crit;
daemon off;

events {
  worker_connections 512;
}

http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  client_body_temp_path /tmp/largesse/client_body;
  proxy_temp_path /tmp/largesse/proxy;
  fastcgi_temp_path /tmp/largesse/fastcgi;
  uwsgi_temp_path /tmp/largesse/uwsgi;
  scgi_temp_path /tmp/largesse/scgi;
  sendfile on;
  access_log off;
  absolute_redirect off;

  upstream largesse_php {
    server unix:${php};
  }

  # A proxy in front tells whether the browser uses HTTPS. A site at https:// always counts as encrypted.
  map $http_x_forwarded_proto $largesse_encrypted {
    default "${address?.isHttps ? 'on' : ''}";
    https on;
  }

${unknownProxies(proxies)}
  server {
    listen ${PUBLIC_PORT};
    access_log syslog:server=127.0.0.1:${PROXY_PORT},nohostname,tag=proxy largesse_proxy if=$largesse_is_unknown_proxy;
${proxies.length === 0 ? '' : realAddress(proxies)}    set $largesse_root ${site};
    set $largesse_https $largesse_encrypted;
    set $largesse_internal "";
    set $largesse_site_host $http_host;
${address === null ? FIRST_START : publicSite(path)}
  }
${address === null ? '' : internalSite(address, site)}
  # The container's health check requests this server.
  server {
    listen 127.0.0.1:8089;
    return 204;
  }
}
`;

  function publicSite(prefix: string): string {
    // The proxy in front may or may not remove the path, so this server accepts addresses with and without it.
    const withoutPath =
      prefix === ''
        ? ''
        : `    rewrite ^${prefix.replaceAll('.', '\\.')}$ / ;\n    rewrite ^${prefix.replaceAll('.', '\\.')}(/.*)$ $1;\n`;
    return `${withoutPath}    location ${API_PATH}/ {
      proxy_pass http://127.0.0.1:${SERVICE_PORT}/;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_read_timeout 35s;
      client_max_body_size 512k;
    }
    include ${containers}/wordpress-site.inc;`;
  }

  function internalSite({ host, isHttps }: SiteAddress, root: string): string {
    return `  # Requests from the service to WordPress, and from WordPress to itself. These requests do not leave the container, so
  # WordPress accepts application passwords without HTTPS.
  server {
    listen 127.0.0.1:${INTERNAL_PORT};
    set $largesse_root ${root};
    set $largesse_https "${isHttps ? 'on' : ''}";
    set $largesse_internal 1;
    set $largesse_site_host ${host};
    include ${containers}/wordpress-site.inc;
  }
`;
  }
}

/** Networks in which a proxy of the owner may be. Anybody elsewhere can send its headers. */
const PRIVATE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/** Recognizes requests that a proxy has passed on from a private address that is not trusted. */
const unknownProxies = (trusted: readonly string[]): string => {
  const networks = (name: string, list: readonly string[]) =>
    `  geo $realip_remote_addr $${name} {\n    default 0;\n${list.map((one) => `    ${one} 1;\n`).join('')}  }\n`;
  return `${networks('largesse_is_trusted', trusted)}${networks('largesse_is_private', PRIVATE)}\
  map $largesse_is_trusted$largesse_is_private$http_x_forwarded_for $largesse_is_unknown_proxy {
    default 0;
    "~^01." 1;
  }
  log_format largesse_proxy $realip_remote_addr;
`;
};

/** Lets programs see the address of each visitor instead of that of the proxy: limits count requests by address. */
const realAddress = (proxies: readonly string[]): string =>
  [...proxies.map((proxy) => `set_real_ip_from ${proxy};`), 'real_ip_header X-Forwarded-For;', 'real_ip_recursive on;']
    .map((line) => `    ${line}\n`)
    .join('');

const FIRST_START = `    location / {
      proxy_pass http://127.0.0.1:${SETUP_PORT};
      # The page compares the address with that of the form.
      proxy_set_header Host $http_host;
      proxy_read_timeout 600s;
    }`;
