// Needs a whole WordPress: it boots in each engine of PHP.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startWordPress, type WordPress } from '../../../tools/wordpress/boot.ts';
import { engines } from '../../../tools/wordpress/testing/engines.ts';

for (const engine of engines) {
  describe(`a WordPress on ${engine} PHP`, () => {
    let dataFolder: string;
    let wordpress: WordPress;
    before(async () => {
      dataFolder = await mkdtemp(join(tmpdir(), 'largesse-test-'));
      wordpress = await startWordPress({ port: 0, dataFolder, engine });
    });
    after(async () => {
      await wordpress.close();
      await rm(dataFolder, { recursive: true });
    });

    const get = (path: string, method = 'GET') => fetch(wordpress.url + path, { method, redirect: 'manual' });

    for (const path of [
      '/wp-content/database/.ht.sqlite',
      '/wp-content//database/.ht.sqlite',
      '/wp-content/x/%2e%2e/database/.ht.sqlite',
      '/WP-CONTENT/database/index.php',
      '/phpinfo.php',
      '/.htaccess',
    ])
      test(`does not serve ${path}`, async () => assert.equal((await get(path)).status, 404));

    test('rejects a malformed address', async () => assert.equal((await get('/%zz')).status, 400));

    test('sends no mail', async () =>
      assert.equal(await wordpress.run("var_export( wp_mail( 'anna@people.example', 'Subject', 'Text' ) );"), 'false'));

    test('answers a request of PHP to itself during another request', async () => {
      const code = `
      $answer = wp_remote_get( rest_url( 'largesse/v1/status' ), array( 'timeout' => 60 ) );
      echo is_wp_error( $answer ) ? $answer->get_error_message() : wp_remote_retrieve_response_code( $answer );`;
      assert.equal(await wordpress.run(code), '200');
    });

    test('calls no other site', async () => {
      const code = "echo wp_remote_get( 'https://elsewhere.example/' )->get_error_code();";
      assert.equal(await wordpress.run(code), 'http_request_not_executed');
    });

    test('the data of a site survives in its data folder, which only the owner can read', async () => {
      const secrets = async () => JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8'));
      await wordpress.run("update_option( 'blogname', 'Kept' );");
      const before = await secrets();
      await wordpress.close();
      wordpress = await startWordPress({ port: 0, dataFolder, engine });
      assert.equal(await wordpress.run("echo get_option( 'blogname' );"), 'Kept');
      assert.equal(await wordpress.run('echo AUTH_KEY;'), before.AUTH_KEY);
      assert.deepEqual(await secrets(), before);
      if (process.platform !== 'win32') {
        assert.equal((await stat(join(dataFolder, 'database'))).mode & 0o077, 0);
        assert.equal((await stat(join(dataFolder, 'secrets.json'))).mode & 0o077, 0);
      }
    });
  });
}
