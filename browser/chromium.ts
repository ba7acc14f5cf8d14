import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { patience } from '../api/testing/patience.ts';
import { cachedFolder, cacheFolders } from '../cache/cached-folder.ts';
import project from '../package.json' with { type: 'json' };

/**
 * What the package adds for places without processes of their own, and must not be here: pages of different origins
 * are to be kept apart as with people, and a page that closes must not take the browser with it. What draws in the
 * browser's own process sets its environment while other threads read it, which now and then ends it as it starts.
 */
const UNWANTED = [
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
];

/** Draws without a graphics processor: imitating one takes a quarter of the work of a test in a browser. */
const FLAT = '--disable-gpu';

/** Only this machine is there: what is asked of other sites fails at once, and no test needs them. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';

/** How long the browser may take to start: WordPress may be starting in this process, which hears nothing meanwhile. */
const START_TIMEOUT_MS = patience(180_000);

const UNPACK = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`;

/** Chromium of Debian's package, whose version is newer than the one from npm. */
export const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** Reason for skipping the tests that need Debian's Chromium; false if it is installed. */
export const lacksDebianChromium = !existsSync(DEBIAN_CHROMIUM) && 'chromium is not installed';

/**
 * Starts a Chromium without a window. The default comes from npm, so that a fresh machine needs no other.
 * @param program path of another Chromium
 */
export async function openChromium(program = process.env.TEST_CHROMIUM): Promise<Browser> {
  chromium.setGraphicsMode = false;
  const args = chromium.args.filter((argument) => !UNWANTED.includes(argument));
  return playwright.launch({
    executablePath: program ?? join(await unpackChromium(), 'chromium'),
    args: [...args, ALONE, FLAT],
    headless: true,
    timeout: START_TIMEOUT_MS,
    tracesDir: folderOfTraces(),
  });
}

let traces: string | undefined;

/**
 * Gives the folder for what is recorded in browsers of this process. Playwright would make one for each recording, and leave
 * it behind where the browser closes during one. It still writes when the browser has closed, so this goes with the process.
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
 * Gives the folder with the browser, unpacked the first time. The package would unpack it into the temporary folder,
 * where a second process that comes meanwhile starts what is only half there; so it gets a temporary folder of its own.
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
