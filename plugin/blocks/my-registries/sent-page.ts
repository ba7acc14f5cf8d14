import { loadModule } from '../../assets/load-module.ts';
import { ASK_FOR_PAGE } from '../../assets/page-message.ts';
import { sent } from './page-data.ts';
import { __ } from './texts.ts';

/** Time limit in milliseconds for the answer of the shop's page. */
const ANSWER_MS = 5000;

/**
 * Reads the shop's page that the bookmark sends, with the code of the service.
 * @returns the fields of a suggestion; undefined if the bookmark did not open this page for this address, or if the
 * shop's page does not answer
 */
export async function readSentPage(url: string): Promise<Record<string, string> | undefined> {
  if (url !== sent.wish?.url || !URL.canParse(url)) return undefined;
  const shop: Window | null = opener;
  // The opened form removes the fragment from the address.
  const inAddress = new URLSearchParams(location.hash.slice(1)).get(ASK_FOR_PAGE);
  const html = inAddress || (shop ? await ask(shop, new URL(url).origin) : '');
  const reader = html === '' ? undefined : await loadReader().catch(() => undefined);
  if (!reader) return undefined;
  const { name, description, retailer, image_url, price, currency, price_text: shown } = reader.extract(html, url);
  if (name === null && price === null) return undefined;
  return {
    name: name ?? '',
    description: description ?? '',
    retailer: retailer ?? '',
    image_url: image_url ?? '',
    price: String(price ?? ''),
    currency: currency === sent.prices.currency ? '' : (currency ?? ''),
    note: shown === null ? '' : unclearPrice(shown),
  };
}

// translators: %s: a price, as in "1299 kr at the shop".
const unclearPrice = (price: string) => __('%s at the shop', price);

/** Loads the reader of shop pages. Only the bookmark needs this code. */
const loadReader = () => loadModule<typeof import('largesse/shop-pages')>(import.meta.resolve('largesse/shop-pages'));

/** Asks a shop's page for its parts. Returns '' if there is no answer from a window of this origin. */
function ask(shop: Window, origin: string): Promise<string> {
  return new Promise((resolve) => {
    const end = (html: string) => {
      removeEventListener('message', receive);
      clearTimeout(timer);
      resolve(html);
    };
    const receive = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source === shop && from === origin && typeof data === 'string') end(data);
    };
    const timer = setTimeout(end, ANSWER_MS, '');
    addEventListener('message', receive);
    shop.postMessage(ASK_FOR_PAGE, origin);
  });
}
