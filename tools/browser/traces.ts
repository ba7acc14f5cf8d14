import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Request } from 'playwright-core';

/** Time limit for a picture of a page after a failure (milliseconds). */
const PICTURE_TIMEOUT_MS = 5_000;

/** Recording of one browser. */
export interface Recording {
  /**
   * Saves pictures of all tabs, the console, the unanswered requests and a trace into a folder. Then restarts the
   * recording.
   */
  save(folder: string): Promise<void>;
  /** Discards the recorded data, and starts a new recording. */
  forget(): Promise<void>;
}

let recordings = 0;

/**
 * Records the actions, network and console of a browser. Does not record copies of the page, because such copies would
 * take an eighth of the processor time of a test.
 */
export async function record(context: BrowserContext): Promise<Recording> {
  const pending = watchRequests(context);
  const number = ++recordings;
  const { tracing } = context;
  let isOpen = true;
  context.on('close', () => {
    isOpen = false;
  });
  let said: string[] = [];
  context.on('console', (message) => said.push(`Console: ${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => said.push(`Script: ${error.error().stack}`));
  await tracing.start();
  await tracing.startChunk();
  return {
    save: async (folder) => {
      const file = (name: string) => join(folder, `browser-${number}-${name}`);
      await writeFile(file('console.txt'), [...stateOf(context, pending), ...said, ''].join('\n'));
      said = [];
      if (!isOpen) return;
      for (const [index, page] of context.pages().entries()) {
        const path = file(`page-${index + 1}.png`);
        // If the page hangs, Playwright cannot take a picture. The trace is saved nevertheless.
        await page.screenshot({ path, timeout: PICTURE_TIMEOUT_MS }).catch(() => {});
      }
      await tracing.stopChunk({ path: file('trace.zip') });
      await tracing.startChunk();
    },
    forget: async () => {
      said = [];
      if (!isOpen) return;
      await tracing.stopChunk();
      await tracing.startChunk();
    },
  };
}

/** Returns a map that always contains the unanswered requests of a browser, with the times when they were sent. */
function watchRequests(context: BrowserContext): Map<Request, Date> {
  const pending = new Map<Request, Date>();
  context.on('request', (request) => pending.set(request, new Date()));
  context.on('requestfinished', (request) => pending.delete(request));
  context.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

/** Returns facts that a trace lacks: the addresses of the tabs, and the unanswered requests. */
function stateOf(context: BrowserContext, pending: Map<Request, Date>): string[] {
  const tabs = context.pages().map((page) => `Open: ${page.url()}`);
  const waiting = Array.from(
    pending,
    ([request, sent]) => `Without an answer since ${sent.toISOString()}: ${request.method()} ${request.url()}`,
  );
  return [new Date().toISOString(), ...tabs, ...waiting];
}
