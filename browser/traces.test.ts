import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../api/testing/temporary-folder.ts';
import { TRACE_NOTE } from './trace-note.ts';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/**
 * A test file with a test that fails in the browser, one that passes, one whose browser closes while it is recorded, and a
 * request without an answer.
 */
const TESTS = `
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { openChromium } from ${here('./chromium.ts')};
import { openTab } from ${here('./tab.ts')};
import { record } from ${here('./traces.ts')};

const visit = async (act) => {
  const server = createServer((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end('<p>Here</p>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await openChromium();
  try {
    const context = await browser.newContext();
    const endRecording = await record(context);
    const page = await openTab(context, { isScripted: true, complain: () => {} });
    await page.goto('http://127.0.0.1:' + server.address().port + '/');
    await page.evaluate("void fetch('/never')");
    await act(page, browser).finally(endRecording);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
};
it('passes', () => visit((page) => page.getByText('Here').waitFor()));
it('closes its browser first', () => visit((_page, browser) => browser.close()));
it('waits in vain', () => visit((page) => page.getByText('Gone').waitFor({ timeout: 300 })));`;

it('a test that fails leaves a trace of its browsers behind, and others nothing', async () => {
  await using folder = await temporaryFolder();
  const temporary = join(folder.path, 'temporary');
  await mkdir(temporary);
  const file = join(folder.path, 'odd.test.ts');
  await writeFile(file, TESTS);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const traces = join(folder.path, 'traces');
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    env: { ...env, TMPDIR: temporary, TEST_TRACES: traces },
    encoding: 'utf8',
  });
  const [kept = '', ...more] = await readdir(traces);
  assert.match(kept, /^odd-waits-in-vain-/);
  assert.deepEqual(more, []);
  assert.ok(stdout.includes(`${TRACE_NOTE} ${join(traces, kept)}`), stdout);
  const files = (await readdir(join(traces, kept))).sort();
  assert.equal(files.filter((name) => name.endsWith('.zip')).length, 1);
  const state = files.find((name) => name.endsWith('.txt')) ?? '';
  assert.match(await readFile(join(traces, kept, state), 'utf8'), /Without an answer since .*: GET http:.*\/never/);
  // Chromium itself now and then leaves a file behind.
  const left = (await readdir(temporary)).filter((name) => /^(largesse|playwright)/.test(name));
  assert.deepEqual(left, []);
});
