import assert from 'node:assert/strict';
import { it } from 'node:test';
import { KEY_SCOPES, type KeyScope } from '@largesse/contract';
import Fastify from 'fastify';
import { openFakeHost } from '../../../tests/support/fake-host.ts';
import { HostClient } from '../host/session.ts';
import { operation } from '../http/operation.ts';
import { Authenticator } from './authenticate.ts';
import { SiteSignatures } from './site-signature.ts';

/** Keys of a route: null for a route that is no operation, undefined for an operation that names no keys. */
const DECLARED: readonly (readonly KeyScope[] | null | undefined)[] = [
  null,
  undefined,
  [],
  ...KEY_SCOPES.map((scope) => [scope]),
  KEY_SCOPES,
];

// rules: Keys
it('a key calls only operations that name its scope, whatever the method', async () => {
  await using host = await openFakeHost();
  const scopes = [...KEY_SCOPES, 'of a later version'];
  for (const scope of scopes) host.users.add(scope, { roles: ['administrator'] }).key = scope;
  host.users.add('admin', { roles: ['administrator'] });
  const client = new HostClient({ restUrl: `${host.url}/wp-json`, registryRestBase: 'registries', timeout: 60 });
  await using app = Fastify();
  const options = {
    host: client,
    adminRoles: [],
    cache: { ttl: 60, size: 10 },
    signatures: new SiteSignatures([]),
    now: () => 0,
  };
  new Authenticator(options).guard(app);
  for (const [index, keys] of DECLARED.entries())
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      app.route({
        method,
        url: `/${index}`,
        ...(keys !== null && operation('Site', 'getSite', 'Get the site', 'user', {}, keys)),
        handler: async () => '',
      });
  for (const scope of [...scopes, 'admin'])
    for (const [index, keys] of DECLARED.entries())
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const headers = { authorization: host.users.authorization(scope) };
        const { statusCode } = await app.inject({ method, path: `/${index}`, headers });
        const isNamed = scope === 'admin' || keys?.some((key) => key === scope);
        assert.equal(statusCode, isNamed ? 200 : 403, `${scope}: ${method} /${index}`);
      }
  await client.close();
});
