import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fetchWordPress } from '../../../tools/wordpress/download.ts';
import { openNative } from '../../../tools/wordpress/native/engine.ts';
import { lookForPhp } from '../../../tools/wordpress/native/find-php.ts';
import type { RunningPhp } from '../../../tools/wordpress/php-engine.ts';
import { openSiteFolder } from '../../../tools/wordpress/site-folder.ts';
import { whyNoNativePhp } from '../../../tools/wordpress/testing/engines.ts';

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
});

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
