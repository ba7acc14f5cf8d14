import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startWordPress } from '../../../tools/wordpress/boot.ts';
import { fetchWordPress } from '../../../tools/wordpress/download.ts';
import { openNative } from '../../../tools/wordpress/native/engine.ts';
import { lookForPhp } from '../../../tools/wordpress/native/find-php.ts';
import type { EngineName, RunningPhp } from '../../../tools/wordpress/php-engine.ts';
import { openSiteFolder } from '../../../tools/wordpress/site-folder.ts';
import { whyNoNativePhp } from '../../../tools/wordpress/testing/engines.ts';
import { until } from '../../support/wait.ts';

const skip = whyNoNativePhp;

/** Runs a test with a temporary folder and deletes it afterwards. */
async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'largesse-test-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the PHP of this machine', { skip }, () => {
  const opened = new AsyncDisposableStack();
  let source: string;
  let php: RunningPhp;
  before(async () => {
    source = await mkdtemp(join(tmpdir(), 'largesse-test-'));
    opened.defer(() => rm(source, { recursive: true }));
    await mkdir(join(source, 'inside'));
    await writeFile(join(source, 'inside/part.php'), "<?php echo 'first';");
    await writeFile(join(source, 'crash.php'), "<?php exec( 'kill -9 ' . getmypid() );");
    const site = await openSiteFolder(undefined);
    opened.defer(() => site.discard());
    const engine = await openNative();
    const files = await fetchWordPress('6.5');
    php = opened.use(
      await engine.start({ url: 'http://127.0.0.1:1', files, site, content: { 'plugins/part': source } }),
    );
  });
  after(() => opened.disposeAsync());

  const ask = async (path: string) => {
    const url = `/wp-content/plugins/part/${path}`;
    const { httpStatusCode, bytes } = await php.request({ url, method: 'GET', headers: { host: '127.0.0.1:1' } });
    return httpStatusCode === 200 ? Buffer.from(bytes).toString() : httpStatusCode;
  };

  test('shows each change of a plugin file at once, however an editor writes it', async () => {
    const file = join(source, 'inside/part.php');
    assert.equal(await ask('inside/part.php'), 'first');
    await writeFile(file, "<?php echo 'written in place';");
    assert.equal(await ask('inside/part.php'), 'written in place');
    await writeFile(`${file}~`, "<?php echo 'replaced';");
    await rename(`${file}~`, file);
    assert.equal(await ask('inside/part.php'), 'replaced');
    await writeFile(`${file}~`, "<?php echo 'replaced again';");
    await rename(`${file}~`, file);
    assert.equal(await ask('inside/part.php'), 'replaced again');
    await mkdir(join(source, 'later'));
    await writeFile(join(source, 'later/new.php'), "<?php echo 'new';");
    assert.equal(await ask('later/new.php'), 'new');
    await rm(join(source, 'later'), { recursive: true });
    assert.equal(typeof (await ask('later/new.php')), 'number');
    assert.equal(await readFile(file, 'utf8'), "<?php echo 'replaced again';");
  });

  test('replaces a process that crashes during a request', async () => {
    await assert.rejects(ask('crash.php'));
    assert.equal(await ask('inside/part.php'), 'replaced again');
  });

  test('does not inherit the environment of this process', async () => {
    process.env.LARGESSE_TEST_SECRET = 'secret';
    try {
      const names = Object.keys(JSON.parse(await php.run('echo wp_json_encode( getenv() );', null)));
      assert.deepEqual(names.filter((name) => !['PWD', 'SHLVL', '_'].includes(name)).sort(), [
        'HOME',
        'INPUT',
        'LANG',
        'PATH',
        'TMPDIR',
        'TZ',
      ]);
    } finally {
      delete process.env.LARGESSE_TEST_SECRET;
    }
  });

  test('accepts input of any size', async () => {
    const input = 'ü'.repeat(1_000_000);
    assert.equal(await php.run('echo strlen( $input );', input), '2000000');
  });

  test('waits for the next piece of code beyond its time limit for sockets', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'wp-load.php'), '<?php');
      const script = fileURLToPath(new URL('../../../tools/wordpress/native/run.php', import.meta.url));
      const run = spawn('php', ['-n', '-d', 'default_socket_timeout=1', script], { cwd: folder });
      run.stdin.write(`${JSON.stringify(["echo exchange( 'ready' );", 'null'])}\n`);
      let printed = '';
      for await (const chunk of run.stdout.setEncoding('utf8')) {
        printed += chunk;
        if (!chunk.endsWith('\n')) continue;
        await setTimeout(1500);
        run.stdin.end(`${Buffer.from('the next piece').toString('base64')}\n`);
      }
      assert.equal(printed, `\u0001${Buffer.from('ready').toString('base64')}\nthe next piece`);
    }));

  test('ends with the process that started it, even if that is killed', async () => {
    const child = new URL('../../../tools/wordpress/native/child.ts', import.meta.url).href;
    const program = `
      const { startChild } = await import('${child}');
      const { process: php } = startChild(['php', '-r', 'echo getmypid(), "\\n"; sleep(1000);'], { cwd: '/', env: { PATH: process.env.PATH } });
      php.stdout.pipe(process.stdout);`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await once(parent.stdout, 'data');
    const pid = Number(printed);
    const isAlive = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    assert.ok(isAlive());
    parent.kill('SIGKILL');
    try {
      await until('PHP has ended, too', () => !isAlive());
    } finally {
      if (isAlive()) process.kill(pid);
    }
  });
});

