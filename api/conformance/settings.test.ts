import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '../src/settings.ts';
import { spawnService } from '../testing/spawned-service.ts';

const good = { HOST_URL: 'https://site.example' };

describe('rules: Settings', () => {
  const refused: Record<string, string[]> = {
    HOST_URL: ['', 'site.example', 'ftp://site.example', 'https://', 'https://user:secret@site.example'],
    HOST_REST_URL: ['wp-json', 'ftp://site.example/wp-json'],
    REGISTRY_REST_BASE: ['a b', '../users'],
    PORT: ['x', '-1', '65536', '80.5'],
    OPS_PORT: ['x', '70000'],
    AUTH_CACHE_TTL: ['x', '-1', 'Infinity', '5 minutes'],
    AUTH_CACHE_SIZE: ['x', '-1', '0', '1.5'],
    WRITES_PER_MINUTE: ['x', '-1', '1.5', 'Infinity'],
    ITEMS_ACCESS: ['everybody', 'Registry '],
    CORS_ORIGINS: ['shop.example', 'https://shop.example/path', '*.example'],
    DRAIN: ['x', '-1', 'Infinity', '301'],
    DOCS: ['maybe'],
    TRUST_PROXY: ['everyone', '300.1.1.1'],
    HOST_TIMEOUT: ['x', '0', '-1'],
    LOG_LEVEL: ['loud'],
  };
  for (const [name, values] of Object.entries(refused)) {
    for (const value of values) {
      it(`refuses ${name}=${value} with a line that names the variable`, () => {
        assert.throws(
          () => readSettings({ ...good, [name]: value }),
          (error) => error instanceof Error && error.message.includes(name) && !/[\r\n]/.test(error.message.trim()),
        );
      });
    }
  }

  it('requires HOST_URL', () => assert.throws(() => readSettings({}), /HOST_URL/));

  it('refuses one port for the public and for operators', () => {
    assert.throws(() => readSettings({ ...good, PORT: '8000', OPS_PORT: '8000' }), /OPS_PORT/);
  });

  it('takes what the table allows', () => {
    for (const env of [
      good,
      { ...good, HOST_URL: 'http://127.0.0.1:9/sub/' },
      { ...good, HOST_REST_URL: 'https://site.example/index.php?rest_route=' },
      { ...good, AUTH_CACHE_TTL: '0', HOST_TIMEOUT: '0.25', TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' },
      { ...good, CORS_ORIGINS: 'https://a.example, http://localhost:3000', ADMIN_ROLES: 'administrator, editor' },
      { ...good, PORT: '0', LISTEN: '0.0.0.0', DOCS: 'off', ITEMS_ACCESS: 'registry', LOG_LEVEL: 'debug' },
    ]) {
      readSettings(env);
    }
  });

  const SECRET = 'CANARY4711';
  for (const [name, value] of [
    ['DATABASE_URL', 'items.db'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', `postgres:/root:${SECRET}@db.example:5432/items`],
    ['DATABASE_URL', `mysql://root:${SECRET}@db/items`],
    ['DATABASE_URL', `SQLite+${SECRET}://items.db`],
    ['HOST_URL', `https://root:${SECRET}@site.example`],
    ['HOST_REST_URL', `https://root:${SECRET}@site.example/wp-json`],
  ] as const) {
    it(`refuses ${name}=${value} with a line that names the variable and shows no secret`, () => {
      assert.throws(
        () => readSettings({ ...good, [name]: value }),
        (error) =>
          error instanceof Error &&
          new RegExp(`^${name}: [^\\r\\n]+$`).test(error.message) &&
          !error.message.includes(SECRET),
      );
    });
  }

  it('stops the start of the process with one line and an exit code', async () => {
    for (const [name, env] of [
      ['HOST_URL', {}],
      ['ITEMS_ACCESS', { ...good, ITEMS_ACCESS: 'x' }],
    ] as const) {
      await using service = spawnService(env);
      assert.ok(((await service.exited) ?? 0) > 0);
      const lines = service.output().trim().split('\n');
      assert.equal(lines.length, 1, service.output());
      assert.ok(lines[0]?.includes(name));
    }
  });
});
