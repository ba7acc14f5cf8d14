import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readSettings } from './settings.ts';
import { likelySetting, SETTING_NAMES, warningsOf } from './warnings.ts';

const good = { HOST_URL: 'https://site.example' };
const warnings = (env: Record<string, string>) => warningsOf(readSettings({ ...good, ...env }), { ...good, ...env });

describe('at the start', () => {
  it('an unknown variable that looks like a setting causes a warning with the likely name', () => {
    for (const [name, likely] of [
      ['HOST_TIMEOT', 'HOST_TIMEOUT'],
      ['HOST_TIEMOUT', 'HOST_TIMEOUT'],
      ['host_timeout', 'HOST_TIMEOUT'],
      ['REGISTRY_REST_BAS', 'REGISTRY_REST_BASE'],
      ['DATABSE_URL', 'DATABASE_URL'],
      ['ITEM_ACCESS', 'ITEMS_ACCESS'],
      ['TRUST_PROXIES', null],
      ['GATEWAYKEY', 'GATEWAY_KEY'],
      ['GATEWAYKEY_FILE', 'GATEWAY_KEY_FILE'],
      ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
      ['REGISTRY_API_USERNAME_FILE', 'REGISTRY_API_USERNAME'],
      ['PORT_FILE', null],
    ] as const)
      assert.equal(likelySetting(name), likely, name);
    assert.deepEqual(warnings({ HOST_TIMEOT: '3' }), [
      'HOST_TIMEOT: is not a setting of this service, and has no effect; did you mean HOST_TIMEOUT?',
    ]);
  });

  it('variables of other programs are ignored', () => {
    const names = 'PATH HOME HOST HOSTNAME PORTS APP_PORT LANG DB_URL LOG_FILE NODE_ENV'.split(' ');
    const ofTraces = `SERVICE_NAME RESOURCE_ATTRIBUTES METRICS_EXPORTER LOGS_EXPORTER LOG_LEVEL PROPAGATORS BSP_SCHEDULE_DELAY
      EXPORTER_OTLP_HEADERS EXPORTER_OTLP_TIMEOUT EXPORTER_OTLP_COMPRESSION EXPORTER_OTLP_CERTIFICATE
      EXPORTER_OTLP_TRACES_HEADERS EXPORTER_OTLP_METRICS_ENDPOINT EXPORTER_OTLP_LOGS_ENDPOINT
      EXPORTER_OTLP_METRICS_PROTOCOL EXPORTER_OTLP_LOGS_PROTOCOL`;
    for (const name of [...names, ...ofTraces.split(/\s+/).map((end) => `OTEL_${end}`)])
      assert.equal(likelySetting(name), null, name);
    assert.deepEqual(warningsOf(readSettings(good), { ...process.env, ...good }), []);
  });

  it('the service reads every setting of docs/settings.md', () => {
    const settings = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    const table = /\n\| variable \|.*?\n\n/s.exec(settings)?.[0] ?? '';
    const names = Array.from(
      table.matchAll(/^\| (`[^|]+`) \|/gm),
      ([, cell = '']) => cell.match(/[A-Z][A-Z0-9_]{3,}/g) ?? [],
    ).flat();
    assert.ok(names.length > 15);
    assert.deepEqual(
      names.filter((name) => !SETTING_NAMES.includes(name)),
      [],
    );
  });

  it('an unset ITEMS_ACCESS causes a warning in production', () => {
    const about = (env: Record<string, string>) => warnings(env).filter((line) => line.startsWith('ITEMS_ACCESS: '));
    assert.match(about({ NODE_ENV: 'production' })[0] ?? '', /every member .* all registries/);
    assert.match(about({ NODE_ENV: 'production', ITEMS_ACCESS: ' ' })[0] ?? '', /every member/);
    assert.deepEqual(about({}), []);
    for (const ITEMS_ACCESS of ['authenticated', 'registry'])
      assert.deepEqual(about({ NODE_ENV: 'production', ITEMS_ACCESS }), []);
  });
});
