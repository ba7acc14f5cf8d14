import { extract, type Found } from './extract.ts';

/**
 * Reads what a page says about what it sells.
 * @param url where the page is, for addresses in it
 * @param signal ends it
 * @throws where the page could not be read in time
 */
export async function readPage(html: string, url: string, signal: AbortSignal): Promise<Found> {
  signal.throwIfAborted();
  return extract(html, url);
}
