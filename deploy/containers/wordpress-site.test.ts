import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { send } from '../../tests/support/http-client.ts';
import { CLOSED_ADDRESS } from '../../tests/support/server-address.ts';
import { hasNginx, startNginx } from '../testing/nginx.ts';

const server = readFileSync(fileURLToPath(new URL('./wordpress-site.inc', import.meta.url)), 'utf8');

/** Status of requests that nginx passes to PHP. In this test, no PHP is running, so nginx fails. */
const HANDED_TO_PHP = 502;

/** Files of the site, and the status that a visitor gets for each file. */
const FILES: Record<string, number> = {
  'index.php': HANDED_TO_PHP,
  'wp-login.php': HANDED_TO_PHP,
  'wp-admin/index.php': HANDED_TO_PHP,
  'wp-admin/admin-ajax.php': HANDED_TO_PHP,
  'wp-content/uploads/2026/11/cake.jpg': 200,
  'wp-content/uploads/2026/11/list.pdf': 200,
  'wp-includes/style.css': 200,
  '.well-known/security.txt': 200,
  'wp-admin/install.php': 404,
  'wp-admin/setup-config.php': 404,
  'wp-content/uploads/shell.php': 404,
  'wp-content/uploads/2026/11/SHELL.php': 404,
  'wp-content/uploads/2026/11/index.php': 404,
  'wp-content/uploads.restored/shell.php': 404,
  'wp-content/uploads.before-restore-2026-11-21T12-00-00.000Z/shell.php': 404,
  'xmlrpc.php': 404,
  'wp-config.php': 404,
  'wp-cron.php': 404,
  '.git/config': 404,
  '.git/hook.php': 404,
  '.git/logo.svg': 404,
  '.env': 404,
  '.user.ini': 404,
  'wp-config.php~': 404,
  'wp-config.php.orig': 404,
  'wp-config.php.bak': 404,
  'wp-config.old': 404,
  'wp-content/debug.log': 404,
  'dump.sql': 404,
  'dump.sql.gz': 404,
  'dump.SQL.zip': 404,
};

it('the site in containers runs only WordPress’s own PHP files, and serves no private file', {
  skip: hasNginx ? false : 'nginx is not installed',
}, async () => {
  await using nginx = await startNginx({
    http: (port) => `
      upstream largesse_php { server ${new URL(CLOSED_ADDRESS).host}; }
      server { listen 127.0.0.1:${port}; set $largesse_root site; set $largesse_https on; set $largesse_internal ''; set $largesse_site_host $http_host; include wordpress-site.inc; }`,
    files: {
      'wordpress-site.inc': server,
      fastcgi_params: '',
      ...Object.fromEntries(Object.keys(FILES).map((name) => [`site/${name}`, name])),
    },
  });
  const agent = new Agent({ keepAlive: false });
  const statusOf = async (path: string) => (await send(agent, nginx.url, 'GET', path, {})).status;
  const got: Record<string, number> = {};
  for (const name of Object.keys(FILES)) got[name] = await statusOf(`/${name}`);
  assert.deepEqual(got, FILES);
  for (const path of ['/wp-content/uploads/shell.php/x', '/wp-content/uploads/shell.php/x.css', '/a-page/'])
    assert.equal(await statusOf(path), HANDED_TO_PHP, `${path} is a page of WordPress`);
  for (const path of ['/wp-content/uploads//shell.php', '/wp-content/uploads/%73hell.php', '/x/../.git/config'])
    assert.equal(await statusOf(path), 404, path);
});