test('a site keeps its data when the other engine runs it', { skip }, () =>
  inFolder(async (dataFolder) => {
    const seen = [];
    const upload = `
      update_option( 'blogname', get_option( 'blogname' ) . '+' );
      $made = wp_upload_bits( 'note.txt', null, 'kept' );
      $post = wp_insert_attachment( array( 'post_title' => 'Note', 'post_mime_type' => 'text/plain' ), $made['file'] );
      switch_theme( 'twentytwentyfour' );
      echo wp_json_encode( array( get_option( 'blogname' ), AUTH_KEY, count( get_posts( 'post_type=attachment&numberposts=-1' ) ), get_attached_file( $post ) === $made['file'] ) );`;
    for (const engine of ['native', 'wasm', 'native'] satisfies EngineName[]) {
      await using wordpress = await startWordPress({ port: 0, dataFolder, theme: 'largesse', engine });
      assert.equal((await fetch(wordpress.url)).status, 200);
      seen.push(JSON.parse(await wordpress.run(upload)));
      const first = await fetch(
        `${wordpress.url}/wp-content/uploads/${await wordpress.run("echo gmdate( 'Y/m' );")}/note.txt`,
      );
      assert.equal(await first.text(), 'kept');
      assert.equal(await wordpress.log(), '');
    }
    const key = seen[0]?.[1];
    assert.deepEqual(seen, [
      ['Largesse+', key, 1, true],
      ['Largesse++', key, 2, true],
      ['Largesse+++', key, 3, true],
    ]);
    const database = await readFile(join(dataFolder, 'database/.ht.sqlite'), 'latin1');
    assert.doesNotMatch(database, /\/wordpress\/|\/site\/|\/running-/);
    assert.ok(!database.includes(dataFolder));
  }),
);

test('the search for PHP names the missing parts', () =>
  inFolder(async (folder) => {
    const php = join(folder, 'php');
    const answer = async (probed: object) => {
      await writeFile(php, `#!/bin/sh\necho '${JSON.stringify(probed)}'`);
      await chmod(php, 0o755);
      return await lookForPhp(folder);
    };
    assert.deepEqual(await lookForPhp(folder), { missing: 'there is no php on the PATH' });
    const probed = { version: '8.4.1', extensions: ['PDO', 'pdo_sqlite', 'ctype'], zend: [], sqlite: '3.46.0' };
    assert.deepEqual(await answer({ ...probed, version: '8.0.30' }), { missing: 'PHP 8.0.30 is older than 8.1' });
    assert.deepEqual(await answer(probed), {
      missing: 'PHP 8.4.1 lacks Zend OPcache, mbstring, fileinfo, gd, tokenizer, xml, dom',
    });
    const extensions = [...probed.extensions, 'mbstring', 'fileinfo', 'gd', 'tokenizer', 'xml', 'dom'];
    const complete = { ...probed, extensions, zend: ['Zend OPcache'] };
    assert.deepEqual(await answer({ ...complete, sqlite: '3.34.1' }), { missing: 'SQLite 3.34.1 is older than 3.37' });
    const found = await answer(complete);
    assert.equal('version' in found && found.version, '8.4.1');
  }));

test('PHP_ENGINE selects the engine, and must name one', async () => {
  const { defaultEngine } = await import('../../../tools/wordpress/choose-engine.ts');
  const { PHP_ENGINE } = process.env;
  try {
    process.env.PHP_ENGINE = 'wasm';
    assert.equal(await defaultEngine(), 'wasm');
    process.env.PHP_ENGINE = 'native';
    assert.equal(await defaultEngine(), 'native');
    process.env.PHP_ENGINE = 'both';
    await assert.rejects(defaultEngine(), {
      name: 'SetupError',
      message: /^PHP_ENGINE is “both”: set it to native or wasm/,
    });
    delete process.env.PHP_ENGINE;
    assert.equal(await defaultEngine(), skip === false ? 'native' : 'wasm');
  } finally {
    if (PHP_ENGINE === undefined) delete process.env.PHP_ENGINE;
    else process.env.PHP_ENGINE = PHP_ENGINE;
  }
});

test('killing a program waits for its end, even if the program does not keep this process alive', async () => {
  const source = `
    import { startChild } from ${JSON.stringify(new URL('../../../tools/wordpress/native/child.ts', import.meta.url).href)};
    const child = startChild(['sleep', '60'], { cwd: '/', env: { PATH: process.env.PATH } });
    child.process.unref();
    for (const stream of child.process.stdio) stream.unref?.();
    await child.kill();
    console.log('killed');`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawn(process.execPath, ['--input-type=module', '-e', source], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await run.stdout.setEncoding('utf8').toArray();
  assert.equal(printed.join(''), 'killed\n');
});
