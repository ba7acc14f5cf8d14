import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import project from '../../package.json' with { type: 'json' };
import { patience } from '../../tests/support/patience.ts';
import { cachedFolder, cacheFolders } from '../cache/cached-folder.ts';

/**
 * Flags that `@sparticuz/chromium` sets for environments without separate processes. Tests do not use these flags,
 * because with these flags:
 *
 * - Origins would not be isolated. In users' browsers, origins are isolated.
 * - Closing a page would close the browser.
 * - The browser would draw inside its main process, and set environment variables while other threads read the
 *   variables. As a result, the browser would sometimes crash at its start.
 */
const UNWANTED = [
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
];

/** Turns off the graphics processor. Emulating it would take a quarter of the processor time of a browser test. */
const NO_GPU = '--disable-gpu';

/** Makes requests to other machines fail immediately. No test needs another machine. */
const NO_OTHER_HOSTS = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';

/**
 * Time limit for the start of the browser. It is long, because WordPress may start in the same process, and block the
 * event loop.
 */
const START_TIMEOUT_MS = patience(180_000);

const UNPACK = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`;

/** Chromium from Debian's package. This package is newer than the Chromium from npm. */
export const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** Reason for skipping the tests that need Debian's Chromium; false if it is installed. */
export const lacksDebianChromium = !existsSync(DEBIAN_CHROMIUM) && 'chromium is not installed';

/**
 * Starts a headless Chromium. By default, it is the Chromium from npm, so that a new machine needs no installed
 * browser.
 * @param program path of another Chromium
 */
export async function openChromium(program = process.env.TEST_CHROMIUM): Promise<Browser> {
  chromium.setGraphicsMode = false;
  const args = chromium.args.filter((argument) => !UNWANTED.includes(argument));
  return playwright.launch({
    executablePath: program ?? join(await unpackChromium(), 'chromium'),
    args: [...args, NO_OTHER_HOSTS, NO_GPU],
    headless: true,
    timeout: START_TIMEOUT_MS,
    tracesDir: folderOfTraces(),
  });
}

let traces: string | undefined;

/**
 * Returns the folder for recordings of this process's browsers. Playwright would create a folder for each recording,
 * and leave the folder behind if the browser closes during the recording. Playwright still writes after the browser has
 * closed, so this folder exists until the process ends.
 */
function folderOfTraces(): string {
  if (traces === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'largesse-browsers-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    traces = folder;
  }
  return traces;
}

/**
 * Returns the folder with the browser, unpacked on first use. Every process that unpacks the browser uses a new
 * temporary folder. If processes shared a temporary folder, one process could start the file while another process
 * still writes the file.
 */
export function unpackChromium(folders: string[] = cacheFolders()): Promise<string> {
  return cachedFolder(`chromium-${project.devDependencies['@sparticuz/chromium']}`, folders, async (staging) => {
    const files = join(staging, 'files');
    await mkdir(files);
    await promisify(execFile)(process.execPath, ['-e', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: files },
    });
  });
}
