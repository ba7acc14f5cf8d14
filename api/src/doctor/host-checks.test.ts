import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { listen } from '../../../tests/support/server-address.ts';
import { readSettings } from '../settings.ts';
import { checkHost } from './host-checks.ts';

const META = ['registry_item_ids', 'registry_invitees', 'registry_event_type', 'registry_event_date'];
const metaOf = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, { type: 'string' }]));

/** Answers of a working site by route, with the credentials of an admin. */
const WORKING = {
  '/': { name: 'Site', authentication: { 'application-passwords': {} }, routes: { '/wp/v2/registries': {} } },
  '/wp/v2/registries': { schema: { properties: { meta: { properties: metaOf(META) } } } },
  '/largesse/v1/status': { plugin: '1.0.0', authorization: true },
  '/wp/v2/users/me': { id: 1, username: 'ada', email: '', roles: ['editor'], capabilities: { manage_options: true } },
} as const;

/** Checks a site with some other answers. @returns the first line of each finding except successes */
async function problemsWith(answers: Partial<Record<keyof typeof WORKING, object>>): Promise<string[]> {
  const all: Record<string, object> = { ...WORKING, ...answers };
  const server = createServer((request, response) => {
    const route = new URL(request.url ?? '', 'http://x').pathname.replace('/wp-json', '');
    const body = all[route];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { code: 'rest_no_route' }));
  });
  await using site = await listen(server);
  const settings = readSettings({ HOST_URL: site.url, ADMIN_ROLES: 'shop_manager' });
  const findings = await checkHost(settings, 'Basic YWRhOng=');
  return findings.filter(({ state }) => state !== 'ok').map(({ text }) => text.split('\n', 1)[0] ?? '');
}

describe('the checks of the registry host', () => {
  const user = WORKING['/wp/v2/users/me'];
  const cases: Record<string, [answers: Parameters<typeof problemsWith>[0], problems: string[]]> = {
    'find no fault on a working site': [{}, []],
    'name the missing meta keys': [
      { '/wp/v2/registries': { schema: { properties: { meta: { properties: metaOf(META.slice(1, 3)) } } } } },
      ['Registries: the site does not show registry_item_ids, registry_event_date'],
    ],
    'find that application passwords are not offered': [
      { '/': { ...WORKING['/'], authentication: [] } },
      ['Application passwords: not offered'],
    ],
    'find a web server that drops the Authorization header': [
      { '/largesse/v1/status': { plugin: '1.0.0', authorization: false } },
      ['Authorization header: the web server does not forward this header to WordPress'],
    ],
    'find a user who is an admin only because of ADMIN_ROLES': [
      { '/wp/v2/users/me': { ...user, roles: ['shop_manager'], capabilities: {} } },
      ['Credentials: ada is an admin only because of ADMIN_ROLES'],
    ],
    'find a user who is not an admin': [
      { '/wp/v2/users/me': { ...user, capabilities: { manage_options: false } } },
      ['Credentials: ada is not an admin'],
    ],
  };
  for (const [name, [answers, problems]] of Object.entries(cases))
    it(name, async () => assert.deepEqual(await problemsWith(answers), problems));
});
