/** Public address of the site, which may lie below a path. */
export interface SiteAddress {
  /** Without a trailing slash. */
  url: string;
  /** Host with its port, unless the port is standard. */
  host: string;
  /** Path without a trailing slash; '' for the root. */
  path: string;
  isHttps: boolean;
}

/**
 * Parses the public address of the site.
 * @param text SITE_URL, or the address at which somebody has set up the site
 * @throws {Error} with a message of one line, which names the rule
 */
export function parseAddress(text: string): SiteAddress {
  const url = URL.parse(text.trim());
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new Error('SITE_URL: must be an address such as https://lists.example or http://192.168.1.5:8080/lists');
  const path = url.pathname.replace(/\/+$/, '');
  // nginx and PHP compare this path with the path of each request.
  if (!/^(?:\/[\w.-]+)*$/.test(path)) throw new Error('SITE_URL: its path may contain only letters, digits, - and _');
  return { url: `${url.origin}${path}`, host: url.host, path, isHttps: url.protocol === 'https:' };
}
