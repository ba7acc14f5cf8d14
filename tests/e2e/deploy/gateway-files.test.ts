// Needs gateways: only Caddy and nginx can check their files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hasCaddy } from '../../../deploy/testing/gateway.ts';
import { hasNginx } from '../../../deploy/testing/nginx.ts';
import { hasProgram } from '../../../deploy/testing/program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const GATEWAY = fileURLToPath(new URL('../../../deploy/gateway', import.meta.url));

const run = (command: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, { env: { PATH: process.env.PATH, ...env } });
  return { status, output: `${stdout}${stderr}` };
};

describe('the files of deploy/gateway, installed as its README says', () => {
  for (const server of ['api-server.conf', 'tls-server.example.conf', 'pages-server.conf'])
    it(`are accepted by nginx, with ${server}`, { skip: hasNginx ? false : 'nginx is not installed' }, async (t) => {
      await using folder = await temporaryFolder();
      await cp(`${GATEWAY}/nginx`, `${folder.path}/largesse`, { recursive: true });
      await cp(`${GATEWAY}/nginx/example.d`, `${folder.path}/largesse.d`, { recursive: true });
      if (server.startsWith('tls')) {
        if (!hasProgram('openssl', 'version')) return t.skip('openssl is not installed');
        const pair = ['-keyout', `${folder.path}/privkey.pem`, '-out', `${folder.path}/fullchain.pem`];
        run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=api.site.example', ...pair]);
      }
      // Replaces the paths that each operator chooses: the certificate, the logs and the cache folder.
      for (const name of [server, 'pages-http.conf']) {
        const text = await readFile(`${GATEWAY}/nginx/${name}`, 'utf8');
        const own = text
          .replaceAll('/etc/letsencrypt/live/api.site.example', folder.path)
          .replaceAll(/\/var\/(log|cache)\/nginx/g, '.');
        await writeFile(`${folder.path}/largesse/${name}`, own);
      }
      const main = `pid nginx.pid; events {} http { access_log off; include largesse/${server}; }`;
      await writeFile(`${folder.path}/nginx.conf`, main);
      const { status, output } = run('nginx', ['-t', '-p', folder.path, '-e', 'error.log', '-c', 'nginx.conf']);
      assert.equal(status, 0, output);
      assert.doesNotMatch(output, /warn/);
    });

  it('are accepted by Caddy, and formatted', {
    skip: hasCaddy ? false : 'caddy is not installed',
  }, async () => {
    await using folder = await temporaryFolder();
    await mkdir(`${folder.path}/caddy`);
    const config = `${folder.path}/caddy/Caddyfile`;
    await cp(`${GATEWAY}/caddy/Caddyfile`, config);
    await cp(`${GATEWAY}/caddy/example.d`, `${folder.path}/caddy/largesse.d`, { recursive: true });
    const { status, output } = run('caddy', ['validate', '--config', config], { HOME: folder.path });
    assert.equal(status, 0, output);
    assert.doesNotMatch(output, /not formatted/);
  });

  it('keep keys, queries and headers out of Caddy’s log, also in containers', {
    skip: hasCaddy ? false : 'caddy is not installed',
  }, async () => {
    const containers = fileURLToPath(new URL('../../../deploy/containers', import.meta.url));
    for (const name of ['Caddyfile', 'Caddyfile.beside']) {
      const config = `${containers}/${name}`;
      const { status, stdout, stderr } = spawnSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', config], {
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
      const { fields } = JSON.parse(stdout).logging.logs.default.encoder;
      assert.deepEqual(fields['request>headers'], { filter: 'delete' }, config);
      const uri = fields['request>uri'];
      const logged = (address: string) => address.replace(new RegExp(uri.regexp), uri.value);
      assert.equal(logged('/registry/golden/?open=0123456789abcdef'), '/registry/golden/?*', config);
      assert.equal(logged('/?registry=golden&gift-of=1&key=2'), '/?*', config);
    }
  });
});
