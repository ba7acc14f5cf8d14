import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

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

/** Only this machine is there: what is asked of other sites fails at once, and no test needs them. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';

/** Starts a Chromium without a window; it comes from npm, so that a fresh machine needs no other. */
export async function openChromium(): Promise<Browser> {
  const args = chromium.args.filter((argument) => !UNWANTED.includes(argument));
  return playwright.launch({ executablePath: await chromium.executablePath(), args: [...args, ALONE], headless: true });
}
