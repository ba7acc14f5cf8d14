import { HostError } from '../host/errors.ts';
import { HostSite, type SiteFinding } from '../host/site.ts';
import type { Settings } from '../settings.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

/** Seconds in which the site must answer. Its checks call the service, which may be slow or down. */
const TIMEOUT_S = 40;

/**
 * Asks the plugin what it has found about the site and its connection to the service. The plugin makes these checks;
 * this command only finds out why the plugin cannot be asked.
 * @param authorization credentials of an administrator, or null
 */
export async function findingsOfSite(
  { host, backupFolder }: Settings,
  authorization: string | null,
): Promise<Finding[]> {
  const site = new HostSite({ ...host, timeout: TIMEOUT_S });
  try {
    const {
      plugin,
      authorization: hasArrived,
      signed_in: isSignedIn,
      findings,
    } = await site.pluginStatus(authorization);
    const answers = ok(`Site: ${host.restUrl} answers, plugin ${plugin}`);
    if (authorization === null) return [answers, NO_CREDENTIALS];
    if (!hasArrived) return [answers, HEADER_IS_LOST];
    if (!isSignedIn) return [answers, REJECTED];
    if (findings === undefined) return [answers, NO_ADMIN];
    // This command checks the age of backups itself, and knows their folder.
    const others = findings.filter(({ id }) => backupFolder === null || id !== 'backup');
    return [answers, ...others.map(ofPlugin)];
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return [
      problem(
        `Site: the plugin does not answer at ${host.restUrl} (${error.message})`,
        'Activate the Largesse plugin, and check HOST_URL. If the site has no pretty permalinks, set HOST_REST_URL to …/index.php?rest_route= .',
      ),
    ];
  } finally {
    await site.close();
  }
}

function ofPlugin({ status, label, about, remedy }: SiteFinding): Finding {
  if (status === 'good') return ok(`Site: ${label}`);
  const text = `Site: ${label}. ${about}\n    ${remedy}`;
  return { state: status === 'critical' ? 'problem' : 'skipped', text, step: `${label}. ${remedy}` };
}

const NO_CREDENTIALS = skipped(
  'Site: not checked; set REGISTRY_API_USERNAME and REGISTRY_API_APP_PASSWORD to the credentials of an admin',
  'Set REGISTRY_API_USERNAME and REGISTRY_API_APP_PASSWORD to the credentials of an admin, and run this again.',
);

const HEADER_IS_LOST = problem(
  'Site: the web server does not forward the Authorization header to WordPress',
  'Apache: "CGIPassAuth On" in the site\'s configuration or .htaccess. Other proxies: forward the header.',
);

const REJECTED = problem(
  'Site: WordPress rejects the credentials',
  'Create a new application password on the profile page of the user.',
);

const NO_ADMIN = problem('Site: the user may not see the findings of the site', 'Use an administrator’s credentials.');
