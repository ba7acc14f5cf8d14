import { userOf } from '../auth/user.ts';
import { HostError, isHostFailure } from '../host/errors.ts';
import { HostClient } from '../host/session.ts';
import { HostSite } from '../host/site.ts';
import type { Settings } from '../settings.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

const META_KEYS = ['registry_item_ids', 'registry_invitees', 'registry_event_type', 'registry_event_date'];

const ROLE_CURE =
  'On the site, give this role edit_others_registries, delete_others_registries and read_private_registries. Otherwise the host refuses its requests.';

/** Checks the registry host. `authorization` belongs to an admin, or is null. */
export async function checkHost(settings: Settings, authorization: string | null): Promise<Finding[]> {
  const site = new HostSite(settings.host);
  try {
    return await findings(site, settings, authorization);
  } finally {
    await site.close();
  }
}

async function findings(site: HostSite, settings: Settings, authorization: string | null): Promise<Finding[]> {
  const { restUrl } = settings.host;
  let index: Awaited<ReturnType<HostSite['index']>>;
  try {
    index = await site.index();
  } catch (error) {
    return [
      problem(
        `REST API: ${restUrl} does not answer as WordPress does (${messageOf(error)})`,
        'Check HOST_URL. If the site has no pretty permalinks, set HOST_REST_URL to …/index.php?rest_route= .',
      ),
    ];
  }
  const passwords = index.offersApplicationPasswords
    ? ok('Application passwords: offered')
    : problem(
        'Application passwords: not offered',
        'WordPress offers them over HTTPS only: give the site a certificate, and check that no security plugin disables them.',
      );
  return [
    ok(`REST API: ${restUrl} answers`),
    passwords,
    ...(await checkPostType(site, settings, index.routes)),
    ...(authorization === null ? [NO_CREDENTIALS] : await checkCredentials(site, settings, authorization)),
  ];
}

const NO_CREDENTIALS = skipped(
  'Credentials: not checked; set REGISTRY_API_USERNAME and REGISTRY_API_APP_PASSWORD to the credentials of an admin',
  'Set REGISTRY_API_USERNAME and REGISTRY_API_APP_PASSWORD to the credentials of an admin, and run this again.',
);

async function checkPostType(site: HostSite, settings: Settings, routes: readonly string[]): Promise<Finding[]> {
  const base = settings.host.registryRestBase;
  if (!routes.includes(`/wp/v2/${base}`))
    return [
      problem(
        `Registries: the site has no post type at ${base}`,
        'Activate the Largesse plugin, or check REGISTRY_REST_BASE.',
      ),
    ];
  try {
    const found = await site.metaKeys(base);
    const missing = META_KEYS.filter((key) => !found.includes(key));
    if (missing.length === 0) return [ok('Registries: post type and meta keys are registered')];
    return [problem(`Registries: the site does not show ${missing.join(', ')}`, 'Activate the Largesse plugin.')];
  } catch (error) {
    return [problem(`Registries: the post type cannot be read: ${messageOf(error)}`, 'See the log of the site.')];
  }
}

async function checkCredentials(site: HostSite, settings: Settings, authorization: string): Promise<Finding[]> {
  const arrives = await checkAuthorizationArrives(site, authorization);
  if (arrives.state === 'problem') return [arrives];
  const host = new HostClient(settings.host);
  try {
    const user = userOf(await host.as(authorization).currentUser(), settings.adminRoles);
    if (user.managesSite) return [arrives, ok(`Credentials: valid, ${user.username} is an admin`)];
    if (user.isAdmin)
      return [arrives, problem(`Credentials: ${user.username} is an admin only because of ADMIN_ROLES`, ROLE_CURE)];
    return [arrives, problem(`Credentials: ${user.username} is not an admin`, 'Use an admin’s credentials.')];
  } catch (error) {
    const text = isHostFailure(error, 'unauthorized') ? 'rejected' : messageOf(error);
    return [
      arrives,
      problem(`Credentials: ${text}`, 'Create a new application password on the profile page of the user.'),
    ];
  } finally {
    await host.close();
  }
}

async function checkAuthorizationArrives(site: HostSite, authorization: string): Promise<Finding> {
  try {
    const status = await site.pluginStatus(authorization);
    if (status.authorization) return ok(`Authorization header: arrives (plugin ${status.plugin})`);
    return problem(
      'Authorization header: the web server does not forward this header to WordPress',
      'Apache: "CGIPassAuth On" in the site\'s configuration or .htaccess. Other proxies: forward the header.',
    );
  } catch (error) {
    // WordPress has received the header, because it answers 401 only if it rejects the credentials in the header.
    if (isHostFailure(error, 'unauthorized')) return ok('Authorization header: arrives');
    return problem(
      `Authorization header: the plugin does not answer: ${messageOf(error)}`,
      'Activate the Largesse plugin.',
    );
  }
}

function messageOf(error: unknown): string {
  if (error instanceof HostError) return error.message;
  throw error;
}
