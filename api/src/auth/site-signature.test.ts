import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { ruleCases } from '../../../contract/testing/rule-cases.ts';
import { SiteSignatures } from './site-signature.ts';

describe('the service accepts what the plugin signs', () => {
  for (const { name, key, time, method, address, body, statement, signature } of ruleCases.signatures)
    it(name, async () => {
      const signatures = new SiteSignatures([key], () => time * 1000);
      const app = Fastify();
      app.decorateRequest('signedDigest', null);
      app.all('/*', (request) => signatures.check(request)?.outcome);
      const headers = { 'largesse-site': statement, 'largesse-signature': signature };
      const sent =
        method === 'PUT' ? { payload: body, headers: { ...headers, 'content-type': 'text/plain' } } : { headers };
      const answer = await app.inject({
        method: method === 'PUT' ? 'PUT' : method === 'DELETE' ? 'DELETE' : 'GET',
        url: address,
        ...sent,
      });
      assert.equal(answer.body, 'accepted');
    });
});
