/**
 * Returns what identifies a site in its address: the host without `www.`, a port other than those of http and https,
 * and the folder. So http and https, `www.` and slashes at the end make no difference. Returns '' if the text is no
 * address. The plugin has the same function (`SiteName`); `rule-cases.json` has the cases of both.
 */
export function siteName(address: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  const host = url.hostname.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '');
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`;
  return `${host}${port}${url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')}`;
}
