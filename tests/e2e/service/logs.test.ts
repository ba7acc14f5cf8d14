// Needs a whole service: it logs at each level.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html, status } from '../../support/host-faults.ts';
import { basic } from '../../support/host-users.ts';
import { openOwnService } from '../../support/own-service.ts';
import { signatureHeaders, statementOf } from '../../support/signing.ts';

describe('rules: Secrecy, canary secrets never appear in logs', { concurrency: true }, () => {
  for (const level of ['info', 'trace'])
    it(`at level ${level}`, async () => {
      const secret = {
        password: 'canarypw1234567',
        wrong: 'canarywrong123',
        query: 'canaryquery123',
        body: 'canarybody1234',
        key: 'canarykey12345',
        path: 'canarypath1234',
        siteKey: 'canarysitekey-0123456789-0123456789',
        name: 'canaryname1234',
      };
      await using t = await openOwnService({ GATEWAY_KEY: secret.key, SITE_KEY: secret.siteKey, LOG_LEVEL: level });
      const { host, service } = t;
      host.users.add('holder', { password: secret.password });
      const good = basic('holder', secret.password);
      const bad = basic('holder', secret.wrong);
      const ask = async (method: string, path: string, authorization: string, body?: string) => {
        const sent = body === undefined ? {} : { 'content-type': 'application/json' };
        const headers = { authorization, 'x-api-key': secret.key, ...sent };
        await (await fetch(service.url + path, { method, headers, ...(body !== undefined && { body }) })).text();
      };
      for (const authorization of [good, bad]) {
        await ask('GET', `/items?token=${secret.query}&limit=x`, authorization);
        await ask('GET', `/nowhere?token=${secret.query}`, authorization);
        await ask('GET', `/items/%zz?token=${secret.query}`, authorization);
        await ask('POST', '/items', authorization, `{"name":"${secret.body}"`);
        const item = { name: secret.body, url: 'https://e.example/', registry_id: 1 };
        for (const sent of [{ ...item, price: secret.body }, item])
          await ask('POST', '/items', authorization, JSON.stringify(sent));
        await ask('POST', '/registries', authorization, JSON.stringify({ title: secret.body }));
        await ask('DELETE', `/registries/11/invitees/${secret.path}`, authorization);
      }
      // Signed requests: with the key of the service, and with another one.
      const statement = statementOf({ id: 1, name: secret.name });
      for (const key of [secret.siteKey, `${secret.siteKey}x`])
        for (const path of ['/items?limit=x', '/items', '/registries/1/items']) {
          const signature = signatureHeaders({ method: 'GET', path, statement, key });
          const headers = { authorization: good, 'x-api-key': secret.key, ...signature };
          await (await fetch(service.url + path, { headers })).text();
        }
      host.misbehave(html());
      await ask('GET', '/registries', good);
      host.misbehave(status(500));
      await ask('POST', '/registries', good, JSON.stringify({ title: secret.body }));
      await host.close();
      await ask('GET', `/registries?token=${secret.query}`, good);
      service.child.kill('SIGTERM');
      await service.exited;

      const output = service.output();
      const canaries = [...Object.values(secret), good.slice(6), bad.slice(6)];
      for (const canary of canaries) assert.ok(!output.includes(canary), `${canary} stands in the log`);
    });
});
