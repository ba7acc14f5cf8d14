import { parentPort } from 'node:worker_threads';
import { extract, type Found } from './extract.ts';
import type { FromReader } from './worker.ts';

/* The thread in which pages are read, one after the other. */
parentPort?.on('message', ({ html, url }: { html: string; url: string }) => send({ found: tryToExtract(html, url) }));
send('ready');

function tryToExtract(html: string, url: string): Found | null {
  try {
    return extract(html, url);
  } catch {
    // A page that breaks the reader is a page that cannot be read.
    return null;
  }
}

function send(message: FromReader): void {
  parentPort?.postMessage(message);
}
