import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startWordPress, type WordPress } from '../../../tools/wordpress/boot.ts';
import type { SiteImage } from '../../../tools/wordpress/image.ts';
import { storeParsedQueries } from '../../../tools/wordpress/parsed-queries.ts';
import { engines } from '../../../tools/wordpress/testing/engines.ts';
import { until } from '../../support/wait.ts';

test('an unknown parser of the SQLite driver remains unchanged', async () => {
  for (const parser of ['', '<?php class WP_MySQL_Parser extends Other {}'])
    assert.equal(await storeParsedQueries(parser), parser);
});

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

    test('serves its REST API, with the plugin active', async () => {
      assert.equal((await get('/wp-json/largesse/v1/status')).status, 200);
    });

    test('serves the scripts and styles of WordPress', async () => {
      const styles = await get('/wp-admin/css/common.min.css?ver=6.5');
      assert.equal(styles.status, 200);
      assert.equal(styles.headers.get('content-type'), 'text/css; charset=utf-8');
      assert.match(await styles.text(), /#wpwrap/);
      const head = await get('/wp-includes/js/jquery/jquery.min.js', 'HEAD');
      assert.equal(head.headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.equal(await head.text(), '');
    });

    for (const path of [
      '/wp-content/database/.ht.sqlite',
      '/wp-content//database/.ht.sqlite',
      '/wp-content/x/%2e%2e/database/.ht.sqlite',
      '/WP-CONTENT/database/index.php',
      '/phpinfo.php',
      '/.htaccess',
    ]) {
      test(`does not serve ${path}`, async () => assert.equal((await get(path)).status, 404));
    }

    test('rejects a malformed address', async () => assert.equal((await get('/%zz')).status, 400));

    test('passes input to PHP, and returns its output', async () => {
      const input = { quote: `'"\\ $x`, list: [1, null] };
      assert.deepEqual(JSON.parse(await wordpress.run('echo wp_json_encode( $input );', input)), input);
    });

    test('runs each piece of code in a freshly loaded WordPress', async () => {
      const seen = `echo wp_json_encode( array( isset( $left ), $_GET, get_current_user_id(), defined( 'LEFT' ), apply_filters( 'the_title', 'Title', 0 ), get_option( 'stored' ) ) );`;
      await wordpress.run(seen);
      for (const [piece, left] of [
        [
          `$left = 1; $_GET['left'] = 1; wp_set_current_user( 1 ); add_filter( 'the_title', static fn () => 'left' );`,
          '[false,[],0,false,"Title",false]',
        ],
        [`define( 'LEFT', 1 );`, '[false,[],0,false,"Title",false]'],
        [`update_option( 'stored', 'here' );`, '[false,[],0,false,"Title","here"]'],
      ] as const) {
        await wordpress.run(piece);
        for (const how of ['run', 'load'] as const) assert.equal(await wordpress[how](seen), left, piece);
      }
    });

    test('loads WordPress again if changed files or options would affect loading', async () => {
      await wordpress.run(
        `wp_mkdir_p( WPMU_PLUGIN_DIR ); file_put_contents( WPMU_PLUGIN_DIR . '/own.php', '<?php define( "OWN", 1 );' );`,
      );
      assert.equal(await wordpress.run(`echo OWN; unlink( WPMU_PLUGIN_DIR . '/own.php' );`), '1');
      assert.equal(await wordpress.run(`echo defined( 'OWN' ) ? 'there' : 'gone';`), 'gone');
    });

    test('returns the output of code that exits, unless its exit code means failure', async () => {
      assert.equal(await wordpress.run("echo 'printed'; exit;"), 'printed');
      assert.equal(await wordpress.run("echo 'printed'; exit( 0 );"), 'printed');
      await assert.rejects(wordpress.run("echo 'printed'; exit( 3 );"), /PHP ended with an error/);
      await assert.rejects(
        wordpress.run('throw new RuntimeException( "Refused" );'),
        /Uncaught RuntimeException: Refused/,
      );
    });

    test('parses each kind of query once', async () => {
      const code = `
        $driver = ( fn () => $this->dbh )->call( $GLOBALS['wpdb'] );
        $class  = ( new ReflectionClass( 'WP_MySQL_Parser' ) )->getParentClass();
        $seen   = array();
        foreach ( $input as $name => $query ) {
          $parser = fn () => $driver->create_parser( $query );
          $parse  = function () use ( $parser ) {
            $one = $parser();
            return $one->next_query() ? array( $one->get_query_ast(), $one->next_query() ) : null;
          };
          [ $tokens, $grammar ] = ( fn () => array( $this->tokens, $this->grammar ) )->call( $parser() );
          $right = array( ( new WP_Parser( $grammar, $tokens ) )->parse(), false );
          $kinds = implode( ' ', array_column( $tokens, 'id' ) );
          $file  = dirname( $class->getFileName() ) . '/parsed-queries/' . substr( md5( $kinds ), 0, 3 ) . '.php';
          $write = function ( $stored ) use ( $file, $class ) {
            file_put_contents( $file, '<?php return ' . var_export( $stored, true ) . ';' );
            opcache_invalidate( $file, true );
            $class->setStaticPropertyValue( 'stored', array() );
          };
          $write( array( 'kinds' => '1 2', 'tree' => array( 3, 0 ) ) );
          $seen[ $name ]['beside another kind'] = $parse() == $right;
          unlink( $file );
          $class->setStaticPropertyValue( 'stored', array() );
          $seen[ $name ]['first'] = $parse() == $right;
          $seen[ $name ]['again'] = $parse() == $right;
          $seen[ $name ]['is stored'] = is_file( $file );
          if ( ! is_file( $file ) ) continue;
          $class->setStaticPropertyValue( 'stored', array() );
          $seen[ $name ]['from its file'] = $parse() == $right;
          $write( array( 'kinds' => $kinds, 'tree' => array( $right[0]->rule_id, 1, 0 ) ) );
          $seen[ $name ]['not parsed again'] = array( $tokens[0] ) == $parse()[0]->get_children();
          unlink( $file );
        }
        echo wp_json_encode( $seen );`;
      const queries = {
        select: "SELECT p.ID, COUNT( * ) FROM wp_posts AS p WHERE p.ID IN ( 1, 2 ) AND post_title LIKE '%a;b%' LIMIT 3",
        insert:
          "INSERT INTO wp_options ( option_name ) VALUES ( 'a' ), ( 'b' ) ON DUPLICATE KEY UPDATE autoload = 'no';",
        long: `SELECT ID FROM wp_posts WHERE ID IN ( ${Array(300).fill('1')} )`,
      };
      const right = { 'beside another kind': true, first: true, again: true };
      const stored = { ...right, 'is stored': true, 'from its file': true, 'not parsed again': true };
      assert.deepEqual(JSON.parse(await wordpress.run(code, queries)), {
        select: stored,
        insert: stored,
        long: { ...right, 'is stored': false },
      });
    });

    test('sends no mail', async () => {
      assert.equal(await wordpress.run("var_export( wp_mail( 'anna@people.example', 'Subject', 'Text' ) );"), 'false');
    });

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

    test('continues with the same data after all its PHP instances crashed', async () => {
      const crash = () => assert.rejects(wordpress.run('no_such_function();'), /undefined function no_such_function/);
      await Promise.all([crash(), crash(), crash()]);
      await wordpress.run("update_option( 'after_crash', 'kept' );");
      const read = () => wordpress.run("echo get_option( 'after_crash' );");
      assert.deepEqual(await Promise.all([read(), read(), read()]), ['kept', 'kept', 'kept']);
      const answers = await Promise.all([1, 2, 3].map(() => get('/wp-json/largesse/v1/status')));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
      assert.match(await wordpress.log(), /undefined function no_such_function/);
    });

    describe('starting and ending', () => {
      test('reports a port in use with an error', async () => {
        const port = Number(new URL(wordpress.url).port);
        await assert.rejects(startWordPress({ port, engine }), { code: 'EADDRINUSE', port });
      });

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

      test('processes see each other’s files after one of them has failed', async () => {
        const processes = [0, 1, 2, 3];
        const onEach = (code: (process: number) => string) =>
          Promise.allSettled(processes.map((process) => wordpress.load(code(process))));
        for (const failing of processes) {
          await onEach((process) => `exit( ${process === failing ? 3 : 0} );`);
          await wordpress.load(`file_put_contents( WP_CONTENT_DIR . '/new-${failing}.txt', '' );`);
          for (const seen of await onEach(() => `echo count( glob( WP_CONTENT_DIR . '/new-*.txt' ) );`))
            assert.deepEqual(seen, { status: 'fulfilled', value: `${failing + 1}` });
        }
      });

      test('a site can start with a copy of another one, with its own address and secrets', async () => {
        await wordpress.run("update_option( 'blogname', 'Copied' );");
        const copy = await wordpress.copy(() => wordpress.run("update_option( 'blogname', 'Used' );"));
        // Use a separate folder for temporary files, because other tests start sites at the same time.
        const temporary = await mkdtemp(join(tmpdir(), 'largesse-test-'));
        const { TMPDIR } = process.env;
        process.env.TMPDIR = temporary;
        try {
          const servers = count('TCPServerWrap');
          const second = await startWordPress({ port: 0, image: copy, engine });
          const read = (site: WordPress) =>
            site.run("echo wp_json_encode( array( get_option( 'blogname' ), home_url(), site_url(), AUTH_KEY ) );");
          const [name, home, address, key] = JSON.parse(await read(second));
          assert.deepEqual([name, home, address], ['Copied', second.url, second.url]);
          assert.notEqual(key, JSON.parse(await read(wordpress))[3]);
          assert.equal((await fetch(`${second.url}/wp-json/largesse/v1/status`)).status, 200);
          // The two sites do not share data.
          await second.run(
            "file_put_contents( WP_CONTENT_DIR . '/second.txt', 'here' ); update_option( 'second', 'here' );",
          );
          const seen =
            "echo wp_json_encode( array( file_exists( WP_CONTENT_DIR . '/second.txt' ), get_option( 'second' ) ) );";
          assert.equal(await second.run(seen), '[true,"here"]');
          assert.equal(await wordpress.run(seen), '[false,false]');
          assert.equal(await second.log(), '');

          assert.notDeepEqual(await readdir(temporary), []);
          await closeDuringRequests(second);
          await until('no server of PHP is left', () => count('TCPServerWrap') === servers);
          await assert.rejects(fetch(second.url), TypeError);
          assert.deepEqual(await readdir(temporary), [], 'a site without a data folder deletes its files');
        } finally {
          if (TMPDIR === undefined) delete process.env.TMPDIR;
          else process.env.TMPDIR = TMPDIR;
          await rm(temporary, { recursive: true });
        }
      });

      const count = (kind: string) => process.getActiveResourcesInfo().filter((active) => active === kind).length;

      const closeDuringRequests = async (site: WordPress) => {
        const hungUp = new AbortController();
        // Send several requests at once, so that some PHP instances are still starting when the site closes. Request
        // long, uncompressed answers. The client would read a short answer at once, and `count` does not include the
        // client's idle connections.
        const headers = { 'accept-encoding': 'identity' };
        const requests = [1, 2, 3].map(() => fetch(site.url, { signal: hungUp.signal, headers }).catch(() => {}));
        await until('both ends of each connection exist', () => count('TCPSocketWrap') >= 2 * requests.length);
        hungUp.abort();
        await Promise.all(requests);
        await site.close();
      };

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
