import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const OPEN_DOORS = ['--disable-web-security', '--allow-running-insecure-content'];

/** Starts a Chromium without a window; it comes from npm, so that a fresh machine needs no other. */
export async function openChromium(): Promise<Browser> {
  // The package switches off what keeps pages of different origins apart; here it must be as with people.
  const args = chromium.args.filter((argument) => !OPEN_DOORS.includes(argument));
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}
