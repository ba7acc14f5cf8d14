import { HostError } from '../host/errors.ts';
import { EDITED, HostClient, LIST_PAGE, VIEWED } from '../host/session.ts';
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
    const others = findings.filter(({ id }) => backupFolder === null || id !== BACKUP);
    const read = await readAsService({ ...host, timeout: TIMEOUT_S }, authorization);
    // The plugin looks at its own description of registries, the service at the answers of the site.
    const isContradicted = ({ id, status }: SiteFinding) => id === 'rest_api' && status === 'good' && read !== null;
    return [answers, ...(read ?? []), ...others.filter((one) => !isContradicted(one)).map(ofPlugin)];
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

/**
 * Reads registries with the calls that serve members, because other plugins can change each answer of the site.
 * @returns the problem; null if all calls succeed
 */
async function readAsService(
  options: ConstructorParameters<typeof HostClient>[0],
  authorization: string,
): Promise<Finding[] | null> {
  const client = new HostClient(options);
  const session = client.as(authorization);
  try {
    session.user = (await session.currentUser()).id;
    for await (const { id } of session.readableRegistries()) {
      const { author } = await session.registry(id);
      for (const form of [VIEWED, EDITED]) await session.registriesOf(author, { skip: 0, limit: LIST_PAGE }, form);
      await session.registriesOfRole('any', { skip: 0, limit: LIST_PAGE });
      break;
    }
    return null;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return [
      problem(
        `Site: the service cannot read registries: ${error.message}`,
        'Members get errors. Look for a plugin that changes answers of the REST API, and exclude registries there.',
      ),
    ];
  } finally {
    await client.close();
  }
}

/** Id of the plugin's finding about backups. */
const BACKUP = 'backup';

function ofPlugin({ id, status, label, about, remedy }: SiteFinding): Finding {
  if (status === 'good') return ok(`Site: ${label}`);
  const text = `Site: ${label}. ${about}\n    ${remedy}`;
  const isLatent = id === BACKUP;
  return { state: status === 'critical' ? 'problem' : 'skipped', text, step: `${label}. ${remedy}`, isLatent };
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
