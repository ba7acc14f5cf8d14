import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { operation, type Role } from '../http/operation.ts';
import { requireRoles } from './roles.ts';

/** Opens an app whose callers are admins if they send `x-admin`. */
function openApp() {
  const app = Fastify();
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { caller: { user: { isAdmin: 'x-admin' in request.headers } } });
  });
  requireRoles(app);
  return app;
}

const declaring = (role: Role) => operation('Site', 'getSite', 'Get the site', role, {});

describe('requireRoles', () => {
  it('refuses a route that declares no role, or that is for everyone', () => {
    const app = openApp();
    const message = /GET \/site must declare a role/;
    assert.throws(() => app.get('/site', async () => ''), message);
    assert.throws(() => app.get('/site', declaring('everyone'), async () => ''), message);
    app.get('/site', declaring('user'), async () => '');
  });

  it('refuses all others in operations for admins, before the handler and after the checks of the body', async () => {
    await using app = openApp();
    const done: string[] = [];
    const preHandler = async () => void done.push('checked');
    for (const role of ['user', 'admin'] as const)
      app.get(`/${role}`, { ...declaring(role), preHandler }, async () => done.push('handled'));
    const statusOf = async (path: string, headers = {}) => {
      done.length = 0;
      return (await app.inject({ path, headers })).statusCode;
    };
    assert.equal(await statusOf('/user'), 200);
    assert.equal(await statusOf('/admin'), 403);
    assert.deepEqual(done, ['checked']);
    assert.equal(await statusOf('/admin', { 'x-admin': '1' }), 200);
    assert.deepEqual(done, ['checked', 'handled']);
  });
});
