import manifest from '../../package.json' with { type: 'json' };
import { bareName } from './internal-hosts.ts';

/**
 * Returns the user agent for requests to other servers. It contains the project, and the site if the site has a public
 * name. Internal names and addresses stay private.
 */
export function userAgent(site: string): string {
  const name = bareName(new URL(site).hostname);
  const isPublicName = /\.(?!local$|localhost$|internal$|lan$|home$|corp$|arpa$)[a-z][a-z0-9-]+$/i.test(name);
  return `Largesse/${manifest.version}${isPublicName ? ` (+https://${name}/)` : ''}`;
}
