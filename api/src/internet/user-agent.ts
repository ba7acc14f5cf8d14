import manifest from '../../package.json' with { type: 'json' };
import { bareName } from './internal-hosts.ts';

/**
 * Returns the user agent for requests to other servers: the project, and the site's name if the name is public.
 * Internal names and addresses stay private.
 */
export function userAgent(site: string): string {
  const name = bareName(new URL(site).hostname);
  const isPublicName = /\.(?!local$|localhost$|internal$|lan$|home$|corp$|arpa$)[a-z][a-z0-9-]+$/i.test(name);
  return `Largesse/${manifest.version}${isPublicName ? ` (+https://${name}/)` : ''}`;
}
