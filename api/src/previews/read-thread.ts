import { parentPort } from 'node:worker_threads';
import { extract, type Found } from '../../../contract/shop-pages/extract.ts';
import type { FromReader } from './worker.ts';

/* Thread that reads pages, one after the other. */
parentPort?.on('message', ({ html, url }: { html: string; url: string }) => send({ found: tryToExtract(html, url) }));
send('ready');

function tryToExtract(html: string, url: string): Found | null {
  try {
    return extract(html, url);
  } catch {
    // A page that causes an exception is treated as unreadable.
    return null;
  }
}

function send(message: FromReader): void {
  parentPort?.postMessage(message);
}
