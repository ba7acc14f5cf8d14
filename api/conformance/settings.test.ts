import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runCommand } from '../../tests/support/command.ts';
import { fetchOnce } from '../../tests/support/http-client.ts';
import { spawnService, untilHealthy } from '../../tests/support/spawned-service.ts';
import { openForSuite } from '../../tests/support/suite.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { readOperatorSettings, readSettings, type Settings } from '../src/settings.ts';

const good = { HOST_URL: 'https://site.example' };
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const SECRET = 'CANARY4711';

describe('rules: Settings', () => {
  const refused: Record<string, string[]> = {
    DATABASE_URL: [
      ...['items.db', 'sqlite:', `postgres:/root:${SECRET}@db.example:5432/items`, `mysql://root:${SECRET}@db/items`],
      ...[`SQLite+${SECRET}://items.db`, `postgres://root:${SECRET}@one:5432,two:/items`],
      `postgres://root:${SECRET}@one,two/items?target_session_attrs=any`,
    ],
    HOST_URL: [
      ...['', 'site.example', 'ftp://site.example', 'https://', `https://root:${SECRET}@site.example`],
      ...['https://site.example?p=1', 'https://site.example/wp/?rest_route=/', 'https://site.example/?a#b'],
    ],
    HOST_REST_URL: ['wp-json', 'ftp://site.example/wp-json', `https://root:${SECRET}@site.example/wp-json`],
    REGISTRY_REST_BASE: ['a b', '../users'],
    PORT: ['x', '-1', '65536', '80.5'],
    OPS_PORT: ['x', '70000'],
    GATEWAY_KEY: ['schlüssel', 'a\u0001b'],
    SITE_KEY: ['x', 'n'.repeat(31)],
    AUTH_CACHE_TTL: ['x', '-1', 'Infinity', '5 minutes'],
    AUTH_CACHE_SIZE: ['x', '-1', '0', '1.5'],
    WRITES_PER_MINUTE: ['x', '-1', '1.5', 'Infinity'],
    WRITTEN_MB_PER_DAY: ['x', '-1', '1.5', 'Infinity'],
    WEBHOOKS_ALLOW: [
      ...['x', 'host', '10.0.0.7:', '10.0.0.7:0', '10.0.0.7:70000', 'http://x:80', 'a:80/x', 'a b:80', 'u@a:80'],
    ],
    EVENTS_DAYS: ['x', '-1', 'Infinity', '3651'],
    ITEMS_ACCESS: ['everybody', 'Registry '],
    CORS_ORIGINS: ['shop.example', 'https://shop.example/path', '*.example'],
    DRAIN: ['x', '-1', 'Infinity', '301'],
    DOCS: ['maybe'],
    PREVIEWS: ['maybe'],
    NAT64_PREFIXES: ['10.0.0.0/8', '2001:db8:64::', '2001:db8:64::/97', '2001:db8:64::/96/1'],
    REGISTRY_API_BASE_URL: ['api.example', 'https://api.example/?x', 'https://api.example/#x'],
    TRUST_PROXY: ['everyone', '300.1.1.1', '10.0.0.0/33', '::1/129'],
    HOST_TIMEOUT: ['x', '0', '-1', '0.04', '61'],
    LOG_LEVEL: ['loud'],
    OTEL_EXPORTER_OTLP_PROTOCOL: ['grpc'],
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ['http/json'],
    OTEL_TRACES_EXPORTER: ['zipkin'],
    OTEL_TRACES_SAMPLER: ['jaeger_remote'],
    OTEL_TRACES_SAMPLER_ARG: ['5'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318'],
  };
  for (const [name, values] of Object.entries(refused))
    for (const value of values)
      it(`refuses ${name}=${value} with a line that names the variable and shows no secret`, () =>
        assert.throws(
          () => readSettings({ ...good, ...traced, [name]: value }),
          (error) =>
            error instanceof Error &&
            new RegExp(`^${name}: [^\\r\\n]+$`).test(error.message) &&
            !error.message.includes(SECRET),
        ));

  it('of commands have a gateway key in ASCII characters', () =>
    assert.throws(
      () => readOperatorSettings({ REGISTRY_API_GATEWAY_KEY: 'schlüssel' }),
      /^SettingError: REGISTRY_API_GATEWAY_KEY: must contain only ASCII characters$/,
    ));

  it('depend on each other', () => {
    assert.throws(() => readSettings({}), /HOST_URL/);
    assert.throws(() => readSettings({ ...good, PORT: '8000', OPS_PORT: '8000' }), /OPS_PORT/);
    for (const name of ['GATEWAY_KEY', 'SITE_KEY'])
      assert.throws(
        () => readSettings({ ...good, [`${name}_2`]: 'o'.repeat(32) }),
        new RegExp(`^SettingError: ${name}_2: needs ${name}$`),
      );
  });

  it('have the defaults of the table, and trim values', () => {
    const { database, ...defaults } = readSettings({
      ...good,
      HOST_URL: ' https://site.example/blog/ ',
      OPS_PORT: ' ',
    });
    assert.ok(database.kind === 'sqlite' && database.path.endsWith('/data/items.db'));
    const expected: Omit<Settings, 'database'> = {
      host: {
        url: 'https://site.example/blog',
        restUrl: 'https://site.example/blog/wp-json',
        registryRestBase: 'registries',
        timeout: 8,
      },
      listen: { address: '127.0.0.1', port: 8000 },
      drain: 5,
      ops: null,
      gatewayKeys: [],
      siteKeys: [],
      authCache: { ttl: 300, size: 10_000 },
      adminRoles: ['administrator'],
      itemsAccess: 'undecided',
      writesPerMinute: 600,
      writtenMegabytes: 100,
      eventsDays: 30,
      corsOrigins: ['https://site.example'],
      docs: true,
      nat64Prefixes: [],
      previews: true,
      webhooksAllow: [],
      serviceUrl: null,
      backupFolder: null,
      isProduction: false,
      trustedProxies: [],
      logLevel: 'info',
      tracing: null,
    };
    assert.deepEqual(defaults, expected);
    const production = readSettings({ ...good, NODE_ENV: 'production' });
    assert.deepEqual([production.docs, production.isProduction], [false, true]);
    assert.equal(readSettings({ ...good, NODE_ENV: 'production', DOCS: 'on' }).docs, true);
  });

  it('take each value from its own variable', () => {
    const settings = readSettings({
      HOST_URL: 'https://site.example',
      HOST_REST_URL: 'https://site.example/index.php?rest_route=/',
      REGISTRY_REST_BASE: 'lists/wishes',
      HOST_TIMEOUT: '0.25',
      LISTEN: '0.0.0.0',
      PORT: '9000',
      DRAIN: '300',
      OPS_PORT: '0',
      OPS_LISTEN: '10.0.0.9',
      DATABASE_URL: 'sqlite:/srv/items.db',
      GATEWAY_KEY: 'new',
      GATEWAY_KEY_2: 'old',
      SITE_KEY: 'n'.repeat(32),
      SITE_KEY_2: 'ö'.repeat(16),
      AUTH_CACHE_TTL: '0',
      AUTH_CACHE_SIZE: '1',
      ADMIN_ROLES: ' administrator,, editor ',
      ITEMS_ACCESS: 'registry',
      WRITES_PER_MINUTE: '0',
      WRITTEN_MB_PER_DAY: '0',
      EVENTS_DAYS: '3650',
      CORS_ORIGINS: 'https://a.example, http://localhost:3000/',
      DOCS: 'off',
      NAT64_PREFIXES: '2001:db8:64::/96',
      PREVIEWS: 'off',
      WEBHOOKS_ALLOW: '10.0.0.7:8080, Shop.example:80',
      REGISTRY_API_BASE_URL: 'https://api.example/',
      TRUST_PROXY: '10.0.0.0/8, loopback, ::1',
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    });
    const expected: Settings = {
      host: {
        url: 'https://site.example',
        restUrl: 'https://site.example/index.php?rest_route=',
        registryRestBase: 'lists/wishes',
        timeout: 0.25,
      },
      listen: { address: '0.0.0.0', port: 9000 },
      drain: 300,
      ops: { address: '10.0.0.9', port: 0 },
      database: { kind: 'sqlite', path: '/srv/items.db' },
      gatewayKeys: ['new', 'old'],
      siteKeys: ['n'.repeat(32), 'ö'.repeat(16)],
      authCache: { ttl: 0, size: 1 },
      adminRoles: ['administrator', 'editor'],
      itemsAccess: 'registry',
      writesPerMinute: 0,
      writtenMegabytes: 0,
      eventsDays: 3650,
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      docs: false,
      nat64Prefixes: ['2001:db8:64::/96'],
      previews: false,
      webhooksAllow: ['10.0.0.7:8080', 'shop.example:80'],
      serviceUrl: 'https://api.example',
      backupFolder: null,
      isProduction: false,
      trustedProxies: ['10.0.0.0/8', 'loopback', '::1'],
      logLevel: 'debug',
      tracing: { sampler: { name: 'traceidratio', ratio: 0.5 } },
    };
    assert.deepEqual(settings, expected);
  });

  it('ignore OTEL variables without an address for traces, or if they are off', () => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = traced;
    for (const off of [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      { ...traced, OTEL_SDK_DISABLED: 'True' },
      { ...traced, OTEL_TRACES_EXPORTER: 'none' },
    ])
      assert.equal(readSettings({ ...good, ...off }).tracing, null);
    for (const on of [traced, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }])
      assert.deepEqual(readSettings({ ...good, ...on }).tracing?.sampler, { name: 'parentbased_always_on', ratio: 1 });
  });

  it('listen for operators on 127.0.0.1, whatever LISTEN is, and nowhere without OPS_PORT', () => {
    for (const OPS_LISTEN of ['', ' ', '::1'])
      assert.deepEqual(readSettings({ ...good, LISTEN: '0.0.0.0', OPS_PORT: '9000', OPS_LISTEN }).ops, {
        address: OPS_LISTEN.trim() || '127.0.0.1',
        port: 9000,
      });
    assert.equal(readSettings({ ...good, LISTEN: '0.0.0.0', OPS_LISTEN: '0.0.0.0' }).ops, null);
  });

  describe('a secret in a file', () => {
    const names = 'GATEWAY_KEY GATEWAY_KEY_2 DATABASE_URL REGISTRY_API_GATEWAY_KEY REGISTRY_API_APP_PASSWORD'.split(
      ' ',
    );
    const folder = openForSuite(temporaryFolder);
    const fileWith = async (content: string | Uint8Array) => {
      const path = join(folder.path, randomUUID());
      await writeFile(path, content);
      return path;
    };

    it('is read, without surrounding white space', async () => {
      for (const content of [`${SECRET}`, `${SECRET}\n`, `${SECRET}\r\n`, ` ${SECRET} \n`, `\uFEFF${SECRET}\n`]) {
        const file = await fileWith(content);
        assert.equal(readSettings({ ...good, GATEWAY_KEY_FILE: file, GATEWAY_KEY: ' ' }).gatewayKeys[0], SECRET);
        const operator = readOperatorSettings({
          REGISTRY_API_GATEWAY_KEY_FILE: file,
          REGISTRY_API_APP_PASSWORD_FILE: file,
        });
        assert.deepEqual([operator.gatewayKey, operator.password], [SECRET, SECRET]);
      }
      const largest = { ...good, GATEWAY_KEY_FILE: await fileWith(SECRET.padEnd(8192)) };
      assert.deepEqual(readSettings(largest).gatewayKeys, [SECRET]);
      const url = 'postgres://u:p@db.example/items';
      const { database } = readSettings({ ...good, DATABASE_URL_FILE: await fileWith(`${url}\n`) });
      assert.deepEqual(database, { kind: 'postgres', url });
    });

    it('is rejected with a line that names the variable but neither the file nor its content', async () => {
      const inside = await fileWith(SECRET);
      const unreadable = await fileWith(SECRET);
      await chmod(unreadable, 0);
      const isRoot = process.getuid?.() === 0;
      for (const [file, rule] of [
        [join(folder.path, `${SECRET}-nowhere`), /there is no such file/],
        [join(inside, SECRET), /there is no such file/],
        [await fileWith(''), /is empty/],
        [await fileWith(' \n'), /is empty/],
        [await fileWith(`${SECRET}\nmore`), /one line/],
        [await fileWith(`${SECRET}\0`), /one line/],
        [await fileWith(new Uint8Array([0xc3, 0x28])), /UTF-8/],
        [await fileWith(SECRET.padEnd(8193)), /larger than 8192 bytes/],
        [folder.path, /must name a file/],
        ['/dev/zero', /must name a file/],
        [SECRET, /absolute path/],
        ...(isRoot ? [] : [[unreadable, /cannot be read \(EACCES\)/] as const]),
      ] as const)
        for (const name of names)
          assert.throws(
            () => readAll({ [`${name}_FILE`]: file }),
            (error) =>
              error instanceof Error &&
              new RegExp(`^${name}_FILE: [^\\r\\n]+$`).test(error.message) &&
              rule.test(error.message) &&
              !error.message.includes(SECRET),
          );
      assert.throws(() => readAll({ DATABASE_URL_FILE: inside }), /DATABASE_URL_FILE: must be sqlite:PATH/);
    });

    it('contradicts a value in the variable itself', async () => {
      const file = await fileWith(SECRET);
      for (const name of names)
        assert.throws(() => readAll({ [name]: SECRET, [`${name}_FILE`]: file }), {
          message: `${name}_FILE: must not be set together with ${name}`,
        });
    });

    it('reaches the service and its commands', async () => {
      const GATEWAY_KEY_FILE = await fileWith(`${SECRET}\n`);
      await using service = spawnService({ ...good, GATEWAY_KEY_FILE, DATABASE_URL: `sqlite:${folder.path}/items.db` });
      await untilHealthy(service);
      const ask = (key: string) => fetchOnce(`${service.url}/items`, { headers: { 'x-api-key': key } });
      assert.deepEqual([(await ask('another')).status, (await ask(SECRET)).status], [403, 401]);
      assert.ok(!service.output().includes(SECRET));
      for (const command of ['doctor', 'reconcile'] as const) {
        const { code, stderr } = await runCommand(command, [], {
          ...good,
          REGISTRY_API_USERNAME: 'admin',
          REGISTRY_API_APP_PASSWORD_FILE: join(folder.path, 'nowhere'),
        });
        assert.deepEqual([code, stderr], [1, 'REGISTRY_API_APP_PASSWORD_FILE: there is no such file\n']);
      }
    });

    const readAll = (environment: Record<string, string>) => {
      readSettings({ ...good, ...environment });
      readOperatorSettings(environment);
    };
  });

  it('stop the start of the process with one line and an exit code', async () => {
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
