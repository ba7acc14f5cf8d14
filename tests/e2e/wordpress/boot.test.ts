import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startWordPress, type WordPress } from '../../../tools/wordpress/boot.ts';
import type { SiteImage } from '../../../tools/wordpress/image.ts';
import { engines } from '../../../tools/wordpress/testing/engines.ts';

for (const engine of engines) {
  describe(`a WordPress on ${engine} PHP`, () => {
    let dataFolder: string;
    let wordpress: WordPress;
    let image: SiteImage;
    before(async () => {
      dataFolder = await mkdtemp(join(tmpdir(), 'largesse-test-'));
      wordpress = await startWordPress({ port: 0, dataFolder, engine });
      image = await wordpress.copy(async () => void (await fetch(wordpress.url)));
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

    test('returns the output of code that exits, unless its exit code means failure', async () => {
      assert.equal(await wordpress.run("echo 'printed'; exit;"), 'printed');
      assert.equal(await wordpress.run("echo 'printed'; exit( 0 );"), 'printed');
      await assert.rejects(wordpress.run("echo 'printed'; exit( 3 );"), /PHP ended with an error/);
      await assert.rejects(
        wordpress.run('throw new RuntimeException( "Refused" );'),
        /Uncaught RuntimeException: Refused/,
      );
    });

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

    describe('starting and ending', () => {
      test('a site can be reset to its image, in all PHP processes', async () => {
        const write = async () => {
          const [, status] = await Promise.all([
            wordpress.run(
              `update_option( 'stored', 'here' ); error_log( 'A complaint' );
              foreach ( array( WPMU_PLUGIN_DIR, wp_upload_dir()['basedir'] . '/folder' ) as $folder ) {
                wp_mkdir_p( $folder );
                file_put_contents( "$folder/file.php", '<?php' );
              }`,
            ),
            fetch(wordpress.url).then(async (answer) => (await answer.arrayBuffer()) && answer.status),
          ]);
          assert.equal(status, 200);
        };
        const seen = `echo wp_json_encode( array( get_option( 'stored' ), file_exists( WPMU_PLUGIN_DIR ), file_exists( wp_upload_dir()['basedir'] . '/folder' ) ) );`;
        for (let time = 0; time < 2; time++) {
          await write();
          for (const how of ['run', 'load'] as const)
            assert.equal(await wordpress[how](seen), '["here",true,true]', how);
          await wordpress.restore(image);
          for (const how of ['run', 'load'] as const)
            assert.equal(await wordpress[how](seen), '[false,false,false]', how);
          assert.equal(await wordpress.log(), '');
        }
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
  });
}
