import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Registry } from '@largesse/contract';
import { openForSuite } from '../../support/suite.ts';
import { openSiteWithApi } from './site-with-api.ts';

/**
 * Requests that the owner sends with a revoked password. `ID` stands for the id of a registry with the given status.
 */
const ACTS: Record<string, [status: string, method: string, path: string, body?: object]> = {
  'list registries': ['private', 'GET', '/registries'],
  'create a registry': ['private', 'POST', '/registries', { title: 'New' }],
  'read a private registry': ['private', 'GET', '/registries/ID'],
  'read a public registry': ['publish', 'GET', '/registries/ID'],
  'read the invitees of a public registry': ['publish', 'GET', '/registries/ID/invitees'],
  'change a public registry': ['publish', 'PATCH', '/registries/ID', { title: 'New' }],
  'invite somebody': ['publish', 'POST', '/registries/ID/invitees', { invitees: ['x'] }],
  'delete a registry': ['private', 'DELETE', '/registries/ID'],
};

// rules: Wrong passwords on the host
describe('a revoked password on a real WordPress', () => {
  const t = openForSuite(openSiteWithApi);

  for (const [act, [status, method, path, body]] of Object.entries(ACTS))
    it(`does not ${act}, and leaves the cache`, async () => {
      const made = await t.request<Registry>('owner', 'POST', '/registries', { body: { title: 'Old', status } });
      // The owner gets a second application password. The test revokes this password while the service still caches the
      // password.
      const password: { uuid: string; value: string } = JSON.parse(
        await t.site.wordpress.run(
          `list( $value, $item ) = WP_Application_Passwords::create_new_application_password( $input, array( 'name' => wp_generate_uuid4() ) );
           echo wp_json_encode( array( 'uuid' => $item['uuid'], 'value' => $value ) );`,
          made.body.user_id,
        ),
      );
      const login = `${t.site.users.owner.username}:${password.value}`;
      const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
      const ask = (verb: string, where: string, sent?: object) =>
        t.request(null, verb, where, { headers, ...(sent && { body: sent }) });
      assert.equal((await ask('GET', '/items?limit=1')).status, 200);
      await t.site.wordpress.run('WP_Application_Passwords::delete_application_password( $input[0], $input[1] );', [
        made.body.user_id,
        password.uuid,
      ]);
      assert.equal((await ask('GET', '/items?limit=1')).status, 200, 'it is remembered');
      const refused = await ask(method, path.replace('ID', String(made.body.id)), body);
      assert.equal(refused.status, 401, refused.text);
      assert.equal((await ask('GET', '/items?limit=1')).status, 401, 'it is forgotten');
      const { body: found } = await t.request<Registry>('owner', 'GET', `/registries/${made.body.id}`);
      assert.equal(found.title, 'Old');
    });
});
