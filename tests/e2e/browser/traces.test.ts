import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/**
 * A test file with a test that passes, a test that closes its browser early, and a test that fails. Each page has a
 * request without an answer.
 */
const TESTS = `
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { addWitness } from ${here('../../support/evidence.ts')};
import { openChromium } from ${here('../../../tools/browser/chromium.ts')};
import { openTab } from ${here('../../../tools/browser/tab.ts')};
import { record } from ${here('../../../tools/browser/traces.ts')};

describe('a page', () => {
  let browser;
  before(async () => { browser = await openChromium(); });
  const servers = [];
  after(async () => {
    await browser.close();
    for (const server of servers) server.close();
  });
  const visit = async (act) => {
    const server = createServer((request, response) => {
      if (request.url === '/') response.setHeader('content-type', 'text/html').end('<p>Here</p>');
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const context = await browser.newContext();
    const close = addWitness({ ...(await record(context)), close: () => context.close() });
    try {
      const page = await openTab(context, { isScripted: true, complain: () => {} });
      await page.goto('http://127.0.0.1:' + server.address().port + '/');
      await page.evaluate("console.log('a word'); void fetch('/never')");
      await act(page, context);
    } finally {
      await close();
    }
  };
  it('passes', () => visit((page) => page.getByText('Here').waitFor()));
  it('ends its browser first', () => visit((_page, context) => context.close()));
  it('waits in vain', () => visit((page) => page.getByText('Gone').waitFor({ timeout: 300 })));
});`;

it('a failing test leaves picture, console and trace of its browsers behind, and other tests nothing', async () => {
  await using folder = await temporaryFolder();
  const temporary = join(folder.path, 'temporary');
  await mkdir(temporary);
  const file = join(folder.path, 'odd.test.ts');
  await writeFile(file, TESTS);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const failures = join(folder.path, 'failures');
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    env: { ...env, TMPDIR: temporary, TEST_FAILURES: failures },
    encoding: 'utf8',
  });
  const [kept = '', ...more] = await readdir(failures);
  assert.match(kept, /^a-page-waits-in-vain-/, stdout);
  assert.deepEqual(more, []);
  assert.match(stdout, /^# pass 2$/m);
  const files = await readdir(join(failures, kept));
  assert.deepEqual(files.sort(), ['browser-3-console.txt', 'browser-3-page-1.png', 'browser-3-trace.zip']);
  const said = await readFile(join(failures, kept, 'browser-3-console.txt'), 'utf8');
  assert.match(said, /Open: http:.*\nWithout an answer since .*: GET http:.*\/never\nConsole: log: a word\n/);
  // Checks only files of Largesse and Playwright, because Chromium sometimes leaves a file behind.
  const left = (await readdir(temporary)).filter((name) => /^(largesse|playwright)/.test(name));
  assert.deepEqual(left, []);
});
