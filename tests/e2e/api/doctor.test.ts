// Needs a service and site: the command reads settings files, and asks both about their connection.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { storeSettings } from '../plugin/connection-settings.ts';
import { addCode } from '../wordpress/add-code.ts';
import type { TestUser } from '../wordpress/site.ts';
import { openSiteWithApi } from './site-with-api.ts';

const COMMAND = fileURLToPath(new URL('../../../api/doctor.ts', import.meta.url));

describe('npm run doctor', () => {
  const t = openForSuite(() => openSiteWithApi('6.5', { GATEWAY_KEY: 'the right key' }));

  before(async () => {
    const { username, applicationPassword } = t.site.users.admin;
    await storeSettings(t.site, {
      baseUrl: t.url,
      username,
      appPassword: applicationPassword,
      gatewayKey: 'the right key',
    });
    await t.request('admin', 'GET', '/items');
  });

  it('prints what the plugin has found, and finds no problem on a working site', async () => {
    const { code, output } = await doctor(operator('admin'));
    assert.equal(code, 0, output);
    for (const said of [
      /^✓ Database: /m,
      /^✓ Site: \S+ answers, plugin \d/m,
      /^✓ Site: The registry service answers$/m,
      /^✓ Site: The registry service accepts the credentials$/m,
      /^✓ Site: Application passwords are available$/m,
      /^✓ Site: The REST API shows registries completely$/m,
    ])
      assert.match(output, said);
    assert.doesNotMatch(output, /✗|the right key/);
  });

  it('reads registries as members do, and finds that another plugin removes a field from the answers', async () => {
    const made = await t.request('admin', 'POST', '/registries', {
      headers: { 'x-api-key': 'the right key' },
      body: { title: 'Ours' },
    });
    assert.equal(made.status, 201, made.text);
    const hide = `add_filter( 'rest_prepare_registry', static function ( $response ) {
      $data = $response->get_data();
      unset( $data['meta'] );
      $response->set_data( $data );
      return $response;
    }, 99 );`;
    await using _ = await addCode(t.site, hide);
    const { code, output } = await doctor(operator('admin'));
    assert.equal(code, 1, output);
    assert.match(output, /^✗ Site: the service cannot read registries: /m);
    assert.doesNotMatch(output, /shows registries completely/);
    assert.match(output, /\n\nNext step: Site: the service cannot read registries/);
  });

  it('prints a problem of the connection in English, with its remedy as the next step', async () => {
    await t.site.wordpress.run(
      `update_option( 'registry_api_gateway_key', 'wrong' ); update_option( 'WPLANG', 'de_DE' );`,
    );
    const { code, output } = await doctor(operator('admin'));
    await t.site.wordpress.run(
      `update_option( 'registry_api_gateway_key', 'the right key' ); update_option( 'WPLANG', '' );`,
    );
    assert.equal(code, 1);
    assert.match(output, /^✗ Site: The gateway key is refused\. .*\n {4}Enter the key/m);
    assert.match(output, /\n\nNext step: The gateway key is refused\. Enter the key /);
  });

  it('finds wrong credentials, and credentials of a user who is no admin', async () => {
    const wrong = await doctor({ ...operator('admin'), REGISTRY_API_APP_PASSWORD: 'wrong' });
    assert.equal(wrong.code, 1);
    assert.match(wrong.output, /✗ Site: WordPress rejects the credentials\n {4}Create a new application password/);
    assert.match((await doctor(operator('owner'))).output, /✗ Site: the user may not see the findings of the site/);
  });

  it('reads the settings file of the service, and names the database in use', async () => {
    await using folder = await temporaryFolder();
    const { HOST_URL = '', ...environment } = t.environment;
    const { username, applicationPassword } = t.site.users.admin;
    const database = join(folder.path, 'used.db');
    const file = join(folder.path, 'api.env');
    await writeFile(
      file,
      `# Settings\nHOST_URL=${HOST_URL}\nREGISTRY_API_BASE_URL=${t.url}\nREGISTRY_API_USERNAME=${username}\n`,
    );
    await writeFile(join(folder.path, 'database-url'), `sqlite:${database}\n`);
    await writeFile(join(folder.path, 'gateway-key'), 'the right key\n');
    await writeFile(join(folder.path, 'app-password'), `${applicationPassword}\n`);
    delete environment.DATABASE_URL;
    const { code, output } = await run(environment, [`--settings=${file}`]);
    assert.equal(code, 0, output);
    const named = `Settings: ${file}; the environment overrides GATEWAY_KEY\nDatabase: ${database}\nSite: ${HOST_URL}\n`;
    assert.ok(output.startsWith(`${named}✓ Database: the first start will create ${database}\n`), output);
    assert.match(output, /✓ Site: The registry service accepts the credentials/);
    const other = await run({ ...environment, DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/items?x=1' }, [
      `--settings=${file}`,
    ]);
    assert.match(other.output, /✗ Database: PostgreSQL 127\.0\.0\.1:9\/items cannot be reached/);
    assert.doesNotMatch(other.output, /secret/);
    const missing = await run(environment, [`--settings=${file}.missing`]);
    assert.match(missing.output, /--settings: \S+api\.env\.missing cannot be read \(ENOENT\)/);
  });

  const operator = (who: TestUser) => ({
    REGISTRY_API_BASE_URL: t.url,
    REGISTRY_API_USERNAME: t.site.users[who].username,
    REGISTRY_API_APP_PASSWORD: t.site.users[who].applicationPassword,
  });

  const doctor = (env: Record<string, string>) => run({ ...t.environment, ...env });
});

/** Runs the command with exactly these environment variables. */
function run(env: Record<string, string>, args: string[] = []): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
